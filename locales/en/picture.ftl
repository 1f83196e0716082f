# What the picture of the table says: what stands in it, what a pointer is told, and the whole of it
# in sentences, for those who hear it. Names, cargoes and lists come from table.ftl.

## In the picture

picture-before = Before the first turn
picture-placement = { $who } places the ships
picture-orders = { $who } is to move
picture-sailing = { $who } is under way with ship { $ship }
picture-closing = { $who } may close the turn
picture-over = The game is over
picture-wins = The game is over: { $who } wins
# $who: a list of names
picture-share = The game is over: { $who } share the win
picture-end-called = The end was called in { $who }’s turn

picture-deck = deck
picture-reserve = in reserve
picture-discarded = { $count } discarded

picture-to-move = to move
picture-your-turn = your turn
picture-first-player = first player
picture-end-caller = end called
picture-winner = winner
# Below their number
picture-points =
    { $points ->
        [one] point
       *[other] points
    }
picture-no-troops = no troops, no dominions
picture-to-place = ships to be placed

## On the chart

picture-leagues = leagues of Venice

landfall-sebenico = Sebenico
landfall-ragusa = Ragusa
landfall-cattaro = Cattaro
landfall-valona = Valona
landfall-corfu = Corfù
landfall-lepanto = Lepanto
landfall-patrasso = Patrasso
landfall-corone = Corone
landfall-malvasia = Malvasia
landfall-napoli = Napoli
landfall-atene = Atene
landfall-volo = Volo
landfall-salonicco = Salonicco
landfall-gallipoli = Gallipoli

## In words

# $label: what it is about, such as a port; $what: a list of what is there
picture-label = { $label }: { $what }
picture-sentence = { $said }.

# $count: a number; $colour: a word
picture-pieces = { $count } { $colour }
picture-unseen = { $count } unseen

picture-square = Square { $place }, { $colour }
picture-free = free
picture-owned = owned by { $who }
picture-hand = { $who }’s hand
picture-warehouse = { $who }’s warehouse

# $sails: a list of colours; $what: a list of where the ship is and what is said of it below
picture-ship = { $who }, ship { $ship } ({ $sails }): { $what }
picture-unplaced = not yet placed
picture-in-port = in { $port }
picture-on-square = on square { $place }, { $colour }
picture-bound = bound for { $port }
picture-carrying = carrying { $cargo }

picture-players = { $players } players
picture-holds = { $port } holds { $goods }
# $points: “1 point”, “5 points”
picture-has = { $who } has { $points }
# $sizes: a list of numbers
picture-sets = Sets of { $sizes }
picture-dominions = Dominions
picture-free-dominions = Free dominions
picture-in-bag =
    { $cubes ->
        [one] 1 cube in the bag
       *[other] { $cubes } cubes in the bag
    }
picture-in-deck =
    { $cards ->
        [one] 1 card in the deck
       *[other] { $cards } cards in the deck
    }
