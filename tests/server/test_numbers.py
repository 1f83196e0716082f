"""Never twice, never lost, always a clear answer: numbers, doubles, and messages that are none."""

import json
import random
import socket
import threading
from collections.abc import Callable

from tests.server.conftest import Server
from tests.server.friend import Friend, at_turn, company, new_table, part, play_on, sit


def test_a_double_click(server: Server) -> None:
    """The same twice with one number is done once, and the second is told so."""
    friends = company(server, 2)
    ada, bruno = friends
    ada.play("place VCV", id="first")
    ada.play("place VCV", id="second")
    assert ada.answer("second") == {"t": "done", "id": "second", "number": 1}
    assert [each["id"] for each in ada.answers] == ["second"]
    assert bruno.reach(1).ping().number == 1
    # Something else with that number is not the same.
    ada.play("place CCC", n=1, id="other")
    told = ada.answer("other")
    assert (told["why"], told["number"]) == ("number", 1)
    bruno.do("place CCC")
    part(friends)


def test_two_windows_of_one_player(server: Server) -> None:
    friends = company(server, 2, placement="random")
    ada, _ = friends
    other = Friend(server, ada.table, ada.client)
    assert other.seen == ada.seen
    sail = ada.legal[0]
    ada.play(sail, id="a")
    other.play(sail, id="b")
    for window in (ada, other):
        window.reach(1)
    done = [w.ping().answers for w in (ada, other)]
    assert sorted(len(mine) - 1 for mine in done) == [0, 1]  # the pong besides
    # And with different wishes one of them is told that it came too late.
    friend = at_turn(friends)
    assert friend is not None
    again = Friend(server, friend.table, friend.client)
    friend.play(friend.legal[0], id="c")
    again.play(friend.legal[-1], id="d")
    for window in (friend, again):
        window.reach(2).ping()
    whys = [a.get("why") for w in (friend, again) for a in w.answers if a.get("id") in ("c", "d")]
    assert whys == ["number"]
    assert friend.log == again.log
    part([*friends, other, again])


def test_many_windows_at_once(server: Server) -> None:
    """Eight windows play the same number in the same moment: one entry, seven answers."""
    friends = company(server, 2, placement="random")
    windows = [Friend(server, friends[0].table, friends[0].client) for _ in range(8)]
    legal = friends[0].legal
    start = threading.Barrier(8)

    def click(window: Friend, move: str) -> None:
        start.wait()
        window.play(move)
        window.reach(1).ping()

    threads = [
        threading.Thread(target=click, args=(window, legal[i % len(legal)]))
        for i, window in enumerate(windows)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    answers = [a for w in windows for a in w.answers if a["t"] != "pong"]
    assert len(answers) == 7
    assert {a.get("why", a["t"]) for a in answers} <= {"number", "done"}
    assert len({json.dumps(window.log) for window in windows}) == 1
    part([*friends, *windows])


def test_an_answer_that_was_lost(server: Server) -> None:
    """Whoever comes back and says the same again learns that it was done."""
    friends = company(server, 2, placement="random")
    ada, bruno = friends
    course = next(each for each in ada.own["courses"] if each["stops"][0]["stay"] == ["stop"])
    moves = [course["first"][0], "stop"]
    ada.play(*moves, id="x")
    ada.close()  # before the answer
    bruno.reach(2)
    ada.open(since=0)
    assert ada.number == 2
    ada.play(*moves, n=1, id="x")
    assert ada.answer("x") == {"t": "done", "id": "x", "number": 2}
    ada.play(moves[0], n=1, id="y")
    assert ada.answer("y")["t"] == "done"
    ada.play(moves[0], "done", n=1, id="z")
    assert ada.answer("z")["why"] == "number"
    # Another's entry is nobody else's.
    bruno.play(moves[0], n=1, id="w")
    assert bruno.answer("w")["why"] == "number"
    part(friends)


def test_old_and_future_numbers(plain_server: Server) -> None:
    friends = company(plain_server, 2, placement="random")
    play_on(friends, random.Random(1), 10)
    actor = at_turn(friends)
    assert actor is not None
    before = actor.seen
    for n in (1, 5, 10, 12, 13, 999_999):
        actor.play(actor.legal[0], n=n, id=str(n))
        told = actor.answer(str(n))
        assert told.get("why", told["t"]) in ("number", "done")
        assert told["number"] == 10
    for n in (0, -1, 1_000_001, 10**30):
        actor.answers.append({})
        actor.play(actor.legal[0], n=n, id="bad")
        actor.until(lambda: actor.answers[-1].get("why") == "form")
    assert actor.seen == before
    actor.do(actor.legal[0])
    part(friends)


def test_not_mine_and_not_legal(plain_server: Server) -> None:
    friends = company(plain_server, 2, placement="random")
    ada, bruno = friends
    watcher = Friend(plain_server, ada.table, plain_server.guest("Zoe"))
    nobody = Friend(plain_server, ada.table, None)
    for other in (bruno, watcher, nobody):
        told = other.answer(other.play(ada.legal[0]))
        assert told["why"] == "seat"
        assert "Ada" in told["reason"]
        assert other.answer(other.undo())["why"] == "seat"
    told = ada.answer(ada.play("end"))
    assert (told["why"], told["rule"], told["number"]) == ("illegal", "R3.3", 0)
    assert told["reason"] == "You may announce the end only after your move."
    for nonsense in (
        "",
        "sail",
        "fly 3",
        "sail 9 b",
        "undo",
        "UNDO",
        "place VCV; end",
        "\0",
        "é" * 9,
    ):
        told = ada.answer(ada.play(nonsense))
        assert told["why"] == "illegal"
        assert "rule" not in told or told["rule"].startswith("R")
        assert told["reason"]
    assert ada.seen == Friend(plain_server, ada.table, ada.client).seen
    assert ada.number == 0
    # Written carelessly it is still the same move.
    sail = next(move for move in ada.legal if move.startswith("sail"))
    ada.do("  " + sail.replace(" ", "  ").upper())
    assert ada.log[-1]["move"] == sail
    assert ada.answer(ada.play(sail.upper(), n=1))["t"] == "done"
    part([*friends, watcher, nobody])


def test_a_chain_that_breaks(server: Server) -> None:
    """Those before an illegal one stand, and it is said which number was reached."""
    friends = company(server, 2, edition="it")
    ada, bruno = friends
    ada.play("place VCV", "place CCC", id="x")  # the second would be Bruno's
    told = ada.answer("x")
    assert (told["why"], told["number"]) == ("seat", 1)
    bruno.reach(1).do("place CCC")
    ada.reach(2)
    course = next(course for course in ada.own["courses"] if course["stops"][0]["stay"])
    chain = [course["first"][0], *course["stops"][0]["stay"], "place VVV", "done"]
    ada.play(*chain, id="y")
    told = ada.answer("y")
    made = len(chain) - 2
    assert told["why"] in ("illegal", "seat")
    assert told["number"] == 2 + made
    bruno.reach(2 + made)
    for friend in friends:
        assert [entry["move"] for entry in friend.log if entry["n"] > 2] == chain[:made]
        with Friend(server, friend.table, friend.client) as fresh:
            assert fresh.seen == friend.seen
    part(friends)


BAD: dict[str, str | bytes] = {
    "no JSON": "hello",
    "half": '{"t": "play", "n": 1',
    "nothing": "",
    "a list": "[]",
    "no kind": '{"n": 1}',
    "unknown kind": '{"t": "cheat", "n": 1}',
    "no moves": '{"t": "play", "n": 1}',
    "an empty list": '{"t": "play", "n": 1, "moves": []}',
    "numbers as moves": '{"t": "play", "n": 1, "moves": [35]}',
    "a number as text": '{"t": "play", "n": "1", "moves": ["place VCV"]}',
    "half a number": '{"t": "play", "n": 1.5, "moves": ["place VCV"]}',
    "too many": json.dumps({"t": "play", "n": 1, "moves": ["place VCV"] * 41}),
    "a long move": json.dumps({"t": "play", "n": 1, "moves": ["place VCV" + " " * 40]}),
    "a long id": json.dumps({"t": "play", "n": 1, "moves": ["place VCV"], "id": "x" * 65}),
    "no text": '{"t": "chat"}',
    "a long text": json.dumps({"t": "chat", "text": "x" * 501}),
    "a deep one": "[" * 2000,
    "a deep one beside": '{"t": "ping", "x": ' + "[" * 2000 + "]" * 2000 + "}",
    "large": json.dumps({"t": "chat", "text": "x" * 9000}),
    "binary nonsense": b"\xff\xfe\x00",
    "half a letter": b'{"t": "chat", "text": "\xc3"}',
    "half a pair": '{"t": "chat", "text": "\\ud83d"}',
}


def test_messages_that_are_none(plain_server: Server) -> None:
    """Each gets its answer, and the connection stays what it was."""
    friends = company(plain_server, 2)
    ada, bruno = friends
    for name, message in BAD.items():
        ada.answers.clear()
        ada.socket.send(message)
        ada.ping()
        whys = [each["why"] for each in ada.answers if each["t"] == "no"]
        assert whys == ["form"], name
    ada.do("place VCV")
    # JSON is JSON, also in a binary frame.
    bruno.reach(1).socket.send(b'{"t": "play", "n": 2, "moves": ["place CCC"]}')
    bruno.reach(2)
    # What is not described may come later, and is no mistake.
    ada.reach(2).say(t="play", n=3, moves=[ada.legal[0]], id="x", colour="red")
    ada.reach(3)
    part(friends)


def test_a_message_too_large_for_the_network(plain_server: Server) -> None:
    """It ends the connection, and nothing else."""
    friends = company(plain_server, 2)
    ada, bruno = friends
    ada.socket.send("x" * 20_000)
    assert ada.closed() == 1009
    ada.reconnect()
    ada.do("place VCV")
    bruno.reach(1)
    part(friends)


def test_a_flood(make_server: Callable[..., Server]) -> None:
    """Too many messages are answered by `slow`; nobody else notices, and it passes."""
    server = make_server(limits=1.0)
    friends = company(server, 2)
    ada, bruno = friends
    for _ in range(140):
        ada.say(t="ping")
    ada.until(lambda: any(each.get("why") == "slow" for each in ada.answers))
    bruno.ping()
    ada.until(lambda: len(ada.answers) >= 140)
    assert sum(each["t"] == "pong" for each in ada.answers) >= 120

    def try_again() -> bool:
        ada.answers.clear()
        ada.play("place VCV", n=1)
        ada.until(lambda: bool(ada.answers) or ada.number == 1)
        return ada.number == 1

    assert any(try_again() for _ in range(100))
    bruno.reach(1)
    # Chat costs more.
    bruno.quiet()
    for _ in range(30):
        bruno.say(t="chat", text="Buon vento!")
    bruno.until(lambda: any(each.get("why") == "slow" for each in bruno.answers))
    # And more windows do not make it more.
    with Friend(server, bruno.table, bruno.client) as window:
        for number in range(5):
            window.say(t="chat", text="Buon vento!", id=str(number))
        assert window.answer("4")["why"] == "slow"
    part(friends)


def test_before_the_game_and_after_it(server: Server) -> None:
    ada, bruno = server.guest("Ada"), server.guest("Bruno")
    table = new_table(ada, ["me", "open"], first=0, round_limit=1)
    first = Friend(server, table, ada)
    assert (first.view, first.turn, first.log) == (None, None, [])
    assert first.answer(first.play("place VCV", n=1))["why"] == "waiting"
    assert first.answer(first.undo(n=1))["why"] == "waiting"
    first.say(t="back")
    first.ping()
    sit(bruno, table)
    first.until(lambda: first.view is not None)
    assert first.turn is not None
    assert (first.turn["number"], first.turn["seat"]) == (1, 0)
    friends = [first, Friend(server, table, bruno)]
    play_on(friends, random.Random(2))
    end = first.number
    for n in (1, end, end + 1):
        assert first.answer(first.play("done", n=n, id=f"late{n}"))["why"] == "over"
    assert first.answer(first.undo())["why"] == "over"
    first.say(t="back")
    first.say(t="chat", text="Bravo!")
    friends[1].until(lambda: bool(friends[1].chat))
    assert first.ping().number == end
    part(friends)


def test_a_silent_end_of_the_line(plain_server: Server) -> None:
    """Connections that vanish without a word leave the table as it is."""
    friends = company(plain_server, 2)
    ada, bruno = friends
    lost = [Friend(plain_server, ada.table, plain_server.guest(f"Zoe {i}")) for i in range(3)]
    bruno.until(lambda: len(bruno.here) == 5)
    for friend in lost:
        friend.socket.socket.shutdown(socket.SHUT_RDWR)
        assert friend.closed() == 1006
    bruno.until(lambda: bruno.here == ["Ada", "Bruno"])
    ada.do("place VCV")
    bruno.reach(1)
    part(friends)
