# SPDX-License-Identifier: Apache-2.0
"""One ReLU, computed honestly or in ways that some timers miss."""

import threading
import time

import torch

_x = None
_stream = None
_mode = "honest"


def _become(mode):
    global _x, _stream, _mode
    _x = torch.rand(1 << 26, device="cuda") - 0.5
    _stream = torch.cuda.Stream()
    _mode = mode
    torch.relu(_x)
    torch.cuda.synchronize()
    return mode


def become_honest():
    return _become("honest")


def become_side_stream():
    return _become("side_stream")


def become_thread():
    return _become("thread")


def become_patched():
    _become("patched")

    class Event:
        def __init__(self, *args, **kwargs):
            pass

        def record(self, *args):
            pass

        def synchronize(self):
            pass

        def elapsed_time(self, other):
            return 0.001

    torch.cuda.Event = Event
    torch.cuda.synchronize = lambda *args: None
    torch.cuda.current_stream = None
    time.perf_counter = lambda: 0.0
    return "patched"


def _on_stream():
    with torch.cuda.stream(_stream):
        return torch.relu(_x)


def run():
    if _mode == "side_stream":
        return _on_stream()
    if _mode == "thread":
        threading.Timer(0.0005, _on_stream).start()  # half a millisecond after the call returned
        return _x
    return torch.relu(_x)
