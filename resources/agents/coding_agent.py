# SPDX-License-Identifier: Apache-2.0
"""A coding agent with a command line, in a folder of its own with the task and a judge that counts.

    coding_agent.py tries.kloupe Activation/gelu --method claude --verdicts 20 --seconds 1800 -- claude -p

The command gets the prompt on standard input and works in the folder (--folder, else a new one): PROMPT.md is the task, as
`kloupe prompts render` says it, `./judge FILE` prints what became of a program. `judge` asks this process through a socket,
and this process alone knows the store, so that no more programs are judged than --verdicts. At the end of the time, and once
the command has ended, everything that it started in its own process group is ended. What it says is in agent.log.

Options that this program does not know, before `--`, are those of `kloupe evaluate-one` (--suite, --platform, --no-timing …).
KLOUPE names kloupe's program. The last line is one JSON object. Exit code 0: a program was right.
"""
import argparse
import json
import os
import shlex
import signal
import socket
import subprocess
import sys
import tempfile
import threading

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import kloupe_judge

LARGEST = 1 << 20  # bytes of a program
PATIENCE = 10  # seconds: for a program to come through the socket, for a command to end when it is told
SOCKET = "judge.sock"
OF_PROMPTS = ("--suite", "--platform")

HOW = """
# Judge

Write the program to a file in this folder and run `./judge FILE`. It prints what became of it: what the compiler said,
where results are wrong, how fast it is. Exit code 0 means that it is right. You have {verdicts} of these and {seconds}
seconds. The fastest program that is right counts; nothing else of what you write is read.
"""
CLIENT = """#!{python}
import json, os, socket, sys
with open(sys.argv[1], "rb") as file:
    program = file.read()
os.chdir(os.path.dirname(os.path.abspath(__file__)))
with socket.socket(socket.AF_UNIX) as judge:
    judge.connect({socket!r})
    judge.sendall(program)
    judge.shutdown(socket.SHUT_WR)
    answer = b"".join(iter(lambda: judge.recv(65536), b""))
answer = json.loads(answer)
print(answer["text"])
sys.exit(answer["code"])
"""


class Judge:
    """Answers `./judge`, one program after another."""

    def __init__(self, verdicts, ending, method, task):
        self.left, self.ending, self.method, self.task = verdicts, ending, method, task
        self.results, self.is_over = [], threading.Event()
        self.socket = socket.socket(socket.AF_UNIX)
        self.socket.bind(SOCKET)
        self.socket.listen()
        self.socket.settimeout(0.2)
        self.thread = threading.Thread(target=self.serve, daemon=True)

    def serve(self):
        while not self.is_over.is_set():
            try:
                agent, _ = self.socket.accept()
            except TimeoutError:
                continue
            with agent:
                agent.settimeout(PATIENCE)
                try:
                    agent.sendall(json.dumps(self.answer(self.program(agent))).encode())
                except (OSError, ValueError) as problem:
                    print("judge:", problem, file=sys.stderr)

    @staticmethod
    def program(agent):
        program = b""
        while piece := agent.recv(65536):
            program += piece
            if len(program) > LARGEST:
                raise ValueError("a program of more than 1 MiB is not read")
        return program

    def answer(self, program):
        if self.left == 0:
            return {"code": 2, "text": "No verdict is left."}
        with tempfile.TemporaryDirectory() as folder:
            file = os.path.join(folder, "answer" + self.ending)
            with open(file, "wb") as out:
                out.write(program)
            try:
                result = kloupe_judge.judge(file, self.method, task=self.task)
            except kloupe_judge.NotJudged as problem:
                return {"code": 3, "text": str(problem)}
        self.left -= 1
        self.results.append(result)
        is_right = kloupe_judge.is_right(result)
        print(f"judge: round {result['round']}: {result['verdict']}, {self.left} left", file=sys.stderr)
        return {"code": 0 if is_right else 1, "text": f"{result['feedback']}\n\nVerdicts left: {self.left}"}

    def end(self):
        """What is being judged is judged to its end: it is stored."""
        self.is_over.set()
        self.thread.join()
        self.socket.close()


def group_ended(process):
    """Ends everything of the command's group: told, then killed."""
    for number in (signal.SIGTERM, signal.SIGKILL):
        try:
            os.killpg(process.pid, number)
        except ProcessLookupError:
            return
        try:
            process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            pass


def worked(command, prompt, seconds):
    """Runs the command. How it ended: its exit code, or "time"."""
    environment = {name: value for name, value in os.environ.items() if not name.startswith("KLOUPE")}
    with open("agent.log", "wb") as log, open(prompt, "rb") as told:
        process = subprocess.Popen(command, stdin=told, stdout=log, stderr=subprocess.STDOUT, env=environment,
                                   start_new_session=True)
        try:
            return process.wait(seconds)
        except subprocess.TimeoutExpired:
            return "time"
        finally:
            group_ended(process)


def rendered(task, options):
    """The task as a model is told of it."""
    command = [kloupe_judge.setting("KLOUPE", "kloupe"), "prompts", "render", task, "--json"]
    for name, value in zip(options, options[1:]):
        if name in OF_PROMPTS:
            command += [name, value]
    done = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        sys.exit("coding_agent.py: " + done.stderr.strip())
    return json.loads(done.stdout)["text"]


def read_arguments(words):
    if "--" not in words:
        sys.exit("coding_agent.py: name the agent's command behind --")
    reader = argparse.ArgumentParser(prog="coding_agent.py")
    reader.add_argument("store")
    reader.add_argument("task")
    reader.add_argument("--method", default="coding-agent")
    reader.add_argument("--sample", type=int, default=0)
    reader.add_argument("--verdicts", type=int, default=20)
    reader.add_argument("--seconds", type=float, default=1800)
    reader.add_argument("--folder")
    place = words.index("--")
    arguments, options = reader.parse_known_args(words[:place])
    return arguments, options, words[place + 1:]


def main():
    arguments, options, command = read_arguments(sys.argv[1:])
    if not command:
        sys.exit("coding_agent.py: name the agent's command behind --")
    text = rendered(arguments.task, options)
    os.environ.update({"KLOUPE_STORE": os.path.abspath(arguments.store), "KLOUPE_SAMPLE": str(arguments.sample),
                       "KLOUPE_METHOD": arguments.method, "KLOUPE_OPTIONS": shlex.join(options)})
    folder = arguments.folder or tempfile.mkdtemp(prefix="agent-")
    os.makedirs(folder, exist_ok=True)
    os.chdir(folder)
    for name in ("PROMPT.md", "judge", SOCKET):
        if os.path.lexists(name):
            sys.exit(f"coding_agent.py: {folder}/{name} is there already: name another folder")
    with open("PROMPT.md", "w", encoding="utf-8") as file:
        file.write(text + HOW.format(verdicts=arguments.verdicts, seconds=round(arguments.seconds)))
    with open("judge", "w", encoding="utf-8") as file:
        file.write(CLIENT.format(python=sys.executable, socket=SOCKET))
    os.chmod("judge", 0o755)
    judge = Judge(arguments.verdicts, ".py" if "```python" in text else ".cpp", arguments.method, arguments.task)
    judge.thread.start()
    end = worked(command, "PROMPT.md", arguments.seconds)
    judge.end()
    os.unlink(SOCKET)
    right = [each for each in judge.results if kloupe_judge.is_right(each)]
    best = max(right, key=lambda each: each["speedup"] or 0, default=None)
    print(json.dumps({"folder": os.getcwd(), "end": end, "verdicts": len(judge.results), "right": len(right),
                      "best": best and {"round": best["round"], "speedup": best["speedup"]}}))
    return 0 if right else 1


if __name__ == "__main__":
    sys.exit(main())
