#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Kill processes of a home at random: killer.py HOME FILE EVERY SEED JOB...

Each EVERY seconds one of each role is killed, until told to stop.  What is killed is
written to FILE before.  Controllers of the JOBs are spared.
"""
import json
import os
import random
import re
import signal
import sys
import time

YOUNG_DEATHS = 3    # of a controller: then its job may be given up
STRANGE_FOR = 3     # seconds: who is no process of the home by then never will be
PAIRS = 0.2         # how often a controller and its runner die at one moment


def line_of(path):
    try:
        with open(path, encoding="utf-8") as file:
            return file.readline().strip("\0 \n")
    except (OSError, ValueError):
        return ""


class Killer:
    """By their titles; what is not yet what it is called is taken as well."""

    def __init__(self, home, file, seed, spared):
        self.home, self.spared = home, spared
        # pylint: disable-next=consider-using-with
        self.file = open(file, "a", encoding="utf-8")
        self.random = random.Random(seed)
        self.title = re.compile(
            re.escape(f"mj: {home} ") +
            r"(?:(pass)|job (\d+)(?: (events)| task (\S+))?)$")
        self.strange = {}
        self.deaths = {}

    def is_strange(self, pid):
        return time.monotonic() - self.strange.get(pid, 1e12) > STRANGE_FOR

    def look(self):
        """{role: [(pid, job, task)]}"""
        found, strange = {}, {}
        for pid in filter(str.isdigit, os.listdir("/proc")):
            match = None
            if not self.is_strange(pid):
                match = self.title.match(line_of(f"/proc/{pid}/cmdline"))
            if match:
                role = ("pass" if match[1] else "herald" if match[3] else
                        "runner" if match[4] else "controller")
                found.setdefault(role, []).append(
                    (int(pid), int(match[2] or 0), match[4]))
            else:
                strange[pid] = self.strange.get(pid, time.monotonic())
        self.strange = strange
        return found

    def look_long(self):
        """Passes do not live long."""
        found = self.look()
        deadline = time.monotonic() + 0.3
        while "pass" not in found and time.monotonic() < deadline:
            found.update(self.look())
        return found

    def still(self, one):
        match = self.title.match(line_of(f"/proc/{one[0]}/cmdline"))
        return match and (int(match[2] or 0), match[4]) == one[1:]

    def is_noted(self, one):
        """Whether it is what it is called, and not about to become something else."""
        pid, job, task = one
        name = f"runner.{task}.pid" if task else "controller.pid"
        return line_of(f"{self.home}/jobs/{job:010d}/{name}").split()[:1] == [
            str(pid)]

    def may_kill(self, role, one):
        job = one[1]
        if role == "controller":
            return (job not in self.spared and
                    self.deaths.get(job, 0) < YOUNG_DEATHS - 1)
        return role != "runner" or job not in self.spared or self.is_noted(one)

    def note(self, role, one):
        json.dump({"role": role, "job": one[1], "noted": self.is_noted(one)},
                  self.file)
        self.file.write("\n")
        self.file.flush()
        if role == "controller":
            self.deaths[one[1]] = self.deaths.get(one[1], 0) + 1

    def kill(self, *those):
        """Each is (role, who); all of them at one moment."""
        held = []
        for role, one in those:
            try:
                fd = os.pidfd_open(one[0])
            except OSError:
                continue
            if self.still(one) and self.may_kill(role, one):
                held.append((fd, role, one))
            else:
                os.close(fd)
        if len(held) == len(those):
            for number in (signal.SIGSTOP, signal.SIGKILL):
                for fd, role, one in held:
                    if number == signal.SIGSTOP:
                        self.note(role, one)
                    try:
                        signal.pidfd_send_signal(fd, number)
                    except OSError:
                        continue
        for fd, _, _ in held:
            os.close(fd)

    def kill_some(self):
        found = self.look_long()
        for role, those in sorted(found.items()):
            self.kill((role, self.random.choice(those)))
        pairs = [(c, r) for c in found.get("controller", [])
                 for r in found.get("runner", []) if c[1] == r[1]]
        if pairs and self.random.random() < PAIRS:
            one, other = self.random.choice(pairs)
            self.kill(("controller", one), ("runner", other))


class Killed:
    """What was killed in a run, and what may follow from it."""

    def __init__(self, file):
        self.count = {}
        self.controllers = {}   # job: how often its controller was killed
        self.runners = set()    # jobs whose runner was
        self.maybe = set()      # jobs whose command may have been
        try:
            with open(file, encoding="utf-8") as lines:
                for line in lines:
                    self.add(**json.loads(line))
        except FileNotFoundError:
            pass

    def add(self, role, job, noted):
        self.count[role] = self.count.get(role, 0) + 1
        if role == "controller":
            self.controllers[job] = self.controllers.get(job, 0) + 1
        # a controller that is not noted may be a runner that was just forked, and a
        # runner the command before its exec
        if role == "runner" or role == "controller" and not noted:
            self.runners.add(job)
        if role == "runner" and not noted:
            self.maybe.add(job)

    def hurt(self):
        """Jobs that may have lost an attempt: both who had it in hand died."""
        return (self.runners & set(self.controllers)) | self.maybe

    def may_be(self):
        """{job: [statuses]} that a kill may have led to."""
        found = {j: ["FAILED"] for j in self.maybe}
        for job, count in self.controllers.items():
            # one more may have died as what a pass had just forked
            if count >= YOUNG_DEATHS - 1:
                found[job] = found.get(job, []) + ["FAILED_CONTROLLER"]
        return found

    def __str__(self):
        return ", ".join(f"{n} {r}" for r, n in sorted(self.count.items()))


def main():
    home, file, every, seed, *spared = sys.argv[1:]
    killer = Killer(home, file, int(seed), {int(j) for j in spared})
    while os.getppid() != 1:
        time.sleep(float(every))
        killer.kill_some()


if __name__ == "__main__":
    main()
