"""What goes over the network by REST: the shapes of questions and answers, with their bounds.

docs/server.md shows them; the served OpenAPI is made from them.
"""

from typing import Annotated, Any, Final, Literal

from msgspec import UNSET, Meta, Struct, UnsetType

Name = Annotated[
    str, Meta(min_length=1, max_length=24, description="What others call you.", examples=["Ada"])
]
Password = Annotated[str, Meta(min_length=8, max_length=128, examples=["a long and windy night"])]
LATER: Final = "later"
Contribution = Annotated[
    str,
    Meta(
        pattern=r"^[0-9a-f]{32,64}(?!\n)$",  # in Python, `$` stands before a last line feed, too
        description="Your part of the chance: random hexadecimal digits that nobody else chose.",
        examples=["5f2b9c0d7e1a4b6688d0c3f2a1e49b70"],
    ),
]
ContributionOrLater = Annotated[
    str,
    Meta(
        pattern=r"^(later|[0-9a-f]{32,64})(?!\n)$",
        description="`later`: the table waits until you, who then know its commitment, add your"
        " part of the chance at its `seats`. Or that part already, for those who trust the server.",
        examples=[LATER, "5f2b9c0d7e1a4b6688d0c3f2a1e49b70"],
    ),
]
Seat = Annotated[int, Meta(ge=0, le=3)]
TurnSeconds = Annotated[
    int, Meta(ge=5, le=30 * 86400, description="Seconds for each turn.", examples=[60, 86400])
]
BotName = Annotated[str, Meta(max_length=40, examples=["marinaio"])]
Edition = Literal["it", "fr", "cs", "el"]
Status = Literal["waiting", "playing", "over", "closed"]


class SeatWish(Struct, forbid_unknown_fields=True):
    """Who is to have a seat: `me`, someone else at this screen, a bot, or whoever comes."""

    kind: Literal["me", "shared", "bot", "open"]
    name: Name | None = None  # of someone else at this screen
    bot: BotName | None = None


class NewTable(Struct, forbid_unknown_fields=True):
    """A table to be made. What is left out is as in the edition, or usual."""

    seats: Annotated[list[SeatWish], Meta(min_length=2, max_length=4)]
    edition: Edition = "it"
    expansion: bool = False
    loading: Literal["may", "must"] | None = None
    emptied_ship: Literal["may_turn", "must_return"] | None = None
    last_turns: Literal["finish_round", "one_more_each"] | None = None
    placement: Literal["free", "random"] | None = None
    round_limit: Annotated[int, Meta(ge=1, le=1000)] = 200
    first: Literal[0, 1, 2, 3, "lot"] = "lot"
    clock: TurnSeconds | None = None
    private: bool = False
    watching: bool = True
    stand_in: BotName = "marinaio"  # the bot that plays for those who are away
    contribution: ContributionOrLater | None = None


class QuickGame(Struct, forbid_unknown_fields=True):
    """A game against bots, at once."""

    players: Annotated[int, Meta(ge=2, le=4)] = 3
    bot: BotName = "marinaio"
    edition: Edition = "it"
    expansion: bool = False
    name: Name | None = None  # of a guest who has none yet
    contribution: ContributionOrLater | None = None


class Sitting(Struct, forbid_unknown_fields=True):
    """Sitting down at a table: at a certain seat, or at any that is open."""

    seat: Seat | None = None
    contribution: Contribution | None = None


class Again(Struct, forbid_unknown_fields=True):
    """Another game with the same people and options."""

    contribution: ContributionOrLater | None = None


class SeatInfo(Struct):
    """Who has a seat."""

    seat: int
    kind: Literal["person", "bot", "open"]
    name: str
    bot: str | None = None
    away: bool = False  # a bot plays for them until they come back
    awaited: bool = False  # the game begins once they have added their part of the chance
    yours: bool = False


class ClockInfo(Struct):
    """How long a turn may take, and how much of this one is left."""

    turn: int
    left: float | None = None


class ResultInfo(Struct):
    """How a game ended."""

    scores: list[int]
    winners: list[int]
    cause: str


class TableInfo(Struct):
    """A table, as whoever asks may know it."""

    id: str
    status: Status
    players: int
    rules: dict[str, Any]
    first: int | Literal["lot"]
    clock: ClockInfo | None
    private: bool
    watching: bool
    stand_in: str
    seats: list[SeatInfo]
    host: str
    commitment: str  # the hash of the server's part of the chance
    created: float
    started: float | None
    ended: float | None
    moves: int
    to_move: int | None  # a seat
    you: list[int]
    result: ResultInfo | None = None
    rematch: str | None = None


class Tables(Struct):
    """A page of tables, and the mark to ask for the next by."""

    tables: list[TableInfo]
    next: str | None = None


class UserInfo(Struct):
    """Who someone is."""

    name: str
    account: bool  # or a guest
    created: float
    games: int
    wins: int


class Me(Struct):
    """Who is asking; null before there is a name."""

    user: UserInfo | None


class Moment(Struct):
    """A table as it was after so many moves, as whoever asks may see it."""

    ply: int
    view: dict[str, Any]
    hands: dict[str, str]


class Problem(Struct, omit_defaults=True):
    """Why something was not done."""

    error: str  # a word for programs
    reason: str  # a sentence
    rule: str | UnsetType = UNSET
    field: str | UnsetType = UNSET
