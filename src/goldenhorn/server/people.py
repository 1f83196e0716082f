"""Guests and accounts: coming, signing in and out, another name or password, being forgotten."""

import secrets
from dataclasses import dataclass
from typing import Any, Final

from sqlalchemy import delete, func, insert, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from goldenhorn.server.errors import Refused
from goldenhorn.server.forms import UserInfo
from goldenhorn.server.names import clean_name, fold
from goldenhorn.server.passwords import Passwords
from goldenhorn.server.people_forms import NewToken, TokenInfo, Tokens
from goldenhorn.server.schema import chat, seats, sessions, tables, tokens, users
from goldenhorn.server.store import Store
from goldenhorn.server.who import TOKEN_MARK, Known, User, Who, key_of
from goldenhorn.words import say

MOST_TOKENS: Final = 20
_MOST_SESSIONS: Final = 50
_UNSEEN: Final = 30 * 86400.0  # seconds


@dataclass(frozen=True, slots=True)
class People:
    """All that people are kept by."""

    store: Store
    who: Who
    passwords: Passwords


async def info(people: People, user: User) -> UserInfo:
    """What someone is shown of themselves."""
    asked = select(users.c.name, users.c.account, users.c.created, users.c.games, users.c.wins)
    async with people.store.read() as db:
        row = (await db.execute(asked.where(users.c.id == user.id))).one_or_none()
    if row is None:
        raise sign_in_first()
    return UserInfo(row.name, row.account is not None, row.created, row.games, row.wins)


def sign_in_first() -> Refused:
    return Refused(401, "sign-in", say("refused-sign-in"))


# Coming and going. What these answer beside the user is the id for the cookie.


async def new_guest(people: People, name: str) -> tuple[User, str]:
    """Someone new, by a name alone."""
    name = clean_name(name)
    async with people.store.begin() as db:
        user = await _insert(db, people, name)
        return User(user, name, False), await _new_session(db, people, user)


async def new_account(
    people: People, guest: Known | None, name: str, password: str
) -> tuple[User, str]:
    """An account for this guest, who keeps everything, or for someone new."""
    if guest is not None and guest.user.account:
        raise Refused(409, "has-account", say("refused-has-account"))
    name = clean_name(name)
    account = {"account": fold(name), "password": await people.passwords.hashed(password)}
    try:
        async with people.store.begin() as db:
            if guest is None:
                user = await _insert(db, people, name, **account)
            else:
                user = guest.user.id
                # Two clicks, or two windows: the second is not to take the first's password away.
                changed = await db.execute(
                    update(users)
                    .where(users.c.id == user, users.c.account.is_(None))
                    .values(name=name, **account)
                )
                if not changed.rowcount:
                    raise Refused(409, "has-account", say("refused-has-account"))
                await db.execute(delete(sessions).where(sessions.c.key == guest.key))
            identity = await _new_session(db, people, user)
    except IntegrityError:
        raise _name_taken() from None
    people.who.forget(user)
    return User(user, name, True), identity


async def sign_in(
    people: People, guest: Known | None, name: str, password: str
) -> tuple[User, str]:
    """A session for whoever knows the password."""
    try:
        account = fold(clean_name(name))
    except Refused:
        account = ""  # and take as long as for any other name
    asked = select(users.c.id, users.c.name, users.c.password).where(users.c.account == account)
    async with people.store.read() as db:
        row = (await db.execute(asked)).one_or_none()
    fits = await people.passwords.fits(password, row.password if row else None)
    if row is None or not fits:
        raise Refused(403, "wrong", say("refused-wrong-name-or-password"))
    newer = None
    if people.passwords.is_dated(row.password):
        newer = await people.passwords.hashed(password)
    async with people.store.begin() as db:
        # The password may have been changed while this one was checked.
        kept = users.c.password == row.password
        same = await db.scalar(select(users.c.id).where(users.c.id == row.id, kept))
        if same is None:
            raise Refused(403, "wrong", say("refused-wrong-name-or-password"))
        if newer:
            await db.execute(update(users).where(users.c.id == row.id).values(password=newer))
        if guest is not None and not guest.by_token:
            await db.execute(delete(sessions).where(sessions.c.key == guest.key))
        identity = await _new_session(db, people, row.id)
    if guest is not None:
        people.who.forget(guest.user.id)
    return User(row.id, row.name, True), identity


async def sign_out(people: People, known: Known) -> None:
    """This session ends."""
    async with people.store.begin() as db:
        await db.execute(delete(sessions).where(sessions.c.key == known.key))
    people.who.forget(known.user.id)


async def tidy(people: People) -> None:
    """Guests who came once, did nothing and did not come again are forgotten.

    And a table that nobody has filled in that time is closed.
    """
    long_ago = people.who.now() - _UNSEEN
    has_seat = select(seats.c.seat).where(seats.c.user == users.c.id).exists()
    has_token = select(tokens.c.id).where(tokens.c.user == users.c.id).exists()
    came = select(sessions.c.key).where(sessions.c.user == users.c.id, sessions.c.seen > long_ago)
    idle = users.c.account.is_(None), users.c.created < long_ago
    async with people.store.begin() as db:
        await db.execute(delete(users).where(*idle, ~has_seat, ~has_token, ~came.exists()))
        waits = tables.c.status == "waiting", tables.c.created < long_ago
        await db.execute(update(tables).where(*waits).values(status="closed"))


# Changes


async def rename(people: People, user: User, name: str) -> User:
    """Another name; who has an account signs in by it from now on."""
    name = clean_name(name)
    values: dict[str, Any] = {"name": name}
    if user.account:
        values["account"] = fold(name)
    try:
        async with people.store.begin() as db:
            await db.execute(update(users).where(users.c.id == user.id).values(values))
    except IntegrityError:
        raise _name_taken() from None
    people.who.forget(user.id)
    return user._replace(name=name)


async def change_password(people: People, known: Known, old: str, new: str) -> None:
    """Another password; every other session ends."""
    user = known.user.id
    kept = await _check_password(people, known.user, old)
    newer = await people.passwords.hashed(new)
    async with people.store.begin() as db:
        changed = await db.execute(
            update(users).where(users.c.id == user, users.c.password == kept).values(password=newer)
        )
        if not changed.rowcount:
            raise Refused(403, "wrong", say("refused-wrong-password"))
        others = sessions.c.user == user, sessions.c.key != known.key
        await db.execute(delete(sessions).where(*others))
    people.who.forget(user)


async def check(people: People, user: User, password: str | None) -> None:
    """Refuse, unless it is the password; guests have none."""
    if user.account:
        await _check_password(people, user, password or "")


async def forget(people: People, user: User) -> None:
    """Account, sessions and tokens go, and what was said; games stay, without the name."""
    nobody = say("someone")
    async with people.store.begin() as db:
        await db.execute(update(seats).where(seats.c.user == user.id).values(name=nobody))
        await db.execute(update(tables).where(tables.c.host == user.id).values(host_name=nobody))
        await db.execute(delete(chat).where(chat.c.user == user.id))
        await db.execute(delete(users).where(users.c.id == user.id))
    people.who.forget(user.id)


async def _check_password(people: People, user: User, password: str) -> str:
    """What is kept of the password, if it is the one."""
    if not user.account:
        raise Refused(409, "no-account", say("refused-no-account"))
    async with people.store.read() as db:
        kept = await db.scalar(select(users.c.password).where(users.c.id == user.id))
    if not await people.passwords.fits(password, kept):
        raise Refused(403, "wrong", say("refused-wrong-password"), field="password")
    return str(kept)


# Tokens


async def new_token(people: People, user: User, name: str) -> NewToken:
    """A token for a program; this is the only time it is shown."""
    name = clean_name(name, 40)
    token = TOKEN_MARK + secrets.token_urlsafe(32)
    made = NewToken(secrets.token_hex(6), name, people.who.now(), token)
    row = {"id": made.id, "name": made.name, "created": made.created}
    async with people.store.begin() as db:
        mine = select(func.count()).select_from(tokens).where(tokens.c.user == user.id)
        if (await db.scalar(mine) or 0) >= MOST_TOKENS:
            raise Refused(409, "many-tokens", say("refused-many-tokens", most=MOST_TOKENS))
        await db.execute(insert(tokens).values(key=key_of(token), user=user.id, **row))
    return made


async def list_tokens(people: People, user: User) -> Tokens:
    """Someone's tokens, the newest first, without what they are."""
    asked = select(tokens.c.id, tokens.c.name, tokens.c.created, tokens.c.used)
    asked = asked.where(tokens.c.user == user.id).order_by(tokens.c.created.desc())
    async with people.store.read() as db:
        rows = (await db.execute(asked)).all()
    return Tokens([TokenInfo(row.id, row.name, row.created, row.used) for row in rows])


async def end_token(people: People, user: User, token: str) -> None:
    """A token that is no more."""
    count = 0
    if token.isalnum():  # the database does not take whatever stands in an address
        async with people.store.begin() as db:
            mine = tokens.c.user == user.id, tokens.c.id == token
            count = (await db.execute(delete(tokens).where(*mine))).rowcount
    if not count:
        raise Refused(404, "no-such-token", say("refused-no-such-token"))
    people.who.forget(user.id)


# Parts


async def _insert(db: AsyncConnection, people: People, name: str, **more: str) -> int:
    # By chance, so that nobody ever gets the number of someone who is gone.
    user = 1 + secrets.randbits(52)
    values = {"id": user, "name": name, "created": people.who.now(), **more}
    await db.execute(insert(users).values(values))
    return user


async def _new_session(db: AsyncConnection, people: People, user: int) -> str:
    identity = secrets.token_urlsafe(32)
    now = people.who.now()
    # Whoever signs in ever again and never out does not fill the database.
    old = select(sessions.c.key).where(sessions.c.user == user).order_by(sessions.c.seen.desc())
    keys = (await db.scalars(old.offset(_MOST_SESSIONS - 1))).all()
    if keys:
        await db.execute(delete(sessions).where(sessions.c.key.in_(keys)))
    row = {"key": key_of(identity), "user": user, "created": now, "seen": now}
    await db.execute(insert(sessions).values(row))
    return identity


def _name_taken() -> Refused:
    return Refused(409, "name-taken", say("refused-name-taken"), field="name")
