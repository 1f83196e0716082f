"""Every rule of the rules pages has a test that bears its number."""

import ast
from pathlib import Path

import pytest

from goldenhorn.rulebook import example_numbers, rule_numbers

HERE = Path(__file__).parent


def names() -> list[str]:
    return [
        node.name
        for path in HERE.glob("test_*.py")
        for node in ast.parse(path.read_text(encoding="utf-8")).body
        if isinstance(node, ast.FunctionDef)
    ]


@pytest.mark.parametrize("number", [*rule_numbers(), *example_numbers()])
def test_it_is_tested(number: str) -> None:
    begins = f"test_{number.lower().replace('.', '_')}_"
    assert any(name.startswith(begins) for name in names())
