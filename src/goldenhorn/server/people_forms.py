"""What people and their programs send and get about themselves, with its bounds."""

from typing import Annotated

from msgspec import Meta, Struct

from goldenhorn.server.forms import Name, Password

TokenName = Annotated[
    str, Meta(min_length=1, max_length=40, description="What it is for.", examples=["my bot"])
]


class NewGuest(Struct, forbid_unknown_fields=True):
    """Who wants to be called so."""

    name: Name


class NewAccount(Struct, forbid_unknown_fields=True):
    """A name that nobody else signs in by, and a password."""

    name: Name
    password: Password


class SignIn(Struct, forbid_unknown_fields=True):
    """The name and the password of an account."""

    name: Name
    password: Password


class NewName(Struct, forbid_unknown_fields=True):
    """Another name."""

    name: Name


class NewPassword(Struct, forbid_unknown_fields=True):
    """The password so far, and the one from now on."""

    old: Password
    new: Password


class Farewell(Struct, forbid_unknown_fields=True):
    """The password, from those who have one."""

    password: Password | None = None


class TokenWish(Struct, forbid_unknown_fields=True):
    """A token to be made."""

    name: TokenName


class TokenInfo(Struct):
    """A token, without what it is."""

    id: str
    name: str
    created: float
    used: float | None = None


class Tokens(Struct):
    """Tokens, the newest first."""

    tokens: list[TokenInfo]


class NewToken(Struct):
    """A token, shown this once."""

    id: str
    name: str
    created: float
    token: Annotated[str, Meta(examples=["gh_Xo1vX0yIu6x2…"])]


class BotInfo(Struct):
    """A player of the program that can be invited."""

    name: str


class Health(Struct):
    """Whether the server can do its work."""

    ok: bool
    version: str
    database: str
