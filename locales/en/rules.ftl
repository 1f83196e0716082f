# The rules, told to a player. A message's name is the rule's number: R5-4 is R5.4.
#
# .title   two to five words, for tables of contents
# .ruling  says that the rule, or a part of it, is our ruling, and why
# .note    something worth knowing about the printed texts
# .may, .must, .finish_round, …  where editions differ: what a table plays with this value
#
# A line break in a message is a space; an empty line would part paragraphs.
# Keep these messages plain, without braces: plain messages are read much faster.

## R1

R1 =
    What lies in the box, and what it is called.
    .title = The box
R1-1 =
    Six colours run through everything, sails, squares, goods and cards alike: orange, pink,
    green, red, blue and yellow. They always come in this order, and their letters are
    o, p, g, r, b and y.
    .title = Six colours
R1-2 =
    There are 90 goods, 15 of each colour, and 54 cards, nine of each colour. The goods come
    out of a bag, so every draw is blind.
    .title = Goods and cards
R1-3 =
    Each player’s fleet has its own coat of arms and three ships. Ship 1 shows one sail colour,
    ship 2 shows two, ship 3 shows three, and together they show each of the six colours exactly
    once. A colour drawn on two sails of a ship counts no more than on one.
    .title = Three ships each
R1-4 =
    There are four fleets to play with. A table may also bring its own, as long as every fleet
    shares out all six colours: one on ship 1, two on ship 2, three on ship 3.
    .title = The four fleets
    .ruling =
        Which colours sail together is our ruling: the rulebooks show the fleets only in
        pictures.
R1-5 =
    A sea tile is three squares long, and there are two kinds. Seen from Venice, the circle tile
    runs orange, pink, green and the triangle tile red, blue, yellow.
    .title = Sea tiles
    .note =
        The rulebooks do not agree on the order of red, blue and yellow. This is the French
        one, the only one that fits their own examples of ships on the move.
R1-6 =
    Modone, the harbour halfway, has two berths on one side of its tile and three on the other.
    .title = Modone’s berths

## R2

R2 =
    From the empty table to the first turn.
    .title = Setting up
R2-1 =
    The route starts in Venice, which is place 0, and ends in Constantinople. Between them lie
    two sea tiles for two players, and four for three or four. With two or four players Modone
    stands in the middle, with two berths or three. Tiles next to each other never carry the
    same symbol, and Modone does not part its neighbours: the tiles to its left and right are
    next to each other too. A table may lay the same tiles in its own order, each either way
    round; Modone keeps its place.
    .title = The route
R2-2 =
    Each player takes a fleet and starts with an empty warehouse.
    .title = Fleets and warehouses
R2-3 =
    First the ships are placed, while ports and hands are still empty. In turn order, beginning
    with the first player, everyone’s three ships start in Venice or Constantinople, in any mix,
    for all to see.
    .title = Placing the ships
    .free = You decide yourself where each of your ships starts.
    .random = A fair coin decides for each ship where it starts. Nobody chooses.
R2-4 =
    Then the ports are stocked: nine goods are drawn for Venice, then nine for Constantinople.
    With Dominio da Mar it is ten each (R9.2).
    .title = Stocking the ports
R2-5 =
    Then everyone is dealt five cards, in turn order; the rest become the draw pile. Which cards
    you hold is your secret, how many is not. Warehouses, cargo, ports and discards are open to
    all.
    .title = Cards and secrets
R2-6 =
    Who goes first is settled when the table is made; the rulebooks give it to the oldest. Play
    then passes clockwise, from each seat to the next number.
    .title = Who goes first

## R3

R3 =
    What happens in a turn, and in what order.
    .title = Your turn
R3-1 =
    Raid first, if you like (R4). Then move one of your ships, exactly one (R5), and your turn
    is over. You can never skip the move.
    .title = Raid, then move
R3-2 =
    With Dominio da Mar you may also conquer (R9.7) and train (R9.9) in your turn, both before
    your ship moves and after it.
    .title = Conquering and training
R3-3 =
    If you want to announce the end (R7.2), you do it in your own turn, once your ship has
    moved.
    .title = Announcing the end
    .ruling =
        Asking only after the move is our ruling: an earlier word would change nothing, since
        the turn is played out anyway.

## R4

R4 =
    How pirates take goods off other players’ ships.
    .title = Raids
R4-1 =
    Before your ship moves you may raid, once a turn: it takes one good from one ship of another
    player.
    .title = One raid a turn
R4-2 =
    Only a ship on a sea square with something aboard can be raided. Ships in Venice,
    Constantinople and Modone are safe.
    .title = Who can be raided
R4-3 =
    A raid costs you two cards, each in a colour on the target’s sails. Two of the same colour
    will do, so a ship with three colours can be raided with six different pairs, one with two
    colours with three, and one with a single colour with just one.
    .title = The price: two cards
R4-4 =
    One cube goes from the ship straight into your own warehouse. The goods on a ship are all of
    one colour, so there is nothing to choose.
    .title = The loot
R4-5 =
    When a raid takes the last thing aboard, the ship may get a new course.
    .title = Ships adrift
    .may_turn =
        The ship is adrift. When its owner next moves it, they may turn it round first; with
        that move the chance is gone.
    .must_return =
        The ship turns round at once and has to sail back to the port it came from. It is not
        adrift, and its owner has nothing to choose.
    .ruling =
        Two rulings of ours. Where a drifting ship can turn, its owner decides when it moves:
        its heading matters to nobody before, and nobody is asked anything in another player’s
        turn. And where the French rules make it return, we turn it at once.

## R5

R5 =
    How a ship loads, sails and arrives.
    .title = Moving a ship
R5-1 =
    A ship in Venice leaves for Constantinople, and one in Constantinople for Venice. At sea and
    in Modone a ship keeps its course. Only a raid that empties it can change that (R4.5).
    .title = Keeping course
R5-2 =
    Leaving Venice or Constantinople, you choose one colour lying there that is not on the
    ship’s sails, and load every good of that colour.
    .title = Loading
    .may = You may always leave empty instead.
    .must =
        A ship that can load has to, and one that cannot stays in port. Only when none of your
        ships could sail otherwise may each of them leave empty.
    .ruling =
        Where loading is a must, leaving empty as a last resort is our ruling, so that there is
        always a move.
R5-3 =
    The port is at once filled up again to nine goods from the bag, or with all that is left
    there. With Dominio da Mar it is ten (R9.2).
    .title = Refilling the port
    .ruling =
        The Italian and the French rules say what happens when the bag runs out. For the Czech
        and the Greek, which do not mention it, it is our ruling.
R5-4 =
    The first step is free, and has to be taken. It leads to the next place on the ship’s course
    that is not full. A sea square holds one ship, Modone one in each berth, Venice and
    Constantinople any number. Full places are jumped, however many lie in a row.
    .title = The first step
R5-5 =
    From a sea square your ship may go one step further, again to the next place that is not
    full. If the square’s colour is on its sails, the step is free and never costs a card.
    Otherwise it takes a wind card: discard one card of the square’s colour, then step. Go on
    like this as often as you can and like, and stop after any step.
    .title = Sailing on
    .note =
        The French rules say that a matching square must carry the ship on, and also that you
        may stop at any time. The second holds in every edition here.
R5-6 =
    Reaching Venice, Constantinople or a free berth in Modone ends the move.
    .title = Into port
R5-7 =
    In Venice and Constantinople all cargo goes into your warehouse. In Modone nothing is
    unloaded.
    .title = Unloading

## R6

R6 =
    Where new cards come from.
    .title = Cards
R6-1 =
    A ship that reaches Venice, Constantinople or Modone brings you cards, the more the fewer
    its colours: three for ship 1, two for ship 2, one for ship 3. With two players Modone
    brings none. Coming back to the port it left counts as reaching a port.
    .title = Cards for arriving
R6-2 =
    When you are due a card and the draw pile is empty, the discards are shuffled to make a new
    one, even halfway through a draw. If both are empty, you get what there was.
    .title = An empty draw pile
R6-3 =
    You may hold as many cards as you like.
    .title = No hand limit

## R7

R7 =
    What brings the game to its end.
    .title = The end
R7-1 =
    The end is called as soon as Venice or Constantinople holds nothing even after its refill. A
    player’s announcement calls it too (R7.2), and so does the last dominion (R9.8).
    .title = What calls the end
R7-2 =
    With at least one good of every colour in your warehouse, you may announce the end in your
    own turn. You never have to. The end is called only once: after that nobody announces it,
    and nothing calls it again.
    .title = Announcing with six colours
    .ruling =
        That raided goods count, and that the end is called only once, are our rulings: the
        rulebooks leave both open.
R7-3 =
    The turn in which the end is called is played to its finish. Then come the last turns.
    .title = The last turns
    .finish_round =
        The round is finished: the last turn belongs to the player to the right of the first
        player. If the end is called in that very turn, the game ends with it.
    .one_more_each = Every other player has one more turn, and then the game ends.
    .ruling =
        Where everyone else has one more turn, we also play so when an emptied port or the last
        dominion calls the end. That is our ruling.
R7-4 =
    Every table has a round limit, 200 rounds unless it sets another. After that round the game
    is over, whatever last turns (R7.3) would still be due.
    .title = The round limit
    .ruling =
        The limit is our ruling. It only guards against players who never trade.

## R8

R8 =
    What everything is worth, and who wins.
    .title = Scoring
R8-1 =
    Each good in your warehouse is worth 1 point. Goods still aboard ships are worth nothing.
    .title = Goods
R8-2 =
    Sets of different goods score extra: four make 1 point more, five make 2, six make 4. You
    may have several sets, but each good belongs to one set at most. You always get the best
    split: the first set takes one good of every colour you own, the second one of every colour
    you own twice, and so on.
    .title = Sets
R8-3 =
    Most points win. Players with equal points share the win.
    .title = The winner
R8-4 =
    An example: three orange, two red, one green, four yellow, one blue and two pink are 13
    goods. They make a set of six and a set of four, so 13 + 4 + 1 = 18 points.
    .title = An example

## R9

R9 =
    What the expansion adds: soldiers, builders and five dominions. It goes with every edition
    and any number of players.
    .title = Dominio da Mar
R9-1 =
    Eight white and eight black cubes join the goods in the bag, and ports are filled to ten
    instead of nine. Twenty soldiers stand in the reserve, the reserve of builders is still
    empty, and the five dominions lie open beside the route.
    .title = What is added
R9-2 =
    To fill a port, draw as many cubes as it lacks to ten, counting goods and builders but not
    soldiers. Goods stay. Each white or black cube brings one soldier from the reserve to the
    port; then the black cubes go to the reserve of builders and the white ones back into the
    bag. Repeat until the port has ten cubes or the bag is empty.
    .title = Filling a port
    .ruling =
        A bag without any goods counts as empty, however many white and black cubes are left in
        it. That is our ruling.
R9-3 =
    When the soldiers run out, each remaining white or black cube of the draw brings a builder
    instead. Builders are black cubes, taken from this draw and the reserve of builders, as far
    as they go. Soldiers are always placed first.
    .title = Builders
    .ruling =
        That builders, being cubes, count towards the ten in a port is our ruling.
R9-4 =
    Leaving Venice or Constantinople, a ship may take people instead of goods: all soldiers
    there, all builders, or, where both are waiting, all of both. Sail colours do not matter for
    them. Taking people aboard is loading in the sense of R5.2.
    .title = Taking people aboard
R9-5 =
    A ship with a soldier aboard cannot be raided. One with only builders can (R4), and loses a
    builder.
    .title = Soldiers keep pirates away
R9-6 =
    In Venice and Constantinople soldiers and builders go ashore into your warehouse.
    .title = Going ashore
R9-7 =
    In your turn you may conquer free dominions, as many as you can pay for. Each has a price in
    soldiers, paid from your warehouse, and two builders may stand in for any one of them. The
    soldiers and builders go back to their reserves. The dominion is yours for good.
    .title = Conquering a dominion
R9-8 =
    Taking the last free dominion calls the end (R7.3).
    .title = The last dominion
R9-9 =
    In your turn you may train builders, as many as you like: a builder from your warehouse goes
    to the reserve of builders, and a soldier from the reserve takes their place, as long as
    there is one.
    .title = Training builders
R9-10 =
    A port holds nothing (R7.1) when it has neither goods nor soldiers. Builders alone do not
    keep the game going.
    .title = When a port is empty
R9-11 =
    At the end your dominions score their points, and each soldier and builder in your warehouse
    scores 1.
    .title = Points from the expansion
R9-12 =
    Each dominion has a price in soldiers and a worth in points. A table may set its own.
    .title = Prices and points
    .ruling =
        The numbers are our ruling: the tiles show them only in pictures. They keep to what
        players report of the printed ones, and the prices add up to all twenty soldiers.

## Worked examples, all from the rulebooks

E1 =
    A ship with green, red and yellow sails is in a port that has blue and pink goods beside
    those three colours. It may load all the blue goods or all the pink ones, and no others
    (R5.2).
    .title = What may be loaded
E2 =
    A ship shows green, red and yellow. To raid it, pay green and green, green and red, green
    and yellow, red and red, red and yellow, or yellow and yellow (R4.3).
    .title = Six ways to raid
E3 =
    A ship steps onto a square whose colour is not on its sails. Its owner plays no wind card,
    so there it stays (R5.5).
    .title = One step
E4 =
    A green, red and yellow ship jumps an occupied square and lands on green. Green carries it
    on to red, red on to blue. Blue is not on its sails, so without a card it stops there (R5.4,
    R5.5).
    .title = Jumping and sailing on
E5 =
    A ship with pink on its sails stands on pink and goes on for free. A green card takes it off
    the green square, a red card off the red one. On blue it stays: there is no blue card to
    play, or its owner keeps it (R5.5).
    .title = With cards for wind
E6 =
    Three orange, two red, one green, four yellow, one blue and two pink goods score 13 points,
    4 more for a set of six and 1 more for a set of four: 18 (R8.2).
    .title = Counting a warehouse
