# What the page says at the table while it is played. Names, the log and the phases come from
# table.ftl.

## The page

play-title = Golden Horn: { $who }
play-title-yours = Your turn! Golden Horn: { $who }
play-chart = The chart
play-players = Players
play-news = Log and chat
play-log = Log
play-chat = Chat
play-hints = Hints
    .tip = What things mean, where they matter
play-home = To the start page
play-skip = Skip
play-cancel = Never mind
play-wait = One moment …
play-welcome = Welcome to the table.
play-round = Round { $round }
    .tip = In a round everyone has one turn.
play-watching = You are watching.

## The line

play-line-opening = Opening the table …
play-line-down = Connection lost. Trying again …
play-sending = On its way …
play-gone = This table is no more.
play-refused = This table is private.
play-sign-in = Please sit down under a name first.
play-full = So many are watching this table that there is no more room. Come again later.

play-no-illegal = The rules do not allow that.
play-no-number = Something else happened first. Here is how it stands now.
play-no-seat = It is not your decision at the moment.
play-no-undo = That can no longer be taken back.
play-no-slow = That was a little too quick. Please wait a moment.
play-no-over = The game is over.
play-no-waiting = The game has not begun.
play-no-time = Your time was up; a bot has taken over.
play-no-time-bot = Your time was up: a bot finishes this turn, then the seat is yours again.
play-no-away = A bot plays for you. Say that you are back first.
play-no-unavailable = That could not be kept just now, so it was not done. Please try again.
play-no-form = That did not work. Please try again.
play-no-moment = That moment cannot be shown just now.

## What is asked

play-ask-load = What shall ship { $ship } load? Choose on the quay.
play-ask-load-now = Now choose what ship { $ship } loads for this voyage.
play-ask-square = Choose a glowing place: ship { $ship } sails there.
play-shown = { $who } plays.
play-shown-own = Your move.
# $count: how many pairs of cards there are to choose from
play-ask-raid =
    Raid { $whose }’s ship { $ship } for { $loot }? { $count ->
        [one] Press the two cards to pay with them.
       *[other] Press the two cards you pay with.
    }
play-ask-end = You own all six colours: announce the end, or end your turn.
play-ask-end-sure = Announce the end? The last turns begin, and then all points are counted.
play-ask-mix = Choose how to pay for the dominion.
play-wait-bot = { $who } is thinking …
play-wait-stand-in = A bot plays for { $who }.
play-wait-stand-in-own = A bot plays for you.
play-since = Since your last turn:
play-past = You are looking at an earlier moment.
play-past-before = The table before the first move.
play-to-now = Back to now
play-to-scoring = To the scoring
play-past-title = Through the game
play-past-begin = Look through the game
play-past-moment = Moment
play-past-play = Play from here
play-past-pause = Pause
play-past-at = Move { $move } of { $moves }
play-past-first = To the beginning
play-past-earlier = One step back
play-past-later = One step on
play-past-last = To the last move
play-past-copy = Copy link
play-past-copied = Copied
play-past-address = The address of this page leads to this moment.
play-end-called = The end is called
    .tip = These are the last turns.

## What can be done

play-stop = Stop here
play-done = End the turn
play-end-sure = Yes, announce it
play-end = Announce the end
    .tip = You own goods of all six colours: you may call the last turns now.
play-train = Train a builder
    .tip = A builder of yours becomes a soldier.
play-undo = Take back
    .tip = Takes back the last thing you did, as long as nothing new has come to light.
play-undo-placed = Take back: the ships’ ports
# $place: a square or a port
play-undo-reaches = Take back: sail to { $place }
play-undo-stays = Take back: stay on { $place }
play-undo-arrives = Take back: sail to { $place }
play-undo-conquers = Take back: conquer { $dominion }
play-undo-trains = Take back: train a builder
play-undo-end = Take back: announce the end
play-undo-shown = Cards have been shown: no taking back.
play-undo-new = Something new has come out: no taking back.

play-place-ship = Ship { $ship } starts in { $port }. Press for the other port.
play-place-all = All in { $port }
play-place-done = Start here

play-load = Load { $cargo }
play-also-load = Or load
play-load-empty = Leave empty
play-load-troops = All soldiers and builders
# $count: how many pairs of cards there are to choose from
play-choose-pair =
    { $count ->
        [one] With these cards:
       *[other] With which cards?
    }
play-raid-with = Raid with { $cards }
play-choose-mix = Pay with
play-conquer = Conquer { $dominion } for { $points } points

# $place: a square or a port
play-sail-to = Sail to { $place }
play-sail-cards = for { $cards }
play-sail-port = unload there and draw cards

## What lies where, in words

# $count: a number; $colour: a word
play-cards-of =
    { $count ->
        [one] 1 { $colour } card
       *[other] { $count } { $colour } cards
    }
play-square = square { $place } ({ $colour })
play-route = The route from Venice to Constantinople
play-place = { $place }: { $here }
play-place-free = free
play-whose-ship = { $who }’s ship { $ship }

# $sails: a list of colours; $what: a list of what is said of it below
play-ship = { $who }’s ship { $ship } ({ $sails }): { $what }
play-ship-unplaced = not yet placed
play-ship-in = in { $place }
play-ship-on = on { $place }
play-ship-bound = bound for { $port }
play-ship-laden = carrying { $cargo }
play-ship-light = empty
play-ship-adrift = adrift
play-ship-sail = Choose a course: { $ship }
play-ship-raid = Raid: { $ship }

play-port-holds = { $port }: { $goods }
play-quay-bare = empty
play-piles = Bag, cards and reserve
play-bag =
    { $count ->
        [one] 1 cube in the bag
       *[other] { $count } cubes in the bag
    }
play-deck =
    { $count ->
        [one] 1 card in the draw pile
       *[other] { $count } cards in the draw pile
    }
play-discards =
    { $count ->
        [one] 1 card discarded: { $cards }
       *[other] { $count } cards discarded: { $cards }
    }
play-reserve = In reserve: { $soldiers } soldiers, { $builders } builders
play-dominions = Dominions
play-dominion-free = { $dominion }: costs { $price } soldiers, brings { $points } points. A builder counts as half a soldier.
play-dominion-owned = { $dominion }: { $who }’s, { $points } points

play-warehouse = { $who }’s warehouse: { $goods }
play-hand = { $who }’s hand: { $cards }
play-hand-title = Your hand
play-hand-of =
    { $count ->
        [one] { $who } holds 1 card
       *[other] { $who } holds { $count } cards
    }
play-no-cards = No cards in hand
play-troops = Warehouse: { $soldiers } soldiers, { $builders } builders
play-no-troops = no troops
play-points =
    { $points ->
        [one] point
       *[other] points
    }
play-points-tip = Points so far: a point for each good, and sets of different goods: four +1, five +2, six +4
play-clock = Time left for this turn
play-days =
    { $days ->
        [one] 1 day
       *[other] { $days } days
    }

play-note-you = you
play-note-screen = at the screen
play-note-not-here = not at the table
play-note-bot = bot
play-note-away = a bot plays
play-note-first = first player
play-note-end = called the end
play-your-turn = your turn
play-to-move = to move
play-thinking = thinking

## Log and chat

# A step told by itself, such as “Ship 2 stays on square 5 (blue).”
play-said = { $who }: { $said }
play-log-dealt-own = { $who } is dealt { $cards }.
    .rule = R2.5
# when the game begins
play-log-stocked = { $port } begins with { $goods }.
    .rule = R2.4
# one sentence for a ship that sails on and comes to a place
play-log-onward = { $who }’s ship { $ship } sails on towards { $to } and reaches { $place }.
play-log-onward-jump =
    { $jumped ->
        [one] { $who }’s ship { $ship } sails on towards { $to }, jumps a full place and reaches { $place }.
       *[other] { $who }’s ship { $ship } sails on towards { $to }, jumps { $jumped } full places and reaches { $place }.
    }
# and for one that comes to a place and stays there
play-log-onward-stays = { $who }’s ship { $ship } sails on towards { $to }, to { $place }, and stays there.
play-log-onward-jump-stays =
    { $jumped ->
        [one] { $who }’s ship { $ship } sails on towards { $to }, jumps a full place to { $place } and stays there.
       *[other] { $who }’s ship { $ship } sails on towards { $to }, jumps { $jumped } full places to { $place } and stays there.
    }
play-log-step-stays = Ship { $ship } reaches { $place } and stays there.
play-log-step-jump-stays =
    { $jumped ->
        [one] Ship { $ship } jumps a full place to { $place } and stays there.
       *[other] Ship { $ship } jumps { $jumped } full places to { $place } and stays there.
    }
play-log-on-stays = Ship { $ship } has { $colour } on its sails, goes on to { $place } and stays there.
play-log-wind-stays = { $who } plays a wind card, { $colour }, and ship { $ship } sails on to { $place } and stays there.
play-log-undone = { $who } takes that back.
play-log-stand-in = (a bot for them)
play-log-all = Show everything
play-log-look = Look at this moment
# $rules: a list of numbers, such as “R5.2 and R5.4”
play-law-of = The rules for this: { $rules }
play-law = The rules
play-law-close = Close
play-law-all = All the rules
    .tip = Opens beside the table, in a new tab
play-log-empty = Nothing has happened yet.
play-chat-empty = Nobody has said anything yet.
play-chat-say = Say something
play-chat-send = Send
play-here = At the table: { $who }

## Several people at one screen

play-pass = Pass the screen to { $who }.
play-pass-why = Nobody’s cards are shown until then.
play-pass-here = I am { $who }

## Being away, leaving

play-away = A bot plays for you.
play-back = I’m back
play-leave = Leave
play-leave-sure = Leave the table? A bot plays on for you until you come back.
play-stay = Stay
play-leave-failed = That did not work just now. Please try again.

## The final scoring

play-final = The final scoring
play-final-won =
    { $count ->
        [one] { $who } wins!
       *[other] { $who } share the win!
    }
# To a player who won alone, shared the win, or lost: between two, or of several ($place is theirs)
play-final-you-won = You win!
play-final-you-share = You share the win with { $who }!
play-final-you-lost =
    { $points ->
        [one] You lost by 1 point.
       *[other] You lost by { $points } points.
    }
play-final-you-came =
    { $place ->
        [2] You came second
        [3] You came third
       *[other] You came last
    }, { $points ->
        [one] 1 point behind.
       *[other] { $points } points behind.
    }
play-final-winner = winner
play-final-goods = Goods
# $count: how many; $size: of so many different goods each
play-final-sets =
    { $count ->
        [one] 1 set of { $size }
       *[other] { $count } sets of { $size }
    }
play-final-dominions = Dominions
play-final-troops = Troops
play-final-sum = Points
play-cause-port = A port was empty, and that called the end.
# $who: who called the end, where somebody did
play-cause-announced = { $who } announced the end.
play-cause-dominions = The last dominion was conquered, and that called the end.
play-cause-rounds = The limit of rounds was reached.
play-final-at-once = Everyone had had as many turns, so the game was over at once.
play-cause-called = The end was called.
play-rematch = Play again
play-rematch-join = Join the next game
play-again-failed = A new table could not be made just now. Please try again.
play-record = Download the record
play-prove = Check the shuffle
    .tip = The server showed the hash of its secret before the players added to the chance. This checks that it kept to it.

## Hints for a first game

play-hint = Hint
play-hint-read = Got it
play-hints-off = No more hints
play-hint-placement = Your three ships trade between Venice and Constantinople. Press a ship to send it to the other port; a ship always sails from one port to the other.
play-hint-sail = Each turn one of your ships sails. Those that can glow; press one to see how far it could go. The number on its hull is how many colours its sails have.
play-hint-load = In port a ship loads all goods of one colour, but no colour that is on its own sails. Press what it shall take.
play-hint-soldiers = A ship may take all soldiers of a port instead of goods. No pirate raids it, and at home they can conquer dominions.
play-hint-builders = Builders sail like soldiers. In your warehouse two of them stand in for a soldier, and in your turn one can be trained as a soldier.
play-hint-modone = Modone’s berths are safe from raids, and getting there ends the move. The cargo stays aboard, and the ship sails on the same way later.
play-hint-squares = The first step is free, and full squares are jumped. On a square whose colour is on its sails a ship may go on for nothing.
play-hint-wind = On any other square, a wind card of the square’s colour carries the ship one step further. The little cards on a place are what sailing there costs.
play-hint-raid = A ship with the pirate’s mark can be raided: for two cards in its sails’ colours you take one of its goods into your warehouse. Once a turn, before you sail.
play-hint-adrift = One of your ships was robbed of everything and is adrift: when you move it, it may turn round.
play-hint-cards = A ship in port unloads into your warehouse and brings cards: the number on its hull is how many colours its sails have, and fewer bring more. Ship 1 brings three, ship 2 two, ship 3 one.
play-hint-sets = In a warehouse every good is a point. Different goods make sets, row by row: four give 1 more point, five give 2, six give 4.
play-hint-conquer = A glowing dominion can be conquered with your soldiers; two builders count as one soldier. It is worth points at the end.
play-hint-end = You own goods of all six colours, so you may announce the end. Do so if you are ahead: then only the last turns are played.
play-hint-called = The end has been called. Goods still on ships will count nothing, so bring them home.
