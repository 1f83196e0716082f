# What is said only at the table in a terminal.

## The board

board-title = Golden Horn
board-turn = Turn { $turn }
board-your-turn = It is your turn, { $who }.
board-end-called = The end was called in { $who }’s turn.
# $port: Modone
board-berths = { $port }, { $berths } berths
board-bag = Bag
board-draw-pile = Draw pile
board-discards = Discards
board-soldiers = Soldiers in reserve
board-builders = Builders in reserve
board-hand = Hand
board-warehouse = Warehouse
board-ships = Ships
board-you = you
board-first = first
# Under a ship that can be raided; at most four letters fit
board-raid = raid

## In the log

log-dealt-own = { $who } is dealt { $cards }.
cards-of =
    { $count ->
        [one] 1 { $colour } card
       *[other] { $count } { $colour } cards
    }
place-square = square { $place } ({ $colour })

## The moves to choose from

choose-placement = Ships 1, 2 and 3 start in Venice (V) or Constantinople (C):
# $loot: a cargo
choose-raid = Raid { $whose }’s ship { $ship } on { $place }, for { $loot }, with cards
choose-ship = Ship { $ship }
choose-laden = { $place }, carrying { $cargo }
# $there: where the ship comes first, and what that means
choose-leave = leaves { $port } for { $there } with:
choose-empty = nothing
choose-sail = sail on to { $there }
choose-about = turn round to { $there }
choose-on = go on to { $there }
# $colour: of the card
choose-wind = play 1 { $colour } card and go on to { $there }
choose-stop = stop here
choose-others = Or:
choose-conquer =
    { $points ->
        [one] conquer { $dominion } with { $payment }, for 1 point
       *[other] conquer { $dominion } with { $payment }, for { $points } points
    }
choose-train = train a builder as a soldier
choose-end = announce the end of the game
choose-done = end your turn
# What it means to come to a $place
there-port =
    { $cards ->
        [0] { $place }
        [one] { $place }, drawing 1 card
       *[other] { $place }, drawing { $cards } cards
    }
there-free = square { $place } ({ $colour }, on its sails)
there-wind = square { $place } ({ $colour }, { $count } in hand)

## Playing

sitting-welcome = Type the number of a move, or ? for help.
sitting-prompt = { $who }, your move:
sitting-since = Since your last turn:
sitting-thinking = { $who } is thinking…
sitting-end-turn = Enter ends your turn; undo takes it back:
sitting-hide = Enter ends your turn and clears the screen:
sitting-hide-or-undo = Enter ends your turn and clears the screen; undo takes it back:
sitting-pass = Pass the keyboard to { $who }. Enter, once only { $who } can see the screen:
sitting-no-number = The moves are numbered from 1 to { $last }.
sitting-turn-over = Your turn is over. Press Enter, or type ? for help.
sitting-undone = Taken back: { $move }
sitting-no-undo = There is nothing of this turn to take back.
sitting-no-undo-drawn = Cards or goods have come out since, so that cannot be taken back.
sitting-can = That can be played now.
sitting-why-what = Which move? For example: why sail 1 b
sitting-saved = Saved in { $file }.
sitting-not-saved = That could not be saved: { $reason }
sitting-resume = To go on playing: goldenhorn play --resume { $file }
sitting-log-empty = Nothing has happened yet.

## Commands, each with what it does

command-number = 3
    .text = make the move with that number
command-notation = sail 1 b
    .text = make a move in notation
command-undo = undo
    .text = take back your last move, as long as nothing has been drawn
command-why = why MOVE
    .text = why a move cannot be made
command-board = board
    .text = the table and your moves once more
command-log = log [TURNS]
    .text = what happened in the last turns
command-score = score
    .text = everyone’s points, set by set
command-rules = rules [R5.2]
    .text = the rules, a section such as R5, or one rule
command-save = save [FILE]
    .text = save the game and play on
command-help = help or ?
    .text = this list
command-quit = quit
    .text = save the game and leave
command-legend =
    On the board 0.3 is ship 3 of seat 0; an arrow shows where it sails, two arrows that it is
    adrift. Below the arrow are its sails, and below these its cargo. S is a soldier, B a builder.
    Under the route ▴3 marks the next step of your ship 3, and raid a ship you can raid.
