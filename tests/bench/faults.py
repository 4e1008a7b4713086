# SPDX-License-Identifier: Apache-2.0
"""Makes the table of faults: lost and doubled evaluations, and messages, when a part of a run is
killed, cut off or filled up at random moments. Each faulty run is continued by --resume, and its
store is compared with that of an undisturbed run. `desktop` is the application's own window, driven
by drive_desktop in KLOUPE's folder. It starts the run in the New run dialog, and continues it with
the offer of the reopened window. Needs root: servers listen in a separate network namespace, and
full and read-only disks are separate tmpfs.

usage: faults.py KLOUPE SOURCES [MOMENTS [FAULT…]]
"""
import collections
import os
import pathlib
import random
import re
import shutil
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "e2e"))
import places_test as places


def processes():
    """Returns (pid, parent, command line) of all processes."""
    for entry in pathlib.Path("/proc").iterdir():
        if not entry.name.isdigit():
            continue
        try:
            words = (entry / "cmdline").read_bytes().split(b"\0")
            stat = (entry / "stat").read_text()
        except OSError:
            continue
        yield int(entry.name), int(stat.rsplit(")", 1)[1].split()[1]), [w.decode(errors="replace") for w in words]


def below(pid):
    children = collections.defaultdict(list)
    for child, parent, words in processes():
        children[parent].append((child, words))
    found, waiting = [], [pid]
    while waiting:
        for child, words in children[waiting.pop()]:
            found.append((child, words))
            waiting.append(child)
    return found


def is_of(pid, folder):
    try:
        return f"KLOUPE_CACHE={folder}/".encode() in (pathlib.Path("/proc") / str(pid) / "environ").read_bytes()
    except OSError:
        return False


def kill(pid):
    try:
        os.kill(pid, signal.SIGKILL)
        return True
    except ProcessLookupError:
        return False


class Run:
    """Run with its own store that is completed after any fault."""

    def __init__(self, folder, name, *options):
        self.folder, self.name, self.options = folder, name, options
        self.store = folder / f"{name}.kloupe"
        self.seen = []
        self.start()

    def start(self, *more):
        self.process = subprocess.Popen(
            [places.KLOUPE, "run", "--suite", self.folder / places.SUITE, "--candidates", self.folder / places.SUBMISSIONS,
             "--store", self.store, "--name", "the run", "--job", places.JOB, "--jobs", "2", "--no-timing",
             *self.options, *more], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)

    def await_begin(self):
        """Waits for the start; moments are counted from here on."""

    def wait(self):
        try:
            text, _ = self.process.communicate(timeout=120)
        except subprocess.TimeoutExpired:
            self.process.kill()
            text, _ = self.process.communicate()
            self.seen.append("hung for 120 s")
        code = self.process.returncode
        problems = [line.split(": ", 1)[-1] for line in text.splitlines() if line.startswith("kloupe: ")]
        problems += [re.sub(r"shard \d+", "a shard", line.strip()) for line in text.splitlines()
                     if "lost; trying again" in line or "is started again" in line or "submitted again" in line or "builds cannot be cached" in line]
        summary = re.search(r"(\d+) infra errors?\s*$", text, re.M)
        infra = int(summary.group(1)) if summary else 0
        if code == -signal.SIGKILL:
            problems.append("the program ends")
        if infra:
            problems.append("an infra error")
        self.seen += dict.fromkeys(re.sub(r"/\S+|\d{3,}", "…", each) for each in problems)
        return code, infra, text

    def bring_to_end(self, repair=None, after=1):
        """Completes the run and returns the number of restarts. Calls `repair` after `after` ends."""
        for again in range(8):
            code, infra, text = self.wait()
            if repair and again + 1 == after:
                repair()
            if code == 0 and infra == 0:
                return again
            # Before its first row there is nothing to resume, so the user would start it again.
            nothing = "the store holds no" in text or "has no run named" in text
            self.start(*(() if nothing else ("--resume",)))
        raise SystemExit(f"{self.name} does not end:\n{text}")


class DesktopRun(Run):
    """The same run in the desktop application, offscreen."""

    def start(self, *more):
        words = ["resume", self.store] if more else \
            ["start", self.folder / places.SUITE, self.folder / places.SUBMISSIONS, self.store, places.JOB]
        self.process = subprocess.Popen(
            [pathlib.Path(places.KLOUPE).parent / "drive_desktop", *words], stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT, text=True, env={**os.environ, "QT_QPA_PLATFORM": "offscreen"})

    def await_begin(self):
        # A window takes longer to appear than such a run takes. So most moments lie within the run.
        if random.random() < 0.8:
            while self.stored() is None and self.process.poll() is None:
                time.sleep(0.02)

    def stored(self):
        """Returns the number of finished evaluations; None before the run is in the store."""
        try:
            database = sqlite3.connect(f"file:{self.store}?mode=ro", uri=True)
            if not database.execute("SELECT count(*) FROM run").fetchone()[0]:
                return None
            return database.execute("SELECT count(*) FROM evaluation WHERE outcome <> 'infra_error'").fetchone()[0]
        except sqlite3.OperationalError:
            return None

    def bring_to_end(self, repair=None, after=1):
        total = places.TASKS * places.SAMPLES
        for again in range(8):
            text, _ = self.process.communicate(timeout=180)
            code = self.process.returncode
            if code == -signal.SIGKILL:
                self.seen.append("the window is gone")
            offered = re.search(r"stopped at (\d+) of (\d+)", text)
            if offered:
                self.seen.append("it offers to resume, with the right count")
                if [int(each) for each in offered.groups()] != [total - self.expected, total]:
                    raise SystemExit(f"{text.strip()}, but {self.expected} of {total} are")
            done = self.stored()
            if code == 0 or (code == 3 and done == total):
                return again
            if done is not None and code == 3:
                raise SystemExit(f"nothing is offered, but {total - done} of {total} are left:\n{text}")
            self.expected = total - (done or 0)
            # Before its first row there is nothing to resume, so the user would start it again.
            self.start(*(() if done is None else ("resume",)))
        raise SystemExit(f"{self.name} does not end:\n{text}")


def compare(reference, store):
    """Returns the numbers of lost, doubled and changed evaluations."""
    expected, (got, counts) = reference, places.contents(store)
    keys = lambda rows: collections.Counter(tuple(eval(row)[7:13]) for row in rows)
    lost, doubled = keys(expected) - keys(got), keys(got) - keys(expected)
    changed = len(set(expected) - set(got)) if not lost and not doubled else 0
    return sum(lost.values()), sum(doubled.values()), changed


def fault_kloupe(run):
    return kill(run.process.pid)


def fault_worker(run):
    workers = [pid for pid, words in below(run.process.pid)
               if pathlib.Path(words[0]).name in ("kloupe-host", "kloupe-judge")]
    return bool(workers) and kill(random.choice(workers))


def fault_engine(run):
    """Kills the engine on the node, which a server there started."""
    engines = [pid for pid, _, words in processes() if words[1:2] == ["work"] and str(run.folder) in words[2]]
    return bool(engines) and kill(engines[0])


def fault_server(run):
    servers = [pid for pid, _, words in processes()
               if words[1:3] == ["serve", "--stdio"] and is_of(pid, run.folder)]
    return bool(servers) and kill(servers[0])


def fault_connection(run):
    file = run.folder / "connections"
    return file.exists() and kill(int(file.read_text().split()[-1]))


def fault_task(run):
    tasks = [(job, index) for job, index, state in places.squeue() if state == "RUNNING"]
    if not tasks:
        return False
    job, index = random.choice(tasks)
    subprocess.run(["scancel", "--signal=KILL", "--batch", f"{job}_{index}"])
    return True


class OwnDisk:
    """Separate tmpfs for the store."""

    def __init__(self, folder):
        self.path = folder / "disk"
        self.path.mkdir(exist_ok=True)
        subprocess.run(["mount", "-t", "tmpfs", "-o", "size=24m", "none", self.path], check=True)

    def close(self):
        subprocess.run(["umount", "-l", self.path], check=True)

    def fill(self, run):
        with open(self.path / "filler", "wb", buffering=0) as filler:
            try:
                while filler.write(bytes(1 << 16)):
                    pass
            except OSError:
                return True

    def empty(self):
        (self.path / "filler").unlink(missing_ok=True)

    def remount(self, how):
        return subprocess.run(["mount", "-o", f"remount,{how}", self.path], capture_output=True).returncode == 0

    def forbid(self, run):
        """Makes the disk read-only. Kills the writer first, because the kernel refuses this during
        writes."""
        kill(run.process.pid)
        for _ in range(100):
            if self.remount("ro"):
                return True
            time.sleep(0.05)
        for pid, _, words in processes():
            for fd in pathlib.Path(f"/proc/{pid}/fd").glob("*"):
                try:
                    if os.readlink(fd).startswith(str(self.path)):
                        print("still writes", pid, words, os.readlink(fd))
                except OSError:
                    pass
        return False


def series(folder, name, moments, inject, options=(), disk=None, repair=None, after=1, kind=Run):
    """Runs `moments` faulty runs and prints their row of the table."""
    where = disk.path if disk else folder
    if disk:
        part = pathlib.Path(places.SUITE).parts[0]
        (where / part).symlink_to(folder / part)
    for file in where.glob("clean.kloupe*"):
        file.unlink()
    clean = kind(where, "clean", *options)
    clean.await_begin()
    begin = time.monotonic()
    assert clean.bring_to_end() == 0
    length = time.monotonic() - begin
    reference = places.contents(clean.store)[0]
    assert len(reference) == places.TASKS * places.SAMPLES
    tries = hits = lost = doubled = changed = resumed = 0
    seen = collections.Counter()
    while hits < moments and tries < 3 * moments:
        tries += 1
        for file in where.glob("r.kloupe*"):
            file.unlink()
        run = kind(where, "r", *options)
        run.await_begin()
        moment = random.uniform(0, length)
        time.sleep(moment)
        hit = bool(run.process.poll() is None and inject(run))
        hits += hit
        resumed += run.bring_to_end(repair, after) > 0
        here = compare(reference, run.store)
        lost, doubled, changed = (a + b for a, b in zip((lost, doubled, changed), here))
        if any(here):
            shutil.copy(run.store, f"/tmp/fault-{name.split()[0]}-{tries}.kloupe")
        if hit:
            seen.update(run.seen or ["nothing"])
        if disk:
            disk.empty()
    what = "; ".join(f"{text} ({count})" for text, count in seen.most_common(4))
    print(f"| {name} | {hits} of {tries} in {length:.1f} s | {resumed} | {lost} | {doubled} | {changed} | {what} |",
          flush=True)
    return lost + doubled + changed


def main():
    places.own_network()
    moments = int(sys.argv[3]) if len(sys.argv) > 3 else 20
    wanted = sys.argv[4:] or ["application", "desktop", "worker", "full", "readonly", "engine", "server", "connection",
                              "asker", "task", "slurm-asker"]
    seed = random.randrange(1 << 32)
    random.seed(seed)
    places.TASKS, places.SAMPLES, places.CALL_MICROSECONDS = 2, 3, 20_000
    bad = 0
    with tempfile.TemporaryDirectory(prefix="loupe-faults-") as name:
        folder = pathlib.Path(name)
        os.environ["KLOUPE_CACHE"] = str(folder / "node")
        places.write_suite(folder)
        places.run(folder, "warm", jobs=2)
        print(f"seed {seed}\n| fault | hits of tries, at random moments of a run of | gone on with | lost | doubled | changed | seen |\n"
              "| --- | --- | --- | --- | --- | --- | --- |", flush=True)
        if "application" in wanted:
            bad += series(folder, "application (kloupe run), killed", moments, fault_kloupe)
        if "desktop" in wanted:
            bad += series(folder, "application (its window), killed", moments, fault_kloupe, kind=DesktopRun)
        if "worker" in wanted:
            bad += series(folder, "worker (kloupe-host, kloupe-judge), killed", moments, fault_worker)
        for key, text, fault, after in (
                ("full", "disk of the store full", "fill", 1),
                ("readonly", "store read-only when it is gone on with", "forbid", 2)):
            if key not in wanted:
                continue
            disk = OwnDisk(folder)
            try:
                repair = disk.empty if key == "full" else lambda: disk.remount("rw")
                bad += series(folder, text, moments, getattr(disk, fault), disk=disk, repair=repair,
                              after=after)
            finally:
                disk.close()
        ssh = ("--on", f"ssh:node{places.KLOUPE}")
        if {"engine", "server", "connection", "asker"} & set(wanted):
            sshd = places.start_sshd(folder)
            try:
                for key, text, fault in (("engine", "engine on the node, killed", fault_engine),
                                         ("server", "server on the node, killed", fault_server),
                                         ("connection", "ssh connection, killed", fault_connection),
                                         ("asker", "asker of a run by ssh, killed", fault_kloupe)):
                    if key in wanted:
                        bad += series(folder, text, moments, fault, ssh)
            finally:
                sshd.terminate()
                sshd.wait()
        slurm = ("--on", f"slurm:{folder}/site.json")
        if {"task", "slurm-asker"} & set(wanted):
            try:
                places.start_slurm(folder)
                for key, text, fault in (("task", "task of a Slurm array, killed", fault_task),
                                         ("slurm-asker", "asker of a Slurm array, killed", fault_kloupe)):
                    if key in wanted:
                        bad += series(folder, text, moments, fault, slurm)
            finally:
                places.stop_slurm(folder)
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
