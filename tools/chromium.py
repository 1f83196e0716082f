"""Which Chromium of this machine to try and to measure the page in.

python -m tools.chromium    says where it is, or fails
"""

import os
import shutil
import sys

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
PLACES = (
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
)


def chromium() -> str | None:
    """Where it is; None where there is none."""
    found = (path for name in (*NAMES, *PLACES) if (path := shutil.which(name)))
    return next(found, None)


def flags() -> list[str]:
    """What it is started with: nothing from elsewhere, and for root no sandbox, which cannot be."""
    as_root = hasattr(os, "geteuid") and os.geteuid() == 0
    return [
        "--disable-gpu",
        "--disable-quic",
        "--no-first-run",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
        *(["--no-sandbox"] if as_root else []),
    ]


if __name__ == "__main__":
    print(found := chromium() or "")
    sys.exit(not found)
