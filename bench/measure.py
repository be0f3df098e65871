# SPDX-License-Identifier: Apache-2.0
"""What the rows of bench/run are measured with: homes, clocks, processes, floors."""
import contextlib
import os
import re
import shutil
import signal
import statistics
import subprocess
import tempfile
import time

NOWHERE = subprocess.DEVNULL
DEADLINE = 600      # nothing that is measured takes so long
LINKS_MAX = 60000   # names of one file; ext4 has room for 65,000

median = statistics.median


def timed(action):
    """Seconds that action() takes."""
    start = time.monotonic()
    action()
    return time.monotonic() - start


def until(condition, what, pause=0.002):
    """Wait until condition() is true and return what it returned."""
    end = time.monotonic() + DEADLINE
    while not (result := condition()):
        if time.monotonic() > end:
            raise TimeoutError(f"waited {DEADLINE} s for: {what}")
        time.sleep(pause)
    return result


def command(*words, env=None, cwd=None, stdin=None):
    """Run it, with its output thrown away; a failure is an exception."""
    subprocess.run(words, check=True, env=env, cwd=cwd, stdin=stdin or NOWHERE,
                   stdout=NOWHERE, stderr=NOWHERE, timeout=DEADLINE)


def spawn_seconds(path, *words, env=None):
    """Start a program and wait for its end: (seconds, when it had ended, clock in ns)."""
    start = time.monotonic_ns()
    pid = os.posix_spawn(path, (path,) + words, env or os.environ,
                         file_actions=[(os.POSIX_SPAWN_OPEN, fd, os.devnull,
                                        os.O_RDWR, 0) for fd in (0, 1, 2)])
    _, status = os.waitpid(pid, 0)
    end = time.monotonic_ns()
    if status:
        raise RuntimeError(f"{path} {' '.join(words)}: status {status:#x}")
    return (end - start) / 1e9, end


def smaps(pid):
    """(PSS, private dirty) in KiB, (0, 0) if it is gone."""
    pss = dirty = 0
    with contextlib.suppress(OSError):
        with open(f"/proc/{pid}/smaps_rollup") as rollup:
            for line in rollup:
                if line.startswith("Pss:"):
                    pss = int(line.split()[1])
                elif line.startswith("Private_Dirty:"):
                    dirty = int(line.split()[1])
    return pss, dirty


def switches(pid):
    """How often it was given a CPU, as the kernel counts it."""
    total = 0
    with contextlib.suppress(OSError):
        with open(f"/proc/{pid}/status") as status:
            for line in status:
                if "ctxt_switches" in line:
                    total += int(line.split()[1])
    return total


def kernel_kib():
    """What the kernel holds for processes and files: slabs, stacks, page tables."""
    with open("/proc/meminfo") as info:
        fields = dict(re.findall(r"^(\w+):\s+(\d+) kB", info.read(), re.M))
    return sum(int(fields[k]) for k in ("SUnreclaim", "KernelStack", "PageTables"))


def kill_all(pids):
    for pid in pids:
        with contextlib.suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)


def place(short):
    """Where to measure: on the disk, or, for ratios alone, where a busy disk costs none."""
    shm = "/dev/shm"
    return shm if short and os.access(shm, os.W_OK) else tempfile.gettempdir()


class Bench:
    """Where everything is: the programs, the scratch directory, how much is done."""

    def __init__(self, programs, size, runs):
        self.programs, self.size, self.runs = programs, size, runs
        self.top = tempfile.mkdtemp(prefix="mj-bench.", dir=place(size["short"]))
        self.mj = f"{programs}/mj"
        self.schedule = f"{programs}/mj-schedule"
        self.stamp = f"{self.top}/stamp"
        self.count = 0
        here = os.path.dirname(os.path.abspath(__file__))
        command(os.environ.get("CC", "cc"), "-O1", "-o", self.stamp, f"{here}/stamp.c")

    def close(self):
        shutil.rmtree(self.top, ignore_errors=True)

    def scratch(self, name):
        self.count += 1
        path = f"{self.top}/{name}.{self.count}"
        os.mkdir(path, 0o700)
        return path

    def repeat(self, action):
        """The median of action(), done as often as is asked for."""
        return median(action() for _ in range(self.runs))

    def durable_seconds(self, dir):
        """Create, fsync, rename, fsync of the directory: once."""
        start = time.monotonic()
        fd = os.open(f"{dir}/new", os.O_CREAT | os.O_WRONLY | os.O_EXCL, 0o600)
        os.write(fd, b"x" * 200)
        os.fsync(fd)
        os.close(fd)
        os.rename(f"{dir}/new", f"{dir}/done")
        fd = os.open(dir, os.O_RDONLY | os.O_DIRECTORY)
        os.fsync(fd)
        os.close(fd)
        return time.monotonic() - start

    def spawn_floor(self):
        """Start of a dynamic program that does nothing, to its end: median."""
        return median(spawn_seconds("/bin/true")[0] for _ in range(21))

    def exec_floor(self):
        """From before fork to the first instruction after exec: median."""
        def once():
            start = time.monotonic_ns()
            spawn_seconds(self.stamp, f"{self.top}/first")
            return (read_stamp(f"{self.top}/first") - start) / 1e9
        return median(once() for _ in range(21))


def read_stamp(path):
    """The clock a stamp program left, in ns; 0 while there is none."""
    try:
        with open(path) as file:
            text = file.read()
    except FileNotFoundError:
        return 0
    return int(text) if text.endswith("\n") else 0


class Home:
    """A state directory of its own: with Home(bench, slots=8) as home.

    It stays until all is measured: for minutes after many files were removed, ext4 looks at
    each of their inodes before it makes a new one (recently_deleted in fs/ext4/ialloc.c).
    """

    def __init__(self, bench, slots=8, settings=""):
        self.bench = bench
        self.path = bench.scratch("home")
        self.logs = bench.scratch("logs")
        self.env = dict(os.environ, MJ_HOME=self.path, MJ_LOGS=self.logs)
        with open(f"{self.path}/config.ini", "w") as config:
            config.write(f"[scheduler]\n{settings}\n[pool local]\nslots = {slots}\n")

    def __enter__(self):
        return self

    def __exit__(self, *_):
        subprocess.run([self.bench.mj, "cancel", "-a", "--now", "--wait"],
                       env=self.env, stdin=NOWHERE, stdout=NOWHERE,
                       stderr=NOWHERE, timeout=DEADLINE)

    def mj(self, *words):
        command(self.bench.mj, *words, env=self.env)

    def output(self, *words):
        return subprocess.run([self.bench.mj, *words], env=self.env,
                              check=True, stdin=NOWHERE, stderr=NOWHERE,
                              stdout=subprocess.PIPE, text=True,
                              timeout=DEADLINE).stdout

    def seconds(self, *words):
        """The time of one command, its output thrown away."""
        return spawn_seconds(self.bench.mj, *words, env=self.env)[0]

    def launch(self, *words):
        """Submit, and return (first, last) number."""
        numbers = self.output("launch", *words).split()
        return int(numbers[0]), int(numbers[-1])

    def job(self, number, name=""):
        return f"{self.path}/jobs/{number:010}/{name}"

    def pids(self, prefix):
        """Of controller or runner: {job: pid}, as their lock files name them."""
        found = {}
        for job in os.listdir(f"{self.path}/jobs"):
            with contextlib.suppress(OSError, ValueError):
                for name in os.listdir(f"{self.path}/jobs/{job}"):
                    if name.startswith(prefix + ".") and name.endswith(".pid"):
                        with open(f"{self.path}/jobs/{job}/{name}") as file:
                            found[int(job)] = int(file.readline().split()[-1])
        return found

    def running(self, count):
        """Wait until so many commands have started; their runners by job."""
        until(lambda: self.started() >= count, f"{count} running jobs", 0.05)
        return self.pids("runner")

    def started(self):
        lines = self.output("queue", "-s", "RUNNING", "--json")
        return lines.count("\n")

    def finished(self, count):
        """Pretend that so many jobs had been run before: links to one that was."""
        if not count:
            return
        first, _ = self.launch("--wait", "--", "/bin/true")
        with open(f"{self.path}/seq") as file:
            text = file.read()
        record = None
        for i in range(count):
            if i % LINKS_MAX == 0:
                record = self.bench.scratch("record") + "/record"
                shutil.copy(self.job(first, "record"), record)
            job = self.job(first + 1 + i)
            os.mkdir(job, 0o700)
            os.link(record, job + "record")
        last = f"last = {first + count:010}"
        with open(f"{self.path}/seq", "r+") as file:
            file.write(re.sub(r"last = \d+", last, text))


def machine(dir):
    """(what, value) of the machine that this runs on, and of the file system of dir."""
    with open("/proc/cpuinfo") as file:
        cpu = re.search(r"model name\s*:\s*(.*)", file.read())
    with open("/proc/meminfo") as file:
        memory = int(re.search(r"MemTotal:\s+(\d+)", file.read())[1]) / 2**20
    kind = subprocess.run(["stat", "-f", "-c", "%T", dir],
                          stdout=subprocess.PIPE, text=True).stdout.strip()
    load = os.getloadavg()
    return [("CPU", f"{os.cpu_count()} × {cpu[1] if cpu else '?'}"),
            ("memory", f"{memory:.1f} GiB"),
            ("kernel", os.uname().release),
            ("file system", kind),
            ("load before", f"{load[0]:.1f} (1 min), {load[1]:.1f} (5 min)")]
