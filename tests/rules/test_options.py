"""What a table may decide, and what it is told when it may not (R1.4, R2.1, the editions)."""

import dataclasses
import inspect
from typing import Any

import pytest

from goldenhorn.rules.options import (
    CUSTOM,
    EDITIONS,
    POINTS,
    ROUND_LIMIT,
    BadOptions,
    OwnOptions,
    options,
)
from goldenhorn.rules.state import box_packed
from tests.positions import all_points

# The table of editions: loading, emptied ship, last turns, placement.
TABLE = {
    "it": ("may", "may_turn", "finish_round", "free"),
    "fr": ("must", "must_return", "one_more_each", "free"),
    "cs": ("must", "may_turn", "finish_round", "free"),
    "el": ("must", "may_turn", "finish_round", "random"),
}
DOMINIONS = {
    "zara": (2, 3),
    "durazzo": (3, 6),
    "candia": (4, 8),
    "negroponte": (5, 10),
    "galata": (6, 12),
}
HUGE = 10**5000  # more digits than Python writes


@pytest.mark.parametrize("edition", TABLE)
def test_the_table_of_editions(edition: str) -> None:
    own = options(edition=edition)
    assert (own.loading, own.emptied_ship, own.last_turns, own.placement) == TABLE[edition]
    assert own.edition == edition
    assert set(EDITIONS) == set(TABLE)


def test_what_a_table_is_that_says_nothing() -> None:
    own = options()
    assert own == options(3, edition="it", expansion=False, first_player=0, round_limit=200)
    assert own.round_limit == ROUND_LIMIT
    assert own.dominions == ()
    assert own.version == 1


@pytest.mark.parametrize("points", all_points())
@pytest.mark.parametrize("edition", TABLE)
def test_each_point_may_be_set_by_itself(edition: str, points: dict[str, str]) -> None:
    own = options(edition=edition, **points)  # type: ignore[arg-type]
    assert {point: getattr(own, point) for point in POINTS} == points
    same = [name for name, values in TABLE.items() if values == tuple(points.values())]
    assert own.edition == (same[0] if same else CUSTOM)
    for point, value in points.items():
        one = options(edition=edition, **{point: value})  # type: ignore[arg-type]
        others = {p: v for p, v in zip(POINTS, TABLE[edition], strict=True) if p != point}
        assert {p: getattr(one, p) for p in POINTS} == others | {point: value}


@pytest.mark.parametrize("points", all_points())
def test_the_points_stand_in_the_state(points: dict[str, str]) -> None:
    states = box_packed(options(4, **points))  # type: ignore[arg-type]
    for point, value in points.items():
        assert POINTS[point][states[point][0]] == value


def test_nothing_changes_afterwards() -> None:
    with pytest.raises(dataclasses.FrozenInstanceError):
        options().players = 4  # type: ignore[misc]
    assert len({options(), options(), options(4)}) == 2


@pytest.mark.parametrize(
    ("rule", "own"),
    [
        ("R2.1", {"players": 1}),
        ("R2.1", {"players": 5}),
        ("R2.1", {"players": "3"}),
        ("R2.1", {"players": 3.0}),
        ("R2.1", {"players": True}),
        ("R2.1", {"players": None}),
        ("R2.3", {"edition": "de"}),
        ("R2.3", {"edition": "IT"}),
        ("R2.3", {"edition": "custom"}),
        ("R2.3", {"edition": None}),
        ("R5.2", {"loading": "can"}),
        ("R5.2", {"loading": 0}),
        ("R4.5", {"emptied_ship": "may"}),
        ("R7.3", {"last_turns": ""}),
        ("R2.3", {"placement": "fixed"}),
        ("R2.3", {"placement": ["free"]}),
        ("R9.1", {"expansion": 1}),
        ("R9.1", {"expansion": "yes"}),
        ("R9.1", {"expansion": None}),
        ("R2.6", {"first_player": -1}),
        ("R2.6", {"first_player": 3}),
        ("R2.6", {"players": 2, "first_player": 2}),
        ("R2.6", {"first_player": "0"}),
        ("R2.6", {"first_player": False}),
        ("R7.4", {"round_limit": 0}),
        ("R7.4", {"round_limit": 1001}),
        ("R7.4", {"round_limit": 10.0}),
        ("R7.4", {"round_limit": None}),
        ("R1", {"version": 0}),
        ("R1", {"version": 2}),
        ("R1", {"version": True}),
        ("R1", {"version": "1"}),
        ("R1", {"version": 1.0}),
        ("R1", {"version": HUGE}),
        ("R2.1", {"players": HUGE}),
        ("R2.3", {"edition": HUGE}),
        ("R5.2", {"loading": HUGE}),
        ("R9.1", {"expansion": [HUGE]}),
        ("R2.6", {"first_player": HUGE}),
        ("R7.4", {"round_limit": -HUGE}),
        ("R1.4", {"fleets": HUGE}),
        ("R2.1", {"route": HUGE}),
        ("R9.12", {"expansion": True, "dominions": DOMINIONS | {"zara": (HUGE, 3)}}),
        ("R2.2", {"fleets": []}),
        ("R2.2", {"fleets": [("p", "ob", "gry")] * 4}),
        ("R1.4", {"fleets": ["pobgry"] * 3}),
        ("R1.4", {"fleets": [("p", "ob", "gry"), ("p", "ob", "gry"), ("p", "oo", "gry")]}),
        ("R2.1", {"route": "VopgMrbyC"}),
        ("R2.1", {"route": ""}),
        ("R2.1", {"route": ["V", "C"]}),
        ("R9.12", {"expansion": True, "dominions": {}}),
        ("R9.12", {"expansion": True, "dominions": DOMINIONS | {"roma": (1, 1)}}),
        ("R9.12", {"expansion": True, "dominions": DOMINIONS | {"zara": (0, 3)}}),
        ("R9.12", {"expansion": True, "dominions": DOMINIONS | {"zara": (21, 3)}}),
        ("R9.12", {"expansion": True, "dominions": DOMINIONS | {"zara": (2, -1)}}),
        ("R9.12", {"expansion": True, "dominions": DOMINIONS | {"zara": (2, 100)}}),
        ("R9.12", {"expansion": True, "dominions": DOMINIONS | {"zara": (2,)}}),
        ("R9.12", {"expansion": True, "dominions": DOMINIONS | {"zara": (2, 3, 4)}}),
        ("R9.12", {"expansion": True, "dominions": DOMINIONS | {"zara": "23"}}),
        ("R9.12", {"expansion": True, "dominions": DOMINIONS | {"zara": 2}}),
        ("R9.12", {"expansion": True, "dominions": DOMINIONS | {"zara": (2.0, 3)}}),
        ("R9.12", {"expansion": True, "dominions": DOMINIONS | {"zara": (True, 3)}}),
    ],
)
def test_what_the_rules_do_not_allow_is_refused(rule: str, own: dict[str, Any]) -> None:
    with pytest.raises(BadOptions) as refused:
        options(**own)
    assert refused.value.rule == rule
    assert str(refused.value) == f"{rule}: {refused.value.reason}"
    wrong = list(own.values())[-1]
    if wrong in (HUGE, -HUGE):
        assert "too many digits" in refused.value.reason
    elif not isinstance(wrong, (list, dict)):
        assert repr(wrong) in refused.value.reason


@pytest.mark.parametrize(
    "own",
    [
        {"players": 2},
        {"players": 4, "first_player": 3},
        {"round_limit": 1},
        {"round_limit": 1000},
        {"fleets": [["y", "rb", "pog"]] * 3},
        {"expansion": True, "dominions": DOMINIONS | {"zara": [20, 0], "galata": [1, 99]}},
        {"dominions": DOMINIONS},
    ],
)
def test_what_is_just_allowed(own: dict[str, Any]) -> None:
    table = options(**own)
    for name, value in own.items():
        if name == "fleets":
            assert table.fleets == (("y", "rb", "pog"),) * 3
        elif name != "dominions":
            assert getattr(table, name) == value
    dominions = {name: tuple(pair) for name, pair in own.get("dominions", DOMINIONS).items()}
    assert table.dominions == (tuple(dominions.values()) if table.expansion else ())


def test_the_order_in_which_dominions_are_written_means_nothing() -> None:
    backwards = dict(reversed(DOMINIONS.items()))
    assert options(expansion=True, dominions=backwards) == options(expansion=True)


def test_every_option_can_be_handed_on() -> None:
    names = set(inspect.signature(options).parameters)
    assert names == {"players", *OwnOptions.__annotations__}
