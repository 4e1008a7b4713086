# SPDX-License-Identifier: Apache-2.0
"""Requests {"id", "source", "entry"} over a channel, each answered with facts, until it closes:
python -I loupe_inspect <descriptor>. Without a descriptor: JSON lines over standard input and output."""

import json
import os
import sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))

from loupe_inspect.facts import facts_of  # noqa: E402
from loupe_worker.channel import Channel, Closed  # noqa: E402


def answer_channel(descriptor: int) -> None:
    channel = Channel(descriptor)
    while True:
        try:
            request, _ = channel.receive()
        except Closed:
            return
        facts = facts_of(request["source"], request["entry"])
        channel.send({"id": request["id"], **facts})


def answer_lines() -> None:
    for line in sys.stdin:
        request = json.loads(line)
        print(json.dumps(facts_of(request["source"], request.get("entry", ""))), flush=True)


if len(sys.argv) > 1:
    answer_channel(int(sys.argv[1]))
else:
    answer_lines()
