# SPDX-License-Identifier: Apache-2.0
"""Imports the framework once for all servers of a run and forks them into existing sandboxes.

Started by root outside every sandbox; it runs only the framework's code. A server that it forks
first enters all of the sandbox's namespaces and becomes the sandbox's user, with no capabilities.
It is then the same as a server started there by bubblewrap.

To the engine, once: {"ready": {"python", "packages"}} | {"failed": text}
From the engine:     {"serve": {settings of server.py}, "environment", "user", "processes", "landlock", "groups"} +
                     [a pid descriptor of the sandbox's first process, the server's channel, its output,
                      entrances of `groups` control groups, the filter of system calls where there is one]
Answer:              {"served": true} | {"failed": text}
"""

from __future__ import annotations

import os
import resource
import signal
from typing import NoReturn

from loupe_worker import child, framework, renounce, server, system
from loupe_worker.channel import Channel, Closed, Message

_FAILED = 97


class Zygote:
    def __init__(self, settings: Message) -> None:
        self._settings = settings
        self._control = Channel(settings["control"])
        self._is_serving = False

    def run(self) -> int:
        # A sandbox is ended only when its server is not even a zombie, so this process reaps it
        # soonest.
        system.adopt_orphans()
        signal.signal(signal.SIGCHLD, self._reap)
        versions = framework.load_or_say(self._settings, self._control)
        if versions is None:
            return 1
        self._control.send({"ready": versions})
        try:
            while True:
                request, descriptors = self._control.receive()
                self._control.send(self._serve(request, descriptors))
                for descriptor in descriptors:
                    os.close(descriptor)
        except Closed:
            return 0

    def _reap(self, *_: object) -> None:
        while not self._is_serving:
            try:
                if os.waitpid(-1, os.WNOHANG)[0] == 0:
                    return
            except ChildProcessError:
                return

    def _serve(self, request: Message, descriptors: list[int]) -> Message:
        self._is_serving = True  # its exit status is collected here
        pid = os.fork()
        if pid == 0:
            try:
                signal.signal(signal.SIGCHLD, signal.SIG_DFL)
                _enter(request, descriptors)
            finally:
                os._exit(_FAILED)
        _, status = os.waitpid(pid, 0)
        self._is_serving = False
        self._reap()
        if status != 0:
            return {"failed": "the sandbox cannot be entered"}
        return {"served": True}


def _enter(request: Message, descriptors: list[int]) -> NoReturn:
    sandbox, control, output, *others = descriptors
    for group in others[: request["groups"]]:
        os.write(group, b"0")
    filters = others[request["groups"] :]
    system.enter_namespaces(sandbox)
    if os.fork() != 0:  # only a child is in the PID namespace
        os._exit(0)
    try:
        os.setsid()
        nothing = os.open("/dev/null", os.O_RDONLY)
        os.dup2(nothing, 0)
        os.dup2(output, 1)
        os.dup2(output, 2)
        child.close_all_but({0, 1, 2, control, *filters})
        os.chdir(request["serve"]["scratch"][0])
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        resource.setrlimit(resource.RLIMIT_NPROC, (request["processes"],) * 2)
        system.become(request["user"])
        system.join_new_keyring()
        if request["landlock"]:
            renounce.restrict_files(request["serve"]["scratch"])
        for descriptor in filters:
            renounce.filter_calls(descriptor)
            os.close(descriptor)
        os.environ.clear()
        os.environ.update(request["environment"])
        os._exit(server.Server(request["serve"] | {"control": control}, forked=True).run())
    finally:
        os._exit(_FAILED)


def main(settings: Message) -> int:
    return Zygote(settings).run()
