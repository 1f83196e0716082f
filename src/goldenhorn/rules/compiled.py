"""How plain Python becomes machine code: Numba's decorator, its cache, and a few bit operations.

Without Numba, or with NUMBA_DISABLE_JIT=1, the same functions run as ordinary Python.
"""

import hashlib
import os
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, SupportsInt, TypeVar

try:
    if os.environ.get("NUMBA_DISABLE_JIT", "0") not in ("", "0"):
        raise ImportError("told to do without")
    import numba
except ImportError:  # also a platform that has none: slower, and otherwise the same
    numba = None

COMPILED: Final = numba is not None

Function = TypeVar("Function", bound=Callable[..., Any])
_FOLDER = Path(__file__).parent


def cache_folder(*rooms: Path) -> Path:
    """Where machine code is kept, by a hash of all that went into it.

    Numba looks only at the file a function stands in, not at the functions it calls, so it would
    go on using old rules after a change elsewhere. A folder named by the sources can't be stale.
    """
    digest = hashlib.sha256()
    version = numba.__version__ if numba else ""
    digest.update(f"{sys.version_info[:2]} {version}".encode())
    for room in sorted({_FOLDER, *rooms}):
        for source in sorted(room.glob("*.py")):
            digest.update(source.name.encode())
            digest.update(source.read_bytes())
    return _cache_home() / digest.hexdigest()[:16]


def _writable(folder: Path) -> str:
    """The folder; or nothing, and every process compiles anew.

    Numba would look for another place, beside the sources, where it would grow stale.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError:
        return ""
    return str(folder) if os.access(folder, os.W_OK) else ""


def _cache_home() -> Path:
    if own := os.environ.get("GOLDENHORN_CACHE"):
        return Path(own)
    from platformdirs import user_cache_path

    return user_cache_path("goldenhorn") / "compiled"


def compiler(*rooms: Path, inline: bool = False) -> Callable[[Function], Function]:
    """The decorator for functions that Numba compiles; `rooms` are the folders they stand in.

    With `inline` a function becomes part of those that call it: quicker to run, by a fifth over all
    of the rules, and slower to compile. It is for the small steps of a move.
    """
    if not COMPILED:
        return lambda function: function
    folder = _writable(cache_folder(*rooms))
    njit = partial(numba.njit, nogil=True, error_model="numpy", forceinline=inline)

    def compiled(function: Function) -> Function:
        before = numba.config.CACHE_DIR
        numba.config.CACHE_DIR = folder  # read while decorating, so other users never notice
        try:
            made: Function = njit(cache=bool(folder))(function)
        except RuntimeError:  # typed in by hand: there is no file whose cache it could be
            made = njit()(function)
        finally:
            numba.config.CACHE_DIR = before
        return made

    return compiled


compiled = compiler()
inlined = compiler(inline=True)

if TYPE_CHECKING or not COMPILED:
    _WORD = 2**64 - 1

    def u64(x: SupportsInt) -> int:
        """A 64-bit word without sign."""
        return int(x) & _WORD

    def i64(x: SupportsInt) -> int:
        """A whole number with a sign, as all other numbers here."""
        return int(x)

    def count_bits(x: int) -> int:
        """How many bits of a word are set."""
        return int(x).bit_count()

    def lowest_bit(x: int) -> int:
        """The place of a word's lowest bit that is set; the word must not be 0."""
        return (int(x) & -int(x)).bit_length() - 1

else:
    u64 = numba.uint64
    i64 = numba.int64

    @numba.extending.intrinsic
    def count_bits(typingctx, x):
        def machine(context, builder, signature, args):
            return builder.ctpop(args[0])

        return numba.uint64(numba.uint64), machine

    @numba.extending.intrinsic
    def lowest_bit(typingctx, x):
        def machine(context, builder, signature, args):
            true = context.get_constant(numba.types.boolean, True)
            return builder.cttz(args[0], true)

        return numba.uint64(numba.uint64), machine
