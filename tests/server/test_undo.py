"""Taking back: until another's move, and never once anything random or hidden has come out."""

import asyncio
import random
from collections.abc import Callable

import pytest

from goldenhorn.game import Game
from tests.server.conftest import Server
from tests.server.friend import (
    Friend,
    Json,
    at_turn,
    company,
    new_table,
    part,
    play_on,
    sail_empty,
)
from tests.server.oracle import check_all, record_of


def play_with_undos(
    friends: list[Friend], rng: random.Random, entries: int = 10**6
) -> list[tuple[int, bool]]:
    """Take back wherever it may be, now and then; and try it where it may not. What was allowed."""
    tried = []
    while friends[0].number < entries:
        actor = at_turn(friends)
        if actor is None:
            break
        assert actor.turn is not None
        may = actor.may_undo
        if actor.number and rng.random() < (0.6 if may else 0.2):
            tried.append((actor.number, may))
            if may:
                before = actor.moments[actor.number]
                actor.take_back()
                after = actor.moments[actor.number]
                assert after["view"] != before["view"]
            else:
                told = actor.answer(actor.undo())
                assert (told["why"], told["number"]) == ("undo", actor.number)
                assert told["reason"].startswith("This can’t be taken back")
        else:
            actor.do(rng.choice([m for m in actor.legal if m != "end"]))
    return tried


@pytest.mark.parametrize("expansion", [False, True])
def test_a_game_with_many_second_thoughts(server: Server, expansion: bool) -> None:
    """The log keeps both entries; the record has only what stands; all else is checked at once."""
    friends = company(server, 2, edition="el", expansion=expansion, round_limit=20)
    tried = play_with_undos(friends, random.Random(20 + expansion))
    for friend in friends:
        check_all(friend)  # that `undo` was offered exactly where it may be, too
        with Friend(server, friend.table, friend.client) as fresh:
            assert fresh.seen == friend.seen
    log = [entry for entry in friends[0].log if entry["n"]]
    taken = [entry for entry in log if entry["move"] == "undo"]
    assert len(taken) == sum(may for _, may in tried) > 2
    assert sum(not may for _, may in tried) > 2
    standing: list[Json] = []
    for entry in log:
        if entry["move"] == "undo":
            assert standing.pop()["seat"] == entry["seat"]
        else:
            standing.append(entry)
    assert [entry["move"] for entry in standing] == list(record_of(friends[0]).game.moves)
    part(friends)


def test_what_came_out_stays_out(plain_server: Server) -> None:
    """Never after a cube or a card has come out, nor across another's move."""
    seen = set()
    for seed in range(6):
        friends = company(plain_server, 2, edition="el", expansion=seed % 2 == 1, round_limit=25)
        rng = random.Random(seed)
        while (actor := at_turn(friends)) is not None:
            assert actor.turn is not None
            last = actor.log[-1] if actor.number else None
            kinds = {kind for kind, _ in last["told"]} if last else set()
            if last is None or last["seat"] != actor.turn["seat"]:
                out = "another"
            elif found := kinds & {"filled", "draws", "raids", "dealt"}:
                out = min(found)
            elif any(v.get("how") == "wind" for _, v in last["told"]):
                out = "wind"
            else:
                out = ""
            if out:
                assert not actor.may_undo, last
                if out not in seen:
                    number = actor.number
                    assert actor.answer(actor.undo())["why"] == "undo"
                    assert actor.ping().number == number
                seen.add(out)
            raids = [m for m in actor.legal if m.startswith("raid") or m == "wind"]
            actor.do(rng.choice(raids or [m for m in actor.legal if m != "end"]))
        part(friends)
    assert seen == {"another", "filled", "draws", "raids", "wind"}


def test_taking_back_a_whole_turn_step_by_step(server: Server) -> None:
    """As far as it goes: to the beginning of the turn, or to the last thing that came out."""
    friends = company(server, 2, placement="random", first=0)
    ada, bruno = friends
    start = ada.moments[0]
    steps = sail_empty(ada)
    for again in range(2):
        for step in steps:
            ada.do(step)
        assert ada.turn is not None
        for _ in steps:
            assert ada.may_undo
            ada.take_back()
        assert not ada.may_undo
        assert ada.moments[ada.number]["view"] == start["view"], again
        assert ada.answer(ada.undo())["why"] == "undo"
    bruno.reach(ada.number)
    assert bruno.view == ada.view
    part(friends)


def test_taking_back_the_end_of_a_turn(server: Server) -> None:
    """As long as nobody has done anything since; it is for whoever ended it, and nobody else."""
    friends = company(server, 2, placement="random", first=0)
    ada, bruno = friends
    steps = sail_empty(ada)
    ada.do(*steps)
    assert not ada.mine
    bruno.reach(ada.number)
    assert ada.may_undo
    assert not bruno.may_undo
    assert bruno.answer(bruno.undo())["why"] == "undo"
    ada.take_back()
    assert ada.mine
    bruno.reach(ada.number)
    assert not bruno.mine
    ada.do(steps[-1])
    bruno.reach(ada.number).do(bruno.legal[0])
    ada.reach(bruno.number)
    assert not ada.may_undo
    assert ada.answer(ada.undo())["why"] in ("undo", "seat")
    part(friends)


def test_a_retry_of_taking_back(server: Server) -> None:
    friends = company(server, 2, placement="random")
    ada, bruno = friends
    ada.do(sail_empty(ada)[0])
    ada.play("undo", id="play")
    assert ada.answer("play")["why"] == "illegal"  # it has its own message
    ada.undo(n=2)
    ada.say(t="undo", n=2, id="again")
    assert ada.answer("again") == {"t": "done", "id": "again", "number": 2}
    assert bruno.reach(2).answer(bruno.undo(n=2))["why"] == "number"
    assert ada.answer(ada.undo(n=2) or "")["t"] == "done"
    assert ada.answer(ada.undo(n=3))["why"] == "undo"
    for n in (1, 4, 50):
        assert ada.answer(ada.undo(n=n))["why"] == "number"
    assert ada.number == 2
    part(friends)


def test_nobody_takes_back_a_bots_move(plain_server: Server) -> None:
    ada = plain_server.guest("Ada")
    table = new_table(ada, ["mozzo", "me"], first=0, placement="random")
    friend = Friend(plain_server, table, ada)
    rng = random.Random(3)
    for _ in range(12):
        friend.until(lambda: friend.mine)
        assert friend.log[-1]["by"] == "bot" or friend.log[-1]["seat"] == 1
        if friend.log[-1]["by"] == "bot":
            assert friend.answer(friend.undo())["why"] == "undo"
        friend.do(rng.choice(friend.legal))
    friend.close()


@pytest.mark.parametrize("clock", [None, 5])
def test_nobody_takes_back_what_a_stand_in_does(
    make_server: Callable[..., Server], clock: int | None
) -> None:
    """Or whoever left, or let the time run out, could hold the table up for ever."""
    server = make_server()
    friends = company(server, 2, placement="random", clock=clock)
    ada = friends[0]
    steps = iter(sail_empty(ada)[:1])

    async def choose(*_: object, **__: object) -> str:
        for step in steps:
            return step
        await asyncio.sleep(1000)
        return ""

    server.app.state.hall.bots.choose = choose
    if clock is None:
        assert ada.client is not None
        assert ada.client.delete(f"/api/tables/{ada.table}/seats").status_code == 200
    ada.until(lambda: ada.number == 1)
    assert ada.log[-1]["by"] == "stand-in"
    assert ada.answer(ada.undo())["why"] == ("away" if clock is None else "time")
    assert ada.ping().number == 1
    if clock is None:  # once back, it is one’s own turn again
        ada.say(t="back")
        ada.until(lambda: not ada.info["seats"][0]["away"])
        ada.take_back()
    part(friends)


def test_undos_are_played_again_after_a_restart(make_server: object) -> None:
    """The table is read from the database again, undos and all."""
    server = make_server()  # type: ignore[operator]
    friends = company(server, 2, edition="el", round_limit=14)
    play_with_undos(friends, random.Random(31), 60)
    at_turn(friends)
    known = [friend.seen for friend in friends]
    part(friends)
    settings = server.settings
    server.stop()
    server = make_server(database=settings.database, port=settings.port)  # type: ignore[operator]
    for friend, before in zip(friends, known, strict=True):
        assert friend.client is not None
        cookies = friend.client.cookies
        friend.client = server.client()
        friend.client.cookies = cookies
        friend.reconnect("anew")
        assert friend.seen == before
    play_on(friends, random.Random(32))
    assert isinstance(record_of(friends[0]).game, Game)
    part(friends)


def test_taking_back_has_a_bound(plain_server: Server) -> None:
    """Every entry stays for good: nobody can make a table heavy by changing their mind for ever."""
    friends = company(plain_server, 2, placement="random")
    ada = friends[0]
    step = sail_empty(ada)[0]
    for _ in range(50):
        ada.do(step).take_back()
    ada.do(step)
    assert not ada.may_undo
    assert ada.answer(ada.undo())["why"] == "undo"
    with Friend(plain_server, ada.table, ada.client) as fresh:
        assert fresh.seen == ada.seen
    part(friends)
