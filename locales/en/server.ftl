# What the server says: why something was not done, and what stands on plain pages.

## People

refused-sign-in = Sign in first, or be a guest by giving a name.
refused-token = This token is not, or no longer, valid.
refused-by-token = A token is for playing. To change who you are, use the page.
refused-has-account = You have an account already. Sign out first.
refused-no-account = You are here as a guest, without a password.
refused-name-length = A name has 1 to { $most } characters.
refused-name-signs = A name is made of signs that can be seen: letters, digits, marks.
refused-name-taken = Someone else has an account of that name.
refused-wrong-name-or-password = Name or password are wrong.
refused-wrong-password = The password is wrong.
refused-many-tokens = { $most } tokens are enough. End one that is not needed any more.
refused-no-such-token = There is no such token.

## Requests

refused-body = What was sent has not the form asked for, at { $where }: { $why }.
refused-json = What was sent cannot be read as JSON.
refused-not-json = Send JSON, and say so: Content-Type: application/json.
refused-too-large = That is too much: at most { $most } bytes.
refused-host =
    This address is not known here. Whoever runs the server can name it by --public-address.
refused-no-origin =
    This has to come from a page of this server, or show a token. (There was a cookie, but no Origin.)
refused-foreign-origin = This came from a page of another address.
refused-slow-down =
    { $seconds ->
        [one] That is quick. Try again in a second.
       *[other] That is too much at once. Try again in { $seconds } seconds.
    }
refused-busy = Too many people are signing in at this moment. Try again in a few seconds.
refused-no-such-address = There is nothing at this address.
refused-method = This address does not know that method.
refused-request = This request cannot be understood.
refused-unforeseen = Something went wrong here that should not have. It has been noted down.
refused-no-database = The database does not answer. Try again in a moment.
refused-metrics = The figures are told to this machine alone.


## The pages

guest-name = Guest
page-only-read = This can only be read.
page-no-file = There is no such file.
page-not-built =
    The page has not been built. In a checkout, run: make play. Or install a packaged goldenhorn.
    (The API is here: /api)
api-title = Golden Horn: the API
api-about =
    Everything that is not live goes by these addresses, with JSON in and out. A page is known by
    its cookie, a program by its token. What happens at a table comes by a WebSocket.
api-schema = The same for programs
api-forms = Forms
api-sends = Send
api-example = For example
api-answers = Answers
api-refuses = Refusals
api-anyone = anyone
api-someone = a guest or an account
api-page = not by token
api-required = required
api-nothing = nothing

## goldenhorn and goldenhorn serve

serve-about = run the server for others
serve-more =
    Example: goldenhorn serve --host 0.0.0.0 --public-address https://horn.example --trust-proxy
serve-host = the address to listen at (default: 127.0.0.1, this machine alone)
serve-port = the port to listen at (default: 8731)
serve-database =
    where everything is kept: a file, or postgresql://user:password@host/name (default: a file in
    your data folder)
serve-redis = redis://host:6379/0, by which several server processes tell each other what is new
serve-workers = how many server processes (default: 1); more than one need PostgreSQL and Redis
serve-public = where people find the server, such as https://horn.example; may be given several times
serve-proxy = believe the last address in X-Forwarded-For: a proxy of yours stands in front
serve-metrics = who may read /metrics: here (this machine), all or off (default: here)
serve-limits = how many times the usual limits for requests; 0 is without limits (default: 1)
serve-log = what to write: all, quiet (only what goes wrong) or off (default: all)
serve-no-browser = do not open the page in a browser
serve-workers-need =
    Several server processes need a database and a line that they can share: name PostgreSQL by
    --database and Redis by --redis.
serve-redis-needs = A server that shares its tables by Redis needs a shared database: name PostgreSQL by --database.
serve-driver = { $what } needs a package that is not there. Install goldenhorn[serve].
serve-bad-address = “{ $address }” is no address such as https://horn.example.
serve-port-taken = Port { $port } at { $host } cannot be used: { $why }. Another one can be named by --port.
serve-at = Golden Horn is at { $address }
serve-kept = Everything is kept in { $file }. Ctrl-C ends the server.
serve-ended = The server has ended. Every move is kept.
serve-held = Another server has this database: the one at { $address }.
serve-no-redis = Redis cannot be reached ({ $why }).
serve-bad-redis = Redis has an address such as redis://host:6379/0.
serve-no-database = The database cannot be reached: { $why }.
serve-bad-database = “{ $database }” is no database that goldenhorn knows: name a file, or postgresql://…

## goldenhorn admin

admin-about = what whoever runs a server does beside it
admin-more = Example: goldenhorn admin verify --database postgresql://horn@localhost/horn
admin-verify-about = replay every stored game and say what is wrong
admin-verify-more = Example: goldenhorn admin verify. To be done after an upgrade, before people come back.
admin-migrate-about = bring a database up to date for this version
admin-migrate-more = Example: goldenhorn admin migrate. A server does it by itself when it starts.
admin-migrated = The database is up to date: step { $step }.
admin-other-step =
    The database is at step { $step } and this version works with step { $newest }. Run goldenhorn admin
    migrate first.
admin-verifying = Replaying
admin-verified =
    { $games ->
        [one] One game
       *[other] { $games } games
    } with { $entries } entries replayed; { $faults ->
        [0] all is well.
        [one] one fault.
       *[other] { $faults } faults.
    }
admin-fault = Table { $table }: { $fault }
admin-no-table = its options cannot be read: { $why }
admin-unreadable = it cannot be read: { $why }
admin-seats = its seats are not all taken.
admin-gap = entry { $number } is missing.
admin-illegal = entry { $number }, “{ $move }”, cannot be done: { $why }
admin-seat = entry { $number } is seat { $seat }’s, and it was the decision of seat { $mover }.
admin-number = { $kept } entries are noted down, and there are { $number }.
admin-status = it is “{ $status }”, which its entries are not.
admin-result = its result does not follow from its entries.
admin-to-move = another seat is to move than the one noted down.
admin-fair-method = its shuffle was made in an unknown way.
admin-fair-form = its proof is not complete.
admin-fair-commitment = its secret is not the one that was promised.
admin-fair-bots = a bot’s seat has added to its chance.
admin-fair-seed = its seed does not come from its secret and the seats’ parts.
admin-fair-lot = the lot names another first player.

## goldenhorn replay --verify

verified-fair = The shuffle was fair: commitment, secret, the seats’ parts, seed and lot fit together.
verified-none = This record holds no proof of its shuffle: it was not played on a server, or is not over.
verified-fair-method = The shuffle was made in a way unknown here.
verified-fair-form = The proof is not complete.
verified-fair-commitment = The secret is not the one that was promised before the game.
verified-fair-bots = A bot’s seat has added to the chance: that was the server’s own choice.
verified-fair-seed = The seed does not come from the secret and the seats’ parts.
verified-fair-lot = The first player is not the one the lot names.
