"""What the database holds; `migrations/` makes it.

The truth of a table is its options, its two kinds of chance (the server's secret and what the seats
added) and the list of its entries. Everything else about a game follows from those by replaying.
"""

from typing import Final

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Float,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    SmallInteger,
    String,
    Table,
    Text,
)

METADATA: Final = MetaData()

# SQLite counts by itself only what is called INTEGER.
_NUMBER: Final = BigInteger().with_variant(Integer, "sqlite")

users = Table(
    "users",
    METADATA,
    Column("id", _NUMBER, primary_key=True, autoincrement=True),
    Column("name", String(24), nullable=False),
    Column("account", String(64), unique=True),  # the name, folded; none for guests
    Column("password", String(200)),  # argon2
    Column("created", Float, nullable=False),
    Column("games", Integer, nullable=False, default=0, server_default="0"),
    Column("wins", Integer, nullable=False, default=0, server_default="0"),
)

sessions = Table(
    "sessions",
    METADATA,
    Column("key", String(64), primary_key=True),  # the hash of what the cookie holds
    Column("user", _NUMBER, ForeignKey("users.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("created", Float, nullable=False),
    Column("seen", Float, nullable=False),
)

tokens = Table(
    "tokens",
    METADATA,
    Column("key", String(64), primary_key=True),  # the hash of the token
    Column("id", String(12), nullable=False, unique=True),
    Column("user", _NUMBER, ForeignKey("users.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("name", String(40), nullable=False),
    Column("created", Float, nullable=False),
    Column("used", Float),
)

tables = Table(
    "tables",
    METADATA,
    Column("id", String(16), primary_key=True),
    Column("status", String(8), nullable=False),  # waiting, playing, over, closed
    Column("rules", Text, nullable=False),  # JSON: every option but who begins
    Column("first", SmallInteger),  # none where it is drawn by lot when the game begins
    Column("by_lot", Boolean, nullable=False),
    Column("clock", Integer),  # seconds for a turn
    Column("private", Boolean, nullable=False),
    Column("watching", Boolean, nullable=False),
    Column("stand_in", String(40), nullable=False),
    Column("host", _NUMBER, ForeignKey("users.id", ondelete="SET NULL")),
    Column("host_name", String(24), nullable=False),
    Column("secret", String(64), nullable=False),  # the server's part of the chance
    Column("seed", String(32)),  # once the game has begun
    Column("created", Float, nullable=False),
    Column("started", Float),
    Column("ended", Float),
    # Follows from the entries, and is kept to be listed by:
    Column("number", Integer, nullable=False, default=0),
    Column("to_move", SmallInteger),
    Column("turn_began", Float),  # in table time, which stands still while no server runs
    Column("turn_spent", Float),  # seconds the turn before took, should its end be taken back
    Column("result", Text),  # JSON
    Column("rematch", String(16)),
    Column("keeper", String(32)),  # the server process that keeps its clock and bots
    Index("tables_by_status", "status", "private", "created"),
    Index("tables_by_keeper", "keeper", "status"),
)

seats = Table(
    "seats",
    METADATA,
    Column("table", String(16), ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("seat", SmallInteger, primary_key=True),
    Column("kind", String(8), nullable=False),  # person, bot, open
    Column("user", _NUMBER, ForeignKey("users.id", ondelete="SET NULL")),
    Column("name", String(24), nullable=False, default=""),
    Column("bot", String(40)),
    Column("away", Boolean, nullable=False, default=False),
    Column("contribution", String(64)),  # empty while it is promised
    Index("seats_by_user", "user", "table"),
)

entries = Table(
    "entries",
    METADATA,
    Column("table", String(16), ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),  # two can never be the same
    Column("seat", SmallInteger, nullable=False),
    Column("move", String(32), nullable=False),  # notation, or `undo`
    Column("by", String(8), nullable=False),  # person, bot, stand-in
    Column("at", Float, nullable=False),
)

chat = Table(
    "chat",
    METADATA,
    Column("id", _NUMBER, primary_key=True, autoincrement=True),
    Column("table", String(16), ForeignKey("tables.id", ondelete="CASCADE"), nullable=False),
    Column("user", _NUMBER, ForeignKey("users.id", ondelete="SET NULL")),
    Column("seat", SmallInteger),
    Column("name", String(24), nullable=False),
    Column("text", String(500), nullable=False),
    Column("at", Float, nullable=False),
    Index("chat_by_table", "table", "id"),
)

# One row: how much time has passed in which no server ran, and when one last said it lives.
pulse = Table(
    "pulse",
    METADATA,
    Column("id", SmallInteger, primary_key=True, autoincrement=False),
    Column("lost", Float, nullable=False),
    Column("beat", Float, nullable=False),
)

# The server processes, so that others know when one is gone and take over what it kept.
keepers = Table(
    "keepers",
    METADATA,
    Column("name", String(32), primary_key=True),
    Column("beat", Float, nullable=False),
)

# What all server processes share and nobody else may know: the key that signs cookies.
keys = Table(
    "keys",
    METADATA,
    Column("name", String(32), primary_key=True),
    Column("value", String(128), nullable=False),
)
