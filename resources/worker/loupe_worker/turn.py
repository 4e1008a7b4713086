# SPDX-License-Identifier: Apache-2.0
"""The turn on the device that a request of the engine holds while it is answered."""

from __future__ import annotations

import contextlib
from typing import Any, Callable, Iterator

from loupe_worker.channel import Channel, Message


class Turn:
    """Turn of a reference process, which can be given back while the device has nothing to do."""

    def __init__(self, channel: Channel, becomes_idle: Callable[[], bool]) -> None:
        self._channel = channel
        self._becomes_idle = becomes_idle
        self._request: Any = None  # the request whose turn can be given back now

    @contextlib.contextmanager
    def of(self, request: Message) -> Iterator[None]:
        """Holds the turn while the request is answered."""
        if request.get("gives_turn_back"):
            self._request = request["id"]
        try:
            yield
        finally:
            self._request = None

    @contextlib.contextmanager
    def given_back(self) -> Iterator[None]:
        """Gives the turn back inside the context, where this process does not use the device and
        others may be timed. It may run in a thread other than the answering one, such as torch's
        gradient thread, for which the answering one waits."""
        if self._request is None or not self._becomes_idle():
            yield
            return
        request, self._request = self._request, None
        self._channel.send({"id": request, "turn": "given back"})
        try:
            yield
        finally:
            self._channel.send({"id": request, "turn": "wanted"})
            self._channel.receive()
            self._request = request
