"""The provably fair shuffle: whoever dealt cannot have chosen the cards, and anyone can check it.

The server publishes the hash of its secret, and after that people add digits of their own. The
game's seed comes from both, so neither side can steer it; when the game is over all of it is
shown. docs/server.md tells it with an example.
"""

import hashlib
import secrets
from collections.abc import Mapping, Sequence, Set
from typing import Any, Final

METHOD: Final = "golden-horn-shuffle-1"


def new_secret() -> str:
    """The server's part: 256 bits."""
    return secrets.token_hex(32)


def commitment(secret: str) -> str:
    """What is published of a secret before anyone sits down.

    >>> commitment("00" * 32)[:16]
    '66687aadf862bd77'
    """
    return hashlib.sha256(bytes.fromhex(secret)).hexdigest()


def mixed(secret: str, contributions: Sequence[str]) -> tuple[str, int]:
    """The game's seed, in hexadecimal digits, and a number to draw by lot who begins.

    >>> mixed("00" * 32, ["ab" * 16, ""])[0]
    '3142d58c154b3942d02dbdc01fa365f7'
    """
    lines = "\n".join([METHOD, secret, *contributions])
    digest = hashlib.sha256(lines.encode("ascii")).digest()
    return digest[:16].hex(), int.from_bytes(digest[16:24], "big")


def proof(secret: str, contributions: Sequence[str], *, by_lot: bool) -> dict[str, Any]:
    """All that was secret about a shuffle, for its record."""
    return {
        "method": METHOD,
        "commitment": commitment(secret),
        "secret": secret,
        "contributions": list(contributions),
        "by_lot": by_lot,
    }


def faults(
    shown: Mapping[str, Any],
    seed: int,
    players: int,
    first_player: int,
    bots: Set[int] = frozenset(),
) -> list[str]:
    """What does not hold of a proof, as names of messages; empty if the shuffle was fair.

    Whatever the seats of `bots` added, the server chose, and could choose it last.
    """
    secret, parts = shown.get("secret"), shown.get("contributions")
    if shown.get("method") != METHOD:
        return ["fair-method"]
    if not _is_hex(secret, 64) or not isinstance(parts, list) or len(parts) != players:
        return ["fair-form"]
    if not all(part == "" or _is_hex(part) for part in parts):
        return ["fair-form"]
    found = []
    if commitment(str(secret)) != shown.get("commitment"):
        found.append("fair-commitment")
    if any(parts[seat] for seat in bots):
        found.append("fair-bots")
    made, lot = mixed(str(secret), parts)
    if int(made, 16) != seed:
        found.append("fair-seed")
    if shown.get("by_lot") is True and lot % players != first_player:
        found.append("fair-lot")
    return found


def _is_hex(text: object, length: int | None = None) -> bool:
    if not isinstance(text, str) or not 0 < len(text) <= 64:
        return False
    return set(text) <= set("0123456789abcdef") and (length is None or len(text) == length)
