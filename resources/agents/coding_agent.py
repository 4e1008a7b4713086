# SPDX-License-Identifier: Apache-2.0
"""A coding agent with a command line, as `kloupe agent` speaks with agents.

    kloupe agent tries.kloupe --method claude --tasks Activation/gelu --network --env ANTHROPIC_API_KEY \\
        --bind AGENTS -- python3 AGENTS/coding_agent.py claude -p

The command gets PROMPT.md on standard input and works in the folder: the page says how it asks for a verdict. What it says
stands in the log beside the folder. It is told to end with SIGTERM when `kloupe agent` says so. Needs Python's own library.
"""
import json
import signal
import subprocess
import sys
import threading


def say(kind, **what):
    print(json.dumps({"kind": kind, **what}), flush=True)


def heed_stop(process):
    """Reads what the host says until it says that it is over; verdicts are in feedback/ as well."""
    for line in sys.stdin:
        if json.loads(line)["kind"] == "stop":
            process.send_signal(signal.SIGTERM)
            return


def main():
    if len(sys.argv) < 2:
        sys.exit("coding_agent.py: name the agent's command")
    with open("PROMPT.md", "rb") as prompt:
        process = subprocess.Popen(sys.argv[1:], stdin=prompt, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                                   errors="replace")
    threading.Thread(target=heed_stop, args=(process,), daemon=True).start()
    for line in process.stdout:
        say("log", text=line.rstrip("\n"))
    say("done", reason=f"exit code {process.wait()}")


if __name__ == "__main__":
    main()
