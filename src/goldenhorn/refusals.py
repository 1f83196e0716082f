"""Why a move is illegal: the rule's number and a sentence."""

from dataclasses import dataclass

from goldenhorn.rules.options import Options
from goldenhorn.trace import Json


@dataclass(frozen=True, slots=True)
class Refusal:
    """The number of the rule that forbids a move, and the reason as a sentence."""

    rule: str
    reason: str

    def __str__(self) -> str:
        return f"{self.reason} ({self.rule})"


def why_not(options: Options, state: Json, move: str) -> Refusal:
    """Why this move, which is notation of this table, is not legal in this state."""
    return Refusal("R3.1", "This is not what is asked now.")
