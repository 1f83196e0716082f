# What things are called, what happened, and what is asked.
# $who and $whose are players' names; the other words come from the names below.

## Names

colour-o = orange
colour-p = pink
colour-g = green
colour-r = red
colour-b = blue
colour-y = yellow

port-V = Venice
port-C = Constantinople
port-M = Modone

arms-0 = Contarini
arms-1 = Dandolo
arms-2 = Loredan
arms-3 = Mocenigo

dominion-zara = Zara
dominion-durazzo = Durazzo
dominion-candia = Candia
dominion-negroponte = Negroponte
dominion-galata = Galata

seat = seat { $seat }
ship = ship { $ship }
expansion = Dominio da Mar

bag = bag
adrift = adrift

# Lists: “red”, “red and blue”, “green, red and blue”
list-comma = { $some }, { $next }
list-and = { $some } and { $last }

## Editions

edition-it = Italian
edition-fr = French
edition-cs = Czech
edition-el = Greek
edition-custom = This table’s own

point-loading = Leaving a main port
    .may = Ships may leave empty
    .must = Ships must load
point-emptied_ship = A ship emptied by a raid
    .may_turn = May turn round
    .must_return = Must return
point-last_turns = Once the end is called
    .finish_round = The round is finished
    .one_more_each = One more turn each
point-placement = Placing the ships
    .free = Everyone chooses
    .random = Chance decides

## What is asked in each phase

ask-placement = Choose a port for each of your three ships.
ask-orders = Raid a ship if you like, then set sail with one of yours.
ask-orders-raided = Set sail with one of your ships.
ask-sailing = Sail on, or stop here.
ask-closing = Anything else, or is your turn done?
ask-over = The game is over.

wait-placement = { $who } is placing ships.
wait-orders = { $who } is to move.
wait-sailing = { $who } has a ship under way.
wait-closing = { $who } is ending the turn.

## Cargo, loot and payments

# $count: a number; $colour: a word
cargo-goods =
    { $count ->
        [one] 1 { $colour } good
       *[other] { $count } { $colour } goods
    }
cargo-soldiers =
    { $soldiers ->
        [one] 1 soldier
       *[other] { $soldiers } soldiers
    }
cargo-builders =
    { $builders ->
        [one] 1 builder
       *[other] { $builders } builders
    }
cargo-troops =
    { $soldiers ->
        [one] 1 soldier
       *[other] { $soldiers } soldiers
    } and { $builders ->
        [one] 1 builder
       *[other] { $builders } builders
    }
cargo-none = nothing

cards-count =
    { $count ->
        [one] 1 card
       *[other] { $count } cards
    }
points-count =
    { $points ->
        [one] 1 point
       *[other] { $points } points
    }

## The log: setting up

# .rule is the number of the rule by which it happens.

log-placed = { $who } places ship 1 in { $one }, ship 2 in { $two } and ship 3 in { $three }.
    .rule = R2.3
log-placed-by-chance =
    Chance places { $who }’s ship 1 in { $one }, ship 2 in { $two } and ship 3 in { $three }.
    .rule = R2.3
# $goods: a list of cargoes
log-filled = { $port } receives { $goods }.
    .rule = R5.3
log-dealt =
    { $count ->
        [one] { $who } is dealt a card.
       *[other] { $who } is dealt { $count } cards.
    }
    .rule = R2.5

## The log: raiding

# $cards: a list of cards; $loot: a cargo
log-raid = { $who } raids { $whose }’s ship { $ship } with { $cards } and takes { $loot }.
    .rule = R4.3
log-adrift = { $whose }’s ship { $ship } is empty now, and adrift.
    .rule = R4.5
log-turned-back = { $whose }’s ship { $ship } is empty now, and turns back to { $port }.
    .rule = R4.5

## The log: sailing

# $cargo: a cargo; $to: the port it is bound for
log-sail = { $who } loads { $cargo } in { $port }, and ship { $ship } leaves for { $to }.
    .rule = R5.2
log-sail-empty = { $who }’s ship { $ship } leaves { $port } empty for { $to }.
    .rule = R5.2
log-sail-from = { $who }’s ship { $ship } sails on towards { $to }.
    .rule = R5.1
log-about = { $who }’s ship { $ship } turns round and sails for { $to }.
    .rule = R4.5
# $place: a square or a port
log-step = Ship { $ship } reaches { $place }.
    .rule = R5.4
log-step-jump =
    { $jumped ->
        [one] Ship { $ship } jumps a full place and reaches { $place }.
       *[other] Ship { $ship } jumps { $jumped } full places and reaches { $place }.
    }
    .rule = R5.4
log-on = Ship { $ship } has { $colour } on its sails and goes on to { $place }.
    .rule = R5.5
log-wind = { $who } plays a wind card, { $colour }, and ship { $ship } sails on to { $place }.
    .rule = R5.5
log-stop = Ship { $ship } stays on { $place }.
    .rule = R5.5
log-arrives = { $who }’s ship { $ship } arrives in { $port }.
    .rule = R5.6
log-unloads = { $who }’s ship { $ship } arrives in { $port } and unloads { $cargo }.
    .rule = R5.7
log-draws =
    { $count ->
        [0] There are no cards left for { $who } to draw.
        [one] { $who } draws a card.
       *[other] { $who } draws { $count } cards.
    }
    .rule = R6.1
# $cards: a list of cards, for the player's own eyes
log-draws-own = { $who } draws { $cards }.
    .rule = R6.1
log-reshuffled = The discards are shuffled into a new draw pile.
    .rule = R6.2

## The log: Dominio da Mar

# $payment: a cargo of soldiers, builders or both
log-conquers =
    { $points ->
        [one] { $who } conquers { $dominion } with { $payment }, for 1 point.
       *[other] { $who } conquers { $dominion } with { $payment }, for { $points } points.
    }
    .rule = R9.7
log-trains = { $who } trains a builder as a soldier.
    .rule = R9.9

## The log: the end

log-end-announced = { $who } announces the end.
    .rule = R7.2
log-end-port = { $port } is empty, and that calls the end.
    .rule = R7.1
log-end-dominion = { $dominion } was the last free dominion, and that calls the end.
    .rule = R9.8
# .values: how play goes on from there
log-last-turns = Then come the last turns.
    .finish_round = This round is still finished.
    .one_more_each = Everyone else has one more turn.
    .rule = R7.3
log-round-limit =
    { $rounds ->
        [one] The limit of 1 round is reached.
       *[other] The limit of { $rounds } rounds is reached.
    }
    .rule = R7.4
log-over = The game is over.
    .rule = R8
log-wins =
    { $points ->
        [one] { $who } wins with 1 point.
       *[other] { $who } wins with { $points } points.
    }
    .rule = R8.3
# $who: a list of names
log-shares =
    { $points ->
        [one] { $who } share the win with 1 point each.
       *[other] { $who } share the win with { $points } points each.
    }
    .rule = R8.3
