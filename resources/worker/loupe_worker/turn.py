# SPDX-License-Identifier: Apache-2.0
"""The turn on the device that a request of the engine holds while it is answered."""

from __future__ import annotations

import contextlib
from typing import Any, Callable, Iterator

from loupe_worker.channel import Channel, Message


class Turn:
    """Of an oracle: it can be given back for as long as the device has nothing to do."""

    def __init__(self, channel: Channel, becomes_idle: Callable[[], bool]) -> None:
        self._channel = channel
        self._becomes_idle = becomes_idle
        self._request: Any = None  # whose turn can be given back now

    @contextlib.contextmanager
    def of(self, request: Message) -> Iterator[None]:
        """While the request is answered."""
        if request.get("gives_turn_back"):
            self._request = request["id"]
        try:
            yield
        finally:
            self._request = None

    @contextlib.contextmanager
    def given_back(self) -> Iterator[None]:
        """Inside, this process has nothing for the device; others may be timed on it meanwhile. The
        thread may be another than the one that answers: gradients are computed in one of torch's,
        for which that waits."""
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
