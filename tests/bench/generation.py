# SPDX-License-Identifier: Apache-2.0
"""Measures the gain from generating and evaluating concurrently, and the memory for large answers.

A loopback server answers with the reference of each task after some seconds. `pipeline` runs the
same tasks and rounds alternately (as for an endpoint on this machine) and concurrently ("local":
false), with default options otherwise. `memory` compares eight lanes with answers of ten megabytes
and with answers of some lines.

usage: generation.py KLOUPE SOURCES pipeline [TASKS [ROUNDS [SECONDS]]]
       generation.py KLOUPE SOURCES memory [MEGABYTES]
"""
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import threading
import time

KLOUPE, SOURCES = (pathlib.Path(word).resolve() for word in sys.argv[1:3])
sys.path.insert(0, str(SOURCES / "tests/e2e"))
from scriptedserver import Server  # noqa: E402


class References(Server):
    """Answers with the reference of the requested task after a delay; every answer is unique."""

    def __init__(self, seconds):
        super().__init__([])
        self.seconds = seconds
        self.count = 0
        self.tasks = {}
        for file in (SOURCES / "tasks").glob("*/*/task.json"):
            self.tasks[json.loads(file.read_text())["title"]] = file.parent / "reference.cpp"

    def take(self, request):
        with self.lock:
            self.requests.append(request)
            self.count += 1
            number = self.count
        text = json.loads(request["body"])["messages"]
        asked = " ".join(message["content"] for message in text)
        titles = [title for title in self.tasks if title in asked]
        source = self.tasks[max(titles, key=len)].read_text()
        time.sleep(self.seconds)
        return {"content": f"```cpp\n// answer {number}\n{source}\n```"}


def generate(folder, server, name, *options, local, lanes, rounds=1, samples=1):
    profile = {"format": 1, "name": name, "model": "m",
               "endpoint": {"url": server.url, "lanes": lanes, "local": local},
               "strategy": {"kind": "serial", "samples": samples, "rounds": rounds, "confirm": False, "reminder": False}}
    file = folder / f"{name}.json"
    file.write_text(json.dumps(profile))
    return subprocess.Popen([KLOUPE, "generate", folder / f"{name}.kloupe", "--profile", file, "--suite",
                             SOURCES / "tasks", "--json", *options], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
                            env={**os.environ, "KLOUPE_CACHE": str(folder / f"{name}.cache")})


def pipeline(folder, count=20, rounds=3, seconds=2.0):
    names = sorted(f"{file.parent.parent.name}/{file.parent.name}" for file in (SOURCES / "tasks").glob("*/*/task.json")
                   if file.parent.parent.name not in ("abi", "demo"))[:int(count)]
    elapsed = {}
    for name, local in (("turns", True), ("beside", False)):
        with References(float(seconds)) as server:
            began = time.monotonic()
            process = generate(folder, server, name, "--tasks", "task:" + ",".join(names), local=local, lanes=1,
                               rounds=int(rounds))
            document = json.loads(process.communicate()[0])
            elapsed[name] = time.monotonic() - began
        run = document["evaluation"]
        print(f"{name}: {elapsed[name]:.1f} s, {document['requests']} requests, {run['evaluated']} evaluated, "
              f"{run['correct']} correct", flush=True)
    print(f"beside each other it takes {elapsed['beside'] / elapsed['turns']:.2f} of what it takes by turns")


def peak(pid):
    """Returns the peak memory of the process and its children so far, in megabytes."""
    try:
        children = pathlib.Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
        status = pathlib.Path(f"/proc/{pid}/status").read_text()
    except OSError:
        return {}
    fields = dict(line.split(":", 1) for line in status.splitlines() if ":" in line)
    out = {fields["Name"].strip(): int(fields["VmHWM"].split()[0]) / 1024} if "VmHWM" in fields else {}
    for child in children:
        out |= {name: size for name, size in peak(child).items() if name.startswith("kloupe-ask")}
    return out


def memory(folder, megabytes=10):
    line = "an answer that is far too long for what was asked\\n"
    piece = 'data: {"choices":[{"index":0,"delta":{"content":"%s"}}]}\n\n' % (line * 20)
    end = 'data: {"choices":[{"index":0,"delta":{},"finish_reason":"stop"}]}\n\ndata: [DONE]\n\n'
    for name, repeat in (("short", 1), ("long", int(float(megabytes) * 1e6 / len(line * 20)))):
        step = {"chunks": [piece * repeat, end]}
        with Server([step]) as server:
            process = generate(folder, server, name, "--no-timing", "--tasks", "task:Activation/gelu", local=True, lanes=8,
                               samples=8)
            most, done = {}, threading.Event()

            def watch():
                while not done.wait(0.01):
                    for program, size in peak(process.pid).items():
                        most[program] = max(most.get(program, 0), size)
            watching = threading.Thread(target=watch)
            watching.start()
            document = json.loads(process.communicate()[0])
            done.set()
            watching.join()
        print(f"{name}: {document['requests']} answers of {len(piece) * repeat / 1e6:.1f} MB as they come; at most "
              + ", ".join(f"{program} {size:.0f} MB" for program, size in sorted(most.items())), flush=True)


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as name:
        {"pipeline": pipeline, "memory": memory}[sys.argv[3]](pathlib.Path(name), *sys.argv[4:])
