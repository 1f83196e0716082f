# What the command line says.

about =
    The board game Golden Horn and its expansion Dominio da Mar: play it, replay it, score it, look up
    its rules, and simulate thousands of games. Without a command, it opens in your browser.
about-more =
    Moves are written as on paper: “sail 1 b” (ship 1 leaves port with all blue goods), “on”, “wind”,
    “stop”, “raid 0.3 gr” (a green and a red card against ship 3 of seat 0), “done”.
about-command = what to do; `goldenhorn COMMAND --help` tells more of each
option-json = answer in JSON, for programs
option-version = show the version and leave
compiling = Compiling the rules, once. This takes some seconds.

## goldenhorn play

play-about = play in this terminal, against players of the program or with others at one screen
play-more =
    Example: goldenhorn play --seats me,greedy,greedy --edition fr --dominio
play-seats =
    who sits where, two to four of: me, random, greedy, quick, the levels mozzo, marinaio, capitano and
    ammiraglio, search:2000 and the like, MODULE:CLASS or program:COMMAND (default: me,greedy,greedy)
play-resume = go on with the game in this file (without options, the game left last goes on)
play-new = begin anew, even if a game was left unfinished
play-save = the file to keep the game in
play-resumed = Going on with the game from { $file }; --new begins another.
play-resume-as-it-is = A game goes on as it was begun: { $option } cannot be given with --resume.
play-resume-others = A game goes on between those who began it, which is { $named }.
play-strange-player =
    { $file } names the player “{ $player }”, which is not one of the program’s own. If you trust it,
    name it, too: { $named }
play-nobody = Nobody here plays in that game: someone must be “me”.

## Options of a table

table-edition = whose rules: it, fr, cs or el (default: it)
table-dominio = with the expansion Dominio da Mar
table-first = the seat that begins (default: 0)
table-rounds = the game is over after so many rounds (default: 200)
table-loading = must ships load when they leave a port? (R5.2)
table-emptied = what happens to a ship that a raid empties (R4.5)
table-last = how long play goes on once the end is called (R7.3)
table-placement = who places the ships (R2.3)
table-seed = the secret behind the shuffling: a whole number; the same seed gives the same game

## goldenhorn simulate

simulate-about = play whole games between players of the program, and sum them up
simulate-more =
    Example: goldenhorn simulate --seats greedy,random,random --games 10000 --threads 2
simulate-seats =
    who sits where, two to four of: random, greedy, quick, mozzo, marinaio, capitano, ammiraglio,
    search:2000 and the like, MODULE:CLASS or program:COMMAND (default: random,random,random)
simulate-games = how many games (default: 1000)
simulate-seed = the same seed plays the same games (default: 7)
simulate-threads = how many at once (default: as many as there are cores)
simulate-trace = write every step of every game to this file, for programs that check the rules
simulate-records = write a record of every game into this folder
simulate-seat = Seat
simulate-player = Player
simulate-points = Points
simulate-wins = Wins
simulate-shared = Shared
simulate-share = Share
simulate-summary =
    { $games } games, { $decisions } decisions in { $seconds } s ({ $rate } a second); { $turns } turns a game.
simulate-ends = The end was called by { $ends }.
simulate-end-port = an empty port in { $games }
simulate-end-announced = announcement in { $games }
simulate-end-dominions = the last dominion in { $games }
simulate-end-rounds = the round limit in { $games }
simulate-doing = Playing

## goldenhorn replay

replay-about = show a recorded game, checking all of it
replay-more =
    Example: goldenhorn replay game.ghr.json --at 20 --svg table.svg
replay-file = the record, a file *.ghr.json
replay-at = show the table after so many moves (default: the last)
replay-on = tell every move from there to the end
replay-verify = check the proof of a shuffle: nobody chose what came out
replay-svg = draw the table into this file
replay-checked =
    { $file }: { $moves } moves, all legal; { $result }
replay-unfinished = not finished yet.
replay-finished = over, { $scores }.
replay-no-moment = This game has moments 0 to { $last }, not { $at }.

## goldenhorn explain

explain-about = what the search makes of a position: candidate turns, chances, lines
explain-more =
    Example: goldenhorn explain game.ghr.json --at 20 --budget search:2000ms
explain-at = the position after so many moves (default: the last)
explain-budget = how long to think: search:5000 rounds, or search:500ms (default: search:5000)
explain-most = how many candidates at most (default: 5)
explain-no-budget = “{ $budget }” is no budget; write search:5000 for rounds, or search:500ms.
explain-over = The game is over here: there is nothing left to decide.
explain-move = Turn
explain-chance = Wins
explain-points = Points
explain-line = Then, as far as the search can tell
explain-rounds = { $rounds } rounds of search.

## goldenhorn score

score-about = points of a warehouse, and the sets they come from
score-more =
    Example: goldenhorn score "3o 2r 1g 4y 1b 2p 2 soldiers zara". Letters: o orange, p pink,
    g green, r red, b blue, y yellow; S soldiers, B builders (capitals).
score-goods-given = what lies there: counts and letters (3o 2r), letters alone (ooorr), names (3 orange), soldiers, builders, dominions

## goldenhorn rules

rules-about = the rules in plain words, by number
rules-more =
    Example: goldenhorn rules R5.4, goldenhorn rules R5, goldenhorn rules R5.2 --edition fr
rules-number = a rule (R5.4), a section (R5) or an example (E4); without one, the contents
rules-edition = only what this edition says: it, fr, cs or el

## Errors of the command line

no-such-file = There is no file or folder { $file }.
no-file-access = { $file } cannot be read or written: { $why }.
tally-unread = “{ $text }” is none of the goods; write counts and letters, such as 3o 2r or ooorr.
tally-dominion = { $dominion } is there only once.
tally-many-goods = There are only { $most } { $colour } goods in the box.
tally-many-soldiers = There are only { $most } soldiers in the box.
tally-many-builders = There are never more than { $most } builders.
seats-count = A table has two to four seats, not { $seats }.
whole-number = { $name } must be a whole number from { $least } to { $most }, not “{ $value }”.

score-goods = Goods
score-set-of-four = Set of four
score-set-of-five = Set of five
score-set-of-six = Set of six
score-people = Soldiers and builders
score-dominions = Dominions
score-total = Total

rules-title = The rules of Golden Horn
rules-editions = Where the editions differ
rules-ruling = Our ruling
rules-note = About the texts
rules-examples = Worked examples
rules-route = The routes
rules-fleets = The fleets
rules-dominions = The dominions
rules-players = Players
rules-price = Soldiers
rules-points = Points
# $number: as asked for; $first, $last: the rules of its section
no-such-rule = { $number } is not a rule; { $section } has { $first } to { $last }.
no-such-section =
    { $number } is not a rule; the rules are { $first } to { $last }, the examples
    { $first_example } to { $last_example }.
no-such-edition = There is no edition “{ $edition }”; there are { $editions }.
