# What is said about many games: arena, balance, dataset.

## In every report

lab-about-intervals =
    Each figure stands with an interval that holds the true value 95 times in 100. They count deals,
    not games, as the games of one deal share its cards and cubes.
lab-interval = { $low } to { $high }
lab-interval-short = { $low }…{ $high }
lab-player = Player
lab-wins = Wins
lab-points = Points
lab-turns = Turns a game
lab-deals = Deals
lab-players =
    { $players ->
        [one] 1 player
       *[other] { $players } players
    }
# $edition: the name of an edition
lab-table-dominio = { $edition }, with Dominio da Mar
lab-kept = Report: { $file }
lab-no-ray = Ray is not installed: pip install "goldenhorn[cluster]".
lab-no-cluster = There is no Ray cluster at { $address }: { $why }
lab-stopped = Stopped; what was done counts.

## goldenhorn arena

arena-about = let players of the program meet at tables of every size, and rate them
arena-more =
    Every deal is played in all seatings, so that neither luck nor seats decide. Example: goldenhorn
    arena --players greedy,random --games 2000 --ask greedy,random --out arena
arena-players = who takes part: two or more players that “play” knows, with commas between them
arena-games = play at least so many games in all (default: 1000)
arena-sizes = the sizes of table, with commas between them (default: 2,3,4)
arena-seed = the same seed deals the same cards and cubes (default: 7)
arena-threads = how many deals at once (default: as many as there are cores)
arena-out = keep every deal, the report as HTML, and all numbers as JSON in this folder
arena-resume = go on with what is in that folder
arena-ask = stop as soon as it is settled whether player A is better than player B
arena-margin =
    how much better is meant: so many more than 50 of 100 games between the two (default: 5)
arena-error = how often the answer may be wrong, in hundredths (default: 5)
arena-on = where to play: “ray” for the Ray cluster at hand, or its address, ray://host:port (default: here)
arena-doing = Playing
arena-title = Golden Horn: arena
# $table: an edition, perhaps with the expansion
arena-about-report = { $games } games, { $deals } deals; { $table }; seed { $seed }.
arena-ratings = Ratings
arena-ratings-note =
    The chance to win is each player’s strength in proportion to all strengths at the table. 400
    rating points more are ten times the strength; 0 is the average of the field.
arena-all-tables = All tables
arena-rating = Rating
arena-decisions = Decisions a game
arena-table-note =
    A shared win is split evenly. With players of equal strength, each would win { $share } %.
arena-pairs = Against each other
arena-pairs-note =
    How often the player of the row ends with more points than the player of the column at the same
    table; with as many counts half.
arena-paces = Pace
arena-pace = Milliseconds a decision
arena-measured = Measured
arena-clocked = in a few games from Python
arena-in-games = in these games
arena-question = Is { $a } better than { $b }?
arena-answer-yes =
    Yes: { $a } is better than { $b }. Settled after { $rounds } rounds; someone who is no better
    gets this answer in less than about { $error } of 100 such tests.
# $share: of the wins, at a table of two
arena-answer-no =
    No: { $a } is not so much better than { $b } as to win { $share } of 100 games between the two.
    Settled after { $rounds } rounds; someone that much better gets this answer in about { $error }
    of 100 such tests.
arena-answer-open =
    It is not settled yet whether { $a } is better than { $b }: { $rounds } rounds were not enough.
arena-question-note =
    The line is the evidence that { $a } wins more than { $b }; at the upper bound the answer is yes,
    at the lower no. As play stops at a lucky moment, the ratings below flatter the winner a little.
arena-few-players = An arena needs at least two players with different names.
arena-size = A table has 2, 3 or 4 seats, not “{ $size }”.
arena-asked-two = --ask takes two of the players, with a comma between them.
arena-there = There are deals in { $file } already; --resume goes on with them.
arena-mixed = { $file } is of another arena, with other { $what }: results must not be mixed.
arena-resume-where = --resume needs --out, the folder to go on with.
arena-played =
    { $games } games, { $deals } deals. Each figure stands with the interval that holds the true value
    95 times in 100.
lab-hundredths = { $name } is a number of hundredths from 0.1 to 45, not { $value }.

## goldenhorn balance

balance-about = measure how fair tables are, how games end, and what raids and dominions are worth
balance-more =
    All seats are played by the same player. Example: goldenhorn balance --edition it --deals 2000 --out
    balance.html
balance-player = who plays all seats (default: greedy)
balance-deals = how many deals at every table, each of them played in several ways (default: 480)
balance-editions = whose rules, with commas between them (default: it,fr,cs,el)
balance-dominio = with the expansion, without it, or both (default: both)
balance-rules =
    measure the table of this JSON file only, with what goldenhorn.options takes: players, edition,
    expansion, fleets, route, dominions and so on
balance-no-routes = leave out the comparison of all routes
balance-out = write the report, a page of HTML, into this file
balance-bad-rules = { $file } describes no table: { $why }
balance-title = Golden Horn: how fair is it?
balance-about-report = { $deals } deals at every table; all seats played by { $player }; seed { $seed }.
# $table: an edition, perhaps with the expansion; $players: how many
balance-table = { $table }, { $players }
balance-seat = seat { $seat }
balance-overview = Overview
balance-overview-note =
    Seat 0 begins, and every seat has its own fleet. What raids and dominions are worth is how many
    wins in a hundred games a seat has less when it alone does without them.
balance-head-table = Table
balance-head-first = First seat
balance-head-last = Last seat
balance-head-turns = Turns
balance-head-announced = Announced
balance-head-raids-worth = Raids
balance-head-dominions-worth = Dominions
balance-short-dominio = dominio
balance-seats = Seats with their own fleets
balance-seats-note = As the table is set up: seat 0 begins, and each seat has its own fleet.
balance-places = Seats alone
balance-places-note = Every fleet sat in every seat of the same deal, so only the seat is left.
balance-fleets = Fleets alone
balance-fleets-note =
    Every fleet sat in every seat of the same deal, so only the fleet is left. With fewer players than
    fleets, each played in some of the deals.
balance-course = How games go
balance-a-game = In a game
balance-turns = Turns
balance-decisions = Decisions
balance-margin = Points between first and second
balance-shared = Shared wins
balance-winds = Wind cards played for a step
balance-raids = Raids
balance-raid-points = Points that a raid brings at once
balance-landings = Ships that land in { $port }
balance-cargo = Goods on a ship that lands in { $port }
balance-rounds = How many games had how many rounds
balance-ends = What calls the end
balance-of-games = Of the games
balance-end-port = an empty port
balance-end-announced = announcement
balance-end-dominions = the last dominion
balance-end-rounds = the round limit
balance-worth = What they are worth
balance-worth-note =
    Each seat once plays without, the others as before, with the same cards and cubes: so much it loses.
balance-dominions = Dominions
balance-worth-wins = Wins in a hundred games
balance-worth-lead = Lead over the others, in points
balance-dominion-price = Soldiers
balance-dominion-points = Points
balance-dominion-taken = Taken
balance-dominion-turn = In turn
# $players: how many
balance-routes = Routes for { $players }
balance-routes-note =
    Every way to lay the tiles, the usual one first; of two that are the same seen from the other port
    only one. Seats have their own fleets.
balance-route = Route

## goldenhorn dataset

dataset-about = write moves, views and results of many games into a Parquet file
dataset-more =
    A row for each decision: the move, what its seat could see, and how the game ended. Example:
    goldenhorn dataset --games 100000 --seats greedy,greedy,greedy --out games.parquet
dataset-out = the file to write
dataset-seats = who sits where, two to four players (default: greedy,greedy,greedy)
dataset-no-views = leave out what the seats see
dataset-no-pyarrow = Parquet needs pyarrow: pip install "goldenhorn[data]".
# $size: megabytes
dataset-written = { $file }: { $games } games, { $rows } decisions, { $size } MB in { $seconds } s.
