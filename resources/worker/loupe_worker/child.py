# SPDX-License-Identifier: Apache-2.0
"""A forked child: drops what it does not need, then answers requests until the engine
disconnects."""

from __future__ import annotations

import os
import resource
import sys
from typing import Any, NoReturn

from loupe_worker import devices, failures, system, tensors, tritoncompiler
from loupe_worker.channel import Channel, Closed, Message
from loupe_worker.failures import Failure
from loupe_worker.operations import Operations
from loupe_worker.turn import Turn
from loupe_worker.values import Encoder

# kloupe-host also exits with this code if its answer cannot be delivered.
CANNOT_ANSWER = 96


def run(parent: int, settings: Message, limits: Message, descriptors: list[int]) -> NoReturn:
    """Becomes a child of the server `parent`. `descriptors`: the channel, the pipe for output, and
    the activity ring if there is one."""
    os.setsid()
    system.die_with_parent(parent)
    system.set_dumpable(True)
    os.dup2(descriptors[1], 1)
    os.dup2(descriptors[1], 2)
    ring = descriptors[2:]
    if settings["keeps_descriptors"]:  # compute-sanitizer has connections in this process
        os.close(settings["control"])
    else:
        close_all_but({0, 1, 2, descriptors[0], *ring})
    os.environ.update(limits["variables"])
    if ring:  # before CUDA starts here and loads the library that reads it
        os.environ["KLOUPE_ACTIVITY_RING"] = str(ring[0])
    work = os.path.join(settings["scratch"][0], "work")
    os.mkdir(work)
    os.chdir(work)
    _limit(limits)
    sys.argv = ["candidate.py"]
    sys.path[:] = [entry for entry in sys.path if entry != settings["worker"]]
    channel = Channel(descriptors[0])
    operations = Operations(settings, work)
    turn = Turn(channel, lambda: devices.becomes_idle(settings["device"]))
    try:
        while True:
            request, received = channel.receive()
            if request.get("gives_turn_back"):
                tritoncompiler.attend(turn)
            with turn.of(request):
                answer, attached = _answer(operations, request, received)
            for descriptor in received:
                os.close(descriptor)
            _flush()
            channel.send(answer, attached)
            for descriptor in attached:
                os.close(descriptor)
    except Closed:
        os._exit(0)


def close_all_but(kept: set[int]) -> None:
    """Closes this process's other descriptors."""
    for entry in os.listdir("/proc/self/fd"):
        if int(entry) not in kept:
            try:
                os.close(int(entry))
            except OSError:
                pass  # the one used to list the folder


def _limit(limits: Message) -> None:
    def lower(kind: int, soft: int, hard: int) -> None:
        if soft > 0:
            resource.setrlimit(kind, (soft, hard))

    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    resource.setrlimit(resource.RLIMIT_MSGQUEUE, (0, 0))
    lower(resource.RLIMIT_CPU, limits["cpu_seconds"], limits["cpu_seconds"] + 1)
    memory = limits["memory_bytes"]
    # Results are files too.
    lower(resource.RLIMIT_FSIZE, *[max(limits["file_bytes"], memory) if memory else 0] * 2)
    if memory > 0 and not limits["is_gpu"]:
        with open("/proc/self/statm", encoding="utf-8") as file:
            mapped = int(file.read().split()[0]) * resource.getpagesize()
        lower(resource.RLIMIT_AS, mapped + memory, mapped + memory)


def _answer(
    operations: Operations, request: Message, received: list[int]
) -> tuple[Message, list[int]]:
    """Returns the answer and its descriptors."""
    answer: Message = {"id": request["id"]}
    attached: list[int] = []
    try:
        body, value, has_value = operations.perform(request, received)
        answer.update(body)
        if has_value:
            _attach(request, answer, attached, value, operations)
    except BaseException as error:  # also SystemExit and KeyboardInterrupt of the candidate
        return {"id": request["id"], "error": operations.describe(request, error)}, []
    return answer, attached


def _attach(
    request: Message, answer: Message, attached: list[int], value: Any, operations: Operations
) -> None:
    encoder = Encoder(keeps_sparse=operations.goes_on(request))
    answer["value"] = encoder.encode(value)
    if encoder.others and operations.is_asked_of_the_task(request):
        named = ", ".join(sorted(set(encoder.others)))
        raise Failure(failures.LIMIT, f"a value of the type {named}")
    if encoder.tensors:
        answer["tensors"], descriptor = tensors.write(encoder.tensors, operations.shared_device)
        attached.append(descriptor)
        answer["memory"] = operations.memory


def _flush() -> None:
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except BaseException:  # a candidate may have replaced the stream
            pass
