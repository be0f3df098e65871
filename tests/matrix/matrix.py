#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Every policy for failures, in every shape of a job, against every event.

matrix.py POLICY [SHAPE [EVENT]]: all jobs of that policy at once, in a home of their
own, against `table`.  The programs are $MJ and $MJ_SCHEDULE.
"""

import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time

HERE = os.path.dirname(os.path.abspath(__file__))
POLICIES = ["graceful", "immediate", "selective"]
LETTERS = {"SUCCEEDED": "S", "FAILED": "F", "FAILED_SETUP": "U",
           "CANCELLED": "C", "SKIPPED": "K"}
FINAL = set(LETTERS) | {"FAILED_CONTROLLER", "FAILED_NO_RESOURCE",
                        "FAILED_PRECHECKS"}
LIMIT = 150        # seconds until nothing can be expected to happen any more

FOREVER = "exec sleep 1000"

# Tasks of each shape: name, what it depends on, what it runs ("v": the event's,
# "gate": until the event is over).
SHAPES = {
    "chain": [("v", [], "v"), ("n", ["v"], "true")],
    "diamond": [("a", [], "true"), ("s", ["a"], "gate"), ("v", ["a"], "v"),
                ("z", ["s", "v"], "true")],
    "fan": [("s", [], "gate"), ("v", [], "v"), ("n", ["v"], "true"),
            ("m", ["s"], "true")],
    "group": [("s", [], "gate"), ("v", [], "v"), ("x", [], FOREVER)],
    "aux": [("s", [], "gate"), ("v", [], "v"), ("w", [], FOREVER)],
}
PRIMARY = {"group": ["s", "v"], "aux": ["s"]}

WAIT = ": <'{dir}/event'"
RESTARTS = "job_recovery: {max_restarts_on_errors: 1, backoff: {initial: 10ms}}"


class Event:
    """What happens to v: its part of the spec, and what is done when it runs."""

    def __init__(self, run=WAIT, setup=None, keys=(), when="RUNNING", act="open",
                 late=False):
        self.run, self.setup, self.keys = run, setup, keys
        self.when, self.act, self.late = when, act, late


EVENTS = {
    "fails": Event(WAIT + "; exit 3"),
    "fails-allowed": Event(WAIT + "; exit 3", keys=["allow_failure: true"]),
    "fails-restarts": Event(WAIT + "; [ $MJ_ATTEMPT -gt 1 ]", keys=[RESTARTS]),
    "fails-again": Event(WAIT + "; exit 3", keys=[RESTARTS]),
    "listed-code": Event(WAIT + "; [ $MJ_ATTEMPT -gt 1 ] || exit 33",
                         keys=["job_recovery: {recover_on_exit_codes: 33}"]),
    "setup-fails": Event("true", setup=WAIT + "; exit 4", when="STARTING"),
    "setup-allowed": Event("true", setup=WAIT + "; exit 4", when="STARTING",
                           keys=["allow_failure: true"]),
    "setup-restarts": Event("true", setup=WAIT + "; [ $MJ_ATTEMPT -gt 1 ]",
                            when="STARTING", keys=[RESTARTS]),
    "timeout": Event(FOREVER, keys=["timeout: 200ms"], late=True, when="PENDING",
                     act="resume"),
    "timeout-allowed": Event(FOREVER, late=True, when="PENDING", act="resume",
                             keys=["timeout: 200ms", "allow_failure: true"]),
    "lost": Event(act="lose"),
    "lost-too-often": Event(act="lose",
                            keys=["job_recovery: {max_recoveries: 0}"]),
    "controller-killed": Event(act="replace"),
    "cancel-task": Event(FOREVER, act="cancel-task"),
    "cancel-allowed": Event(FOREVER, act="cancel-task",
                            keys=["allow_failure: true"]),
    "cancel-setup": Event("true", setup=FOREVER, when="STARTING",
                          act="cancel-task"),
    "cancel-backoff": Event(
        "exit 3", when="RECOVERING", act="cancel-task",
        keys=["job_recovery: {max_restarts_on_errors: 1, "
              "backoff: {initial: 1h}}"]),
    "cancel-waiting": Event(FOREVER, late=True, when="PENDING",
                            act="cancel-task"),
    "cancel-job": Event(FOREVER, act="cancel-job"),
}


def read_table():
    cells = {}
    with open(f"{HERE}/table", encoding="utf-8") as file:
        for line in file:
            words = line.split()
            if words and words[0] != "#" and not words[0].startswith("#"):
                shape, event, *expected = words
                for policy, text in zip(POLICIES, expected):
                    cells[policy, shape, event] = text
    return cells


def alive(pid):
    try:
        with open(f"/proc/{pid}/stat", encoding="utf-8") as file:
            return file.read().rpartition(")")[2].split()[0] not in "ZX"
    except OSError:
        return False


class Cell:
    """A job under test, driven a step whenever what it waits for is there."""

    def __init__(self, home, policy, shape, event, expected):
        self.home, self.policy, self.shape = home, policy, shape
        names = [task[0] for task in SHAPES[shape]]
        self.ends_s = "s" in names and expected[names.index("s")] == "C"
        self.name, self.event = event, EVENTS[event]
        self.dir = f"{home.dir}/{shape}-{event}"
        self.fds = []
        self.steps = [self.ready, self.happened, self.over]
        os.mkdir(self.dir)
        for gate in ("event", "go"):
            os.mkfifo(f"{self.dir}/{gate}")
        self.job = home.launch(self.write_spec())
        self.record = f"{home.state}/jobs/{self.job:010d}"

    def write_spec(self):
        e = self.event
        docs = [["name: cell", f"on_failure: {self.policy}"]]
        if self.shape in PRIMARY:
            docs[0] += ["execution: parallel",
                        f"primary_tasks: [{', '.join(PRIMARY[self.shape])}]"]
        for name, deps, run in SHAPES[self.shape]:
            doc = [f"name: {name}"]
            if run == "v":
                run = e.run
                doc += e.keys
                if e.setup:
                    doc.append(f"setup: \"{e.setup.format(dir=self.dir)}\"")
                if e.late:
                    doc.append("resources: {pool: late}")
            elif run == "gate":
                run = ": <'{dir}/go'"
            doc.append(f"run: \"{run.format(dir=self.dir)}\"")
            if self.shape not in PRIMARY:
                doc.append(f"depends_on: [{', '.join(deps)}]")
            docs.append(doc)
        path = f"{self.dir}/spec.yaml"
        with open(path, "w", encoding="utf-8") as file:
            file.write("\n---\n".join("\n".join(d) for d in docs) + "\n")
        return path

    def state(self):
        """The last value of each key, by section."""
        sections, section = {}, {}
        with open(f"{self.record}/record", encoding="utf-8") as file:
            for line in file:
                if line.startswith("["):
                    section = sections.setdefault(line.strip()[1:-1], {})
                elif " = " in line:
                    key, value = line.rstrip("\n").split(" = ", 1)
                    section[key] = value
        return sections

    def status(self, state, task):
        return state.get(f"task {task}", {}).get("status", "PENDING")

    def open(self, gate):
        self.fds.append(os.open(f"{self.dir}/{gate}", os.O_RDWR))

    def pid(self, file):
        try:
            with open(f"{self.record}/{file}", encoding="utf-8") as f:
                return int(f.readline())
        except (OSError, ValueError):
            return 0

    # Each step returns whether it is done.

    def ready(self, state):
        """All that can run runs: let it happen."""
        names = [task[0] for task in SHAPES[self.shape]]
        if "s" in names and self.status(state, "s") != "RUNNING":
            return False
        for endless in ("x", "w"):
            if endless in names and self.status(state, endless) != "RUNNING":
                return False
        if self.status(state, "v") != self.event.when:
            return False
        if self.event.when == "STARTING" and not state.get("run v", {}).get("pid"):
            return False
        return self.act(state)

    def act(self, state):
        act = self.event.act
        if act == "open":
            self.open("event")
        elif act == "cancel-task":
            self.home.mj("cancel", "--task", "v", str(self.job))
        elif act == "cancel-job":
            self.home.mj("cancel", str(self.job))
        elif act == "replace":
            self.claim = state["job"]["claim"]
            os.kill(self.pid("controller.pid"), signal.SIGKILL)
        elif act == "lose":
            pids = [self.pid("controller.pid"), self.pid("runner.v.pid")]
            if 0 in pids:
                return False
            for signo in (signal.SIGSTOP, signal.SIGKILL):
                for pid in pids:
                    os.kill(pid, signo)
            while any(alive(pid) for pid in pids):
                time.sleep(0.01)
            self.home.reap()
        return True

    def happened(self, state):
        """v is over, or goes on after what happened."""
        status = self.status(state, "v")
        if self.event.act == "replace" and status not in FINAL:
            if state["job"]["claim"] == self.claim:
                return False
            self.open("event")
            self.event = Event(act="none")
            return False
        if self.event.act == "lose" and status == "RUNNING" and \
                state["task v"]["attempt"] == "2":
            self.open("event")
            self.event = Event(act="none")
            return False
        if status not in FINAL:
            return False
        if self.ends_s and self.status(state, "s") not in FINAL:
            return False    # or the gate would be faster
        self.open("go")
        return True

    def over(self, state):
        return state["job"].get("status") in FINAL

    def step(self):
        if self.steps and self.steps[0](self.state()):
            self.steps.pop(0)
        return not self.steps

    def result(self):
        state = self.state()
        letters = [LETTERS.get(self.status(state, task[0]), "?")
                   for task in SHAPES[self.shape]]
        return "".join(letters) + "=" + LETTERS.get(
            state["job"].get("status"), "?")


class Home:
    def __init__(self):
        self.dir = tempfile.mkdtemp(prefix="mj-matrix.")
        self.state = f"{self.dir}/home"
        self.env = {k: v for k, v in os.environ.items()
                    if not k.startswith(("MJ_", "SKYPILOT_"))}
        self.env.update(MJ_HOME=self.state, MJ_LOGS=f"{self.dir}/logs")
        os.mkdir(self.state, 0o700)
        with open(f"{self.state}/config.ini", "w", encoding="utf-8") as file:
            file.write("[scheduler]\nmax_launching = 16\nmax_alive = 1000\n"
                       "grace = 1s\n[pool local]\nslots = 1000\n"
                       "[pool late]\nslots = 1000\n[recovery]\n"
                       "initial = 10ms\n")
        self.mj("pause", "late")

    def run(self, program, *words, check=True):
        return subprocess.run([program, *words], env=self.env, check=check,
                              text=True, stdin=subprocess.DEVNULL,
                              stdout=subprocess.PIPE,
                              stderr=subprocess.DEVNULL).stdout

    def mj(self, *words, check=True):
        return self.run(os.environ["MJ"], *words, check=check)

    def reap(self):
        self.run(os.environ["MJ_SCHEDULE"], "--reap")

    def launch(self, spec):
        return int(self.mj("launch", spec))

    def clear(self):
        self.mj("resume", "late", check=False)
        self.mj("cancel", "-a", "--now", check=False)
        deadline = time.monotonic() + 20
        while os.listdir(f"{self.state}/queue/alive") and \
                time.monotonic() < deadline:
            time.sleep(0.1)
        shutil.rmtree(self.dir, ignore_errors=True)


def drive(home, cells):
    """Until all are over, or the time is."""
    deadline = time.monotonic() + LIMIT
    left, paused = list(cells), True
    while left and time.monotonic() < deadline:
        left = [cell for cell in left if not cell.step()]
        # those that wait for the pool have all been dealt with
        if paused and not any(c.event.late and c.steps and
                              c.steps[0] == c.ready for c in left):
            home.mj("resume", "late")
            paused = False
        time.sleep(0.02)


def main():
    policy, *only = sys.argv[1:]
    cells = []
    failed = 0
    home = Home()
    try:
        table = {key[1:]: text for key, text in read_table().items()
                 if key[0] == policy and list(key[1:])[:len(only)] == only}
        for (shape, event), expected in table.items():
            cells.append(Cell(home, policy, shape, event, expected))
        drive(home, cells)
        for cell in cells:
            expected = table[cell.shape, cell.name]
            if cell.result() != expected or cell.steps:
                failed += 1
                print(f"{policy} {cell.shape} {cell.name}: {cell.result()}, "
                      f"not {expected}")
                print(home.mj("show", str(cell.job), check=False))
    finally:
        home.clear()
    print(f"{len(cells) - failed} passed, {failed} failed")
    return 1 if failed or not cells else 0


sys.exit(main())
