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
board-dominions = Dominions
board-hand = Hand
board-warehouse = Warehouse
board-ships = Ships
board-you = you
board-first = first
# Under a ship that can be raided; at most four letters fit
board-raid = raid
