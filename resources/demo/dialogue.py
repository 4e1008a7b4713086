#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Records dialogue.jsonl: a server on the loopback answers the n-th question about a task with the n-th program of
tasks/demo/refine. What was asked is left out of the cassette, since it holds measured times.

usage: dialogue.py KLOUPE
"""
import hashlib
import json
import pathlib
import re
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
sys.path.insert(0, str(ROOT / "tests/e2e"))
from scriptedserver import Server  # noqa: E402

FILTER = (HERE / "tasks.txt").read_text().strip()
TASKS = FILTER.removeprefix("task:").split(",")
LEADS = ["Here is a kernel.", "I see what went wrong. This is the whole program again.", "This one should be better.",
         "One more change."]


class Programs(Server):
    def __init__(self):
        super().__init__([])
        self.asked = {}
        self.titles = {json.loads((ROOT / "tasks" / task / "task.json").read_text())["title"]: task for task in TASKS}

    def take(self, request):
        told = json.loads(request["body"])["messages"][0]["content"]
        task = self.titles[re.search(r"^# Task: (.*)$", told, re.MULTILINE).group(1)]
        with self.lock:
            number = self.asked[task] = self.asked.get(task, -1) + 1
        program = (ROOT / f"tasks/demo/refine/{task}/round_{number}.cpp").read_text().replace("demo-refine", "demo-dialogue")
        return {"content": f"{LEADS[number]}\n\n```cpp\n{program}```\n", "model": "none (recorded)",
                "usage": {"prompt_tokens": len(request["body"]) // 4, "completion_tokens": len(program) // 4}}


def main():
    kloupe = pathlib.Path(sys.argv[1]).resolve()
    with tempfile.TemporaryDirectory() as folder, Programs() as server:
        work = pathlib.Path(folder)
        profile = json.loads((HERE / "dialogue.json").read_text())
        profile["endpoint"]["url"] = server.url
        profile["strategy"]["confirm"] = False
        (work / "p.json").write_text(json.dumps(profile))
        subprocess.run([kloupe, "generate", work / "s.kloupe", "--profile", work / "p.json", "--suite", ROOT / "tasks", "--tasks",
                        FILTER, "--record", work / "c.jsonl"], check=True)
        title, *lines = (work / "c.jsonl").read_text().splitlines()
    entries = []
    for line in lines:
        entry = json.loads(line)
        entry["request"], entry["sha256"] = "", hashlib.sha256(b"").hexdigest()
        entry["chunks"] = [dict(chunk, ms=0) if "ms" in chunk else chunk for chunk in entry["chunks"]]
        entries.append(json.dumps(entry, sort_keys=True))
    (HERE / "dialogue.jsonl").write_text("\n".join([title, *entries]) + "\n")


if __name__ == "__main__":
    main()
