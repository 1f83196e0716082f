# What the server says at a table when something is not done.

someone = someone

refused-no-table = There is no such table.
refused-bot = No bot called “{ $bot }” plays here.
refused-first = Whoever begins must have a seat at this table.
refused-nobody = Someone has to play, or at least a seat be open.
refused-no-name = Whoever shares the screen needs a name.
refused-many =
    You have { $most } tables that wait or are being played. Finish or close one first.
refused-not-open = Nobody can sit down here any more.
refused-contributed = Your part of the chance stays as it is: it is added once, before the game begins.
refused-seat-taken = Someone else has this seat.
refused-not-seated = You have no seat at this table.
refused-not-host = Only whoever made the table can close it.
refused-begun = The game has begun. You can leave it: a bot plays on for you.
refused-not-over = The game is not over yet.
refused-record = The record is there once the game is over: it holds everything that is secret now.
refused-watching = This table allows no watching.
refused-moment = The game has no such moment.

refused-not-your-turn = It is { $who }’s turn.
refused-turn-over = Your turn was over before that.
refused-time = Your time for this turn was up, so a bot has taken over. Say that you are back to go on.
refused-time-bot = Your time for this turn was up: a bot finishes it. Then the seat is yours again.
refused-away = A bot plays for you. Say that you are back first.
refused-undo =
    This can’t be taken back: only your own last moves can, until another player moves, and only while no card
    or cube has come out.
refused-waiting = The game has not begun.
refused-over = The game is over.
refused-form = That message cannot be understood: { $why }
refused-unavailable = That could not be kept, so it was not done. Try again in a moment.
refused-slow = That was too much at once. Wait a moment.
