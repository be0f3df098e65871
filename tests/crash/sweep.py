#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Kill every process of mj before and after every call that changes something.

    sweep.py [--every N] [--seconds S] [--jobs J] [--only NAME]... [--kind K]
    sweep.py --only NAME --at ROLE:N:WHEN[:OTHER] --keep

Each scenario runs once to count the calls of each role (preload.c), then once
for each point.  After the kill only `mj-schedule --once` helps, and then check.py
looks at what is left.  Needs MJ_BIN, where mj, mj-schedule and tests/crash/ are
built.
"""
import argparse
import concurrent.futures
import fcntl
import glob
import json
import os
import random
import re
import shutil
import signal
import struct
import subprocess
import sys
import tempfile
import threading
import time

import check

HERE = os.path.dirname(os.path.abspath(__file__))
ROLES = ["none", "launcher", "canceller", "holder", "timer", "starter", "pass",
         "controller", "runner", "command", "herald", "teller",
         "callback"]
# No timer is needed for one.
MENDED = {"starter", "pass", "runner", "command", "herald", "teller", "callback"}
PASSES_MAX = 5
QUIET = 0.25    # nothing changed for so long: the gate may open
SLOW = 3        # no retry waits so long: a wake-up was lost
STALLED = 7     # longer than any retry: nothing will happen by itself
DEADLINE = 25
OTHER_BOOT = "11111111-2222-3333-4444-555555555555"


class Failure(Exception):
    pass


class Run:
    """A home of its own and what happened in it."""

    def __init__(self, scenario, at, base):
        self.scenario, self.at = scenario, at
        self.dir = tempfile.mkdtemp(prefix="mj-crash.", dir=base)
        self.home, self.logs = f"{self.dir}/home", f"{self.dir}/logs"
        self.state, self.log = f"{self.dir}/state", f"{self.dir}/calls"
        self.effects, self.gate = f"{self.dir}/effects", f"{self.dir}/gate"
        self.launches, self.wrong = [], []
        self.gate_fd, self.fds = None, []
        self.acted, self.cancelled, self.stuck_passes = 0.0, set(), 0
        self.passes = self.stalls = 0
        self.slots, self.max_alive = 2, 100
        self.expect, self.aside = {}, []
        self.boot_is_new = False
        self.exit_status = {}
        with open(self.state, "wb") as file:
            file.write(bytes(8192))
        os.mkfifo(self.gate)
        self.env = {
            "PATH": os.environ["PATH"], "HOME": self.dir, "USER": "tester",
            "LC_ALL": "C", "MJ_HOME": self.home, "MJ_LOGS": self.logs,
            "LD_PRELOAD": f"{BIN}/tests/crash/preload.so",
            "MJ_CRASH_STATE": self.state, "MJ_CRASH_LOG": self.log,
            "MJ_CRASH_AT": at or "",
        }
        self.settings()

    def settings(self):
        os.mkdir(self.home, 0o700)
        scenario = self.scenario
        self.slots = scenario.places or scenario.slots
        with open(f"{self.home}/config.ini", "w", encoding="utf-8") as file:
            file.write("[scheduler]\ngrace = 300ms\n"
                       f"{scenario.stuck}"
                       f"max_alive = {scenario.max_alive}\n"
                       f"[pool local]\nslots = {scenario.slots}\n"
                       f"{scenario.counted}"
                       "[recovery]\ninitial = 20ms\nmax = 50ms\n"
                       + scenario.settings.replace("@DIR@", self.dir))
        os.chmod(f"{self.home}/config.ini", 0o600)

    # What scenarios are made of.

    def program(self, *words, name="mj"):
        done = subprocess.run([f"{BIN}/{name}", *words], env=self.env,
                              stdin=subprocess.DEVNULL, cwd=self.dir,
                              capture_output=True, text=True, timeout=DEADLINE,
                              check=False)
        self.exit_status[words[0]] = done.returncode
        return done

    def launch(self, *words, count=1):
        done = self.program("launch", *words)
        self.launches.append({
            "killed": done.returncode == -signal.SIGKILL,
            "status": done.returncode, "count": count,
            "printed": [int(w) for w in done.stdout.split()],
        })
        if done.returncode not in (0, -signal.SIGKILL):
            self.wrong.append(f"launch: {done.stderr.strip()}")

    def spec(self, text):
        with open(f"{self.dir}/spec.yaml", "w", encoding="utf-8") as file:
            file.write(text)

    def effect(self, *options):
        return [f"{BIN}/tests/crash/effect", self.effects, *options]

    def schedule(self):
        return self.program("--once", name="mj-schedule")

    def arm(self, armed=1):
        with open(self.state, "r+b") as file:
            file.write(struct.pack("i", armed))

    def pause(self, paused):
        path = f"{self.home}/queue/paused"
        if paused:
            self.schedule()
            with open(path, "w", encoding="utf-8"):
                pass
        else:
            os.unlink(path)

    def wait(self, condition, what):
        deadline = time.monotonic() + DEADLINE
        while not condition():
            if time.monotonic() > deadline:
                raise Failure(f"never came true: {what}")
            time.sleep(0.005)

    def started(self, count=1):
        self.wait(lambda: sum(e[0] == "live" for e in
                              check.read_effects(self.effects)) >= count,
                  f"{count} tasks begun")

    def running(self, job=1):
        self.started()
        self.wait(lambda: any("RUNNING" in check.read_record(
            self.home, job).values("task", t, "status") for t in ["effect"]),
            "RUNNING")

    def pid_of(self, file, job=1):
        with open(f"{self.home}/jobs/{job:010d}/{file}",
                  encoding="utf-8") as text:
            return int(text.readline())

    def kill(self, *files):
        pids = [self.pid_of(f) for f in files]
        for pid in pids:
            os.kill(pid, signal.SIGSTOP)
        for pid in pids:
            os.kill(pid, signal.SIGKILL)

    def claims(self, job=1):
        record = check.read_record(self.home, job)
        return record.claims() if record else 0

    # What can be seen from outside.

    def fired(self):
        with open(self.state, "rb") as file:
            file.seek(4 * (1 + len(ROLES)))
            return any(struct.unpack("ii", file.read(8)))

    def born(self):
        """How many processes of mj there have been."""
        with open(self.state, "rb") as file:
            file.seek(4 * (3 + len(ROLES)))
            return struct.unpack("i", file.read(4))[0]

    def processes(self):
        """Processes of this home, {pid: what}: all, and those of mj."""
        tries = 0
        while True:
            born = self.born()
            found = self.scan()
            tries += 1
            # a runner that polls another place always forks
            if born == self.born() or (self.scenario.away and tries > 2):
                return found

    def scan(self):
        found, ours = {}, {}
        mark = self.state.encode()
        for pid in filter(str.isdigit, os.listdir("/proc")):
            try:
                with open(f"/proc/{pid}/comm", encoding="utf-8") as file:
                    is_mj = file.read().startswith("mj")
                where = "maps" if is_mj else "environ"
                with open(f"/proc/{pid}/{where}", "rb") as file:
                    if mark not in file.read():
                        continue
                with open(f"/proc/{pid}/cmdline", "rb") as file:
                    found[int(pid)] = file.read().replace(
                        b"\0", b" ").decode("utf-8", "replace").strip()
                if is_mj:
                    ours[int(pid)] = found[int(pid)]
            except OSError:
                continue
        return found, ours

    def snapshot(self):
        sizes = []
        for job in check.jobs_in(self.home):
            try:
                sizes.append((job, os.path.getsize(
                    f"{self.home}/jobs/{job:010d}/record")))
            except OSError:
                sizes.append((job, 0))
        try:
            effects = os.path.getsize(self.effects)
        except OSError:
            effects = 0
        return sizes, check.entries(self.home), effects

    def family(self, job):
        """Living processes of a job's commands."""
        found = []
        for pid in filter(str.isdigit, os.listdir("/proc")):
            try:
                with open(f"/proc/{pid}/comm", encoding="utf-8") as file:
                    if file.read().startswith("mj"):
                        continue
                with open(f"/proc/{pid}/environ", "rb") as file:
                    words = file.read().split(b"\0")
            except OSError:
                continue
            if (f"MJ_HOME={self.home}".encode() in words and
                    any(w.startswith(b"MJ_TAG=") and
                        w.split(b":")[2:3] == [str(job).encode()]
                        for w in words)):
                found.append(int(pid))
        return found

    def is_cancelled(self, job):
        """In its first round: a retry may begin the next one at any time."""
        record = check.read_record(self.home, job)
        return (record and record.status() == "CANCELLED" and
                len(set(record.values("job", "", "round"))) == 1)

    def see_cancelled(self):
        """CANCELLED is written when nothing of the job lives any more."""
        for job in set(check.jobs_in(self.home)) - self.cancelled:
            if not self.is_cancelled(job):
                continue
            self.cancelled.add(job)
            left = self.family(job)
            if left and self.is_cancelled(job):
                self.wrong.append(f"job {job} is CANCELLED while {left} live")

    def sample(self, entries):
        alive = sum(e.startswith("alive/") for e in entries)
        running = sum("/running/" in e for e in entries)
        if alive > (self.scenario.array_max or self.scenario.max_alive):
            self.wrong.append(f"{alive} jobs alive at once")
        if running > self.slots:
            self.wrong.append(f"{running} places taken at once")

    # After the action.

    def open_gate(self):
        if self.gate_fd is None:
            self.gate_fd = os.open(self.gate, os.O_RDWR)
            self.acted = time.monotonic()

    def may_open(self):
        asked = any(os.path.exists(f"{self.home}/jobs/{j:010d}/cancel")
                    for j in check.jobs_in(self.home))
        return self.scenario.gate_opens and not asked

    def help(self):
        """The timer's pass, and the release of what a killed holder left."""
        if self.passes == PASSES_MAX:
            raise Failure(f"not settled after {PASSES_MAX} passes: "
                          f"{check.entries(self.home)} {self.processes()[0]}")
        self.passes += 1
        self.schedule()
        self.acted = time.monotonic()

    def power_loss(self):
        if (self.boot_is_new or not self.at or ":all" not in self.at or
                not self.fired()):
            return
        self.boot_is_new = True
        self.kill_all()
        self.env["MJ_BOOT_ID"] = OTHER_BOOT

    def guarded(self):
        """Not so when a pass and its starter die at moments of their own: then
        the one who asked looks again in a while, if no timer comes first."""
        callers = {t.split(":")[0] for t in (self.at or "").split(",")}
        return not {"pass", "starter"} <= callers

    def settle(self):
        deadline = time.monotonic() + DEADLINE
        last, since = None, time.monotonic()
        while True:
            now = time.monotonic()
            snap = self.snapshot()
            if snap != last:
                waited = now - max(since, self.acted)
                if (last and waited > self.scenario.slow and not self.stalls and
                        self.guarded()):
                    self.wrong.append(f"nothing happened for {waited:.1f} s: "
                                      f"{last} became {snap}")
                last, since = snap, now
                self.see_cancelled()
            self.sample(snap[1])
            quiet = now - since
            if now > deadline:
                raise Failure(f"never settled: {snap[1]} {self.processes()[0]}")
            if quiet > 0.04 and (quiet > QUIET or not snap[1]):
                if self.step(snap[1], quiet):
                    return
                if quiet > STALLED:
                    since = time.monotonic()
            time.sleep(0.01)

    def stopped(self, pids):
        found = []
        for pid in pids:
            try:
                with open(f"/proc/{pid}/stat", encoding="utf-8") as file:
                    if file.read().rpartition(")")[2].split()[0] == "T":
                        found.append(pid)
            except OSError:
                continue
        return found

    def pass_lock_is_free(self):
        fd = os.open(f"{self.home}/queue", os.O_RDONLY)
        try:
            fcntl.flock(fd, fcntl.LOCK_EX | fcntl.LOCK_NB)
            return True
        except OSError:
            return False
        finally:
            os.close(fd)

    def go_on(self, stopped):
        """Who is stopped is taken for dead by nobody, but for a stuck pass."""
        before = {j: self.claims(j) for j in check.jobs_in(self.home)}
        self.stuck_passes += 1
        self.schedule()
        if self.scenario.stuck:
            time.sleep(0.3)
            self.schedule()
            # between its note and its lock a pass is nobody that could be ended
            if (os.path.getsize(f"{self.home}/scheduler.pid") and
                    not self.pass_lock_is_free() and self.stopped(stopped)):
                self.wrong.append(f"the stuck {stopped} were not ended")
            self.schedule()
        elif any(n and self.claims(j) != n for j, n in before.items()):
            self.wrong.append("a stopped process was replaced")
        for pid in stopped:
            try:
                os.kill(pid, signal.SIGCONT)
            except OSError:
                continue
        self.acted = time.monotonic()

    def step(self, entries, quiet):
        """Nothing has changed for a while.  Return whether all is over."""
        self.power_loss()
        processes, ours = self.processes()
        entries = check.entries(self.home)
        if not processes and not entries:
            return True
        stopped = self.stopped(ours)
        if stopped:
            if quiet > QUIET:
                self.go_on(stopped)
            return False
        held = [e for e in entries if e.startswith("held/")]
        if not ours and held and len(held) == len(entries):
            self.program("release", *[str(int(os.path.basename(e)[:10]))
                                      for e in held])
            self.acted = time.monotonic()
        elif not ours and entries:
            self.help()
        elif not ours and quiet > STALLED:
            raise Failure(f"left behind: {processes}")
        elif quiet > QUIET and self.gate_fd is None and self.may_open():
            self.open_gate()
        elif quiet > STALLED:
            self.stalls += 1
            if self.stalls == 1:
                self.stalled_with = (entries, processes)
            self.help()
        return False

    def finish(self):
        """One more pass changes nothing."""
        before = self.snapshot()
        self.arm(0)
        self.schedule()
        self.wait(lambda: not self.processes()[0], "no process")
        if self.snapshot() != before:
            self.wrong.append(f"a pass changed {before} to {self.snapshot()}")

    def ask_doctor(self):
        """What the checker accepts, the doctor does too; they share nothing."""
        env = {k: v for k, v in self.env.items()
               if k != "LD_PRELOAD" and not k.startswith("MJ_CRASH")}
        done = subprocess.run([f"{BIN}/mj", "doctor"], env=env, text=True,
                              capture_output=True, timeout=DEADLINE,
                              check=False)
        said = [l for l in (done.stdout + done.stderr).splitlines()
                if "set aside" not in l and "linger" not in l
                and "is to enforce" not in l and "process 1:" not in l]
        if said:
            self.wrong.append(f"the doctor disagrees: {said}")

    def judge(self):
        killed = [t.split(":") for t in (self.at or "none").split(",")]
        callers = {t[0] for t in killed}
        victims = callers.union(*[t[3:] for t in killed])
        once = self.scenario.once and not callers & set(self.scenario.fragile)
        if not self.scenario.away and ({"controller", "runner"} <= victims or
                                       victims & {"command", "all"}):
            once = False
        expect = {str(j): list(s) for j, s in self.scenario.expect(self).items()}
        if self.scenario.deaths + [t[0] for t in killed].count(
                "controller") > 2:
            expect.setdefault("1", ["SUCCEEDED"]).append("FAILED_CONTROLLER")
        if "command" in victims:
            for job in check.jobs_in(self.home):
                expect.setdefault(str(job), ["SUCCEEDED"]).extend(
                    ["FAILED", "FAILED_SETUP"])
        facts = {
            "effects": self.effects, "launches": self.launches,
            "expect": expect, "once": once,
            "slots": self.slots, "gpus": self.scenario.gpus, "aside": self.scenario.aside,
            "may_go": self.scenario.may_go,
            "log_kinds": self.scenario.log_kinds,
        }
        with open(f"{self.dir}/facts", "w", encoding="utf-8") as file:
            json.dump(facts, file)
        self.wrong += check.Checker(self.home, self.logs, facts).check()
        self.wrong += self.scenario.check(self, victims)
        if not self.wrong:
            self.ask_doctor()
        if self.scenario.stuck:
            for job in check.jobs_in(self.home):
                if self.claims(job) > 1 + self.scenario.deaths + self.fired():
                    self.wrong.append(f"job {job}: a healthy controller was "
                                      "killed")
        if (len(victims) == 1 and callers <= MENDED and
                not callers & set(self.scenario.fragile)):
            extra = 0
        else:
            # a loss of power may come long after the kill: once more then
            extra = len(killed) + (self.scenario.away and "all" in victims)
        if self.passes > self.scenario.passes + extra:
            self.wrong.append(f"{self.passes} passes were needed")
        if self.stalls and not callers & {"launcher", "canceller", "holder",
                                          "timer", *self.scenario.timed}:
            self.wrong.append("nothing went on until the timer's pass: "
                              f"{self.stalled_with}")

    def all(self):
        try:
            self.scenario.run(self)
            self.power_loss()
            self.settle()
            self.finish()
            self.judge()
        except (Failure, subprocess.TimeoutExpired, OSError) as failure:
            self.wrong.append(f"{type(failure).__name__}: {failure}")
        return self.wrong

    def kill_all(self):
        """In one moment: one that saw another die would make up for it."""
        stopped = set()
        while True:
            left = set(self.processes()[0])
            if not left:
                return
            signo = signal.SIGSTOP if left - stopped else signal.SIGKILL
            for pid in left:
                try:
                    os.kill(pid, signo)
                except OSError:
                    continue
            stopped |= left

    def clear(self, keep=False):
        self.kill_all()
        for fd in [*self.fds, self.gate_fd]:
            if fd is not None:
                os.close(fd)
        if not keep:
            shutil.rmtree(self.dir, ignore_errors=True)


class Scenario:
    """What is done, and what may come of it."""

    name = ""
    roles = ROLES[1:]
    slots, max_alive = 2, 100
    stuck = ""           # more lines of [scheduler]
    whens = ("before", "after")
    once = True          # unless a fragile role is killed
    fragile = ()
    aside = []
    may_go = []          # jobs that gc may remove
    log_kinds = ["log"]  # that have all that is printed
    deaths = 0           # of controllers, before the first point
    settings = ""        # more of config.ini
    counted = ""         # what else the pool local counts
    gpus = False         # all tasks ask for some
    places = 0           # of all pools together; 0: as slots
    away = False         # it runs elsewhere, so no death of ours starts it twice
    timed = ()           # roles whose death is left to the timer
    gate_opens = True
    passes = 0           # the timer's, that it needs with no kill at all
    slow = SLOW          # longer than any wait that is meant
    array_max = 0        # at most so many jobs alive, where not max_alive counts

    def expect(self, run):
        return {}

    def check(self, run, victims):
        """What else is wrong in the end."""
        return []

    def run(self, run):
        raise NotImplementedError


class Launch(Scenario):
    name = "launch"
    roles = ["launcher", "starter"]

    def run(self, run):
        run.arm()
        run.launch("--", *run.effect())


class Pass(Launch):
    name = "pass"
    roles = ["pass"]


class Start(Scenario):
    name = "claim-and-start"
    roles = ["controller", "runner", "command"]

    def run(self, run):
        run.arm()
        run.launch("--", *run.effect("-g", run.gate))


class End(Scenario):
    name = "end"
    roles = ["starter", "pass", "controller", "runner"]

    def run(self, run):
        run.launch("--", *run.effect("-g", run.gate, "-c"))
        run.running()
        run.arm()
        run.open_gate()


class Replacement(Scenario):
    name = "replacement"
    deaths = 1
    fragile = ("runner",)

    def run(self, run):
        run.launch("--", *run.effect("-g", run.gate))
        run.running()
        run.arm()
        run.kill("controller.pid")


class Hunt(Scenario):
    name = "both-killed"
    deaths = 1
    once = False
    passes = 1

    def run(self, run):
        run.launch("--", *run.effect("-g", run.gate, "-c"))
        run.running()
        run.arm()
        run.kill("controller.pid", "runner.effect.pid")


class Adopt(Scenario):
    name = "adopt"
    fragile = ("controller",)

    def run(self, run):
        run.launch("--", *run.effect("-g", run.gate, "-c"))
        run.running()
        run.arm()
        run.kill("runner.effect.pid")


class AdoptInSetup(Scenario):
    """A controller that carries setup on starts a new runner for run."""

    name = "adopt-in-setup"
    fragile = ("controller",)

    def run(self, run):
        run.spec("name: setup\n---\nname: effect\n"
                 f"setup: ': <{run.gate}'\nrun: {' '.join(run.effect())}\n")
        run.launch("spec.yaml")
        run.wait(lambda: (check.read_record(run.home, 1) or check.Record(b"")
                          ).values("run", "effect", "step"), "setup")
        run.arm()
        run.kill("runner.effect.pid")


class Timeout(Scenario):
    """A time limit ends the command and what it left in other sessions."""

    name = "timeout"
    gate_opens = False

    def expect(self, run):
        return {1: ["FAILED"]}

    def run(self, run):
        run.arm()
        run.launch("--timeout", "150ms", "--", *run.effect("-g", run.gate,
                                                           "-c"))
        run.wait(lambda: not run.processes()[1] or
                 run.claims() and check.read_record(run.home, 1).values(
                     "run", "effect", "cause"), "the time limit")


class Siblings(Scenario):
    """One fails, so the other is cancelled."""

    name = "siblings"

    def expect(self, run):
        return {1: ["FAILED"]}

    def run(self, run):
        run.spec("name: both\nexecution: parallel\non_failure: immediate\n"
                 f"---\nname: bad\nrun: ': <{run.gate}; exit 3'\n---\n"
                 f"name: effect\nrun: {' '.join(run.effect('-c'))} "
                 f"-g {run.dir}/never\n")
        os.mkfifo(f"{run.dir}/never")
        run.launch("spec.yaml")
        run.running()
        run.wait(lambda: "RUNNING" in check.read_record(run.home, 1).values(
            "task", "bad", "status"), "bad is RUNNING")
        run.arm()
        run.open_gate()


class CancelWaiting(Scenario):
    name = "cancel-waiting"

    def expect(self, run):
        done = run.exit_status["cancel"] == 0
        return {1: ["CANCELLED"] if done else ["CANCELLED", "SUCCEEDED"]}

    def run(self, run):
        run.pause(True)
        run.launch("--", *run.effect())
        run.wait(lambda: not run.processes()[0], "no process")
        run.arm()
        run.program("cancel", "1")
        run.pause(False)


class CancelRunning(CancelWaiting):
    name = "cancel-running"

    def run(self, run):
        run.launch("--", *run.effect("-g", run.gate, "-c"))
        run.running()
        run.arm()
        run.program("cancel", "1")


class CancelAll(CancelWaiting):
    """One runs, one waits, and all are cancelled."""

    name = "cancel-all"
    slots = 1

    def expect(self, run):
        allowed = CancelWaiting.expect(self, run)[1]
        return {1: allowed, 2: allowed}

    def run(self, run):
        run.launch("--", *run.effect("-g", run.gate))
        run.running()
        run.launch("--", *run.effect())
        run.arm()
        run.program("cancel", "-a")


class CancelMany(CancelWaiting):
    """Waiting jobs are cancelled together, under all their locks."""

    name = "cancel-many"

    def expect(self, run):
        allowed = CancelWaiting.expect(self, run)[1]
        return {job: allowed for job in range(1, 6)}

    def run(self, run):
        run.pause(True)
        run.launch("--num-jobs", "5", "--", *run.effect(), count=5)
        run.wait(lambda: not run.processes()[0], "no process")
        run.arm()
        run.program("cancel", "1-5")
        run.pause(False)


class Hold(Scenario):
    name = "hold-and-release"
    passes = 1

    def run(self, run):
        run.pause(True)
        run.launch("--", *run.effect())
        run.wait(lambda: not run.processes()[0], "no process")
        run.arm()
        run.program("hold", "1")
        run.program("release", "1")
        run.pause(False)


class Suspend(Scenario):
    """Stopped and continued, with a child in a session of its own."""

    name = "suspend-and-continue"
    roles = ["holder", "starter", "pass", "controller", "runner"]

    @staticmethod
    def still(run):
        record = check.read_record(run.home, 1)
        return (record.values("run", "effect", "stopped")[-1:] == ["1"] or
                not os.path.exists(f"{run.home}/jobs/{1:010d}/suspend") or
                not run.processes()[1])

    def run(self, run):
        run.launch("--", *run.effect("-g", run.gate, "-c"))
        run.running()
        run.arm()
        run.program("suspend", "1")
        deadline = time.monotonic() + 2
        while not self.still(run) and time.monotonic() < deadline:
            time.sleep(0.005)
        found, ours = run.processes()
        for pid in [] if run.fired() else set(found) - set(ours):
            with open(f"/proc/{pid}/stat", encoding="utf-8") as file:
                state = file.read().rpartition(") ")[2][0]
            if state != "T":
                run.wrong.append(f"process {pid} is {state} while suspended")
        marker = f"{run.home}/jobs/{1:010d}/suspend"
        while (run.program("continue", "1").returncode < 0 and
               os.path.exists(marker)):
            continue


class PauseAndResume(Scenario):
    """Once pause has said so nothing starts, and after resume all does."""

    name = "pause-and-resume"
    roles = ["launcher", "holder", "starter", "pass", "controller", "runner"]

    @staticmethod
    def begun(run):
        return sum(e[0] == "live" for e in check.read_effects(run.effects))

    def run(self, run):
        words = " ".join(run.effect())
        run.spec(f"name: two\n---\nname: effect\n"
                 f"run: {' '.join(run.effect('-g', run.gate))}\n"
                 f"---\nname: then\nrun: {words}\n")
        run.launch("spec.yaml")
        run.running()
        run.arm()
        paused = run.program("pause").returncode == 0
        run.launch("--", *run.effect())
        run.open_gate()
        deadline = time.monotonic() + 1
        while (run.processes()[1] and time.monotonic() < deadline and
               "SUCCEEDED" not in check.read_record(run.home, 1).values(
                   "task", "effect", "status")):
            time.sleep(0.005)
        time.sleep(0.05)
        if paused and self.begun(run) > 1:
            run.wrong.append("something started during the pause")
        while (run.program("resume").returncode < 0 and
               os.path.exists(f"{run.home}/queue/paused")):
            continue


class Callbacks(Scenario):
    """Each event is told, in order, and maybe twice in a row."""

    name = "callbacks"
    roles = ["starter", "pass", "controller", "runner", "herald", "teller",
             "callback"]

    def check(self, run, victims):
        try:
            with open(f"{run.dir}/told", encoding="utf-8") as file:
                lines = file.read().split()
        except OSError:
            lines = []
        record = check.read_record(run.home, 1)
        if not lines and not (record and record.status()):
            return []    # nothing was submitted
        told = [w for i, w in enumerate(lines) if w != lines[i - 1] or not i]
        wanted = ["SUBMITTED", "STARTING", "STARTED", "SUCCEEDED"]
        plain = [w for w in told if not w.startswith("RECOVER")]
        if "RECOVERED" in told and "STARTED" not in told:
            wanted.remove("STARTED")
        if "callback" in victims:    # as if it had failed
            missed = [w for w in wanted if w not in plain]
            wanted = [w for w in wanted if w not in missed[:1]]
        if "all" in victims:    # the last ones have nobody left to tell them
            wanted = wanted[:len(plain)]
        return [] if plain == wanted else [f"told was {lines}"]

    def run(self, run):
        run.spec("name: told\n---\nname: effect\n"
                 f"event_callback: 'echo $MJ_EVENT >>{run.dir}/told'\n"
                 f"run: {' '.join(run.effect())}\n")
        run.arm()
        run.launch("spec.yaml")


class Quarantine(Scenario):
    name = "quarantine"
    aside = [1]
    passes = 1

    def run(self, run):
        run.pause(True)
        run.launch("--", *run.effect())
        run.launch("--", *run.effect())
        run.wait(lambda: not run.processes()[0], "no process")
        with open(f"{run.home}/jobs/{1:010d}/record", "r+b") as file:
            file.write(b"\0rubbish")
        run.pause(False)
        run.arm()
        run.schedule()


class QuarantineAlive(Scenario):
    """A record that goes bad under a dead controller."""

    name = "quarantine-alive"
    aside = [1]
    passes = 1

    def run(self, run):
        run.launch("--", *run.effect("-g", run.gate))
        run.launch("--", *run.effect())
        run.running()
        run.wait(lambda: len(run.processes()[1]) == 2, "job 2 over")
        pids = [run.pid_of(f) for f in ("controller.pid",
                                        "runner.effect.pid")]
        task = int(check.read_record(run.home, 1).values(
            "run", "effect", "pid")[-1])
        for pid in pids:
            os.kill(pid, signal.SIGSTOP)
        for pid in [*pids, task]:
            os.kill(pid, signal.SIGKILL)
        run.wait(lambda: not run.processes()[0], "no process")
        with open(f"{run.home}/jobs/{1:010d}/record", "r+b") as file:
            file.write(b"\0rubbish")
        run.arm()
        run.schedule()


class QuarantineRunning(Scenario):
    """A record that goes bad under a living runner; one place, and who wants it."""

    name = "quarantine-running"
    aside = [1]
    slots = 1
    passes = 1
    gate_opens = False
    once = False
    fragile = ("runner", "pass", "starter")

    def run(self, run):
        run.launch("--", *run.effect("-g", run.gate, "-c"))
        run.running()
        run.launch("--", *run.effect())
        run.wait(lambda: len(run.processes()[1]) == 2, "passes are over")
        with open(f"{run.home}/jobs/{1:010d}/record", "r+b") as file:
            file.write(b"\0rubbish")
        run.arm()
        run.kill("controller.pid")


class BrokenSpec(Scenario):
    """The last controller ends what runs, and the request of what waits goes."""

    name = "broken-spec"
    slots = 1
    once = False
    passes = 1
    gate_opens = False
    fragile = ("runner",)

    def expect(self, run):
        return {1: ["FAILED_CONTROLLER"]}

    def run(self, run):
        run.spec("name: both\nexecution: parallel\n---\nname: effect\n"
                 f"run: {' '.join(run.effect('-g', run.gate))}\n---\n"
                 f"name: more\nrun: {' '.join(run.effect())}\n")
        run.launch("spec.yaml")
        run.running()
        run.wait(lambda: any(e.endswith(".more") and "waiting" in e
                             for e in check.entries(run.home)), "a request")
        run.wait(lambda: len(run.processes()[1]) == 2, "passes are over")
        os.unlink(f"{run.home}/jobs/{1:010d}/job.yaml")
        run.arm()
        run.kill("controller.pid")


class Repair(Scenario):
    """The doctor at work, and again where it was killed."""

    name = "doctor-repair"
    roles = ["holder"]
    passes = 1

    def run(self, run):
        run.pause(True)
        run.launch("--", *run.effect())
        run.launch("--", *run.effect())
        run.wait(lambda: not run.processes()[0], "no process")
        queue = f"{run.home}/queue"
        entry = f"{1:010d}.1"
        os.makedirs(f"{queue}/pool/local/waiting/0900.1/0000000", 0o700)
        os.rename(f"{queue}/pool/local/waiting/1000.1/0000000/{entry}",
                  f"{queue}/pool/local/waiting/0900.1/0000000/{entry}")
        with open(f"{queue}/held/{9:010d}.1", "w", encoding="utf-8"):
            pass
        with open(f"{queue}/launching/{2:010d}.effect", "w",
                  encoding="utf-8"):
            pass
        run.arm()
        if run.program("doctor", "--repair").returncode < 0:
            run.arm(0)
            run.program("doctor", "--repair")
        run.pause(False)


class Stopped(Scenario):
    """Who only is stopped is taken for dead by nobody."""

    name = "stopped"
    roles = ["pass", "controller"]
    whens = ("stop",)
    timed = ("pass", "controller")
    passes = 1

    def run(self, run):
        run.arm()
        run.launch("--", *run.effect("-g", run.gate))


class StuckPass(Stopped):
    """A pass that is stopped, or waits for one that is, is ended at last."""

    name = "stuck-pass"
    stuck = "stuck_after = 100ms\nstuck_kill = 200ms\n"
    once = False
    passes = 3


class StuckReplacement(StuckPass):
    name = "stuck-replacement"
    deaths = 1

    def run(self, run):
        run.launch("--", *run.effect("-g", run.gate))
        run.running()
        run.launch("--", *run.effect("-g", run.gate))
        run.arm()
        run.kill("controller.pid")


class LaunchHeld(Scenario):
    name = "launch-held"
    roles = ["launcher"]

    def run(self, run):
        run.arm()
        run.launch("--hold", "--", *run.effect())


class After(Scenario):
    """The end of one job releases another, and skips one and what follows it."""

    name = "after"
    roles = ["launcher", "starter", "pass", "controller"]

    def expect(self, run):
        return {3: ["SKIPPED"], 4: ["SKIPPED"]}

    def run(self, run):
        run.launch("--", *run.effect("-g", run.gate))
        run.launch("--after", "1", "--", *run.effect())
        run.launch("--after", "1:fail", "--", *run.effect())
        run.launch("--after", "3", "--", *run.effect())
        run.running()
        run.wait(lambda: len(run.processes()[1]) == 2, "passes are over")
        run.arm()
        run.open_gate()


class AfterLaunch(Scenario):
    """One is submitted while the other ends."""

    name = "after-launch"

    def run(self, run):
        run.launch("--", *run.effect("-g", run.gate))
        run.running()
        run.arm()
        run.open_gate()
        run.launch("--after", "1", "--", *run.effect())


class AfterCancel(CancelWaiting):
    """What waits is cancelled, and who comes after it is skipped."""

    name = "after-cancel"
    passes = 1

    def expect(self, run):
        if run.exit_status["cancel"] == 0:
            return {1: ["CANCELLED"], 2: ["SKIPPED"], 3: ["SUCCEEDED"]}
        return {1: ["CANCELLED", "SUCCEEDED"], 2: ["SKIPPED", "SUCCEEDED"]}

    def run(self, run):
        run.pause(True)
        run.launch("--", *run.effect())
        run.launch("--after", "1", "--", *run.effect())
        run.launch("--after", "2:any", "--", *run.effect())
        run.wait(lambda: not run.processes()[0], "no process")
        run.arm()
        run.program("cancel", "1")
        run.pause(False)


class Begin(Scenario):
    """The time has come, and a timer's pass starts the job."""

    name = "begin"
    passes = 1

    def run(self, run):
        run.arm()
        run.launch("--begin", "+1s", "--", *run.effect())
        time.sleep(1.1)
        run.schedule()


class Unique(Scenario):
    """Of two with one key the second is refused, or has it."""

    name = "unique"
    roles = ["launcher", "pass", "controller"]

    def run(self, run):
        run.arm()
        run.launch("--unique", "key", "--", *run.effect("-g", run.gate))
        live = any("0000000001" in e for e in check.entries(run.home))
        done = run.program("launch", "--unique", "key", "--",
                           *run.effect("-g", run.gate))
        if done.returncode == 4 and done.stdout.split() != ["1"]:
            run.wrong.append(f"refused with {done.stdout.split()}")
        elif done.returncode not in (0, 4, -signal.SIGKILL):
            run.wrong.append(f"launch: {done.stderr.strip()}")
        elif done.returncode in (0, 4) and live != (done.returncode == 4):
            run.wrong.append(f"exit {done.returncode}, and a job with the "
                             f"key {'lives' if live else 'is not there'}")
        if done.returncode != 4:
            run.launches.append({
                "killed": done.returncode < 0, "status": done.returncode,
                "count": 1,
                "printed": [int(w) for w in done.stdout.split()]})


class Set(Scenario):
    """A job that waits is changed, and one that comes after another."""

    name = "set"
    passes = 1

    def run(self, run):
        run.pause(True)
        run.launch("--", *run.effect())
        run.launch("--", *run.effect())
        run.launch("--after", "1:fail", "--", *run.effect())
        run.wait(lambda: not run.processes()[0], "no process")
        run.arm()
        run.program("set", "2", "priority=5", "timeout=1h", "begin=now")
        run.program("set", "3", "after=2:any", "begin=+0s")
        run.pause(False)

    def expect(self, run):
        return {3: ["SUCCEEDED"] if run.exit_status["set"] == 0
                else ["SUCCEEDED", "SKIPPED"]}


class CancelTask(CancelWaiting):
    name = "cancel-task"

    def expect(self, run):
        done = run.exit_status["cancel"] == 0
        return {1: ["CANCELLED"] if done else ["CANCELLED", "SUCCEEDED"]}

    def run(self, run):
        run.spec("name: one\n---\nname: effect\n"
                 f"run: {' '.join(run.effect('-g', run.gate, '-c'))}\n")
        run.launch("spec.yaml")
        run.running()
        run.arm()
        run.program("cancel", "--task", "effect", "1")


class Array(Scenario):
    name = "array"

    def run(self, run):
        run.arm()
        run.launch("--num-jobs", "5", "--", *run.effect(), count=5)


class ArrayParallel(Scenario):
    """More places than jobs of the array may run at a time."""

    name = "array-parallel"
    slots, array_max = 4, 2

    def run(self, run):
        run.slots = self.array_max
        run.arm()
        run.launch("--num-jobs", "5", "--max-parallel", "2", "--",
                   *run.effect(), count=5)


class ArrayHeld(Scenario):
    """All are held at once, and released one by one."""

    name = "array-held"
    roles = ["launcher", "holder", "pass"]

    def run(self, run):
        run.arm()
        run.launch("--hold", "--num-jobs", "3", "--", *run.effect(), count=3)
        run.program("release", "1-3")


class Retry(Scenario):
    """One task failed, and is run again; the other one is not."""

    name = "retry"

    def expect(self, run):
        done = run.exit_status["retry"] == 0
        return {1: ["SUCCEEDED"] if done else ["SUCCEEDED", "FAILED"]}

    def run(self, run):
        run.spec(f"name: two\n---\nname: effect\nrun: "
                 f"{' '.join(run.effect())}\n---\nname: again\nrun: "
                 f"'[ -e {run.dir}/good ] || exit 3; exec "
                 f"{' '.join(run.effect())}'\n")
        run.launch("spec.yaml")
        run.wait(lambda: check.read_record(run.home, 1).status() and
                 not run.processes()[0], "its end")
        with open(f"{run.dir}/good", "w", encoding="utf-8"):
            pass
        run.arm()
        run.program("retry", "1")


class RetryCancelled(Scenario):
    """Its next attempt has a number of its own."""

    name = "retry-cancelled"
    once = False

    def expect(self, run):
        done = run.exit_status["retry"] == 0
        return {1: ["SUCCEEDED"] if done else ["SUCCEEDED", "CANCELLED"]}

    def run(self, run):
        run.launch("--", *run.effect("-g", run.gate, "-c"))
        run.running()
        run.program("cancel", "--wait", "1")
        run.wait(lambda: not run.processes()[0], "no process")
        run.arm()
        run.program("retry", "--all-tasks", "1")


class RetryAtTheEnd(Scenario):
    """A job is tried again while its controller still leaves."""

    name = "retry-at-the-end"
    roles = ["starter", "pass", "controller", "holder"]
    once = False

    def expect(self, run):
        return {1: ["SUCCEEDED"]}

    def run(self, run):
        run.launch("--", *run.effect("-g", run.gate))
        run.running()
        run.arm()
        run.open_gate()
        for _ in range(200):
            run.program("retry", "--all-tasks", "1")
            if run.exit_status["retry"] != 1:
                break


class Dag(Scenario):
    """Three tasks and a job behind them, where one may live at a time."""

    name = "dag"
    slots, max_alive = 1, 1

    def run(self, run):
        words = " ".join(run.effect())
        run.spec(f"name: dag\n---\nname: a\nrun: {words}\n"
                 f"---\nname: b\ndepends_on: [a]\nrun: {words}\n"
                 f"---\nname: c\ndepends_on: [a]\nsetup: 'true'\n"
                 f"run: {words}\n")
        run.arm()
        run.launch("spec.yaml")
        run.launch("--", *run.effect())


class Handover(Scenario):
    """The place that one job leaves is what a task of another waits for."""

    name = "handover"
    slots = 1
    timed = ("controller",)

    def run(self, run):
        first = f"{run.dir}/first"
        os.mkfifo(first)
        run.spec("name: dag\n---\nname: effect\n"
                 f"run: {' '.join(run.effect('-g', first))}\n"
                 "---\nname: then\ndepends_on: [effect]\n"
                 f"run: {' '.join(run.effect())}\n")
        run.launch("spec.yaml")
        run.running()
        run.launch("--priority", "500", "--",
                   *run.effect("-g", run.gate))
        run.fds.append(os.open(first, os.O_RDWR))
        run.started(2)
        run.running(2)
        run.wait(lambda: any(e.endswith(".then") and "waiting" in e
                             for e in check.entries(run.home)), "a request")
        run.wait(lambda: len(run.processes()[1]) == 3, "passes are over")
        run.arm()
        run.open_gate()


class Collect(Scenario):
    """A job that gc removes is whole, or all gone after the next pass."""

    name = "gc"
    roles = ["holder"]
    may_go = [1, 2]

    def run(self, run):
        for _ in range(3):
            run.launch("--", *run.effect())
        run.wait(lambda: not run.processes()[0] and
                 not check.entries(run.home), "all over")
        run.arm()
        run.program("gc", "--keep", "0")
        if run.at is None:
            left = check.jobs_in(run.home)
            if left != [3]:
                run.wrong.append(f"gc left {left}")


class Split(Scenario):
    """What is printed to two pipes is whole, whoever dies."""

    name = "split-logs"
    roles = ["runner", "controller"]
    log_kinds = ["log", "err"]

    def run(self, run):
        words = " ".join(run.effect("-g", run.gate))
        run.spec("name: split\n---\nname: effect\nlog: split\n"
                 f"run: '{words} | tee /dev/stderr'\n")
        run.launch("spec.yaml")
        run.running()
        run.arm()
        run.open_gate()


class Doomed(Scenario):
    """Controllers that die again and again."""

    name = "doomed"
    roles = ["starter", "pass", "controller", "runner"]
    fragile = ("runner",)    # the last controller is dead too

    def expect(self, run):
        return {1: ["FAILED_CONTROLLER"]}

    def run(self, run):
        run.launch("--", *run.effect("-g", run.gate))
        run.running()
        for death in (1, 2):
            run.kill("controller.pid")
            run.wait(lambda: run.claims() == death + 1, "a successor")
        run.arm()
        run.kill("controller.pid")


class Restart(Scenario):
    """A task that fails once and waits a moment before it is tried again."""

    name = "restart"
    once = False

    def run(self, run):
        run.spec("name: effect\nrun: |\n"
                 f"  {' '.join(run.effect())}\n"
                 "  [ $MJ_ATTEMPT -gt 1 ]\n"
                 "job_recovery:\n  max_restarts_on_errors: 3\n"
                 "  backoff: {initial: 20ms, factor: 1}\n")
        run.arm()
        run.launch("spec.yaml")


class Places(Scenario):
    """The first place is taken, so a hint in the second one is served."""

    name = "places"
    slots = 1
    settings = "[pool other]\nslots = 1\n"
    places = 2

    def run(self, run):
        run.launch("--", *run.effect("-g", run.gate))
        run.running()
        run.spec("name: two\n---\nname: effect\n"
                 f"run: {' '.join(run.effect())}\n"
                 "resources: {ordered: [{pool: local}, {pool: other}]}\n"
                 "---\nname: then\n"
                 f"run: {' '.join(run.effect())}\n"
                 "resources: {any_of: [{pool: local}, {pool: other}]}\n")
        run.arm()
        run.launch("spec.yaml")


class Gpus(Scenario):
    """Tasks of a job and of an array share two gpus, and never one."""

    name = "gpus"
    slots = 4
    counted = "gpus = 0,5\n"
    gpus = True
    timed = ("controller",)

    def run(self, run):
        words = " ".join(run.effect())
        run.spec("name: gpus\n---\nname: effect\n"
                 f"run: {words}\nresources: {{gpus: 1}}\n"
                 f"---\nname: both\nrun: {words}\n"
                 "resources: {accelerators: X:2}\n")
        run.arm()
        run.launch("spec.yaml")
        run.launch("--num-jobs", "2", "--gpus", "1", "--", *run.effect(),
                   count=2)


class Fenced(CancelWaiting):
    """One in a control group is cancelled, one ends: no group is left, or a timer's pass
    removes it where the controller, too, was killed."""

    name = "fenced"
    slots = 2
    slow = 2 * SLOW    # to enter a group, all processors are waited for
    counted = "enforce = yes\n"

    def run(self, run):
        run.launch("--", *run.effect("-g", run.gate, "-c"))
        run.running()
        run.arm()
        run.program("cancel", "1")
        run.launch("--", *run.effect())

    def check(self, run, victims):
        with open(f"{run.home}/home", encoding="utf-8") as file:
            name = re.search(r"^id = (\w+)", file.read(), re.M).group(1)
        if victims & {"controller", "all"}:
            run.program("--reap", name="mj-schedule")
        left = glob.glob(f"/sys/fs/cgroup/**/mj-task-{name}-*",
                         recursive=True)
        return [f"control groups are left: {left}"] if left else []


class Never(Scenario):
    """What a job needs is no longer there when it is released."""

    name = "never"
    roles = ["holder", "pass", "starter"]
    counted = "cpus = 2\n"

    def expect(self, run):
        return {1: ["FAILED_PRECHECKS"]}

    def run(self, run):
        run.launch("--hold", "--cpus", "2", "--", *run.effect())
        path = f"{run.home}/config.ini"
        with open(path, encoding="utf-8") as file:
            text = file.read().replace("cpus = 2", "cpus = 1")
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
        run.arm()
        run.program("release", "1")


class Remote(Scenario):
    """A task is handed over to another place, once."""

    name = "remote"
    roles = ["pass", "controller", "runner", "command"]
    places = 4
    slow = 2 * SLOW      # its script looks every few seconds whether it is given up
    away = True
    settings = ("[pool other]\ntype = command\n"
                "submit = @DIR@/other.submit\npoll = @DIR@/other.poll\n"
                "cancel = @DIR@/other.cancel\nlogs = @DIR@/other.logs\n"
                "poll_every = 1s\n")
    programs = {
        # nothing of it dies with this machine, so nothing of it has our mark
        "submit": """d=@DIR@/other; mkdir -p $d; new=$(mktemp -d $d/.XXXXXX)
            sed '/export \\(MJ_CRASH_[A-Z]*\\|LD_PRELOAD\\)=/d' "$2" >$new/sh
            mv -T $new $d/$1 || exit 1
            env -u MJ_CRASH_STATE -u MJ_CRASH_LOG -u LD_PRELOAD setsid sh -c '
                mkdir $1/taken || exit; exec >$1/out 2>&1; echo $$ >$1/pid
                timeout 60 sh $1/sh; echo exit $? >$1/new; mv $1/new $1/status
                ' job $d/$1 </dev/null >/dev/null 2>&1 &
            while ! [ -s $d/$1/pid ]; do sleep 0.01; done; echo id-$1""",
        "poll": """d=@DIR@/other/$1
            if ! [ -d $d ]; then echo absent
            elif mkdir $d/taken 2>/dev/null; then rm -rf $d; echo absent
            elif ! [ -s $d/pid ]; then echo running
            elif kill -0 "$(cat $d/pid)" 2>/dev/null; then echo running
            elif [ -e $d/status ]; then cat $d/status
            else echo lost; fi""",
        "cancel": """d=@DIR@/other/$1; [ -s $d/pid ] || exit 0
            for f in $(grep -lzx -e "MJ_TAG=${MJ_TAG%:pool}" \\
                -e "MJ_TAG=${MJ_TAG%:pool}:script" /proc/[0-9]*/environ); do
                f=${f#/proc/}; kill -s $3 ${f%/environ}
            done 2>/dev/null; exit 0""",
        "logs": """d=@DIR@/other/$1
            [ ! -e $d/out ] || tail -c +$(($3 + 1)) $d/out""",
    }

    def submit(self, run):
        for name, text in self.programs.items():
            path = f"{run.dir}/other.{name}"
            with open(path, "w", encoding="utf-8") as file:
                file.write("#!/bin/sh\n" + text.replace("@DIR@", run.dir))
            os.chmod(path, 0o700)
        run.spec("name: away\n---\nname: effect\n"
                 "resources: {pool: other}\n"
                 f"run: {' '.join(run.effect('-g', run.gate))}\n")
        run.launch("spec.yaml")

    def run(self, run):
        run.arm()
        self.submit(run)


class RemoteEnd(Remote):
    name = "remote-end"

    def run(self, run):
        self.submit(run)
        run.running()
        run.arm()
        run.open_gate()


class RemoteAdopt(Remote):
    """Its runner was killed, the next one goes on."""

    name = "remote-adopt"

    def run(self, run):
        self.submit(run)
        run.running()
        run.arm()
        run.kill("runner.effect.pid")


class RemoteBoth(Remote):
    name = "remote-both-killed"
    deaths = 1
    passes = 1

    def run(self, run):
        self.submit(run)
        run.running()
        run.arm()
        run.kill("controller.pid", "runner.effect.pid")


class RemoteCancel(Remote):
    name = "remote-cancel"
    roles = ["canceller", "controller", "runner", "command"]

    def expect(self, run):
        return CancelWaiting.expect(self, run)

    def run(self, run):
        self.submit(run)
        run.running()
        run.arm()
        run.program("cancel", "1")


SCENARIOS = [Launch(), LaunchHeld(), Pass(), Start(), End(), Timeout(),
             Replacement(), Hunt(), Adopt(), AdoptInSetup(), CancelWaiting(),
             CancelRunning(), CancelTask(), CancelAll(), CancelMany(),
             Siblings(), Hold(), Suspend(), PauseAndResume(), Callbacks(),
             Quarantine(), QuarantineAlive(), QuarantineRunning(), BrokenSpec(), Repair(),
             Stopped(), StuckPass(), StuckReplacement(), Array(),
             ArrayParallel(), ArrayHeld(), Retry(), RetryCancelled(),
             RetryAtTheEnd(), Dag(), After(), AfterLaunch(), AfterCancel(),
             Begin(), Unique(), Set(), Handover(), Doomed(), Restart(),
             Places(), Gpus(), Fenced(), Never(), Collect(), Split(),
             Remote(), RemoteEnd(), RemoteAdopt(), RemoteBoth(), RemoteCancel()]

# Who else dies in the same moment, in which scenarios, by whose calls.
PAIRS = [
    ("controller", ["pass"], ["pass", "claim-and-start", "end", "replacement"]),
    ("pass", ["controller"], ["claim-and-start", "end", "replacement"]),
    ("runner", ["controller"], ["claim-and-start", "end", "replacement",
                                "cancel-running", "remote", "remote-end"]),
    ("controller", ["runner"], ["claim-and-start", "end", "replacement",
                                "cancel-running", "remote", "remote-end",
                                "remote-adopt", "remote-cancel"]),
    ("all", ROLES[1:], ["launch", "end", "replacement", "both-killed",
                        "adopt", "cancel-waiting", "cancel-running",
                        "hold-and-release", "array", "array-held", "retry",
                        "dag", "after", "set", "gpus", "fenced",
                        "suspend-and-continue", "pause-and-resume",
                        "callbacks", "remote", "remote-cancel"]),
]

# Scenarios in which two die at moments of their own, and how many such pairs.
TWICE = {"launch": 150, "end": 100, "replacement": 150, "both-killed": 100,
         "cancel-running": 150, "array": 200, "dag": 250, "retry": 150,
         "after": 100, "suspend-and-continue": 80, "callbacks": 80}


def counted(scenario, base):
    """The number of calls of each role, from a run without a kill."""
    run = Run(scenario, None, base)
    wrong = run.all()
    calls = {}
    try:
        with open(run.log, encoding="utf-8") as file:
            for line in file:
                words = line.split()
                role, n = words[0], int(words[2])
                calls[role] = max(calls.get(role, 0), n)
    except OSError:
        wrong.append("nothing was counted")
    run.clear(bool(wrong) and KEEP)
    return calls, wrong


def points(scenario, calls):
    """(name, scenario, at) for each point, the pairs after the single ones."""
    found = []
    for role in scenario.roles:
        for n in range(1, calls.get(role, 0) + 1):
            for when in scenario.whens:
                found.append((scenario.name, scenario, f"{role}:{n}:{when}"))
    for other, roles, names in PAIRS:
        if scenario.name not in names:
            continue
        for role in roles:
            if role not in scenario.roles and other != "all":
                continue
            for n in range(1, calls.get(role, 0) + 1):
                found.append((f"{scenario.name} +{other}", scenario,
                              f"{role}:{n}:before:{other}"))
    chance = random.Random(scenario.name)
    single = [p[2] for p in found if p[0] == scenario.name]
    for _ in range(TWICE.get(scenario.name, 0) if len(single) > 1 else 0):
        found.append((f"{scenario.name} twice", scenario,
                      ",".join(sorted(chance.sample(single, 2)))))
    return found


def tried(point, base):
    _, scenario, at = point
    run = Run(scenario, at, base)
    try:
        wrong = run.all()
        fired = run.fired()
        call = ""
        if wrong and fired:
            with open(run.log, encoding="utf-8") as file:
                call = "".join(l for l in file if l.startswith("killed"))
        return point, wrong, fired, call.strip(), run.dir
    finally:
        run.clear(KEEP)


def place_for_homes():
    """In memory if that can be had: much is synced."""
    if os.access("/dev/shm", os.W_OK):
        return tempfile.mkdtemp(prefix="mj-crash.", dir="/dev/shm")
    return tempfile.mkdtemp(prefix="mj-crash.")


def command_of(point):
    _, scenario, at = point
    return (f"MJ_BIN={BIN} {HERE}/sweep.py --only {scenario.name} --at {at} "
            "--keep")


class Totals:
    def __init__(self):
        self.tried, self.failed, self.missed = {}, {}, {}
        self.left = 0    # not tried for want of time
        self.shown, self.scenario = set(), None
        self.lock = threading.Lock()

    def add(self, result):
        point, wrong, fired, call, where = result
        name = point[0]
        with self.lock:
            self.tried[name] = self.tried.get(name, 0) + 1
            self.missed[name] = self.missed.get(name, 0) + (not fired)
            self.failed[name] = self.failed.get(name, 0) + bool(wrong)
            if not wrong:
                return
            print(f"FAILED {name} at {point[2]}{'' if fired else ' (not reached)'}"
                  f": {call}")
            for line in wrong:
                print(f"    {line}")
            print(f"    again: {command_of(point)}", flush=True)
            if KEEP:
                print(f"    kept: {where}", flush=True)

    def begin(self, scenario):
        """The points come in the order of scenarios: show the one that is over."""
        if scenario is not self.scenario:
            self.rows()
        self.scenario = scenario

    def progress(self):
        tried = sum(self.tried.values())
        if tried % 500 == 0:
            print(f"{tried} tried, {sum(self.failed.values())} failed",
                  flush=True)

    def rows(self):
        """What has not been shown yet, a line for each name."""
        for name in [n for n in self.tried if n not in self.shown]:
            print(f"{name}: {self.tried[name]} points tried, "
                  f"{self.failed[name]} failed"
                  f" ({self.missed[name]} not reached)", flush=True)
        self.shown |= self.tried.keys()

    def show(self):
        self.rows()
        failed = sum(self.failed.values())
        missed = sum(self.missed.values())
        if self.left:
            print(f"{self.left} points were left for want of time")
        if not self.tried or missed > sum(self.tried.values()) / 3:
            print(f"FAILED: {missed} points were not reached")
            failed += 1
        print(f"{sum(self.tried.values())} points tried, {failed} failed")
        return failed


def sweep(options, base):
    unknown = set(options.only or []) - {s.name for s in SCENARIOS}
    if unknown:
        sys.exit(f"sweep.py: no scenario {', '.join(sorted(unknown))}")
    chosen = [s for s in SCENARIOS
              if not options.only or s.name in options.only]
    totals, todo, broken = Totals(), [], 0
    if options.at:
        totals.add(tried((chosen[0].name, chosen[0], options.at), base))
        return totals.show()
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        for scenario, (calls, wrong) in zip(
                chosen, pool.map(lambda s: counted(s, base), chosen)):
            if wrong:
                broken += 1
                print(f"FAILED {scenario.name} without a kill: {wrong}")
            todo += points(scenario, calls)
    if options.kind:
        todo = [p for p in todo if options.kind in p[0]]
    if options.every > 1:
        random.Random(options.seed).shuffle(todo)
        todo = todo[::options.every]
    deadline = time.monotonic() + options.seconds
    print(f"{len(todo)} points", flush=True)
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        for done in pool.map(
                lambda p: tried(p, base)
                if time.monotonic() < deadline else None, todo):
            if done:
                if options.every == 1:
                    totals.begin(done[0][1])
                totals.add(done)
                totals.progress()
            else:
                totals.left += 1
    return totals.show() + broken


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--every", type=int, default=1)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--seconds", type=float, default=1e9)
    parser.add_argument("--jobs", type=int, default=2 * os.cpu_count(),
                        help="at once; most of each is waiting")
    parser.add_argument("--only", action="append")
    parser.add_argument("--kind", help="part of the name of a row, as +all")
    parser.add_argument("--at")
    parser.add_argument("--keep", action="store_true")
    options = parser.parse_args()
    global KEEP
    KEEP = options.keep
    base = place_for_homes()
    try:
        failed = sweep(options, base)
    finally:
        if not KEEP:
            shutil.rmtree(base, ignore_errors=True)
    sys.exit(bool(failed))


BIN = os.path.abspath(os.environ.get("MJ_BIN", os.getcwd()))
KEEP = False

if __name__ == "__main__":
    main()
