"""What README.md and docs/ show is true: examples, commands, links, tables, generated pages."""

import doctest
import io
import re
import shlex
from collections.abc import Iterator
from contextlib import chdir, redirect_stderr
from itertools import chain
from pathlib import Path
from typing import Any

import pytest

from goldenhorn.cli import _parser

ROOT = Path(__file__).parents[1]
DOCS = ROOT / "docs"
PAGES = [ROOT / "README.md", ROOT / "CHANGELOG.md", *sorted(DOCS.glob("*.md"))]

_BLOCK = re.compile(r"^```(\w*)\n(.*?)^```$", re.M | re.S)


def name(page: Path) -> str:
    return page.relative_to(ROOT).as_posix()


def blocks(page: Path, *kinds: str) -> Iterator[tuple[str, str, int]]:
    """Kind, text and first line of a page's blocks of code."""
    text = page.read_text(encoding="utf-8")
    for block in _BLOCK.finditer(text):
        if block[1] in kinds:
            yield block[1], block[2], text.count("\n", 0, block.start(2))


def run(page: Path, space: dict[str, Any]) -> list[str]:
    """Run a page's Python from top to bottom; what came out otherwise than it says."""
    runner = doctest.DocTestRunner(verbose=False, optionflags=doctest.REPORT_NDIFF)
    failures: list[str] = []
    for kind, code, line in blocks(page, "python", "pycon"):
        where = f"{name(page)}, line {line + 1}"
        if kind == "python":
            exec(compile(code, where, "exec"), space)
        else:
            test = doctest.DocTestParser().get_doctest(code, space, name(page), name(page), line)
            runner.run(test, out=failures.append, clear_globs=False)
            space.update(test.globs)
    return failures


@pytest.mark.parametrize("page", PAGES, ids=name)
def test_the_examples(page: Path, tmp_path: Path) -> None:
    with chdir(tmp_path):
        failures = run(page, {"__name__": "__main__"})
    assert not failures, "".join(failures)
