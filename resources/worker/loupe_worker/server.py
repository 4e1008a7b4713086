# SPDX-License-Identifier: Apache-2.0
"""Fork server: imports the framework once and forks a clean child for each piece of code.

To the engine, once: {"ready": {"python", "packages"}} | {"failed": text}
From the engine:     {"fork": {limits…}} + [the child's channel, the pipe for its output,
                     the activity ring of its device, if there is a library that records it]
Answer:              {"forked": true} + [a pid descriptor] | {"failed": text}
Later, unrequested:  {"ended": {"signal"|"code": number}, "clean": bool}
"""

from __future__ import annotations

import json
import os
import select
from typing import Any, NoReturn

from loupe_worker import child, framework, system
from loupe_worker.channel import Channel, Closed, Message


class Server:
    """One engine connection and at most one child."""

    def __init__(self, settings: Message, forked: bool = False) -> None:
        """`forked` means that zygote.py forked this server into a sandbox."""
        self._settings = settings
        self._control = Channel(settings["control"])
        self._alone = bool(settings["confined"]) and (forked or system.is_alone_in_namespace())
        self._pid = 0
        self._pid_descriptor = -1
        self._undisturbed: list[Any] = []
        self._shown: set[str] = set()

    def run(self) -> int:
        system.set_dumpable(False)
        system.adopt_orphans()
        for folder in self._settings["scratch"]:
            self._shown |= system.shown_folders(folder)
        versions = framework.load_or_say(self._settings, self._control)
        if versions is None:
            return 1
        self._undisturbed = system.disturbances()
        self._control.send({"ready": versions})
        try:
            while True:
                self._step()
        except Closed:
            system.kill_descendants(self._alone)
            return 0

    def _step(self) -> None:
        poll = select.poll()
        poll.register(self._control.fileno(), select.POLLIN)
        if self._pid_descriptor >= 0:
            poll.register(self._pid_descriptor, select.POLLIN)
        ready = [descriptor for descriptor, _ in poll.poll()]
        if self._pid_descriptor in ready:
            self._bury()
        elif ready:
            request, descriptors = self._control.receive()
            self._fork(request["fork"], descriptors)

    def _fork(self, limits: Message, descriptors: list[int]) -> None:
        try:
            parent = os.getpid()
            pid = os.fork()
            if pid == 0:
                self._become_child(parent, limits, descriptors)
        except OSError as error:
            self._control.send({"failed": f"cannot fork: {error}"})
            return
        finally:
            for descriptor in descriptors:
                os.close(descriptor)
        self._pid = pid
        self._pid_descriptor = os.pidfd_open(pid)
        self._control.send({"forked": True}, [self._pid_descriptor])

    def _become_child(self, parent: int, limits: Message, descriptors: list[int]) -> NoReturn:
        try:
            child.run(parent, self._settings, limits, descriptors)
        finally:
            os._exit(child.CANNOT_ANSWER)

    def _bury(self) -> None:
        _, status = os.waitpid(self._pid, 0)
        os.close(self._pid_descriptor)
        self._pid, self._pid_descriptor = 0, -1
        clean = system.kill_descendants(self._alone)
        for folder in self._settings["scratch"]:
            clean = system.wipe_folder(folder, self._shown) and clean
        clean = clean and system.disturbances() == self._undisturbed
        if os.WIFSIGNALED(status):
            how = {"signal": os.WTERMSIG(status)}
        else:
            how = {"code": os.WEXITSTATUS(status)}
        self._control.send({"ended": how, "clean": clean})


def main(text: str) -> int:
    settings = json.loads(text)
    if settings["role"] == "zygote":
        from loupe_worker import zygote

        return zygote.main(settings)
    return Server(settings).run()
