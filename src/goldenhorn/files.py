"""Writing a file: all of it or, should something fail, nothing."""

import os
import secrets
from contextlib import suppress
from pathlib import Path


def write_whole(path: Path, text: str) -> None:
    """Put the text there; folders that are missing are made."""
    file = Path(os.path.realpath(path))  # a link stays one, to the file that is written
    # Not by tempfile, whose files nobody but their owner may read.
    draft = file.parent / f"{file.name}.{secrets.token_hex(4)}.draft"
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        if file.exists() and not file.is_file():  # nothing takes the place of a pipe or a device
            file.write_text(text, encoding="utf-8", newline="\n")
            return
        with draft.open("x", encoding="utf-8", newline="\n") as out:
            out.write(text)
            out.flush()
            os.fsync(out.fileno())
        draft.replace(file)
    except BaseException as bad:
        with suppress(OSError):  # where nothing can be written, nothing was
            draft.unlink(missing_ok=True)
        if isinstance(bad, OSError) and bad.filename == str(draft):
            bad.filename = str(path)  # nobody has heard of the draft
        raise
