"""Connections before they ask for anything: few from one address, and none that only stands there.

What is asked passes the guard. A connection that asks nothing never gets that far, and so many of
them would leave no room for anybody else.
"""

import asyncio
from typing import Any, Final

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

from goldenhorn.server.limits import Limits, whose

PATIENCE: Final = 20.0  # seconds for a whole request to arrive


class Doorstep(H11Protocol):
    """How uvicorn speaks HTTP, with a bound on how long and how many."""

    _hurry: asyncio.TimerHandle | None = None
    _address: str | None = None  # as long as it is counted

    def connection_made(self, transport: Any) -> None:
        super().connection_made(transport)
        state: Any = getattr(self.app, "state", None)
        limits: Limits = state.limits
        address = whose(self.client[0] if self.client else "")
        # By a proxy come everybody's: it looks after their number itself.
        if not state.settings.trust_proxy:
            if not limits.enter(address, "connections"):
                transport.abort()
                return
            self._address = address
        self._wait()

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        if self.conn.their_state not in (h11.IDLE, h11.SEND_BODY):
            self._stop_waiting()  # all of it is here

    def on_response_complete(self) -> None:
        super().on_response_complete()
        if not self.transport.is_closing():
            self._wait()

    def handle_websocket_upgrade(self, event: Any) -> None:
        self._leave()  # the guard counts them from here on
        super().handle_websocket_upgrade(event)

    def connection_lost(self, exc: Exception | None) -> None:
        self._leave()
        super().connection_lost(exc)

    def _wait(self) -> None:
        self._stop_waiting()
        self._hurry = self.loop.call_later(PATIENCE, self.transport.abort)

    def _stop_waiting(self) -> None:
        if self._hurry is not None:
            self._hurry.cancel()
            self._hurry = None

    def _leave(self) -> None:
        self._stop_waiting()
        if self._address is not None:
            self.app.state.limits.leave(self._address, "connections")
            self._address = None
