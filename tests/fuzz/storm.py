#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Random jobs in random trouble: storm.py [--seconds S] [--seed N] [--keep]

Each round is a home of its own: jobs of tasks in a random order, which may fail, be
tried again, run out of time or belong to a group, and a random schedule of kills of
passes, controllers, runners and commands.  When all is over, tests/crash/check.py looks
at what is left, and what each task came to is compared with what its spec promises.
The seed of a round is printed; --seed N plays that round alone, again.  Needs MJ_BIN.
The last line is `N passed, N failed`.
"""
import argparse
import collections
import itertools
import json
import os
import random
import shutil
import signal
import subprocess
import sys
import time
import types

HERE = os.path.dirname(os.path.abspath(__file__))
for place in ("crash", "endurance"):
    sys.path.insert(0, os.path.join(HERE, "..", place))
import check  # pylint: disable=wrong-import-position
import endure  # pylint: disable=wrong-import-position
import killer  # pylint: disable=wrong-import-position

ROLES = ["pass", "controller", "runner", "command"]
FAILED = ("FAILED", "FAILED_SETUP")

Task = collections.namedtuple(
    "Task", "name needs allowed fails takes budget late primary auxiliary")
Spec = collections.namedtuple("Spec", "policy group limit tasks")


class Chance(random.Random):
    def maybe(self, probability):
        return self.random() < probability


def draw_spec(chance):
    """A job: an order of tasks, or a group."""
    count = chance.randint(1, 8)
    group = count > 1 and chance.maybe(0.2)
    density = chance.choice([0.15, 0.4, 0.8])
    tasks = []
    for i in range(count):
        needs = [] if group else [t.name for t in tasks if chance.maybe(density)]
        troubled = chance.maybe(0.25)
        primary = group and (i == 0 or chance.maybe(0.4))
        tasks.append(Task(
            f"t{i}", needs, chance.maybe(0.3),
            chance.choice([1, 2, 99]) if troubled else 0, chance.randint(1, 500),
            chance.choice([0, 0, 1, 2]), not troubled and chance.maybe(0.05),
            primary, group and not primary))
    return Spec(chance.choice(["graceful", "immediate", "selective"]), group,
                chance.choice([0, 0, 1, 3]), tasks)


def write_spec(spec, effects):
    head = [f"name: storm\non_failure: {spec.policy}\n"]
    if spec.limit:
        head.append(f"max_parallel: {spec.limit}\n")
    if spec.group:
        names = ", ".join(t.name for t in spec.tasks if t.primary)
        head.append("execution: parallel\ntermination_delay: 1s\n"
                    f"primary_tasks: [{names}]\n")
    parts = ["".join(head)]
    for task in spec.tasks:
        options = f" -x 7 -a {task.fails}" if task.fails else f" -t {task.takes}"
        if task.late:
            options = " -t 3600000"
        text = (f"name: {task.name}\n"
                f"run: exec {endure.EFFECT} {effects}/{options}\n")
        if not spec.group:
            text += f"depends_on: [{', '.join(task.needs)}]\n"
        if task.allowed:
            text += "allow_failure: true\n"
        if task.late:
            text += "timeout: 300ms\n"
        if task.budget:
            text += ("resources: {job_recovery: {max_restarts_on_errors: "
                     f"{task.budget}}}}}\n")
        parts.append(text)
    return "---\n".join(parts)


class Verdict:
    """Whether the tasks of a job came to what its spec promises."""

    def __init__(self, spec, job, record, effects, hurt, killed):
        self.spec, self.job, self.effects = spec, job, effects
        self.hurt, self.killed = hurt, killed
        self.status = {}
        for task in spec.tasks:
            ends = [s for s in record.values("task", task.name, "status")
                    if s in check.FINAL]
            self.status[task.name] = ends[-1] if ends else None
        self.job_status = record.status()
        self.by_name = {t.name: t for t in spec.tasks}
        self.wrong = []

    def say(self, task, text):
        self.wrong.append(f"job {self.job} task {task}: {text}; all: {self.status}")

    def starts(self, name):
        return [i for i, e in enumerate(self.effects)
                if e[0] == "start" and e[2] == name]

    def fine(self, name):
        task, status = self.by_name[name], self.status[name]
        return status == "SUCCEEDED" or task.allowed and status in FAILED

    def spoilt(self, name):
        """It did not succeed, and the job minds."""
        return (not self.fine(name) and not self.by_name[name].auxiliary and
                self.status[name] != "SKIPPED")

    def check_own(self, task):
        status = self.status[task.name]
        right = {"SUCCEEDED"}
        if task.late or task.fails > task.budget:
            right = set(FAILED)
            if self.hurt and not task.late and task.fails < 99:
                right.add("SUCCEEDED")  # an attempt that failed was lost as well
        if task.name in self.killed or self.hurt:
            right |= set(FAILED)
        if status not in right and status not in ("SKIPPED", "CANCELLED"):
            self.say(task.name, f"is {status}, not {' or '.join(sorted(right))}")
        starts = len(self.starts(task.name))
        most = 1 + task.budget
        if status == "SKIPPED" and starts:
            self.say(task.name, "ran, and is SKIPPED")
        if starts > most and not self.hurt:
            self.say(task.name, f"ran {starts} times, at most {most} are allowed")

    def check_order(self, task):
        mine = self.starts(task.name)
        for need in task.needs if mine else []:
            before = self.starts(need)
            if not self.fine(need):
                self.say(task.name, f"ran, and {need} did not succeed")
            elif not before or before[-1] > mine[0]:
                self.say(task.name, f"ran before {need} was over")

    def check_left_out(self, task):
        status = self.status[task.name]
        spoilt = [n for n in self.status if self.spoilt(n)]
        if status == "CANCELLED" and not task.auxiliary and not (
                self.spec.policy == "immediate" and
                [n for n in spoilt if n != task.name]):
            self.say(task.name, "was cancelled for no reason")
        if status == "SKIPPED" and not task.auxiliary:
            if not spoilt:
                self.say(task.name, "was skipped for no reason")
            if self.spec.policy == "selective" and all(
                    self.fine(n) for n in task.needs):
                self.say(task.name, "was skipped, and all it needs is there")

    def check_job(self):
        minded = [n for n, t in self.by_name.items()
                  if not t.auxiliary and not self.fine(n)]
        if (self.job_status == "SUCCEEDED") != (not minded):
            self.say("-", f"the job is {self.job_status}, not fine: {minded}")

    def check(self):
        if self.job_status == "FAILED_CONTROLLER":
            return self.wrong   # Checker says whether that may be
        for task in self.spec.tasks:
            self.check_own(task)
            self.check_order(task)
            self.check_left_out(task)
        self.check_job()
        return self.wrong


class Round:
    def __init__(self, seed):
        self.chance = Chance(seed)
        self.world = endure.World(types.SimpleNamespace(seed=seed, seconds=1))
        self.kills = f"{self.world.dir}/kills"
        self.killer = killer.Killer(self.world.home, self.kills, seed, set())
        self.killed = set()     # (job, task) whose command was killed
        self.specs = {}         # by job
        self.seen = 0

    def submit(self):
        for i in range(self.chance.randint(1, 3)):
            spec = draw_spec(self.chance)
            count = self.chance.choice([1, 1, 1, 3])
            path = f"{self.world.dir}/{i}.yaml"
            with open(path, "w", encoding="utf-8") as file:
                file.write(write_spec(spec, self.world.effects))
            words = ["--num-jobs", str(count)] if count > 1 else []
            for job in self.world.launch(*words, path, count=count):
                self.specs[job] = spec

    def kill_command(self):
        """One that began and has not ended, if that is who still has its pid."""
        alive = {}
        for effect in check.read_effects(self.world.effects):
            if effect[0] == "start":
                alive[tuple(effect[1:4])] = effect
            elif effect[0] == "end":
                alive.pop(tuple(effect[1:4]), None)
        for effect in self.chance.sample(list(alive.values()), len(alive)):
            try:
                fd = os.pidfd_open(int(effect[4]))
            except OSError:
                continue
            with open(fd, closefd=True):
                if killer.line_of(f"/proc/{effect[4]}/stat").rpartition(
                        ")")[2].split()[19:20] != [effect[5]]:
                    continue
                self.killed.add((int(effect[1]), effect[2]))
                signal.pidfd_send_signal(fd, signal.SIGKILL)
                return

    def kill(self, role):
        if role == "command":
            self.kill_command()
            return
        found = self.killer.look_long() if role == "pass" else self.killer.look()
        if role in found:
            self.killer.kill((role, self.chance.choice(found[role])))

    def storm(self):
        """Kills while the jobs are at it; return whether all came to an end."""
        schedule = [(self.chance.uniform(0, 0.15), self.chance.choice(ROLES))
                    for _ in range(self.chance.choice([0, 4, 10, 20]))]
        for wait, role in schedule:
            time.sleep(wait)
            self.kill(role)
        deadline = time.monotonic() + endure.STALLED
        while check.entries(self.world.home):
            if time.monotonic() > deadline:
                return False
            self.tick()
            time.sleep(0.2)
        return True

    def tick(self):
        """What a timer does: a controller that died between attempts has no runner."""
        subprocess.run([f"{endure.BIN}/mj-schedule", "--once"], env=self.world.env,
                       stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                       stderr=subprocess.DEVNULL, timeout=60, check=False)

    def facts(self):
        killed = killer.Killed(self.kills)
        expect = {j: ["SUCCEEDED", "FAILED", "FAILED_SETUP", "CANCELLED", "SKIPPED"]
                  for j in self.specs}
        for job, more in killed.may_be().items():
            expect[job] = expect.get(job, []) + more
        everything = sorted(self.specs)
        return {"effects": self.world.effects, "launches": self.world.launches,
                "expect": {str(j): s for j, s in expect.items()},
                "once": True, "slots": endure.SLOTS, "gpus": False, "aside": [],
                "may_go": [], "log_kinds": ["log"], "times": {},
                "hurt": everything, "cut": [], "quiet": everything}

    def settled(self, facts):
        """What is wrong once the last processes have gone their way."""
        deadline = time.monotonic() + 20
        while True:
            wrong = check.Checker(self.world.home, self.world.logs, facts).check()
            if not wrong or time.monotonic() > deadline:
                return wrong
            time.sleep(0.2)

    def judge(self):
        facts = self.facts()
        with open(f"{self.world.dir}/facts", "w", encoding="utf-8") as file:
            json.dump(facts, file)
        wrong = self.world.wrong + self.settled(facts)
        hurt = killer.Killed(self.kills).hurt()
        effects = {}
        for effect in check.read_effects(self.world.effects):
            effects.setdefault(effect[1], []).append(effect)
        for job, spec in self.specs.items():
            record = check.read_record(self.world.home, job)
            tasks = {t for j, t in self.killed if j == job}
            wrong += Verdict(spec, job, record, effects.get(str(job), []),
                             job in hurt, tasks).check()
        return wrong

    def play(self):
        try:
            self.submit()
            if not self.storm():
                return [f"no end after {endure.STALLED} s: "
                        f"{check.entries(self.world.home)[:9]}"]
            return self.judge()
        finally:
            self.world.run("cancel", "-a", "-y")

    def told(self):
        """How much happened."""
        killed = killer.Killed(self.kills)
        tasks = sum(len(s.tasks) for s in self.specs.values())
        return (f"{len(self.specs)} jobs, {tasks} tasks; killed: "
                f"{str(killed) or 'none'}, {len(self.killed)} commands")


def play(seed, keep):
    """One round; return whether it went well."""
    one = Round(seed)
    wrong = one.play()
    print(f"{'FAILED' if wrong else 'ok'}: seed {seed}: {one.told()}", flush=True)
    for line in wrong[:20]:
        print(f"    {line}")
    if wrong or keep:
        print(f"    kept: {one.world.dir}; again: storm.py --seed {seed}")
    else:
        shutil.rmtree(one.world.dir, ignore_errors=True)
    return not wrong


def play_all(options):
    end = time.monotonic() + options.seconds
    first = random.randrange(1 << 30)
    seeds = [options.seed] if options.seed is not None else itertools.count(first)
    results = []
    for seed in seeds:
        results.append(play(seed, options.keep))
        if time.monotonic() > end:
            break
    print(f"{sum(results)} passed, {len(results) - sum(results)} failed")
    return not all(results)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--seed", type=int)
    parser.add_argument("--keep", action="store_true")
    options = parser.parse_args()
    sys.exit(endure.below_a_reaper(lambda: play_all(options)))


if __name__ == "__main__":
    main()
