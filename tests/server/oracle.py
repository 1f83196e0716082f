"""A finished game played again with the rules alone, to hold against it what people were told."""

import json
from typing import Any

from goldenhorn.game import Game
from goldenhorn.record import Record, parse
from goldenhorn.told import opening, told
from tests.server.friend import Friend

WATCHER = -1


def plain(data: Any) -> Any:
    """As it is after a journey over the network."""
    return json.loads(json.dumps(data))


def record_of(friend: Friend) -> Record:
    """The record of a game, by REST."""
    assert friend.client is not None
    answer = friend.client.get(f"/api/tables/{friend.table}/record")
    assert answer.status_code == 200, answer.text
    return parse(answer.text)


def check_all(friend: Friend, record: Record | None = None) -> None:
    """All that was told of a game, and all that was known at each moment, is what is true."""
    record = record or record_of(friend)
    seed = record.game.seed
    assert seed is not None
    game = Game.new(table=record.game.options, seed=seed)
    assert friend.view is not None
    _check_opening(friend, game)
    _check_moment(friend, 0, game)
    standing: list[Any] = []
    for entry in [entry for entry in friend.log if entry["n"]]:
        before = {seat: game.seen_by(seat).data for seat in (WATCHER, *friend.you)}
        if entry["move"] == "undo":
            game.undo()
            assert entry["seat"] == game.player == standing.pop()["seat"]
            expected: list[Any] = [["undone", {"seat": game.player}]]
        else:
            assert entry["seat"] == game.player
            game.play(entry["move"])
            standing.append(entry)
            after = {seat: game.seen_by(seat).data for seat in before}
            tellings = {seat: told(before[seat], entry["move"], after[seat]) for seat in before}
            expected = _as_told(friend, tellings)
        assert entry["told"] == plain(expected), entry
        assert entry["ply"] == game.ply
        _check_moment(friend, entry["n"], game)
        _check_undo(friend, entry, standing[-1] if standing else None, game)
    assert game.moves == record.game.moves
    assert game.is_over == (friend.result is not None)


def _as_told(friend: Friend, tellings: dict[int, Any]) -> list[Any]:
    """What watchers hear; and of the cards of their own seats, people hear which."""
    found = list(tellings[WATCHER])
    for seat in friend.you:
        for index, telling in enumerate(tellings[seat]):
            if telling[0] in ("draws", "dealt") and telling[1]["seat"] == seat:
                found[index] = telling
    return found


def _check_opening(friend: Friend, game: Game) -> None:
    expected = _as_told(
        friend, {seat: opening(game.seen_by(seat).data) for seat in (WATCHER, *friend.you)}
    )
    first = [entry["told"] for entry in friend.log if entry["n"] == 0]
    assert first == ([plain(expected)] if expected else [])


def _check_undo(friend: Friend, entry: Any, last: Any, game: Game) -> None:
    """Taking back is offered exactly where it may be."""
    moment = friend.moments.get(entry["n"])
    if moment is None or moment["turn"] is None:
        return
    may = last is not None and game.may_take_back and last["by"] != "bot"
    if may and last["seat"] != game.player:  # who ended the turn, until anyone does anything
        may = entry is last and last["by"] == "person"
    assert moment["turn"]["undo"] == (last["seat"] if may else None), entry


def _check_moment(friend: Friend, number: int, game: Game) -> None:
    moment = friend.moments.get(number)
    if moment is None:  # one of several entries told at once
        return
    assert moment["view"] == plain(game.seen_by(WATCHER).data)
    assert moment["hands"] == {str(seat): game.seen_by(seat).hand(seat) for seat in friend.you}, (
        number
    )
    turn, own = moment["turn"], moment["own"]
    if turn is None:
        return
    assert (turn["seat"], turn["phase"], turn["number"]) == (game.player, game.phase, number + 1)
    if game.player in friend.you and not game.is_over:
        assert own["legal"] == list(game.legal)
