# SPDX-License-Identifier: Apache-2.0
"""Makes the same run here, over a real sshd on the loopback, and as an array of a real Slurm. The
stores must be equal except for times and places. Servers listen in a separate network namespace.

usage: places_test.py KLOUPE SOURCES ssh|slurm|steer-ssh|steer-slurm [STEER_PLACE]
       exit code 77: a program or right is missing; steer-…: controls the run like the page
       Queue, with times
"""
import json
import os
import pathlib
import shutil
import re
import signal
import socket
import sqlite3
import subprocess
import sys
import tempfile
import time

# tests/bench/places.py and faults.py set these, too.
KLOUPE, SOURCES = sys.argv[1], pathlib.Path(sys.argv[2])
JOB = "0123456789abcdef0123456789abcdef"
TASKS, SAMPLES, CALL_MICROSECONDS, PATIENCE = 3, 4, 60_000, 300
# Folder names must be treated as data at every place.
SUITE, SUBMISSIONS = "it's $(touch nowhere)/suite", "it's $(touch nowhere)/m; `touch nowhere` &"
HONEST = """#include "loupe_kernel.h"
#include <unistd.h>
using namespace loupe_abi;
extern "C" int32_t loupe_kernel(const LoupeCall *call)
{
    usleep(%d);
    const float *x = input<float>(call, 0);
    float *y = output<float>(call, 0);
    for (int64_t i = 0; i < numel(call->inputs[0]); ++i)
        y[i] = %s;
    return %d;
}
"""


def skip(why):
    print("skipped:", why)
    sys.exit(77)


def own_network():
    """Restarts this program in a new network namespace."""
    if os.environ.get("LOUPE_OWN_NETWORK"):
        subprocess.run(["ip", "link", "set", "lo", "up"], check=True)
        # getaddrinfo needs an address other than the loopback's.
        subprocess.run(["ip", "addr", "add", "169.254.7.1/32", "dev", "lo"], check=True)
        return
    if os.geteuid() != 0 or shutil.which("unshare") is None or shutil.which("ip") is None:
        skip("a network namespace needs root, unshare and ip")
    if subprocess.run(["unshare", "-n", "true"]).returncode != 0:
        skip("no network namespaces here")
    os.environ["LOUPE_OWN_NETWORK"] = "1"
    os.execvp("unshare", ["unshare", "-n", sys.executable, "-B", *sys.argv])


def await_that(what, holds):
    """Waits until `holds` returns something true and returns it. The duration depends on the load."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        found = holds()
        if found:
            return found
        time.sleep(0.05)
    raise SystemExit(f"{what}: not within {PATIENCE} s")


def write(path, text, mode=0o600):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    path.chmod(mode)


def write_suite(folder):
    task = {
        "schema": 1, "category": "Math", "title": "Twice the input", "description": "y = 2 x",
        "difficulty": 1, "flops": "B*N", "bytes": "8*B*N",
        "inputs": [{"name": "x", "dtype": "float32", "shape": ["B", "N"], "generator": "case"}],
        "outputs": [{"name": "y", "dtype": "float32", "shape": ["B", "N"],
                     "tolerance": {"reduction": "N"}}],
        "attributes": [{"name": "factor", "value": 2}],
        "distributions": [{"name": "normal", "kind": "normal", "mean": 0, "stddev": 1},
                          {"name": "integers", "kind": "integers", "low": -9, "high": 9, "exact": True}],
        "shapes": {"cpu": [{"name": "even", "dims": {"B": 8, "N": 64}},
                           {"name": "odd", "dims": {"B": 3, "N": 17}}],
                   "gpu": [{"name": "even", "dims": {"B": 64, "N": 4096}},
                           {"name": "odd", "dims": {"B": 3, "N": 17}}]}}
    for number in range(TASKS):
        name = f"double_{number}"
        write(folder / SUITE / f"Math/{name}/task.json", json.dumps({**task, "name": name}))
        write(folder / SUITE / f"Math/{name}/reference.cpp", HONEST % (0, "2 * x[i]", 0))
        for sample in range(SAMPLES):
            wrong = sample == 1
            failing = sample == 2 and number == 0
            write(folder / SUBMISSIONS / f"Math/{name}/sample_{sample}.cpp",
                  f"// sample {sample}\n" + HONEST
                  % (CALL_MICROSECONDS, "x[i]" if wrong else "2 * x[i]", 7 if failing else 0))
    shutil.copytree(SOURCES / "tasks/abi", folder / SUITE / "abi")


def run(folder, name, *options, jobs=1, wait=True):
    command = [KLOUPE, "run", "--suite", str(folder / SUITE), "--candidates", str(folder / SUBMISSIONS),
               "--store", str(folder / f"{name}.kloupe"), "--name", "the run", "--job", JOB,
               "--jobs", str(jobs), "--no-timing", "--json", *options]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=open(folder / f"{name}.txt", "w"),
                               text=True)
    if not wait:
        return process
    return finish(folder, name, process)


def finish(folder, name, process):
    begin = time.monotonic()
    try:
        out, _ = process.communicate(timeout=PATIENCE)
        print(f"{name}: {time.monotonic() - begin:.1f} s to its end")
    except subprocess.TimeoutExpired:
        process.terminate()
        process.wait()
    if process.returncode != 0:
        for log in [folder / f"{name}.txt", *folder.glob("jobs/*/shards/*.log"), *folder.glob("log/*.log")]:
            print(f"--- {log}\n{log.read_text(errors='replace')[-3000:]}")
        print(sorted(str(each.relative_to(folder)) for each in folder.glob("jobs/*/*/*")), squeue())
        raise SystemExit(f"{name}: exit code {process.returncode}")
    return json.loads(out)


def contents(store):
    """Returns the content of a store without times, places, row ids and the order of rows."""
    database = sqlite3.connect(f"file:{store}?mode=ro", uri=True)
    query = """
        SELECT r.name, r.suite, r.origin, r.protocol, r.sandbox, r.state, n.device_name, t.name, t.hash,
            t.sound, m.name, e.sample, e.round, e.verdict, e.strict_verdict, e.message,
            e.is_last_round, e.flagged, hex(b.sha256), c.file_name,
            (SELECT group_concat(x) FROM (SELECT i.case_name || i.seed || i.verdict || i.message ||
                ifnull((SELECT group_concat(o.mismatched || ' ' || ifnull(o.max_absolute_error, 'nan'))
                    FROM trial_output o WHERE o.trial_id = i.id), '') AS x
                FROM trial i WHERE i.evaluation_id = e.id ORDER BY i.trial_index)),
            (SELECT group_concat(f.rule || f.severity || f.message) FROM finding f
                WHERE f.evaluation_id = e.id),
            (SELECT group_concat(flag) FROM evaluation_flag f WHERE f.evaluation_id = e.id
                AND flag <> 'build_from_cache'),
            (SELECT fingerprint FROM failure f WHERE f.evaluation_id = e.id)
        FROM evaluation e JOIN run r ON r.id = e.run_id JOIN environment n ON n.id = r.environment_id
        JOIN task t ON t.id = e.task_id JOIN method m ON m.id = e.method_id
        JOIN candidate c ON c.id = e.candidate_id LEFT JOIN blob b ON b.id = c.source_blob"""
    rows = sorted(repr(row) for row in database.execute(query))
    tables = ("run", "task", "method", "candidate", "evaluation", "trial", "trial_output", "finding",
              "failure", "diagnostic", "environment")
    counts = {table: database.execute(f"SELECT count(*) FROM {table}").fetchone() for table in tables}
    database.close()
    return rows, counts


def check(folder, name):
    assert subprocess.run([KLOUPE, "check", str(folder / f"{name}.kloupe")],
                          stdout=subprocess.DEVNULL).returncode == 0
    here, there = (contents(folder / f"{each}.kloupe") for each in ("local", name))
    assert len(here[0]) == TASKS * SAMPLES, len(here[0])
    for ours, theirs in zip(*(each[0] for each in (here, there))):
        assert ours == theirs, f"\n{ours}\n{theirs}"
    assert here == there, f"\n{here[1]}\n{there[1]}"


def start_sshd(folder):
    """Starts a server on the loopback of this namespace, and an `ssh` that reaches it as `node` and
    adds its process id to the file connections."""
    for program in ("sshd", "ssh", "ssh-keygen"):
        if shutil.which(program, path=os.environ["PATH"] + ":/usr/sbin") is None:
            skip(f"no {program}; openssh-server and openssh-client bring it")
    pathlib.Path("/run/sshd").mkdir(exist_ok=True)
    for key in ("host", "user"):
        subprocess.run(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", folder / key], check=True)
    write(folder / "sshd_config", f"""Port 2299
ListenAddress 127.0.0.1
HostKey {folder}/host
AuthorizedKeysFile {folder}/user.pub
StrictModes no
UsePAM no
PasswordAuthentication no
PidFile none
SetEnv KLOUPE_CACHE={folder}/node
""")
    write(folder / "ssh_config", f"""Host node
 HostName 127.0.0.1
 Port 2299
 IdentityFile {folder}/user
 UserKnownHostsFile {folder}/known
 StrictHostKeyChecking no
""")
    write(folder / "bin/ssh", f'#!/bin/sh\necho $$ >> {folder}/connections\n'
          f'exec /usr/bin/ssh -F {folder}/ssh_config "$@"\n', 0o700)
    os.environ["PATH"] = f"{folder}/bin:" + os.environ["PATH"]
    sshd = subprocess.Popen(["/usr/sbin/sshd", "-D", "-f", folder / "sshd_config"])
    await_that("sshd listens", lambda: listens(2299))
    return sshd


def listens(port):
    with socket.socket() as tried:
        return tried.connect_ex(("127.0.0.1", port)) == 0


def results(folder, name):
    """Returns the number of reported results of a run."""
    told = re.findall(rf"(\d+)/{TASKS * SAMPLES}\]", (folder / f"{name}.txt").read_text(errors="replace"))
    return max(map(int, told), default=0)


def test_ssh(folder):
    sshd = start_sshd(folder)
    try:
        place = f"ssh:node{KLOUPE}"
        process = run(folder, "ssh", "--on", place, wait=False)
        # The connection is lost twice while results arrive.
        for wanted in (TASKS * SAMPLES // 4, TASKS * SAMPLES // 2):
            await_that(f"result {wanted}",
                       lambda: results(folder, "ssh") >= wanted or process.poll() is not None)
            connections = (folder / "connections").read_text().split()
            try:
                os.kill(int(connections[-1]), signal.SIGKILL)
            except ProcessLookupError:
                break
        answer = finish(folder, "ssh", process)
        assert answer["evaluated"] == TASKS * SAMPLES, answer
        assert len((folder / "connections").read_text().split()) > 1, "it was never cut"
        check(folder, "ssh")
        assert not list((folder / "node/remote/jobs").iterdir()), "the node forgets what is home"
        nobody = subprocess.run([KLOUPE, "run", "--candidates", folder / SUBMISSIONS, "--suite", folder / SUITE,
                                 "--store", folder / "none.kloupe", "--on", "ssh:nobody.invalid"],
                                capture_output=True, text=True)
        assert nobody.returncode == 4 and "nobody.invalid" in nobody.stderr, nobody
    finally:
        sshd.terminate()
        sshd.wait()


def write_slurm(folder):
    for each in ("etc", "run", "log", "state", "spool"):
        (folder / each).mkdir()
    (folder / "etc/munge.key").write_bytes(os.urandom(1024))
    (folder / "etc/munge.key").chmod(0o400)
    os.mknod(folder / "run/gpu0", 0o666 | 0o020000, os.makedev(1, 3))
    os.mknod(folder / "run/gpu1", 0o666 | 0o020000, os.makedev(1, 3))
    write(folder / "etc/gres.conf", f"Name=gpu File={folder}/run/gpu[0-1]\n", 0o644)
    write(folder / "etc/slurm.conf", f"""ClusterName=test
SlurmctldHost=localhost(127.0.0.1)
SlurmctldPort=26817
SlurmdPort=26818
AuthType=auth/munge
AuthInfo=socket={folder}/run/munge.sock
SlurmUser=root
SlurmdUser=root
StateSaveLocation={folder}/state
SlurmdSpoolDir={folder}/spool
SlurmctldPidFile={folder}/run/slurmctld.pid
SlurmdPidFile={folder}/run/slurmd.pid
SlurmctldLogFile={folder}/log/slurmctld.log
SlurmdLogFile={folder}/log/slurmd.log
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SwitchType=switch/none
MpiDefault=none
ReturnToService=2
SchedulerType=sched/backfill
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
AccountingStorageType=accounting_storage/none
GresTypes=gpu
MinJobAge=3600
SlurmdParameters=config_overrides
NodeName=localhost NodeHostname=localhost NodeAddr=127.0.0.1 CPUs=2 RealMemory=2000 Gres=gpu:2 State=UNKNOWN
PartitionName=main Nodes=localhost Default=YES MaxTime=INFINITE State=UP
SchedulerParameters=batch_sched_delay=0,sched_interval=1,sched_min_interval=0,bf_interval=1,requeue_delay=1
CommunicationParameters=NoInAddrAny,NoCtldInAddrAny
""", 0o644)
    os.environ["SLURM_CONF"] = str(folder / "etc/slurm.conf")


def squeue():
    answer = subprocess.run(["squeue", "-h", "-r", "-t", "all", "-o", "%F %K %T"], timeout=30,
                            capture_output=True, text=True)
    return [line.split() for line in answer.stdout.splitlines()]


def await_state(task, wanted):
    return await_that(f"task {task} is {wanted}", lambda: next(
        ((job, state) for job, index, state in squeue() if index == str(task) and state in wanted), None))


def start_slurm(folder):
    """Starts munge, slurmctld and slurmd of one node with two processors and two fake GPUs."""
    for program in ("slurmctld", "slurmd", "munged", "sbatch"):
        if shutil.which(program, path=os.environ["PATH"] + ":/usr/sbin") is None:
            skip(f"no {program}; slurm-wlm and munge bring it")
    os.environ["PATH"] += ":/usr/sbin"
    write_slurm(folder)
    subprocess.run(["munged", "--force", f"--key-file={folder}/etc/munge.key",
                    f"--socket={folder}/run/munge.sock", f"--pid-file={folder}/run/munged.pid",
                    f"--log-file={folder}/log/munged.log", f"--seed-file={folder}/run/munged.seed"],
                   check=True)
    subprocess.run(["slurmctld", "-f", os.environ["SLURM_CONF"]], check=True)
    subprocess.run(["slurmd", "-N", "localhost", "-f", os.environ["SLURM_CONF"]], check=True)
    await_that("an idle node", lambda: "idle" in subprocess.run(
        ["timeout", "30", "sinfo", "-h", "-o", "%T"], capture_output=True, text=True).stdout)
    write(folder / "site.json", json.dumps({
        "kernelloupe_slurm": 1, "folder": str(folder / "jobs"), "scratch": str(folder / "scratch"),
        "tasks": 4, "poll_seconds": 0.5, "gres": "gpu:1", "time": "00:05:00", "cpus": 1,
        "environment": {"KLOUPE_CACHE": str(folder / "node"), "QUOTED": "it's $(touch /nowhere); `x`"}}))


def stop_slurm(folder):
    for daemon in ("slurmd", "slurmctld", "munged"):
        pid = folder / f"run/{daemon}.pid"
        if pid.exists():
            os.kill(int(pid.read_text()), signal.SIGTERM)
    time.sleep(0.5)


def kill_a_task():
    """Kills a running task and returns it. A fast machine may have finished the first by then."""
    tried = set()
    for _ in range(150):
        for job, task, state in squeue():
            if state != "RUNNING" or task in tried:
                continue
            tried.add(task)
            time.sleep(0.3)
            if subprocess.run(["scancel", "--signal=KILL", "--batch", f"{job}_{task}"]).returncode == 0:
                return job, int(task)
        time.sleep(0.1)
    raise SystemExit(f"no task could be killed: {squeue()}")


def requeue(task, job):
    """Requeues a task. Returns false if it has already ended."""
    if subprocess.run(["scontrol", "requeue", f"{job}_{task}"]).returncode != 0:
        return False
    # Slurm holds a requeued job for two minutes.
    await_state(task, ("PENDING",))
    subprocess.run(["scontrol", "update", f"JobId={job}_{task}", "StartTime=now"], check=True)
    return True


def test_slurm(folder):
    try:
        start_slurm(folder)
        process = run(folder, "slurm", "--on", f"slurm:{folder}/site.json", wait=False)
        job, killed = kill_a_task()
        other = killed % 4 + 1
        await_state(other, ("RUNNING", "COMPLETED"))
        requeue(other, job)
        answer = finish(folder, "slurm", process)
        assert answer["evaluated"] == TASKS * SAMPLES, answer
        assert "submitted again" in (folder / "slurm.txt").read_text(), "no task was killed"
        check(folder, "slurm")
        assert not list((folder / "jobs").iterdir()), "a finished job leaves nothing"
    finally:
        stop_slurm(folder)


def steer(folder, place, shards):
    """Pauses, moves, and cancels one and all, with hanging candidates. Every result is stored once."""
    submissions = folder / SUBMISSIONS / "Math/double_0"
    for sample in (90, 91):
        write(submissions / f"sample_{sample}.cpp", f"// {sample}\n" + HONEST % (2_000_000_000, "x[i]", 0))
    store = folder / "steered.kloupe"
    answer = subprocess.run([sys.argv[4], place, str(folder / SUITE), str(folder / SUBMISSIONS), str(store),
                             str(shards)], capture_output=True, text=True, timeout=900)
    print(answer.stdout, answer.stderr)
    assert answer.returncode == 0, answer.returncode
    evaluated = json.loads(answer.stdout.splitlines()[-1])["evaluated"]
    database = sqlite3.connect(f"file:{store}?mode=ro", uri=True)
    rows, distinct = database.execute(
        "SELECT count(*), count(DISTINCT task_id || ' ' || sample) FROM evaluation").fetchone()
    assert rows == distinct == evaluated, (rows, distinct, evaluated)
    database.close()


def test_steer_ssh(folder):
    sshd = start_sshd(folder)
    try:
        steer(folder, f"ssh:node{KLOUPE}", 1)
    finally:
        sshd.terminate()
        sshd.wait()


def test_steer_slurm(folder):
    try:
        start_slurm(folder)
        # As many tasks as processors, so that every shard is running during the control.
        site = json.loads((folder / "site.json").read_text())
        write(folder / "site.json", json.dumps({**site, "tasks": 2, "program": KLOUPE}))
        steer(folder, f"slurm:{folder}/site.json", 2)
    finally:
        stop_slurm(folder)


def main():
    global TASKS, SAMPLES
    own_network()
    tests = {"ssh": test_ssh, "slurm": test_slurm, "steer-ssh": test_steer_ssh, "steer-slurm": test_steer_slurm}
    test = tests[sys.argv[3]]
    if test in (test_steer_ssh, test_steer_slurm):
        TASKS, SAMPLES = 4, 6
    with tempfile.TemporaryDirectory(prefix="loupe-places-") as name:
        folder = pathlib.Path(name)
        os.environ["KLOUPE_CACHE"] = str(folder / "node")
        write_suite(folder)
        if test in (test_ssh, test_slurm): # the reference to compare with
            run(folder, "local", jobs=2)
        test(folder)
        assert not list(folder.rglob("nowhere")) + list(pathlib.Path.cwd().glob("nowhere")), "a name was executed"
    print("equal but for times and places")


if __name__ == "__main__":
    main()
