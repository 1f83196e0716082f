"""The rules run as machine code and as plain Python, and play the same game."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from goldenhorn.rules.compiled import COMPILED
from goldenhorn.rules.options import options
from tests.rules.many_games import KINDS, fingerprint, fingerprints

ROOT = Path(__file__).parents[2]
PATH = os.pathsep.join([str(ROOT), str(ROOT / "src"), os.environ.get("PYTHONPATH", "")])

pytestmark = pytest.mark.skipif(not COMPILED, reason="nothing is compiled here")


def python(*arguments: str, **environment: str) -> Any:
    """What a Python of its own prints, in which every warning is an error."""
    done = subprocess.run(
        [sys.executable, "-W", "error", *arguments],
        env=os.environ | {"PYTHONPATH": PATH} | environment,
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert done.stderr == ""
    return json.loads(done.stdout)


def test_uncompiled_rules_play_the_same_games() -> None:
    plain = python("-m", "tests.rules.many_games", "1", NUMBA_DISABLE_JIT="1")
    assert not plain["compiled"]
    assert len(plain["games"]) == len(KINDS) == 24
    assert plain["games"] == fingerprints(1)


def test_every_rule_holds_uncompiled() -> None:
    here = Path(__file__).parent
    names = ("test_r[0-9]*.py", "test_examples.py", "test_fate.py", "test_seen.py")
    tests = [str(path) for name in names for path in sorted(here.glob(name))]
    assert len(tests) == 12
    environment = {name: text for name, text in os.environ.items() if "PYTEST" not in name}
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "-x", "--tb=short", *tests],
        env=environment | {"PYTHONPATH": PATH, "NUMBA_DISABLE_JIT": "1"},
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout


def test_without_numba_the_rules_are_plain_python() -> None:
    program = """
import json, sys
sys.modules["numba"] = None
from goldenhorn.rules.compiled import COMPILED
from goldenhorn.rules.options import options
from tests.rules.many_games import fingerprint
table = options(2, expansion=True, placement="random")
print(json.dumps({"compiled": COMPILED, "game": fingerprint(table, 7, 30)}))
"""
    plain = python("-c", program)
    table = options(2, expansion=True, placement="random")
    assert plain == {"compiled": False, "game": fingerprint(table, 7, 30)}


def test_the_fingerprint_sees_a_difference() -> None:
    games = [game for kind in fingerprints(2).values() for game in kind]
    assert len(set(games)) == len(games)
