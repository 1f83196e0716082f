"""How a server is run: one value, from the command line, handed to worker processes as JSON."""

import ipaddress
import os
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Literal
from urllib.parse import urlsplit

import msgspec

PORT: Final = 8731
FILE: Final = "tables.sqlite"
VARIABLE: Final = "GOLDENHORN_SETTINGS"

Metrics = Literal["off", "here", "all"]


def data_folder() -> Path:
    """Where this person's tables are kept."""
    from platformdirs import user_data_path

    return user_data_path("goldenhorn", appauthor=False)


def database_url(given: str | None) -> str:
    """An address of a database; a bare path is a file of SQLite's, and nothing this person's."""
    path = given or str(data_folder() / FILE)
    return path if "://" in path else f"sqlite:///{Path(path).expanduser().as_posix()}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """Everything a server process has to know before it starts."""

    database: str  # sqlite:///… or postgresql://…
    host: str = "127.0.0.1"
    port: int = PORT
    redis: str | None = None
    workers: int = 1
    public_addresses: tuple[str, ...] = ()  # https://horn.example; the first is the one to tell
    trust_proxy: bool = False  # what X-Forwarded-For says of the client is true
    metrics: Metrics = "here"
    limits: float = 1.0  # how many times the usual limits; 0 is none at all
    log: Literal["all", "quiet", "off"] = "all"  # quiet: only what went wrong
    page: str | None = None  # the folder of the built page, if not the one in the package
    passwords: int = 2  # how many are hashed at once
    bot_pause: float = 0.8  # seconds before a bot's move, so that people can follow

    @property
    def secure(self) -> bool:
        """People come by https alone."""
        return bool(self.public_addresses) and all(
            address.startswith("https://") for address in self.public_addresses
        )

    @property
    def on_loopback(self) -> bool:
        """Only this machine can reach the server."""
        if self.host == "localhost":
            return True
        try:
            return ipaddress.ip_address(self.host).is_loopback
        except ValueError:
            return False

    @property
    def address(self) -> str:
        """Where a browser finds the server."""
        if self.public_addresses:
            return self.public_addresses[0]
        host = "127.0.0.1" if self.host in ("0.0.0.0", "::", "") else self.host
        return f"http://[{host}]:{self.port}" if ":" in host else f"http://{host}:{self.port}"

    @property
    def shared(self) -> bool:
        """Other server processes use the same database."""
        return self.workers > 1 or self.redis is not None


def to_environment(settings: Settings) -> None:
    """For the worker processes, which start with nothing else from us."""
    os.environ[VARIABLE] = msgspec.json.encode(settings).decode()


def from_environment() -> Settings:
    """What the process that started this one has put there."""
    return msgspec.json.decode(os.environ[VARIABLE], type=Settings)


def is_web_address(text: str) -> bool:
    """Such as https://horn.example or http://192.168.1.7:8731, without a path."""
    try:
        parts = urlsplit(text)
        _ = parts.port
    except ValueError:
        return False
    return (
        parts.scheme in ("http", "https")
        and bool(parts.hostname)
        and text.isascii()  # as browsers write it
        and not any(sign.isspace() for sign in text)
        and parts.username is None
        and parts.path == ""
        and not parts.query
        and not parts.fragment
    )
