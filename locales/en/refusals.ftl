# Why something is refused. `.rule` is the number of the rule that says so.
#
# $seat, $colour, $port, $dominion, $asked and lists such as $cards are words, not codes:
# names from table.ftl, in the reader's language. $seat is a player's name, or “seat 0”.
# $ship is the ship's number. $what is a code, chosen from here.

## Whenever

game-over = The game is over, so nothing more can be played.
    .rule = R7.3
game-over-rounds = The game has reached its last round and is over, so nothing more can be played.
    .rule = R7.4
# $seat: whose turn it is
not-your-turn = It is { $seat }’s turn.
    .rule = R2.6

## Placing

placement-first = All ships are placed first. Nothing else can be played before that.
    .rule = R2.3
placement-over = The voyage has begun, so no more ships are placed.
    .rule = R2.3
placement-random = At this table chance places the ships; nobody chooses.
    .rule = R2.3

## Raiding

raid-after-move = A raid comes before the move, and this turn’s ship has sailed already.
    .rule = R4.1
raid-once = There is one raid a turn, and this turn’s has been made.
    .rule = R4.1
raid-own-ship =
    Ship { $ship } is of the raider’s own fleet. Only other players’ ships can be raided.
    .rule = R4.1
# $number: the seat's, as it was given
raid-no-such-seat = Nobody at this table has seat { $number }.
    .rule = R4.1
raid-in-port = In { $port } a ship is safe, and that is where { $seat }’s ship { $ship } lies.
    .rule = R4.2
raid-nothing-aboard = There is nothing to take: { $seat }’s ship { $ship } is empty.
    .rule = R4.2
raid-soldiers-aboard = There are soldiers aboard { $seat }’s ship { $ship }, so it cannot be raided.
    .rule = R9.5
# $sails: a list of colours
raid-card-not-on-sails =
    Both cards must match the target’s sails. On { $seat }’s ship { $ship } those are { $sails
    }, not
    { $colour }.
    .rule = R4.3
# $cards: a list of colours
raid-cards-missing = The raid takes two cards, { $cards }, and they are not both in hand.
    .rule = R4.3

## Setting sail

sail-must-choose-cargo = In { $port } ship { $ship } needs a choice of cargo.
    .rule = R5.2
sail-at-sea-no-cargo =
    Ship { $ship } has no cargo to choose here. That is done only on leaving Venice or
    Constantinople.
    .rule = R5.2
sail-colour-on-sails =
    Ship { $ship } has { $colour } on its sails, so it cannot load goods of that colour.
    .rule = R5.2
sail-colour-not-there = There are no { $colour } goods in { $port }.
    .rule = R5.2
# $what: soldiers, builders or troops
sail-nothing-there =
    { $what ->
        [soldiers] In { $port } there are no soldiers to take aboard.
        [builders] In { $port } there are no builders to take aboard.
       *[troops] In { $port } there are not both soldiers and builders to take aboard.
    }
    .rule = R9.4
sail-empty-must-load =
    Ship { $ship } may not leave empty. At this table that is allowed only when no ship of the
    fleet could sail otherwise.
    .rule = R5.2
# $port: where the ship lies; $to: the other port
about-in-port = Ship { $ship } lies in { $port }. From there it can only leave for { $to }.
    .rule = R5.1
about-not-adrift = Ship { $ship } is not adrift, so it keeps its course.
    .rule = R4.5
already-sailing = Ship { $ship } is under way already, and only one ship moves in a turn.
    .rule = R3.1
already-sailed = This turn’s ship has sailed already, and only one ship moves in a turn.
    .rule = R3.1

## Under way

# $asked: one of the ask- messages
nothing-sailing = No ship is under way. { $asked }
    .rule = R5.5
on-wrong-colour =
    The square is { $colour }, which is not on the sails of ship { $ship }. Sailing on takes a wind
    card of that colour.
    .rule = R5.5
wind-needless = Ship { $ship } has { $colour } on its sails and goes on for free. No card is spent.
    .rule = R5.5

## Dominio da Mar

no-expansion =
    This table plays without the expansion Dominio da Mar: no soldiers, no builders, no dominions.
    .rule = R9
dominio-under-way =
    Ship { $ship } is under way. Conquering and training wait until it has come to rest.
    .rule = R3.2
# $seat: whose it is
conquer-taken = { $dominion } has been conquered already, by { $seat }.
    .rule = R9.7
# $price, $soldiers, $builders: numbers
conquer-price =
    { $dominion } costs { $price ->
        [one] one soldier
       *[other] { $price } soldiers
    }, and two builders stand in for one. { $soldiers ->
        [one] One soldier
       *[other] { $soldiers } soldiers
    } and { $builders ->
        [one] one builder
       *[other] { $builders } builders
    } are not that price.
    .rule = R9.7
# $builders: a number, more than eight
conquer-too-many-builders = There are eight builders in all, so nobody can pay { $builders }.
    .rule = R9.1
# $payment: a cargo of soldiers, builders or both
conquer-cannot-pay =
    The warehouse does not hold the { $payment } offered for { $dominion }.
    .rule = R9.7
train-no-builder = There is no builder in the warehouse to train.
    .rule = R9.9
train-no-reserve = There is no soldier left in the reserve.
    .rule = R9.9

## Ending

# $missing: a list of colours
end-not-six-colours =
    Announcing the end takes a good of every colour in the warehouse. There is none yet in
    { $missing }.
    .rule = R7.2
end-already-called = The end has been called already.
    .rule = R7.2
end-too-early = You may announce the end only after your move.
    .rule = R3.3
done-not-yet = A ship has to move first. Nobody skips the move.
    .rule = R3.1
done-under-way = Ship { $ship } is still under way. It has to sail on or stop first.
    .rule = R3.1

## Notation

# $text: what was written; $right: one of the messages below
bad-notation = “{ $text }” cannot be read as a move. { $right }
notation-any = Moves begin with place, raid, sail, on, wind, stop, conquer, train, end or done.
notation-place =
    Placing names a port for ships 1, 2 and 3, V for Venice or C for Constantinople: place VCV.
notation-raid = A raid names a seat and its ship, then the colours of two cards: raid 0.3 gr.
notation-sail =
    Setting sail names ship 1, 2 or 3. In a main port the cargo follows, a colour, soldiers, builders,
    troops or empty: sail 3 b. At sea it is sail 3, or sail 3 about for a ship adrift.
notation-conquer = Conquering names a dominion, then soldiers + builders: conquer zara 2+0.
# $verb: on, wind, stop, train, end or done
notation-alone = The word { $verb } stands alone.

## Records

# $right: in words, what a seed looks like
bad-seed = “{ $seed }” is not a seed. { $right }

# $where: line and column, in words or as a number
bad-record-json = This is not a record ({ $where }).
bad-record-large = This record is too large: { $size } bytes, where { $limit } are allowed.
bad-record-deep = This record is nested too deeply.
bad-record-format =
    This is not a record of Golden Horn: its format is “{ $format }”, not “golden-horn-record”.
bad-record-version = Version { $version } of the record format is not known here. Known: { $known }.
# $field: the name of the field, as in rules.loading or moves[3]
bad-record-missing = The record has no field “{ $field }”.
# $wanted: in words, what belongs there
bad-record-type = The field “{ $field }” should be { $wanted }.
# $index: counted from 0; $move: as written; $reason: the refusal's sentence; $number: its rule
bad-record-move = Move { $index }, “{ $move }”, is refused: { $reason } ({ $number })
bad-record-notation = Move { $index } cannot be read: { $reason }
bad-record-result =
    The result in the record, { $written }, is not what its moves lead to: { $played }.
bad-record-after-end =
    The game is over after move { $last }, but the record goes on with move { $index }. ({ $number })
