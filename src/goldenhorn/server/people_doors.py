"""The REST doors about people: who I am, coming and going, tokens."""

from typing import Final

from goldenhorn.server import lobby
from goldenhorn.server import people as doings
from goldenhorn.server.doors import Asked, Door
from goldenhorn.server.errors import Refused
from goldenhorn.server.forms import Me, UserInfo
from goldenhorn.server.names import fold
from goldenhorn.server.people_forms import (
    Farewell,
    NewAccount,
    NewGuest,
    NewName,
    NewPassword,
    NewToken,
    SignIn,
    Tokens,
    TokenWish,
)
from goldenhorn.server.who import User


async def who_am_i(asked: Asked) -> Me:
    if asked.known is None:
        return Me(None)
    who = asked.people.who
    if not asked.known.by_token:
        # The cookie lasts from the last visit on, not from the first.
        asked.cookie = who.set_cookie(who.identity(asked.request.scope["headers"]))
    return Me(await doings.info(asked.people, asked.user))


async def be_guest(asked: Asked) -> Me:
    if asked.known is not None:  # a second click, or another window
        return await rename(asked)
    return await _me(asked, await guest_named(asked, asked.form.name))


async def guest_named(asked: Asked, name: str) -> User:
    """Make a guest of whoever asks."""
    asked.take("guest")
    user, identity = await doings.new_guest(asked.people, name)
    asked.cookie = asked.people.who.set_cookie(identity)
    return user


async def make_account(asked: Asked) -> Me:
    asked.take("account")
    form, before = asked.form, asked.known
    user, identity = await doings.new_account(asked.people, before, form.name, form.password)
    asked.cookie = asked.people.who.set_cookie(identity)
    if before is not None and before.user.name != user.name:
        await lobby.rename(asked.hall, before.user, user.name)
    await _look_again(asked)
    return await _me(asked, user)


async def sign_in(asked: Asked) -> Me:
    asked.take("sign-in")
    form = asked.form
    try:
        asked.take("sign-in name", fold(form.name))
    except Refused as refused:
        if refused.status == 429:
            raise
    user, identity = await doings.sign_in(asked.people, asked.known, form.name, form.password)
    asked.cookie = asked.people.who.set_cookie(identity)
    await _look_again(asked)
    return await _me(asked, user)


async def sign_out(asked: Asked) -> None:
    if asked.known is not None:
        await doings.sign_out(asked.people, asked.known)
        await _look_again(asked)
    asked.cookie = asked.people.who.clear_cookie()


async def rename(asked: Asked) -> Me:
    user = await doings.rename(asked.people, asked.user, asked.form.name)
    await lobby.rename(asked.hall, asked.user, user.name)
    return await _me(asked, user)


async def change_password(asked: Asked) -> None:
    asked.take("sign-in")
    assert asked.known is not None
    await doings.change_password(asked.people, asked.known, asked.form.old, asked.form.new)
    await _look_again(asked)


async def be_forgotten(asked: Asked) -> None:
    asked.take("sign-in")
    await doings.check(asked.people, asked.user, asked.form.password)
    # As long as it can be told whose seats they are.
    await lobby.people_gone(asked.hall, asked.user)
    await doings.forget(asked.people, asked.user)
    await _look_again(asked)
    asked.cookie = asked.people.who.clear_cookie()


async def list_tokens(asked: Asked) -> Tokens:
    return await doings.list_tokens(asked.people, asked.user)


async def make_token(asked: Asked) -> NewToken:
    asked.take("my token", asked.user.id)
    return await doings.new_token(asked.people, asked.user, asked.form.name)


async def end_token(asked: Asked) -> None:
    await doings.end_token(asked.people, asked.user, asked.path["id"])
    await _look_again(asked)


async def _look_again(asked: Asked) -> None:
    """After something ended by which one was known: live connections by it end, too."""
    if asked.known is not None:
        await asked.hall.look_again(asked.known.user.id)


async def _me(asked: Asked, user: User) -> Me:
    info: UserInfo = await doings.info(asked.people, user)
    return Me(info)


_PASSWORD: Final = "a long and windy night"

DOORS: Final = (
    Door(
        method="GET",
        path="/api/me",
        do=who_am_i,
        summary="Who I am; null before there is a name.",
        asker="anyone",
        answer=Me,
        tag="people",
    ),
    Door(
        method="POST",
        path="/api/guest",
        do=be_guest,
        summary="Be a guest by this name: the answer sets a signed cookie.",
        asker="page or nobody",
        form=NewGuest,
        answer=Me,
        refusals=(409,),
        tag="people",
        example={"name": "Ada"},
    ),
    Door(
        method="POST",
        path="/api/account",
        do=make_account,
        summary="Make this guest an account, who keeps everything, or someone new.",
        asker="page or nobody",
        form=NewAccount,
        answer=Me,
        status=201,
        refusals=(409,),
        tag="people",
        example={"name": "Ada", "password": _PASSWORD},
    ),
    Door(
        method="POST",
        path="/api/session",
        do=sign_in,
        summary="Sign in: the answer sets a signed cookie.",
        asker="page or nobody",
        form=SignIn,
        answer=Me,
        tag="people",
        example={"name": "Ada", "password": _PASSWORD},
    ),
    Door(
        method="DELETE",
        path="/api/session",
        do=sign_out,
        summary="Sign out: this session ends.",
        asker="page or nobody",
        status=204,
        tag="people",
    ),
    Door(
        method="PATCH",
        path="/api/me",
        do=rename,
        summary="Another name; who has an account signs in by it from now on.",
        form=NewName,
        answer=Me,
        refusals=(409,),
        tag="people",
        example={"name": "Ada"},
    ),
    Door(
        method="PUT",
        path="/api/me/password",
        do=change_password,
        summary="Another password; all other sessions end.",
        asker="page",
        form=NewPassword,
        status=204,
        refusals=(409,),
        tag="people",
        example={"old": _PASSWORD, "new": "the wind has turned"},
    ),
    Door(
        method="DELETE",
        path="/api/me",
        do=be_forgotten,
        summary="Be forgotten: account, sessions and tokens go; games stay, without the name.",
        asker="page",
        form=Farewell,
        status=204,
        tag="people",
        example={"password": _PASSWORD},
    ),
    Door(
        method="GET",
        path="/api/tokens",
        do=list_tokens,
        summary="My tokens for programs, the newest first.",
        answer=Tokens,
        tag="people",
    ),
    Door(
        method="POST",
        path="/api/tokens",
        do=make_token,
        summary="A token for a program. It is shown this once.",
        asker="page",
        form=TokenWish,
        answer=NewToken,
        status=201,
        refusals=(409,),
        tag="people",
        example={"name": "my bot"},
    ),
    Door(
        method="DELETE",
        path="/api/tokens/{id}",
        do=end_token,
        summary="End a token.",
        asker="page",
        status=204,
        refusals=(404,),
        tag="people",
    ),
)
