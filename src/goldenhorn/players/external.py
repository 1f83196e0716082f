"""Programs that play: any language, by lines on their standard input and output.

docs/players.md describes the protocol, and `examples/` has a player in JavaScript.
"""

import json
import queue
import shlex
import subprocess
import threading
from contextlib import suppress
from typing import IO, Any, Final, cast

from goldenhorn.game import Seen

PATIENCE: Final = 60.0  # seconds a program may think about one answer
_LONGEST: Final = 10_000  # characters of an answer


Answers = queue.Queue[str | None]
"""The lines that a program has said, and None when it has left."""


class PlayerFailed(ValueError):
    """A player chose what is no legal move; or is a program that left, or was silent for long."""


class External:
    """A player that is a program of its own."""

    def __init__(self, command: str, patience: float = PATIENCE) -> None:
        self._command = command
        self._patience = patience
        try:
            words = shlex.split(command)
        except ValueError as bad:
            raise PlayerFailed(f"{command!r} cannot be read as a command: {bad}") from None
        if not words:
            raise PlayerFailed("no program is named after “program:”")
        try:
            self._program = subprocess.Popen(
                words,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                encoding="utf-8",
                errors="replace",  # what is no text is no legal move either
                bufsize=1,
            )
        except OSError as bad:
            raise PlayerFailed(f"{command!r} cannot be started: {bad.strerror}") from None
        self._answers: Answers = queue.Queue()
        # It knows nothing of the player, or the player would never be let go.
        given = cast(IO[str], self._program.stdout), self._answers
        self._listener = threading.Thread(target=_listen, args=given, daemon=True)
        self._listener.start()
        self._table: Any = None
        self._ply = -1
        self._say("goldenhorn 1")
        hello = self._hear()
        if not hello.startswith("ready"):
            self.close()
            raise PlayerFailed(f"{command!r} should answer “ready”, not {hello[:60]!r}")

    def _say(self, line: str) -> None:
        program = cast(IO[str], self._program.stdin)
        try:
            program.write(line + "\n")
            program.flush()
        except (OSError, ValueError):
            raise PlayerFailed(f"{self._command!r} has left") from None

    def _hear(self) -> str:
        try:
            answer = self._answers.get(timeout=self._patience)
        except queue.Empty:
            self.close()
            raise PlayerFailed(
                f"{self._command!r} was silent for {self._patience:g} seconds"
            ) from None
        if answer is None:
            raise PlayerFailed(f"{self._command!r} has left")
        return answer.strip()

    def choose(self, seen: Seen) -> str:
        """Tell the program what the seat sees, and hear its move."""
        data = seen.data
        if seen.options != self._table or seen.ply < self._ply:
            self._table = seen.options
            table = {name: data[name] for name in data if name not in ("state", "scores")}
            self._say("game " + json.dumps({**table, "seat": seen.seat}))
        self._ply = seen.ply
        self._say("state " + json.dumps(data["state"]))
        self._say("legal " + "|".join(seen.legal))
        self._say("choose")
        answer = self._hear()
        move = answer.removeprefix("move ")
        if not answer.startswith("move ") or move not in seen.legal:
            raise PlayerFailed(
                f"{self._command!r} answered {answer[:60]!r}, which is no legal move"
            )
        return move

    def close(self) -> None:
        """Let the program go."""
        self._program.terminate()
        with suppress(OSError):
            cast(IO[str], self._program.stdin).close()
        try:
            self._program.wait(2)
        except subprocess.TimeoutExpired:
            self._program.kill()
            self._program.wait()
        self._listener.join(2)

    def __del__(self) -> None:
        if hasattr(self, "_listener"):
            self.close()


def _listen(out: IO[str], answers: Answers) -> None:
    with out:
        for line in iter(lambda: out.readline(_LONGEST), ""):
            answers.put(line)
    answers.put(None)
