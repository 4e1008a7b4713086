# SPDX-License-Identifier: Apache-2.0
"""Messages to and from the engine: JSON preceded by its length, and descriptors."""

from __future__ import annotations

import array
import fcntl
import json
import os
import socket
import struct
from typing import Any

Message = dict[str, Any]

# The engine's channel refuses messages above 1 MiB; longer ones travel in shared memory.
_INLINE_BYTES = 512 << 10
_LONGEST_BYTES = 64 << 20
_MOST_DESCRIPTORS = 16


class Closed(Exception):
    """The other end is closed."""


class Channel:
    """One end of a stream socket; see core/sandbox/channel/channel.h."""

    def __init__(self, descriptor: int) -> None:
        self._socket = socket.socket(fileno=descriptor)

    def fileno(self) -> int:
        return self._socket.fileno()

    def close(self) -> None:
        self._socket.close()

    def send(self, body: Message, descriptors: list[int] | None = None) -> None:
        """Sends a message; the descriptors stay open here."""
        text = json.dumps(body, allow_nan=False).encode("utf-8", "replace")
        attached = list(descriptors or [])
        memory = -1
        if len(text) > _INLINE_BYTES:
            memory = _in_memory(text)
            attached.append(memory)
            envelope: Message = {"large": len(text)}
            if "id" in body:
                envelope["id"] = body["id"]
            text = json.dumps(envelope).encode()
        try:
            self._send_frame(struct.pack("<I", len(text)) + text, attached)
        finally:
            if memory >= 0:
                os.close(memory)

    def receive(self) -> tuple[Message, list[int]]:
        """Waits for a whole message; raises Closed if there will be none."""
        descriptors: list[int] = []
        (size,) = struct.unpack("<I", self._read(4, descriptors))
        body = json.loads(self._read(size, descriptors))
        if "large" in body:
            memory = descriptors.pop()
            try:
                body = json.loads(_from_memory(memory, body["large"]))
            finally:
                os.close(memory)
        return body, descriptors

    def _send_frame(self, frame: bytes, descriptors: list[int]) -> None:
        rights = []
        if descriptors:
            rights = [(socket.SOL_SOCKET, socket.SCM_RIGHTS, array.array("i", descriptors))]
        sent = self._socket.sendmsg([frame], rights)
        while sent < len(frame):
            sent += self._socket.send(frame[sent:])

    def _read(self, size: int, descriptors: list[int]) -> bytes:
        data = bytearray()
        room = socket.CMSG_SPACE(_MOST_DESCRIPTORS * array.array("i").itemsize)
        while len(data) < size:
            part, ancillary, _, _ = self._socket.recvmsg(
                size - len(data), room, socket.MSG_CMSG_CLOEXEC
            )
            for level, kind, payload in ancillary:
                if level == socket.SOL_SOCKET and kind == socket.SCM_RIGHTS:
                    received = array.array("i")
                    received.frombytes(payload[: len(payload) // 4 * 4])
                    descriptors.extend(received)
            if not part:
                raise Closed()
            data += part
        return bytes(data)


def _in_memory(text: bytes) -> int:
    if len(text) > _LONGEST_BYTES:
        raise OverflowError("an answer is longer than 64 MiB")
    memory = os.memfd_create("loupe-message", os.MFD_CLOEXEC | os.MFD_ALLOW_SEALING)
    written = 0
    while written < len(text):
        written += os.write(memory, memoryview(text)[written:])
    fcntl.fcntl(memory, fcntl.F_ADD_SEALS, fcntl.F_SEAL_SHRINK | fcntl.F_SEAL_GROW)
    return memory


def _from_memory(memory: int, size: int) -> bytes:
    data = bytearray()
    while len(data) < size:
        part = os.pread(memory, size - len(data), len(data))
        if not part:
            raise Closed()
        data += part
    return bytes(data)
