"""Games as files, `*.ghr.json`: reading, checking, writing. docs/record.md describes the format.

A record may come from a stranger: what is too large or too deep is refused before it is looked
at, and everything else is checked by playing it.
"""

import json
import os
import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from goldenhorn.files import write_whole
from goldenhorn.game import Game, IllegalMove
from goldenhorn.refusals import Refusal, never_here, why_not
from goldenhorn.rules import VERSIONS, box
from goldenhorn.rules.moves import codes
from goldenhorn.rules.options import POINTS, BadOptions, Options, options
from goldenhorn.trace import Json, prices, rules_data
from goldenhorn.words import TURNS, say

FORMAT: Final = "golden-horn-record"
VERSION: Final = 1
ENDING: Final = ".ghr.json"

MOST_BYTES: Final = 4 << 20  # the longest game the round limit allows is far shorter
MOST_DEPTH: Final = 64
MOST_NAME: Final = 80  # characters of a player's name

_OWN: Final = ("format", "version", "rules", "players", "first_player", "seed", "moves", "result")
_PLAYER: Final = ("name", "kind", "fleet")
_RESULT: Final = ("scores", "winners", "cause")


class BadRecord(ValueError):
    """A text that is no record of a game; where a rule or a move is at fault, which."""

    def __init__(self, reason: str, *, rule: str | None = None, index: int | None = None) -> None:
        super().__init__(reason)
        self.reason = reason
        self.rule = rule
        self.index = index


@dataclass(slots=True)
class Record:
    """A game with what belongs to its file: who played, and all fields that others put there."""

    game: Game
    names: list[str]
    kinds: list[str]
    extra: Json = field(default_factory=dict)  # fields unknown here, at the top of the file
    extra_rules: Json = field(default_factory=dict)  # and among the rules
    extra_players: list[Json] = field(default_factory=list)  # and of each player
    extra_result: Json = field(default_factory=dict)  # and of the result

    @classmethod
    def of(
        cls, game: Game, names: Sequence[str] = (), kinds: Sequence[str] = (), **extra: Any
    ) -> "Record":
        """A record of a game; players without a name are called by their arms."""
        seats = range(game.players)
        return cls(
            game,
            [names[seat] if seat < len(names) else box.ARMS[seat] for seat in seats],
            [kinds[seat] if seat < len(kinds) else "person" for seat in seats],
            extra,
            {},
            [{} for _ in seats],
        )


def write(record: Record | Game) -> str:
    """A record as the text of its file; `parse` reads it back.

    >>> game = Game.new(players=2, seed=7)
    >>> game.play("place VCV")
    >>> parse(write(game)).game.moves
    ('place VCV',)
    """
    if isinstance(record, Game):
        record = Record.of(record)
    game = record.game.copy()  # which stays as it is, should others play on meanwhile
    if game.seed is None:
        raise ValueError("a game that was dealt from what a seat sees has no seed to be kept by")
    _check_extra(record)
    for seat, (name, kind) in enumerate(zip(record.names, record.kinds, strict=True)):
        _text({"name": name, "kind": kind}, seat, "name", "")
        _text({"name": name, "kind": kind}, seat, "kind", "")
    players = [
        {"name": name, "kind": kind, "fleet": list(fleet), **extra}
        for name, kind, fleet, extra in zip(
            record.names, record.kinds, game.options.fleets, record.extra_players, strict=True
        )
    ]
    result = result_data(game)
    data: Json = {
        "format": FORMAT,
        "version": VERSION,
        "rules": {
            **rules_data(game.options),
            "route": list(game.options.route),
            **record.extra_rules,
        },
        "players": players,
        "first_player": game.options.first_player,
        "seed": f"{game.seed:032x}",
        "moves": list(game.line),
        "result": result and {**result, **record.extra_result},
        **record.extra,
    }
    return _layout(data)


def _check_extra(record: Record) -> None:
    """What others put into a file never takes the place of what is the record's own."""
    for fields, own in (
        (record.extra, _OWN),
        (record.extra_rules, (*rules_data(record.game.options), "route")),
        *((fields, _PLAYER) for fields in record.extra_players),
        (record.extra_result, _RESULT),
    ):
        for name in own:
            if name in fields:
                raise ValueError(f"{name!r} cannot be added to a record, which has its own")


def result_data(game: Game) -> Json | None:
    """How the game ended; None while it goes on."""
    whole = game.copy()
    whole.forward(len(game.line) - len(game.moves))
    outcome = whole.outcome
    if outcome is None:
        return None
    return {
        "scores": list(outcome.scores),
        "winners": list(outcome.winners),
        "cause": outcome.cause,
    }


def _layout(data: Json) -> str:
    """A field a line, and the moves in lines as wide as a page, so that a person can read it."""
    lines = []
    for name, value in data.items():
        text = json.dumps(value, ensure_ascii=False, allow_nan=False)
        if name == "moves" and len(text) > 90:
            quoted = [json.dumps(move, ensure_ascii=False) for move in value]
            text = "[\n    " + _wrap(quoted) + "\n  ]"
        elif name == "players":
            text = "[\n    " + ",\n    ".join(json.dumps(p, ensure_ascii=False) for p in value)
            text += "\n  ]"
        lines.append(f"  {json.dumps(name, ensure_ascii=False)}: {text}")
    return "{\n" + ",\n".join(lines) + "\n}\n"


def _wrap(items: Sequence[str]) -> str:
    rows, width = [""], 0
    for i, item in enumerate(items):
        text = item + ("," if i + 1 < len(items) else "")
        if width and width + len(text) > 92:
            rows.append("")
            width = 0
        rows[-1] += (" " if width else "") + text
        width += len(text) + 1
    return "\n    ".join(rows)


def parse(text: str | bytes) -> Record:
    """Read a record and check it wholly: its options, each of its moves, and its result.

    >>> parse("[]")
    Traceback (most recent call last):
    ...
    goldenhorn.record.BadRecord: This is not a record (a record is an object, in braces).
    """
    data = _loaded(text)
    if data.get("format") != FORMAT:
        raise _bad("bad-record-format", format=_shown(data.get("format")))
    if data.get("version") != VERSION or isinstance(data["version"], bool):
        shown = _shown(data.get("version"))
        raise _bad("bad-record-version", version=shown, known=str(VERSION))
    rules = _take(data, "rules", dict, "an object")
    players = _take(data, "players", list, "a list of the players")
    for seat, player in enumerate(players):
        if not isinstance(player, dict):
            raise _bad("bad-record-type", field=f"players[{seat}]", wanted="an object")
    try:
        table = _table(data, rules, players)
    except BadOptions as bad:
        raise BadRecord(f"{bad.rule}: {bad.reason}", rule=bad.rule) from None
    game = _played(table, _seed(data), _take(data, "moves", list, "a list of moves"))
    _check_result(data.get("result"), game)
    seats = range(len(players))
    return Record(
        game,
        [_text(players[seat], seat, "name", box.ARMS[seat]) for seat in seats],
        [_text(players[seat], seat, "kind", "person") for seat in seats],
        _without(data, _OWN),
        _without(rules, (*rules_data(table), "route")),
        [_without(player, _PLAYER) for player in players],
        _without(data.get("result") or {}, _RESULT),
    )


def _loaded(text: str | bytes) -> Json:
    if isinstance(text, str):
        text = text.encode(errors="surrogatepass")
    if len(text) > MOST_BYTES:
        raise _bad("bad-record-large", size=str(len(text)), limit=str(MOST_BYTES))
    try:
        data = json.loads(text, parse_constant=_no_number, object_pairs_hook=_no_twins)
        # Half characters and numbers such as 1e999 could not be written again.
        json.dumps(data, ensure_ascii=False, allow_nan=False).encode()
    except RecursionError:
        raise _bad("bad-record-deep") from None
    except ValueError as error:
        raise _bad("bad-record-json", where=str(error)) from None
    if not isinstance(data, dict):
        raise BadRecord(say("bad-record-json", where="a record is an object, in braces"))
    if _depth(data) > MOST_DEPTH:
        raise _bad("bad-record-deep")
    return data


def _no_number(name: str) -> None:
    raise ValueError(f"{name} is no number")


def _no_twins(pairs: list[tuple[str, Any]]) -> Json:
    found = dict(pairs)
    if len(found) < len(pairs):
        raise ValueError("an object names a field twice")
    return found


def _depth(data: Any) -> int:
    depth, layer = 0, [data]
    while layer:
        depth += 1
        inner = [
            x.values() if isinstance(x, dict) else x for x in layer if isinstance(x, dict | list)
        ]
        layer = [value for values in inner for value in values]
    return depth


def _table(data: Json, rules: Json, players: list[Json]) -> Options:
    first = data.get("first_player", 0)
    edition = rules.get("edition", "it")
    own = {point: rules[point] for point in POINTS if point in rules}
    if edition == "custom":
        missing = [point for point in POINTS if point not in own]
        if missing:
            raise _bad("bad-record-missing", field=f"rules.{missing[0]}")
        edition = "it"
    for point, value in own.items():
        if value is None:
            raise _bad("bad-record-type", field=f"rules.{point}", wanted="a text")
    if not isinstance(rules.get("dominions", {}), dict):
        raise _bad("bad-record-type", field="rules.dominions", wanted="an object")
    route = rules.get("route", [])
    if not isinstance(route, list) or any(not isinstance(x, str) or len(x) != 1 for x in route):
        raise BadOptions("R2.1", "the route of a record is a list of letters")
    fleets = [player.get("fleet", box.FLEETS[seat % 4]) for seat, player in enumerate(players)]
    table = options(
        len(players),
        edition=edition,
        expansion=rules.get("expansion", False),
        first_player=first,
        round_limit=_take(rules, "round_limit", int, "a whole number", "rules."),
        fleets=fleets,
        route=rules.get("route"),
        dominions=rules.get("dominions"),
        version=_take(
            {"version": VERSIONS[0], **rules}, "version", int, "a whole number", "rules."
        ),
        **own,
    )
    said = rules.get("edition", table.edition)
    if table.edition != said:
        wanted = f"“{table.edition}”, as its points say"
        raise _bad("bad-record-type", field="rules.edition", wanted=wanted)
    return table


def _seed(data: Json) -> int:
    text = _take(data, "seed", str, "a text of hexadecimal digits")
    if not re.fullmatch(r"[0-9a-f]{1,32}", text):
        right = "A seed is written with 1 to 32 of the digits 0-9 and a-f."
        raise _bad("bad-seed", seed=_shown(text), right=right)
    return int(text, 16)


def _played(table: Options, seed: int, moves: list[Any]) -> Game:
    game = Game.new(seed=seed, table=table)
    known = codes(table.fleets, prices(table))  # here only the exact notation counts
    for index, move in enumerate(moves):
        if not isinstance(move, str):
            raise _bad("bad-record-type", index=index, field=f"moves[{index}]", wanted="a text")
        if game.is_over:
            rule = why_not(table, game.state, "done").rule
            reason = say("bad-record-after-end", index=str(index), last=str(index - 1), number=rule)
            raise BadRecord(reason, rule=rule, index=index)
        code = known.get(move)
        if code is None:
            if never := never_here(table, move):
                raise _refused(index, move, never)
            reason = f"“{_shown(move)}” is no move at this table"
            raise _bad("bad-record-notation", index=index, reason=reason)
        try:
            game.play(code)
        except IllegalMove as no:
            raise _refused(index, move, Refusal(no.rule, no.reason)) from None
    return game


def _refused(index: int, move: str, no: Refusal) -> BadRecord:
    names = {"move": _shown(move), "reason": no.reason, "number": no.rule}
    told = say("bad-record-move", index=str(index), **names)
    return BadRecord(told, rule=no.rule, index=index)


def _check_result(written: Any, game: Game) -> None:
    """A result must be the one the moves lead to, as far as it says something known here."""
    if written is None:
        return
    if not isinstance(written, dict):
        raise _bad("bad-record-type", field="result", wanted="an object or null")
    played = result_data(game)
    for name, value in written.items():
        # As texts: 1.0 and true are equal to 1, too.
        if played is None or (name in played and json.dumps(value) != json.dumps(played[name])):
            shown = "a game not yet over" if played is None else json.dumps(played)
            raise _bad("bad-record-result", written=_shown(written), played=shown)


def _take(data: Json, name: str, kind: type, wanted: str, inside: str = "") -> Any:
    if name not in data:
        raise _bad("bad-record-missing", field=inside + name)
    if not isinstance(data[name], kind) or (kind is int and isinstance(data[name], bool)):
        raise _bad("bad-record-type", field=inside + name, wanted=wanted)
    return data[name]


def _text(player: Json, seat: int, name: str, default: str) -> str:
    value = player.get(name, default)
    if not isinstance(value, str) or len(value) > MOST_NAME or not all(map(_plain, value)):
        wanted = f"a text of at most {MOST_NAME} characters in one line"
        raise _bad("bad-record-type", field=f"players[{seat}].{name}", wanted=wanted)
    return value


def _plain(character: str) -> bool:
    """Whether it stays in its place in logs and terminals, which obey the others."""
    return (
        unicodedata.category(character) not in ("Cc", "Zl", "Zp")
        and unicodedata.bidirectional(character) not in TURNS
    )


def _without(data: Json, known: Sequence[str]) -> Json:
    return {name: value for name, value in data.items() if name not in known}


def _shown(value: Any) -> str:
    text = value if isinstance(value, str) else json.dumps(value)
    text = text if len(text) <= 60 else text[:59] + "…"
    return text if text.isprintable() else ascii(text).strip("'")  # a terminal obeys the others


def _bad(message: str, *, index: int | None = None, **values: str) -> BadRecord:
    try:
        rule = say(f"{message}.rule")
    except KeyError:
        rule = None
    if index is not None:
        values["index"] = str(index)
    return BadRecord(say(message, **values), rule=rule, index=index)


def load(path: str | os.PathLike[str]) -> Game:
    """The game of a record file, at its last move."""
    return read(path).game


def read(path: str | os.PathLike[str]) -> Record:
    """The record in a file."""
    with Path(path).open("rb") as file:
        return parse(file.read(MOST_BYTES + 1))


def save(record: Record | Game, path: str | os.PathLike[str]) -> Path:
    """Write a record's file, all of it or, should something fail, nothing."""
    path = Path(path)
    write_whole(path, write(record))
    return path
