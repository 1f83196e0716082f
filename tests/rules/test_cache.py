"""Machine code is never older than the rules it was made from."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from goldenhorn.rules import compiled
from goldenhorn.rules.compiled import COMPILED, cache_folder
from tests.needs import needed

RULES = Path(compiled.__file__).parent
SOURCES = sorted(path.name for path in RULES.glob("*.py"))
PROGRAM = """
from goldenhorn.rules.score import goods_points
import numpy as np
print(goods_points(np.array([1, 1, 1, 1, 1, 1, 0, 0], np.int8)))
"""


@pytest.fixture
def rules(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of the rules that the cache is named by."""
    folder = tmp_path / "rules"
    folder.mkdir()
    for name in SOURCES:
        shutil.copy2(RULES / name, folder)
    monkeypatch.setattr(compiled, "_FOLDER", folder)
    monkeypatch.setenv("GOLDENHORN_CACHE", str(tmp_path / "cache"))
    return folder


def test_the_rules_are_compiled_here() -> None:
    """Many tests are left out where they are not, which only NUMBA_DISABLE_JIT may ask for."""
    if os.environ.get("NUMBA_DISABLE_JIT", "0") in ("", "0"):
        needed("numba")
        assert COMPILED


@pytest.mark.parametrize("name", SOURCES)
def test_another_folder_when_a_source_changes(rules: Path, name: str) -> None:
    before = cache_folder()
    source = rules / name
    text = source.read_bytes()
    source.write_bytes(text + b"\n")
    assert cache_folder() != before
    source.write_bytes(text)
    assert cache_folder() == before, "the same sources, whenever they were written"
    source.unlink()
    assert cache_folder() != before


def test_another_folder_when_a_source_is_added_or_renamed(rules: Path) -> None:
    before = cache_folder()
    (rules / "more.py").write_text("", encoding="utf-8")
    added = cache_folder()
    (rules / "more.py").rename(rules / "else.py")
    assert len({before, added, cache_folder()}) == 3


def test_another_folder_when_a_room_above_changes(rules: Path, tmp_path: Path) -> None:
    room = tmp_path / "players"
    room.mkdir()
    (room / "greedy.py").write_text("x = 1\n", encoding="utf-8")
    before = cache_folder(room)
    assert before != cache_folder()
    (room / "greedy.py").write_text("x = 2\n", encoding="utf-8")
    after = cache_folder(room)
    assert after != before
    (rules / "box.py").write_text("x = 2\n", encoding="utf-8")
    assert cache_folder(room) != after


@pytest.mark.skipif(not COMPILED, reason="nothing is compiled here")
def test_another_folder_with_another_numba(rules: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before = cache_folder()
    monkeypatch.setattr("numba.__version__", "0.0")
    assert cache_folder() != before


def test_another_folder_with_another_python(rules: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before = cache_folder()
    monkeypatch.setattr(sys, "version_info", (3, 99, 0))
    assert cache_folder() != before


def test_where_it_is(rules: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert cache_folder().parent == tmp_path / "cache"
    monkeypatch.delenv("GOLDENHORN_CACHE")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "home"))
    assert "goldenhorn" in str(cache_folder().parent)


def six_different(package: Path, cache: Path) -> int:
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM],
        env=os.environ | {"PYTHONPATH": str(package), "GOLDENHORN_CACHE": str(cache)},
        capture_output=True,
        text=True,
        check=True,
    )
    return int(done.stdout)


@pytest.fixture
def package(tmp_path: Path) -> Path:
    ignore = shutil.ignore_patterns("__pycache__")
    shutil.copytree(RULES.parent, tmp_path / "package" / "goldenhorn", ignore=ignore)
    return tmp_path / "package"


@pytest.mark.skipif(not COMPILED, reason="nothing is compiled here")
def test_where_nothing_can_be_written_nothing_is_kept(package: Path, tmp_path: Path) -> None:
    """Not beside the sources either, where Numba would keep it without a hash of the rules."""
    file = tmp_path / "file"
    file.write_text("", encoding="utf-8")
    assert six_different(package, file / "cache") == 10
    assert not list(package.rglob("*.nbc"))


@pytest.mark.skipif(not COMPILED, reason="nothing is compiled here")
def test_new_rules_are_played_by_at_once(package: Path, tmp_path: Path) -> None:
    """A change in a file other than the compiled function's, which Numba would never notice."""
    cache = tmp_path / "cache"
    assert six_different(package, cache) == 10
    folders = set(cache.iterdir())
    assert list(cache.rglob("score.*.nbc")), "the machine code is kept"
    box = package / "goldenhorn" / "rules" / "box.py"
    text = box.read_text(encoding="utf-8")
    assert "0, 1, 2, 4)" in text
    box.write_text(text.replace("0, 1, 2, 4)", "0, 1, 2, 9)"), encoding="utf-8")
    assert six_different(package, cache) == 15
    assert len(set(cache.iterdir()) - folders) == 1
