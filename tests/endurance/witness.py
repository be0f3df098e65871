# SPDX-License-Identifier: Apache-2.0
"""What lives as long as the run does, and what must not be left by it."""
import os
import pty
import re
import signal
import statistics
import subprocess
import termios
import threading
import time

import check

GONE_WITHIN = 15    # seconds after the last job
ROOM_KIB = 256      # by which nothing that lives long may have grown
RUN_KIB = 2         # what an attempt takes of whoever reads its record
JOB_FILES = re.compile(
    r"(record|argv|env|job\.yaml|ctl|cancel|controller\.pid|events\.pid|"
    r"runner\.[^/]*\.pid|cancel\.[^/]*)$")
LOG_FILES = re.compile(r"[\w.-]+\.\d+\.(log|err)$")


def anonymous_kib(pid):
    with open(f"/proc/{pid}/status", encoding="utf-8") as file:
        for line in file:
            if line.startswith("RssAnon:"):
                return int(line.split()[1])
    raise OSError


class Witness:
    """Starts those that live long, and looks at them now and then."""

    def __init__(self, world, programs):
        self.world, self.programs = world, programs
        self.spared = set()
        self.children, self.samples = {}, {}
        self.wrong = []

    def spawn(self, name, *words, **more):
        self.children[name] = subprocess.Popen(
            words, env=self.world.env, cwd=self.world.dir, start_new_session=True,
            **more)

    @staticmethod
    def drain(fd):
        try:
            while os.read(fd, 65536):
                pass
        except OSError:
            pass

    def at_terminal(self, name, *words):
        ours, theirs = pty.openpty()
        termios.tcsetwinsize(theirs, (40, 120))
        self.spawn(name, *words, stdin=theirs, stdout=theirs, stderr=theirs)
        os.close(theirs)
        threading.Thread(target=self.drain, args=(ours,), daemon=True).start()

    def start(self):
        world, mj = self.world, f"{self.programs}/mj"
        with open(f"{world.dir}/long.yaml", "w", encoding="utf-8") as file:
            file.write("name: long\nmax_parallel: 2\n---\nname: quiet\n"
                       "run: exec sleep 1000000\ndepends_on: []\n---\n"
                       "name: again\nrun: sleep 0.5; echo line; exit 33\n"
                       "depends_on: []\njob_recovery:\n"
                       "  recover_on_exit_codes: 33\n"
                       "  backoff: {initial: 5s, max: 5s}\n")
        job, = world.launch("long.yaml", expect="CANCELLED")
        self.spared.add(job)
        self.spawn("mj-schedule --every", f"{self.programs}/mj-schedule", "--every",
                   "1", stderr=subprocess.DEVNULL)
        self.at_terminal("mj queue --watch", mj, "queue", "--watch")
        self.spawn("mj logs", mj, "logs", str(job), stdout=subprocess.DEVNULL,
                   stderr=subprocess.DEVNULL)

    def long_lived(self):
        found = {name: child.pid for name, child in self.children.items()}
        for job in self.spared:
            try:
                with open(f"{self.world.home}/jobs/{job:010d}/controller.pid",
                          encoding="utf-8") as file:
                    found["the controller of a long job"] = int(file.readline())
            except (OSError, ValueError):
                continue
        return found

    def look(self):
        for name, pid in self.long_lived().items():
            try:
                self.samples.setdefault(name, []).append(
                    (anonymous_kib(pid), len(os.listdir(f"/proc/{pid}/fd")), pid))
            except OSError:
                continue
        self.look_at_limits()

    def look_at_limits(self):
        """A pass may be about to take back what the one before it gave."""
        home = f"{self.world.home}/queue"
        alive = self.count(f"{home}/alive")
        running = self.count(f"{home}/pool/local/running")
        if alive > 60:
            self.wrong.append(f"{alive} jobs alive at once")
        if running > 10:
            self.wrong.append(f"{running} places taken at once")

    @staticmethod
    def count(path):
        try:
            return len(os.listdir(path))
        except OSError:
            return 0

    def attempts(self):
        """How many of the long job there were, which its readers keep in memory."""
        return sum(e[0] == "run" for j in self.spared
                   for e in check.read_record(self.world.home, j).blocks)

    def grown(self, name, samples):
        """By the medians of the second quarter and of the last."""
        quarter = len(samples) // 4
        wrong = []
        if len({s[2] for s in samples}) != 1:
            return [f"{name} was replaced"]
        if quarter < 3:
            return [f"{name} was seen {len(samples)} times only"]
        early, late = samples[quarter:2 * quarter], samples[-quarter:]
        kib = ROOM_KIB + RUN_KIB * self.attempts()
        for what, at, room in (("KiB", 0, kib), ("descriptors", 1, 2)):
            was, now = (statistics.median(s[at] for s in part)
                        for part in (early, late))
            print(f"    {name}: {was:.0f} {what}, later {now:.0f}")
            if now > was + room:
                wrong.append(f"{name}: {what} grew from {was:.0f} to {now:.0f}")
        return wrong

    def stop(self, run):
        """End those that live long, and see who is left."""
        run.result("what lives long has not grown", [
            line for name, samples in self.samples.items()
            for line in self.grown(name, samples)])
        for job in self.spared:
            self.world.run("cancel", str(job))
            self.world.run("wait", str(job))
        self.world.run("queue", "-a")
        for name, child in self.children.items():
            child.send_signal(signal.SIGTERM)
            try:
                child.wait(GONE_WITHIN)
            except subprocess.TimeoutExpired:
                run.result(f"{name} ends when told", [f"process {child.pid}"])
                child.kill()
                child.wait()
        run.result("no process is left", self.processes_left())

    def orphans(self):
        """All that runs in this home or was left to our reaper, {pid: what}."""
        found = {}
        mark = f"MJ_HOME={self.world.home}".encode()
        for pid in filter(str.isdigit, os.listdir("/proc")):
            if int(pid) in (os.getpid(), os.getppid()):
                continue
            try:
                with open(f"/proc/{pid}/cmdline", "rb") as file:
                    title = file.read().replace(b"\0", b" ").decode(
                        "utf-8", "replace").strip()
                with open(f"/proc/{pid}/environ", "rb") as file:
                    environ = file.read()
                with open(f"/proc/{pid}/stat", encoding="utf-8") as file:
                    parent = int(file.read().rpartition(")")[2].split()[1])
            except OSError:
                continue
            if (mark in environ or self.world.home in title or
                    parent in (os.getpid(), os.getppid())):
                found[int(pid)] = title
        return found

    def processes_left(self):
        deadline = time.monotonic() + GONE_WITHIN
        while True:
            left = self.orphans()
            if not left or time.monotonic() > deadline:
                return [f"process {p}: {t}" for p, t in left.items()]
            time.sleep(0.1)

    def kill_all(self):
        for _ in range(20):
            for pid in self.orphans():
                try:
                    os.kill(pid, signal.SIGKILL)
                except OSError:
                    continue

    def make_old(self):
        """Halves that killed commands left are not removed while they are new."""
        then = time.time() - 86400
        for path, dirs, files in os.walk(self.world.home):
            for name in [*dirs, *files]:
                if name.startswith("."):
                    os.utime(f"{path}/{name}", (then, then))

    def doctor(self):
        """What it finds of more than jobs that nobody was told of."""
        self.make_old()
        self.world.run("doctor", "--repair")
        _, out, err = self.world.run("doctor")
        return [line for line in (out + err).splitlines()
                if "it never was submitted" not in line and "linger" not in line]

    def files_left(self):
        """Those of which mj-files(7) does not say that they stay."""
        world = self.world
        wrong = [f"{world.tmp}/{n}" for n in os.listdir(world.tmp)]
        for path, dirs, files in os.walk(world.home):
            wrong += [f"{path}/{n}" for n in [*dirs, *files] if n.startswith(".")
                      and not path.endswith("queue/launching")]
        for job in check.jobs_in(world.home):
            path = f"{world.home}/jobs/{job:010d}"
            wrong += [f"{path}/{n}" for n in os.listdir(path)
                      if not JOB_FILES.match(n)]
        for path, _, files in os.walk(f"{world.logs}/managed_jobs"):
            wrong += [f"{path}/{n}" for n in files if not LOG_FILES.match(n)]
        return wrong
