# SPDX-License-Identifier: Apache-2.0
"""Runs the same native profile of 200 items on this machine, over a real sshd on the loopback, and
as an array of four tasks of a real Slurm, one of which is killed and one requeued. Checks that the
stores are equal except for times and places, and prints the cost of each place. Needs root: servers
listen in a separate network namespace.

usage: places.py KLOUPE SOURCES [ITEMS [PLACE…]]
"""
import json
import os
import pathlib
import sys
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "e2e"))
import places_test as places


def timed(folder, name, *options, jobs):
    begin = time.monotonic()
    answer = places.run(folder, name, *options, jobs=jobs)
    seconds = time.monotonic() - begin
    assert answer["evaluated"] == places.TASKS * places.SAMPLES, answer
    return seconds


def row(name, seconds, base, note=""):
    items = places.TASKS * places.SAMPLES
    print(f"| {name} | {seconds:.1f} s | {items / seconds:.1f} | "
          f"{1000 * (seconds - base) / items:+.0f} ms | {note} |", flush=True)


def slurm(folder, name, faults):
    process = places.run(folder, name, "--on", f"slurm:{folder}/site.json", wait=False)
    begin = time.monotonic()
    if faults:
        job, killed = places.kill_a_task()
        # On a fast machine some of the others may have ended.
        others = [each for each in range(1, 5) if each != killed]
        assert any(places.await_state(each, ("RUNNING", "COMPLETED")) and places.requeue(each, job)
                   for each in others), "every other task had ended: nothing was requeued"
    answer = places.finish(folder, name, process)
    assert answer["evaluated"] == places.TASKS * places.SAMPLES, answer
    if faults:
        assert "submitted again" in (folder / f"{name}.txt").read_text(), "no task was killed"
    return time.monotonic() - begin


def main():
    places.own_network()
    items = int(sys.argv[3]) if len(sys.argv) > 3 else 200
    wanted = sys.argv[4:] or ["ssh", "slurm"]
    places.TASKS, places.SAMPLES = 10, items // 10
    places.CALL_MICROSECONDS, places.PATIENCE = 1000, 900
    with tempfile.TemporaryDirectory(prefix="loupe-places-") as name:
        folder = pathlib.Path(name)
        os.environ["KLOUPE_CACHE"] = str(folder / "node")
        places.write_suite(folder)
        print("| place | time | items/s | beside local, each | |\n| --- | --- | --- | --- | --- |", flush=True)
        cold = timed(folder, "cold", jobs=2)
        local = timed(folder, "local", jobs=1)
        two = timed(folder, "local-2", jobs=2)
        row("local, empty build cache, two at a time", cold, two)
        row("local, one at a time", local, local)
        row("local, two at a time", two, two)
        if "ssh" in wanted:
            sshd = places.start_sshd(folder)
            try:
                row("ssh, one at a time",
                    timed(folder, "ssh", "--on", f"ssh:node{places.KLOUPE}", jobs=1), local)
            finally:
                sshd.terminate()
                sshd.wait()
            places.check(folder, "ssh")
        if "slurm" in wanted:
            try:
                places.start_slurm(folder)
                row("Slurm, 4 tasks, two at a time", slurm(folder, "slurm-calm", False), two)
                row("Slurm, one of 4 killed, one requeued", slurm(folder, "slurm", True), two)
            finally:
                places.stop_slurm(folder)
            places.check(folder, "slurm-calm")
            places.check(folder, "slurm")
    print("all stores are equal but for times and places")


if __name__ == "__main__":
    main()
