# The page's rooms: home, a new table, waiting, one's own, the rules.
# Names of colours, ports, editions and their points come from table.ftl.

## Everywhere

page-title = Golden Horn
# $room: what the room is called
page-room-title = { $room } · Golden Horn
page-skip = To the content
page-home = Golden Horn, home
page-nav = Rooms
page-play = Play
page-new = New table
page-rules = Rules
page-sign-in = Sign in
page-lost = There is nothing at this address.
page-lost-home = To the start
page-loading = One moment …
page-yes = Yes
page-no = No
page-name = Your name
page-password = Password
page-more = More

# Names for those who do not want to think of one, parted by commas
page-guest-names = Alvise, Bianca, Caterina, Donata, Ettore, Fantina, Giacomo, Lucia, Marco, Nicolò, Orsola, Pietro, Zanetta, Vettor

trouble-offline = The server does not answer. Nothing is lost; try again in a moment.
trouble-server = Something went wrong on the server. Nothing is lost; try again in a moment.
trouble-again = Try again

## Home

home-pitch = Sail three galleys between Venice and Constantinople, rob your rivals on the way, and bring home goods of six colours.
home-facts = Two to four players · half an hour

home-play = Play now
home-play-about = against the computer, at once
home-playing-as = You play as { $name }.
home-players = Players
home-level = Opponents
home-edition = Rules of the edition
home-expansion = With Dominio da Mar
home-expansion-about = the expansion: soldiers, builders, five dominions
home-starting = Setting up the table …

home-how = How it goes
home-sail = Sail
home-sail-about = Load all the goods of one colour and set out. On a square of a sail’s colour the ship runs on for free; on any other, a card of that colour is your wind.
home-raid = Raid
home-raid-about = Two cards in the colours of a rival’s sails take a cube off that ship, straight into your warehouse.
home-collect = Collect
home-collect-about = Each cube at home is a point. Four, five or six different colours together are worth more.
home-all-rules = All the rules

home-mine = Your tables
home-mine-none = Games you play will be here, the ones that wait for you first.
home-open = Open tables
home-open-none = Nobody is looking for players just now. Open a table yourself, and others will find it here.
home-watch = To watch
home-watch-none = No game is being played in the open just now.
home-more = Show more
home-new = New table
home-new-about = with friends, or for whoever comes

## A table in a list

table-your-turn = Your turn
table-turn-of = { $who } is to move
table-waiting =
    { $open ->
        [0] Not begun
        [one] 1 free seat
       *[other] { $open } free seats
    }
table-over = Over
table-won = { $who } won
table-shared = { $who } shared the win
table-you-won = You won
table-closed = Closed
table-moves =
    { $moves ->
        [one] 1 move
       *[other] { $moves } moves
    }
table-free-seat = free
table-away = { $name } (away)
table-private = private
# $edition: Italian, French …
table-rules = { $edition } rules
table-sit = Sit down
table-open = Open
table-watch = Watch
table-look = Look at it

clock-none = No clock
clock-turn = { $time } a turn
clock-seconds =
    { $count ->
        [one] 1 second
       *[other] { $count } seconds
    }
clock-minutes =
    { $count ->
        [one] 1 minute
       *[other] { $count } minutes
    }
clock-hours =
    { $count ->
        [one] 1 hour
       *[other] { $count } hours
    }
clock-days =
    { $count ->
        [one] 1 day
       *[other] { $count } days
    }

## The computer's players

bot-mozzo = Mozzo
    .about = the ship’s boy, who takes what comes
bot-marinaio = Marinaio
    .about = a sailor, who thinks a little ahead
bot-capitano = Capitano
    .about = a captain, hard to beat
bot-ammiraglio = Ammiraglio
    .about = the admiral, who thinks far ahead

## A new table

new-title = New table
new-who = Who plays
new-players = Players
new-seat = Seat { $seat }
new-kind = Who has seat { $seat }
new-kind-me = you
new-kind-shared = someone else at this screen
new-kind-open = open to whoever comes
new-kind-bot = the computer
new-shared-name = Name at seat { $seat }
new-bot = Which player at seat { $seat }
new-shared-note = Hands stay hidden until the next player says they are there.
new-no-seat-note = You will watch: no seat is yours.
new-edition = Rules of the edition
new-expansion = Dominio da Mar
new-expansion-about = Soldiers, builders and five dominions to conquer come into play.
new-own-points = Single points
new-own-points-about = The editions differ in these. Choose for yourself where you like another way better.
new-as-edition = as in the edition
new-round-limit = Round limit
new-round-limit-about = Only a guard against games in which nobody ever trades.
new-first = Who begins
new-first-lot = by lot
new-clock = Time for a turn
new-clock-about = When it runs out, the stand-in plays until the player is back.
new-where = Who may sit down
new-open = anyone: it is listed
new-private = who has the link
new-watching = Others may watch
new-watching-about = They see what is open to all, never a hand.
new-stand-in = Stand-in
new-stand-in-about = plays for those who leave or run out of time, and gives the seat back
new-start = Begin
new-make = Open the table
new-your-seat = You
new-someone = Seat { $seat }

## Waiting for players

wait-title = Waiting for players
wait-about = The game begins by itself when every seat is taken.
wait-part = part of the chance still to come
wait-free = Free seat
wait-you = you
wait-sit = Sit here
wait-stand = Stand up
wait-close = Close the table
wait-close-sure = Close it for everyone?
wait-link = The link to this table
wait-copy = Copy
wait-copied = Copied
wait-share = Share
wait-send = Send the link to those who are to join.
wait-send-here = This link works on this computer only. For others to join, the server has to be started with “goldenhorn serve --host 0.0.0.0”.
wait-open-note = The table is also in the list of open tables.
wait-rules = What is played
wait-begins = { $who } begins.
wait-begins-lot = The lot decides who begins.
wait-stand-in = Stand-in: { $bot }
wait-fair = The shuffle is provably fair
wait-fair-about =
    The server has drawn its secret, and shows the hash of it below: it cannot change the secret
    any more. Only after that, when you make a table or sit down at one, this page adds digits of
    its own for you. The cards come from both, so neither the server nor a player can steer the
    shuffle alone. After the game all of it is shown, and this page checks it.
wait-fair-hash = Hash of the server’s secret
wait-fair-mine = Your part, kept in this browser
wait-fair-none = None so far. This page adds one when you sit down here.

fair-ok =
    The shuffle was fair: secret, hash and seed fit together. This browser had the hash before it
    added its own part, and that part is in it.
fair-ok-watched = The shuffle was fair: secret, hash and seed fit together.
fair-not-mine = The part this browser added is not in the shuffle.
fair-silent-bad = A seat that adds nothing to the chance, such as a bot’s, has a part in it all the same.
fair-method-unknown = This page does not know how that shuffle was made.
fair-form-bad = What was revealed is not complete.
fair-commitment-bad = The secret is not the one that was promised before the game.
fair-seed-bad = The game’s seed does not come from the secret and the players’ parts.
fair-lot-bad = The first player is not the one the lot names.
fair-cannot = This browser cannot check it here. The command line can: goldenhorn replay --verify.

## Yours

me-title = You
me-nobody = Nobody yet
me-nobody-about = Choose a name and you are in. An account can come later, and keeps everything.
me-guest = You are a guest in this browser.
me-account = You have an account.
me-guest-since = You have been a guest in this browser since { $date }.
me-account-since = You have had an account since { $date }.
me-be = That’s me
me-rename = Change the name
me-renamed = You are { $name } now.
me-account-make = Make an account
me-account-make-about = With a password your games are yours on every device. Everything you have played stays.
me-account-made = That is done: you have an account.
me-password-rule = At least eight characters.
me-sign-in = Sign in
me-sign-in-about = With an account from before.
me-sign-out = Sign out
me-signed-out = You are signed out.
me-password-change = Change the password
me-password-old = Password now
me-password-new = New password
me-password-changed = The password is changed; all other devices are signed out.
me-delete = Delete the account
me-delete-about = Account, sessions and tokens go. Games you played stay, without your name.
me-delete-guest = Forget me
me-delete-guest-about = Name and tokens go. Games you played stay, without your name. Nothing can bring you back to them.
me-deleted = That is done; nobody here knows you any more.

me-looks = This page
me-language = Language
me-language-browser = as the browser
me-theme = Light or dark
me-theme-system = system
me-theme-light = light
me-theme-dark = dark

me-numbers = Your games
me-played = played
me-won = won
me-share = of them won
me-finished = Finished games
me-finished-none = The games you finish will be here.
me-record = Record
me-record-of = Download the record of { $table }
me-points = { $who }: { $points }

me-tokens = Tokens for programs
me-tokens-about = A program with a token plays as you, through the same interface as this page.
me-tokens-none = There are none.
me-token-name = What it is for
me-token-make = Make a token
me-token-once = Copy it now, it is not shown again.
me-token-drop = Delete
me-token-drop-of = Delete the token { $name }
me-token-used = last used { $date }
me-token-unused = never used
me-api = The interface

## The rules

law-title = The rules
law-contents = Contents
law-edition = Show
law-every-edition = every edition
law-editions = Where the editions differ
law-ruling = Our ruling
law-note = About the texts
law-examples = Worked examples
law-players =
    { $players ->
        [one] 1 player
       *[other] { $players } players
    }
law-price = { $soldiers } soldiers, { $points } points
law-link = Link to { $number }
