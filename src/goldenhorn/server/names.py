"""What people may call themselves, and what counts as the same name."""

import unicodedata
from typing import Final

from goldenhorn.server.errors import Refused
from goldenhorn.words import say

LONGEST: Final = 24

# Signs that choose how the one before them looks: a name is the same with and without.
_LOOKS: Final = dict.fromkeys((0xFE0E, 0xFE0F))
# Letters by their kind, and yet nothing is to be seen of them.
_BLANK: Final = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0")
# Control, format (bidirectional, zero width), surrogate, private, unassigned; line, paragraph.
_NEVER: Final = frozenset(("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"))
_PILE: Final = 3  # marks on one sign; no language needs more
_FOLDED: Final = 64  # characters, as the database keeps them


def clean_name(text: str, longest: int = LONGEST) -> str:
    """The name, trimmed and composed, if it can be shown to others."""
    name = " ".join(unicodedata.normalize("NFC", text.translate(_LOOKS)).split(" "))
    name = " ".join(part for part in name.strip().split(" ") if part)
    if not 1 <= len(name) <= longest:
        raise _refused(say("refused-name-length", most=longest))
    if _is_mark(name[0]) or any(_is_hidden(sign) for sign in name) or _towers(name):
        raise _refused(say("refused-name-signs"))
    return name


def fold(name: str) -> str:
    """The same for names that people would take for one another."""
    folded = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold())
    folded = "".join(folded.split())
    if not 1 <= len(folded) <= _FOLDED:
        raise _refused(say("refused-name-signs"))
    return folded


def _is_mark(sign: str) -> bool:
    """One that stands on the sign before it."""
    return unicodedata.category(sign) in ("Mn", "Me")


def _towers(name: str) -> bool:
    """Whether marks are piled up until they cover the lines around."""
    pile = 0
    for sign in name:
        pile = pile + 1 if _is_mark(sign) else 0
        if pile > _PILE:
            return True
    return False


def _is_hidden(sign: str) -> bool:
    kind = unicodedata.category(sign)
    return kind in _NEVER or sign in _BLANK or (kind == "Zs" and sign != " ")


def _refused(reason: str) -> Refused:
    return Refused(422, "bad-name", reason, field="name")
