"""How the server says no."""


class Refused(Exception):
    """Something that was asked for and is not done: the status, a word for programs, a sentence."""

    def __init__(
        self,
        status: int,
        error: str,
        reason: str,
        rule: str | None = None,
        field: str | None = None,
    ) -> None:
        super().__init__(status, error, reason, rule, field)
        self.status = status
        self.error = error
        self.reason = reason
        self.rule = rule
        self.field = field

    def __str__(self) -> str:
        return self.reason
