# SPDX-License-Identifier: Apache-2.0
"""The programs that mj is measured beside; each function is one run of one of them."""
import contextlib
import os
import shutil
import subprocess
import time

from measure import NOWHERE, command, kill_all, smaps, timed, until

# What each comes in on Debian.
PACKAGES = {"xargs": "findutils", "make": "make", "ninja": "ninja-build",
            "tsp": "task-spooler", "nq": "nq", "parallel": "parallel"}


def install():
    """Install those that are missing; needs to be root."""
    missing = [p for name, p in PACKAGES.items() if not shutil.which(name)]
    if missing:
        command("apt-get", "install", "-y", "--no-install-recommends", *missing,
                env=dict(os.environ, DEBIAN_FRONTEND="noninteractive"))


def there(name):
    return shutil.which(name) is not None


def shell(text, dir, env=None):
    command("sh", "-c", text, cwd=dir, env=env)


class Spooler:
    """A task-spooler server of our own; what it starts is killed at the end."""

    def __init__(self, dir, slots):
        self.env = dict(os.environ, TS_SOCKET=f"{dir}/socket", TMPDIR=dir,
                        TS_SLOTS=str(slots), TS_MAXFINISHED="100000")
        self.dir = dir

    def __enter__(self):
        self.run("tsp", "-S", self.env["TS_SLOTS"])
        return self

    def __exit__(self, *_):
        mine = self.processes()
        with contextlib.suppress(subprocess.SubprocessError):
            subprocess.run(["tsp", "-K"], env=self.env, timeout=20, stdin=NOWHERE,
                           stdout=NOWHERE, stderr=NOWHERE)
        kill_all(mine)

    def run(self, *words):
        command(*words, env=self.env)

    def processes(self):
        """All that have our socket in their environment."""
        tag = f"TS_SOCKET={self.dir}/socket".encode()
        return tagged(tag)

    def idle(self):
        listed = subprocess.run(["tsp"], env=self.env, text=True, stdin=NOWHERE,
                                stdout=subprocess.PIPE).stdout
        return not any(word in listed for word in (" running ", " queued ",
                                                   " allocating "))


def tagged(tag):
    found = []
    for name in os.listdir("/proc"):
        if not name.isdigit():
            continue
        with contextlib.suppress(OSError):
            with open(f"/proc/{name}/environ", "rb") as environ:
                if tag in environ.read().split(b"\0"):
                    found.append(int(name))
    return found


def program(pid):
    with contextlib.suppress(OSError):
        return os.path.basename(os.readlink(f"/proc/{pid}/exe"))
    return ""


# Many jobs: (bench, count, slots) -> jobs a second, from the first submit to the last end.

def xargs(bench, count, slots):
    return count / timed(lambda: shell(
        f"seq {count} | xargs -P{slots} -n1 true", bench.top))


def parallel(bench, count, slots):
    return count / timed(lambda: shell(
        f"seq {count} | parallel -j{slots} true", bench.top))


def tsp(bench, count, slots):
    with Spooler(bench.scratch("tsp"), slots) as spooler:
        start = time.monotonic()
        shell(f"i=0; while [ $i -lt {count} ]; do tsp -n true; i=$((i+1)); done",
              spooler.dir, spooler.env)
        until(spooler.idle, "the spooler to be idle", 0.02)
        return count / (time.monotonic() - start)


def nq(bench, count, slots):
    """One queue a slot; it takes longer the more jobs a queue has."""
    dirs = [bench.scratch("nq") for _ in range(slots)]

    def all_of_it():
        for i in range(count):
            command("nq", "-q", "true", env=dict(os.environ, NQDIR=dirs[i % slots]))
        for dir in dirs:
            command("nq", "-w", env=dict(os.environ, NQDIR=dir))
    return count / timed(all_of_it)


MANY = {"xargs": xargs, "tsp": tsp, "nq": nq, "parallel": parallel}


# A graph: (bench, wide, deep, slots) -> tasks a second.

def before(task, wide):
    layer, _ = divmod(task, wide)
    return range((layer - 1) * wide, layer * wide) if layer else range(0)


def make_with(bench, wide, deep, slots, recipe, phony):
    dir, count = bench.scratch("make"), wide * deep
    names = " ".join(f"t{i}" for i in range(count))
    with open(f"{dir}/Makefile", "w") as file:
        file.write(f"all: {names}\n" + (f".PHONY: all {names}\n" if phony else ""))
        for i in range(count):
            needs = " ".join(f"t{k}" for k in before(i, wide))
            file.write(f"t{i}: {needs}\n\t@{recipe}\n")
    return count / timed(lambda: command("make", "-s", f"-j{slots}", "all", cwd=dir))


def make(bench, wide, deep, slots):
    return make_with(bench, wide, deep, slots, "true", True)


def make_stamps(bench, wide, deep, slots):
    return make_with(bench, wide, deep, slots, "true && touch $@", False)


def ninja(bench, wide, deep, slots):
    dir, count = bench.scratch("ninja"), wide * deep
    with open(f"{dir}/build.ninja", "w") as file:
        file.write("rule r\n command = true\n")
        for i in range(count):
            needs = " ".join(f"t{k}" for k in before(i, wide))
            file.write(f"build t{i}: r {needs}\n")
    return count / timed(lambda: command("ninja", f"-j{slots}", cwd=dir))


def tsp_chain(bench, wide, deep, slots):
    count = wide * deep
    with Spooler(bench.scratch("tsp"), slots) as spooler:
        start = time.monotonic()
        shell(f"i=0; while [ $i -lt {count} ]; do tsp -n -d true; i=$((i+1)); done",
              spooler.dir, spooler.env)
        until(spooler.idle, "the spooler to be idle", 0.02)
        return count / (time.monotonic() - start)


# One submit: bench -> seconds.

def tsp_submit(bench):
    with Spooler(bench.scratch("tsp"), 1) as spooler:
        return sorted(timed(lambda: spooler.run("tsp", "-n", "true"))
                      for _ in range(21))[10]


# Memory: (bench, count) -> PSS in KiB of what manages one running job.

def tsp_memory(bench, count):
    with Spooler(bench.scratch("tsp"), count) as spooler:
        for _ in range(count):
            spooler.run("tsp", "-n", "sleep", "1000")
        return pss_of(spooler.processes, "sleep", count, "tsp")


def nq_memory(bench, count):
    dir = bench.scratch("nq")
    for i in range(count):
        queue = f"{dir}/{i}"
        os.mkdir(queue)
        command("nq", "-q", "sleep", "1000",
                env=dict(os.environ, NQDIR=queue, MJ_BENCH=dir))
    tag = f"MJ_BENCH={dir}".encode()
    try:
        return pss_of(lambda: tagged(tag), "sleep", count, "nq")
    finally:
        kill_all(tagged(tag))


def pss_of(processes, worker, count, manager):
    def all_there():
        return list(map(program, processes())).count(worker) >= count
    until(all_there, f"{count} jobs of {manager}", 0.1)
    return sum(smaps(pid)[0] for pid in processes()
               if program(pid) != worker) / count

