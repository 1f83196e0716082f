"""What it was measured on; nothing that says whose machine it is or where its files lie."""

import platform
import subprocess
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

from goldenhorn import __version__
from goldenhorn.lab.simulate import cores
from goldenhorn.rules.compiled import COMPILED

_PEERS = ("open_spiel", "pettingzoo", "gymnasium", "catanatron", "pgx", "jax")


def machine() -> dict[str, Any]:
    """Processor, cores, and the versions that matter."""
    return {
        "processor": _processor(),
        "cores": cores(),
        "system": f"{platform.system()} {platform.machine()}",
        "python": platform.python_version(),
        "numba": _version("numba") if COMPILED else None,
        "numpy": _version("numpy"),
        "goldenhorn": __version__,
        "peers": {name: found for name in _PEERS if (found := _version(name))},
    }


def as_text(found: dict[str, Any]) -> str:
    """All of it on a line."""
    compiled = f"Numba {found['numba']}" if found["numba"] else "no Numba: nothing is compiled"
    peers = [f"{name} {number}" for name, number in found["peers"].items()]
    return (
        f"goldenhorn {found['goldenhorn']} on {found['processor']}, {found['cores']} cores, "
        f"{found['system']}, Python {found['python']}, {compiled}, NumPy {found['numpy']}"
        f"{'; beside it ' if peers else ''}{', '.join(peers)}"
    )


def _processor() -> str:
    try:
        if platform.system() == "Darwin":
            asked = ["sysctl", "-n", "machdep.cpu.brand_string"]
            return subprocess.run(asked, capture_output=True, text=True, check=True).stdout.strip()
        for line in Path("/proc/cpuinfo").read_text().splitlines():
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    except (OSError, subprocess.CalledProcessError):
        pass
    return platform.processor() or "a processor that does not say its name"


def _version(package: str) -> str | None:
    try:
        return version(package)
    except PackageNotFoundError:
        return None
