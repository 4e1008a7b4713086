# SPDX-License-Identifier: Apache-2.0
"""One program, judged by `kloupe evaluate-one`: what the adaptors beside this file have in common.

KLOUPE_STORE and KLOUPE_TASK say where and what; KLOUPE_METHOD is the name in the store, KLOUPE_SAMPLE the number of the
attempt (0), KLOUPE_OPTIONS further words of `kloupe evaluate-one`, KLOUPE its program. A store has one writer: calls that
come at the same time wait for one another.
"""
import fcntl
import json
import os
import shlex
import subprocess

RIGHT, JUDGED_WRONG = 0, 1  # exit codes of evaluate-one; all others are no judgement


class NotJudged(RuntimeError):
    """It could not be judged: that is no failure of the program."""


def setting(name, value=None):
    found = os.environ.get(name, value)
    if found is None:
        raise NotJudged(f"{name} is not set")
    return found


def judge(program, method, task=None, sample=None):
    """What `kloupe evaluate-one --json` says of the file `program`: verdict, outcome, speedup, round, evaluation,
    feedback. The arguments stand where the environment says nothing; `task` and `sample` before it. Raises NotJudged."""
    store = setting("KLOUPE_STORE")
    command = [setting("KLOUPE", "kloupe"), "evaluate-one", store, "--task", task or setting("KLOUPE_TASK"),
               "--file", str(program), "--method", setting("KLOUPE_METHOD", method),
               "--sample", str(sample if sample is not None else setting("KLOUPE_SAMPLE", "0")), "--json",
               *shlex.split(setting("KLOUPE_OPTIONS", ""))]
    with open(store + ".agents.lock", "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        try:
            # It holds the lock as long as it writes, also where a tool that has waited too long ends its caller.
            done = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False,
                                  pass_fds=(lock.fileno(),))
        except OSError as problem:
            raise NotJudged(f"kloupe could not be started: {problem}") from problem
    if done.returncode not in (RIGHT, JUDGED_WRONG) or not done.stdout:
        raise NotJudged(f"kloupe could not judge it: {done.stderr.strip()[-2000:]}")
    return json.loads(done.stdout)


def is_right(result):
    return result["verdict"] == "correct"
