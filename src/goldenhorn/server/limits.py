"""How often anyone may do anything: buckets that fill again with time, in bounded memory."""

import ipaddress
import time
from collections.abc import Callable
from typing import Final, NamedTuple

from goldenhorn.server import metrics
from goldenhorn.server.errors import Refused
from goldenhorn.words import say


class Rate(NamedTuple):
    """So many at once, and then one in so many seconds."""

    at_once: float
    seconds: float


# For an address, where a whole family or school may be, and for a person.
RATES: Final = {
    "page": Rate(600, 1 / 60),
    "request": Rate(300, 1 / 30),
    "guest": Rate(30, 20),
    "account": Rate(12, 60),
    "sign-in": Rate(20, 15),
    "sign-in name": Rate(200, 2),  # one account, from wherever: more than any address alone may
    "table": Rate(40, 8),
    "live": Rate(200, 1 / 5),
    "message": Rate(600, 1 / 120),  # by all live connections together
    "talk": Rate(60, 1 / 2),
    "my request": Rate(200, 1 / 15),
    "my table": Rate(20, 15),
    "my token": Rate(20, 60),
    "my talk": Rate(20, 1),
}
# Of one address at a time: live connections, and others that ask for something or wait to.
SOCKETS: Final = 400
CONNECTIONS: Final = 600
_AT_A_TIME: Final = {"sockets": SOCKETS, "connections": CONNECTIONS}

_MOST: Final = 50_000  # buckets; one takes some 200 bytes


class Limits:
    """The buckets of this process; `times` makes all of them larger, 0 does without."""

    def __init__(self, times: float = 1.0, now: Callable[[], float] = time.monotonic) -> None:
        self._times = times
        self._now = now
        self._buckets: dict[tuple[str, str], tuple[float, float]] = {}
        self._open: dict[tuple[str, str], int] = {}

    def take(self, kind: str, whose: str | int, many: float = 1.0) -> None:
        """Take one from a bucket, or more; refused where it is empty."""
        wait = self.wait(kind, whose, many)
        if wait:
            metrics.limited.labels(kind).inc()
            raise TooMany(wait)

    def wait(self, kind: str, whose: str | int, many: float = 1.0) -> float:
        """Take that many, where there is at least one; or the seconds until there is.

        Who takes more than there are waits longer the next time.
        """
        if not self._times:
            return 0.0
        rate = RATES[kind]
        key, now, full = (kind, str(whose)), self._now(), rate.at_once * self._times
        left, then = self._buckets.pop(key, (full, now))
        left = min(full, left + (now - then) * self._times / rate.seconds)
        wait = 0.0 if left >= 1 else (1 - left) * rate.seconds / self._times
        if len(self._buckets) >= _MOST:
            # The one untouched for longest: they stand in the order of their last use.
            del self._buckets[next(iter(self._buckets))]
        self._buckets[key] = (left if wait else left - many, now)
        return wait

    def enter(self, address: str, kind: str = "sockets") -> bool:
        """One more connection of a kind, unless there are too many from there."""
        count = self._open.get((kind, address), 0)
        if self._times and count >= _AT_A_TIME[kind] * self._times:
            metrics.limited.labels(kind).inc()
            return False
        self._open[kind, address] = count + 1
        return True

    def leave(self, address: str, kind: str = "sockets") -> None:
        count = self._open.pop((kind, address), 0) - 1
        if count > 0:
            self._open[kind, address] = count


class TooMany(Refused):
    """Too many; in so many seconds there may be more."""

    def __init__(self, wait: float) -> None:
        self.wait = max(1, round(wait + 0.5))
        super().__init__(429, "slow-down", say("refused-slow-down", seconds=self.wait))


def whose(address: str) -> str:
    """Who has an address: of version 6, everyone has at least 2⁶⁴ of them."""
    try:
        found = ipaddress.ip_address(address)
    except ValueError:
        return address
    if isinstance(found, ipaddress.IPv6Address):
        if found.ipv4_mapped:
            return str(found.ipv4_mapped)
        return str(ipaddress.ip_network((found, 64), strict=False).network_address)
    return str(found)
