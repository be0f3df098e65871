#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Put many jobs through one home while its processes are killed at random.

    endure.py [--jobs N] [--seconds S] [--every D] [--seed N] [--keep]

Jobs of all kinds are submitted until there were N, or S seconds have passed.  Every
D seconds a controller, a runner and a pass are killed, at times a controller with
its runner, a starter, a herald, a client.  When all jobs are over, tests/crash/check.py
looks at what is left; here it is seen that no process and no file is left that nobody
wants, and that what lived all the time has not grown.  Needs MJ_BIN, where mj,
mj-schedule and tests/crash/ are built.
"""
import argparse
import ctypes
import json
import os
import random
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)),
                                "..", "crash"))
import check  # pylint: disable=wrong-import-position
import killer  # pylint: disable=wrong-import-position
import witness  # pylint: disable=wrong-import-position

BIN = os.path.abspath(os.environ.get("MJ_BIN", "."))
EFFECT = f"{BIN}/tests/crash/effect"
BACKLOG = 150       # more entries than that do not wait at a time
SUBMITTERS = 3
STALLED = 60        # nothing happened for so long: a wake-up was lost for good
SLOTS, MAX_ALIVE = 10, 60
PR_SET_CHILD_SUBREAPER = 36

SETTINGS = f"""[scheduler]
grace = 300ms
max_alive = {MAX_ALIVE}
max_launching = 8
[pool local]
slots = {SLOTS}
gpus = 3
[recovery]
initial = 20ms
max = 50ms
"""


class World:
    """The home, what was asked for in it, and what is to become of that."""

    def __init__(self, options):
        self.options = options
        self.random = random.Random(options.seed)
        self.lock = threading.Lock()
        # few jobs need little room there, and disks take long to remove many
        base = "/dev/shm" if options.seconds and os.access("/dev/shm", os.W_OK) \
            else None
        self.dir = tempfile.mkdtemp(prefix="mj-endure.", dir=base)
        self.home, self.logs = f"{self.dir}/home", f"{self.dir}/logs"
        self.effects, self.tmp = f"{self.dir}/effects", f"{self.dir}/tmp"
        for path in (self.home, self.effects, self.tmp):
            os.mkdir(path, 0o700)
        with open(f"{self.home}/config.ini", "w", encoding="utf-8") as file:
            file.write(SETTINGS)
        os.chmod(f"{self.home}/config.ini", 0o600)
        self.env = {"PATH": os.environ["PATH"], "HOME": self.dir, "USER": "tester",
                    "LC_ALL": "C", "TERM": "xterm", "TMPDIR": self.tmp,
                    "MJ_HOME": self.home, "MJ_LOGS": self.logs}
        self.launches, self.expect, self.times = [], {}, {}
        self.quiet, self.later, self.wrong = set(), [], []
        self.jobs = 0

    def run(self, *words, die=0.0, **more):
        """Run mj, and kill it with that probability."""
        with subprocess.Popen(
                [f"{BIN}/mj", *words], env=self.env, cwd=self.dir, text=True,
                stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                stderr=subprocess.PIPE, **more) as child:
            if self.random.random() < die:
                time.sleep(self.random.random() * 0.02)
                child.kill()
            out, err = child.communicate(timeout=1200)
        return child.returncode, out, err

    def launch(self, *words, count=1, expect="SUCCEEDED", die=0.0, times=1):
        status, out, err = self.run("launch", *words, die=die)
        printed = [int(w) for w in out.split()]
        killed = status == -signal.SIGKILL
        with self.lock:
            self.launches.append({"killed": killed, "status": status,
                                  "count": count, "printed": printed})
            self.jobs += len(printed)
        if status and not killed:
            self.wrong.append(f"launch: {status} {err.strip()}")
        for job in printed:
            if expect != "SUCCEEDED":
                self.expect[job] = expect.split("|")
            if times != 1:
                self.times[job] = times
        return printed

    def soon(self, delay, words, again=False):
        """Do it later, and again as long as it is killed."""
        self.later.append((time.monotonic() + delay, words, again))

    def do_later(self):
        for one in [l for l in self.later if l[0] <= time.monotonic()]:
            self.later.remove(one)
            status, _, err = self.run(*one[1], die=0.1)
            if status == -signal.SIGKILL:
                self.soon(0.1, one[1], True)
            elif status and not (one[2] and re.search("has (ended|started)", err)):
                self.wrong.append(f"{' '.join(one[1])}: {status} {err.strip()}")


class Requests:
    """One who submits jobs of all kinds."""

    def __init__(self, world, number):
        self.world, self.number = world, number
        self.random = random.Random(world.options.seed + number)
        self.launch, self.soon = world.launch, world.soon

    def effect(self, *options):
        return ["--", EFFECT, f"{self.world.effects}/", *options]

    def single(self):
        self.launch(*self.effect(), die=0.05)

    def array(self):
        count = self.random.choice([2, 5, 10, 20, 50, 100])
        words = ["--num-jobs", str(count)]
        if self.random.random() < 0.3:
            words += ["--max-parallel", "3"]
        self.launch(*words, *self.effect(), count=count, die=0.05)

    def leaves_child(self):
        self.launch(*self.effect("-c"))

    def with_gpu(self):
        self.launch("--gpus", str(self.random.randint(1, 2)), *self.effect())

    def fails(self):
        self.launch(*self.effect("-x", "7"), expect="FAILED")

    def recovers(self):
        self.launch("--recover-on", "33", *self.effect("-x", "33", "-a", "2"),
                    times=3)

    def times_out(self):
        job, = self.launch("--timeout", "300ms", *self.effect("-t", "3600000"),
                           expect="FAILED")
        self.world.quiet.add(job)

    def cancelled(self):
        job, = self.launch(*self.effect("-t", "3600000"), expect="CANCELLED")
        self.soon(self.random.random() * 2, ["cancel", str(job)])

    def held(self):
        job, = self.launch("--hold", *self.effect())
        self.soon(self.random.random() * 2, ["release", str(job)])

    def after(self):
        first, = self.launch(*self.effect("-t", "100"))
        self.launch("--after", str(first), *self.effect())

    def suspended(self):
        job, = self.launch(*self.effect("-t", "3600000"), expect="CANCELLED")
        self.soon(1 + self.random.random() * 2, ["cancel", str(job)])
        # while it waits there is nothing to suspend
        self.world.run("suspend", str(job), die=0.1)

    def retried(self):
        job, = self.launch(*self.effect("-x", "7", "-a", "1"))
        deadline = time.monotonic() + STALLED
        killed = False
        while time.monotonic() < deadline:
            if self.world.run("wait", str(job))[0] == 0:
                # a retry that was killed after its commit, or a lost attempt
                self.world.times[job] = 2 if killed else 1
                return
            status, _, err = self.world.run("retry", str(job), die=0.1)
            killed |= status == -signal.SIGKILL
            if status == 0:
                self.world.times[job] = 2
                return
            if status != -signal.SIGKILL and "has not ended" not in err:
                break
        self.world.wrong.append(f"retry {job}: {err.strip()}")

    def graph(self):
        """Some tasks in an order of their own; one may fail."""
        count = self.random.randint(2, 6)
        bad = self.random.randrange(count) if self.random.random() < 0.2 else -1
        tasks = [f"name: graph\non_failure: "
                 f"{self.random.choice(['selective', 'graceful'])}\n"
                 f"max_parallel: {self.random.randint(1, 4)}\n"]
        for i in range(count):
            before = [f"t{j}" for j in range(i) if self.random.random() < 0.4]
            tasks.append(f"name: t{i}\nrun: exec {EFFECT} {self.world.effects}/"
                         f"{' -x 7' if i == bad else ''}\n"
                         f"depends_on: [{', '.join(before)}]\n")
            if i == 0 and self.random.random() < 0.1:
                tasks[-1] += "event_callback: true\n"
        spec = f"{self.world.dir}/spec{self.number}.yaml"
        with open(spec, "w", encoding="utf-8") as file:
            file.write("---\n".join(tasks))
        self.launch(spec, expect="FAILED" if bad >= 0 else "SUCCEEDED")

    KINDS = [("single", 20), ("array", 25), ("leaves_child", 3), ("with_gpu", 3),
             ("fails", 2), ("recovers", 2), ("times_out", 1), ("cancelled", 2),
             ("held", 2), ("after", 3), ("suspended", 1), ("retried", 0.5),
             ("graph", 12)]

    def submit_one(self):
        kinds, weights = zip(*self.KINDS)
        getattr(self, self.random.choices(kinds, weights)[0])()


class Run:
    """One run from the first submit to the verdict."""

    def __init__(self, options):
        self.options, self.world = options, World(options)
        self.began = time.monotonic()
        self.over = threading.Event()
        self.results = []
        self.witness = witness.Witness(self.world, BIN)
        self.kills = f"{self.world.dir}/kills"
        self.killer = None

    def out_of(self):
        """Whether there were jobs enough, or time enough."""
        if self.options.seconds:
            return time.monotonic() - self.began > self.options.seconds
        return self.world.jobs >= self.options.jobs

    def start_killer(self):
        self.killer = subprocess.Popen(
            [sys.executable, os.path.abspath(killer.__file__), self.world.home,
             self.kills, str(self.options.every), str(self.options.seed),
             *map(str, self.witness.spared)])

    def stop_killer(self):
        if self.killer:
            self.killer.terminate()
            self.killer.wait()
            self.killer = None

    def look(self):
        while not self.over.wait(0.5):
            self.witness.look()

    def owed(self):
        return [e for e in check.entries(self.world.home)
                if not any(f"{j:010d}" in e for j in self.witness.spared)]

    def tell(self, owed):
        print(f"{time.monotonic() - self.began:6.0f} s: {self.world.jobs} jobs, "
              f"{len(owed)} entries; killed: {killer.Killed(self.kills)}",
              file=sys.stderr, flush=True)

    def submit(self, seed):
        requests = Requests(self.world, seed)
        while not self.out_of():
            if len(self.owed()) < BACKLOG:
                requests.submit_one()
            else:
                time.sleep(0.1)

    def submit_all(self):
        """From several at once, as a submit mostly waits for the disk."""
        threads = [threading.Thread(target=self.submit, args=(i,))
                   for i in range(SUBMITTERS)]
        for thread in threads:
            thread.start()
        told = time.monotonic()
        while any(t.is_alive() for t in threads):
            self.world.do_later()
            if time.monotonic() - told > 10:
                told = time.monotonic()
                self.tell(self.owed())
            time.sleep(0.05)

    def drain(self):
        """Go on killing while there is much; return whether all came to an end."""
        last, since = None, time.monotonic()
        while True:
            self.world.do_later()
            owed = self.owed()
            if len(owed) < 20:
                self.stop_killer()
            if not owed and not self.world.later:
                return True
            if owed != last:
                last, since = owed, time.monotonic()
            elif time.monotonic() - since > STALLED:
                return False
            time.sleep(0.1)

    def result(self, what, wrong):
        """Count what was seen; WRONG is a line for each thing that is not right."""
        self.results.append(not wrong)
        print(f"{'ok' if not wrong else 'FAILED'}: {what}")
        for line in wrong[:20]:
            print(f"    {line}")
        if len(wrong) > 20:
            print(f"    and {len(wrong) - 20} more")

    def facts(self):
        world, killed = self.world, killer.Killed(self.kills)
        expect = dict(world.expect)
        for job, more in killed.may_be().items():
            expect[job] = expect.get(job, ["SUCCEEDED"]) + more
        return {
            "effects": world.effects, "launches": world.launches,
            "expect": {str(j): s for j, s in expect.items()},
            "once": True, "slots": SLOTS, "gpus": False, "aside": [],
            "may_go": [], "log_kinds": ["log"],
            "times": {str(j): n for j, n in world.times.items()},
            "hurt": sorted(killed.hurt() | self.witness.spared),
            "cut": sorted(killed.runners | killed.maybe),
            "quiet": sorted(world.quiet | self.witness.spared),
        }

    def conclude(self, drained):
        world = self.world
        self.result("every command did as it was told", world.wrong)
        self.result("every job came to an end",
                    [] if drained else self.owed()[:50])
        if drained:
            self.witness.stop(self)
        facts = self.facts()
        with open(f"{world.dir}/facts", "w", encoding="utf-8") as file:
            json.dump(facts, file)
        self.result("every job and effect is as expected",
                    check.Checker(world.home, world.logs, facts).check())
        self.result("the doctor finds nothing", self.witness.doctor())
        self.result("no file is left", self.witness.files_left())
        self.result("limits held", self.witness.wrong)

    def run_all(self):
        looker = threading.Thread(target=self.look)
        try:
            self.witness.start()
            self.start_killer()
            looker.start()
            self.submit_all()
            drained = self.drain()
            self.over.set()
            looker.join()
            self.conclude(drained)
        finally:
            self.over.set()
            self.stop_killer()
            self.witness.kill_all()

    def run(self):
        self.run_all()
        took = time.monotonic() - self.began
        killed = killer.Killed(self.kills)
        print(f"{self.world.jobs} jobs in {took:.0f} s, {self.world.jobs / took:.0f} "
              f"a second; killed: {killed}; {len(killed.hurt())} jobs may have lost "
              "an attempt")
        good = sum(self.results)
        if good == len(self.results) and not self.options.keep:
            shutil.rmtree(self.world.dir)
        else:
            print(f"kept: {self.world.dir}, seed {self.options.seed}")
        print(f"{good} passed, {len(self.results) - good} failed")
        return good == len(self.results)


def below_a_reaper(work):
    """Do it in a child; what nobody else is the parent of becomes ours."""
    ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
    child = os.fork()
    if child == 0:
        sys.exit(work())
    while True:
        pid, status = os.wait()
        if pid == child:
            return os.waitstatus_to_exitcode(status)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--jobs", type=int, default=1000)
    parser.add_argument("--seconds", type=float, default=0)
    parser.add_argument("--every", type=float, default=1)
    parser.add_argument("--seed", type=int, default=random.randrange(1 << 30))
    parser.add_argument("--keep", action="store_true")
    options = parser.parse_args()
    sys.exit(below_a_reaper(lambda: not Run(options).run()))


if __name__ == "__main__":
    main()
