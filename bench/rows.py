# SPDX-License-Identifier: Apache-2.0
"""Rows a to f of the table: throughput, latency, memory, cost of being idle."""
import os
import time

import peers
from measure import (Home, kernel_kib, median, read_stamp, smaps, spawn_seconds,
                     switches, until)

ALIVE = "max_alive = 20000\nmax_launching = 64"


class Figure:
    """One measured value, and the bar that it must reach in the same run."""

    def __init__(self, row, what, value, unit, bar=None, less=True, source="",
                 fixed=False):
        self.row, self.what, self.value, self.unit = row, what, value, unit
        self.bar, self.less, self.source = bar, less, source
        self.fixed = fixed  # an absolute bar: a loaded machine misses it blamelessly

    def miss(self):
        """How many times it is outside its bar; at most 1 is good; None without one."""
        if self.bar is None:
            return None
        if self.less:
            return self.value / self.bar if self.bar else float(self.value > 0) * 99
        return self.bar / self.value if self.value else 99.0


def row_a(bench):
    """2,000 one-task jobs of true, 8 slots."""
    count, slots, beside = bench.size["jobs"], 8, {}
    for name, run in peers.MANY.items():
        if peers.there(name) and (name in ("xargs", "tsp") or not bench.size["short"]):
            beside[name] = bench.repeat(lambda: run(bench, count, slots))
            yield Figure("a", f"{name}, {count:,} × true", beside[name], "jobs/s")

    def bulk():
        with Home(bench, slots) as home:
            start = time.monotonic()
            first, last = home.launch("--num-jobs", str(count), "--", "/bin/true")
            submitted = time.monotonic()
            home.mj("wait", f"{first}-{last}")
            return submitted - start, time.monotonic() - start

    def one_by_one():
        with Home(bench, slots) as home:
            start = time.monotonic()
            for _ in range(count):
                home.seconds("launch", "--", "/bin/true")
            home.mj("wait", f"1-{count}")
            return count / (time.monotonic() - start)

    runs = [bulk() for _ in range(bench.runs)]
    rate = count / median(run[1] for run in runs)
    bars = {"tsp": 1.15, "xargs": 0.6}
    for name, factor in bars.items():
        if name in beside:
            yield Figure("a", "mj, one bulk submit, to the last end", rate, "jobs/s",
                         factor * beside[name], False, f"{factor} × {name}")
    yield Figure("a", "mj, bulk submit alone", count / median(r[0] for r in runs),
                 "jobs/s", 3000, False, fixed=True)
    yield Figure("a", "mj, a process for each submit, to the last end",
                 bench.repeat(one_by_one), "jobs/s",
                 1.15 * beside["tsp"] if "tsp" in beside else None, False, "1.15 × tsp",
                 fixed=bench.size["short"])


def launch_seconds(home):
    """One launch, and what it has to be compared with, in turn."""
    bench, dir = home.bench, home.bench.scratch("durable")
    home.mj("pause")
    pairs = [(bench.durable_seconds(dir), home.seconds("launch", "--", "/bin/true"))
             for _ in range(21)]
    return [median(column) for column in zip(*pairs)]


def row_b(bench):
    """One launch, in an empty home and in a full one."""
    with Home(bench) as home:
        home.mj("launch", "--hold", "--", "/bin/true")
        floor, empty = launch_seconds(home)
    floor += bench.spawn_floor()
    yield Figure("b", "create, fsync, rename, fsync of the directory, an empty program",
                 1000 * floor, "ms")
    if peers.there("tsp"):
        yield Figure("b", "tsp -n true (not durable)",
                     1000 * peers.tsp_submit(bench), "ms")
    # in memory nothing is synced, and the bar would be that of something else
    yield Figure("b", "mj launch, empty home", 1000 * empty, "ms", 3000 * floor,
                 source="3 × that", fixed=bench.size["short"])
    waiting, finished = bench.size["waiting"], bench.size["finished"]
    with Home(bench) as home:
        home.finished(finished)
        home.mj("pause")
        home.mj("launch", "--num-jobs", str(waiting), "--", "/bin/true")
        _, full = launch_seconds(home)
    yield Figure("b", f"mj launch, {waiting:,} waiting and {finished:,} finished",
                 1000 * full, "ms", 1100 * empty, source="1.1 × empty")


def row_c(bench):
    """From launch returning to the command's first instruction, idle."""
    floor = bench.exec_floor()
    yield Figure("c", "fork and exec alone", 1000 * floor, "ms")

    def once(home, i):
        first = f"{bench.top}/first.{i}"
        _, returned = spawn_seconds(bench.mj, "launch", "--", bench.stamp, first,
                                    env=home.env)
        began = until(lambda: read_stamp(first), "the first instruction", 0.0005)
        home.mj("wait", str(i + 2))
        return (began - returned) / 1e6

    with Home(bench) as home:
        home.mj("launch", "--wait", "--", "/bin/true")
        yield Figure("c", "mj, launch returned to first instruction",
                     max(0.0, median(once(home, i) for i in range(21))), "ms",
                     3000 * floor, source="3 × that")


def graph(wide, deep):
    parts = ["name: graph\n"]
    for i in range(wide * deep):
        needs = ", ".join(f"t{k}" for k in peers.before(i, wide))
        parts.append(f"---\nname: t{i}\nrun: \"true\"\n" +
                     (f"depends_on: [{needs}]\n" if needs else ""))
    return "".join(parts)


def row_d(bench):
    """A graph of tasks in one job, 10 wide, 8 at a time."""
    wide, deep, slots = 10, bench.size["deep"], 8
    count, beside = wide * deep, {}
    runs = {"ninja": peers.ninja, "make": peers.make, "make with stamps": peers.make_stamps,
            "tsp chain": peers.tsp_chain}
    for name, run in runs.items():
        if peers.there(name.split()[0]):
            beside[name] = bench.repeat(lambda: run(bench, wide, deep, slots))
            yield Figure("d", f"{name}, {count:,} tasks", beside[name], "tasks/s")

    def ours():
        with Home(bench, slots) as home:
            path = f"{home.logs}/graph.yaml"
            with open(path, "w") as file:
                file.write(graph(wide, deep))
            return count / home.seconds("launch", "--wait", path)

    rate = bench.repeat(ours)
    for name, factor in (("ninja", 0.7), ("make with stamps", 1)):
        if name in beside:
            yield Figure("d", f"mj, {count:,} tasks in one job", rate, "tasks/s",
                         factor * beside[name], False, f"{factor} × {name}")


def memory_at(bench, count):
    """(PSS, private dirty, kernel) in KiB for each running job."""
    with Home(bench, count, ALIVE) as home:
        before = kernel_kib()
        home.mj("launch", "--num-jobs", str(count), "--", "sleep", "100000")
        runners = home.running(count)
        controllers = home.pids("controller")
        # what was needed to start is given back a moment later
        time.sleep(bench.size["settle"])
        kernel = (kernel_kib() - before) / count
        sums = [smaps(pid) for pids in (controllers, runners)
                for pid in pids.values()]
        half = len(controllers)
    pss = [sum(s[0] for s in part) / count for part in (sums[:half], sums[half:])]
    return pss[0], pss[1], sum(s[1] for s in sums) / count, kernel


def row_e(bench):
    """Memory of the controller and the runner of a job that sleeps."""
    for name, run in (("tsp", peers.tsp_memory), ("nq", peers.nq_memory)):
        if peers.there(name):
            yield Figure("e", f"{name}, {bench.size['memory'][0]} jobs",
                         run(bench, bench.size["memory"][0]), "KiB/job")
    for count in bench.size["memory"]:
        controller, runner, dirty, kernel = memory_at(bench, count)
        what = f"mj, {count:,} jobs: "
        yield Figure("e", what + "controller and runner, PSS", controller + runner,
                     "KiB/job", 75, fixed=True)
        yield Figure("e", what + "the controller's part", controller, "KiB/job")
        yield Figure("e", what + "the runner's part", runner, "KiB/job")
        yield Figure("e", what + "private dirty pages of both", dirty, "KiB/job")
        yield Figure("e", what + "kernel, the sleep's part too", kernel, "KiB/job")


def row_f(bench):
    """What controllers and runners do while their tasks sleep."""
    count, seconds = bench.size["idle"], bench.size["idle_seconds"]
    with Home(bench, count, ALIVE) as home:
        home.mj("launch", "--num-jobs", str(count), "--", "sleep", "100000")
        pids = [*home.running(count).values(), *home.pids("controller").values()]
        time.sleep(bench.size["settle"])
        before = sum(map(switches, pids))
        cpu = sum(map(ticks, pids))
        time.sleep(seconds)
        woken = sum(map(switches, pids)) - before
        cpu = (sum(map(ticks, pids)) - cpu) / os.sysconf("SC_CLK_TCK")
    what = f"mj, {count:,} idle jobs for {seconds} s: "
    yield Figure("f", what + "times given a CPU", woken, "", 0)
    yield Figure("f", what + "CPU time", cpu, "s", 0)


def ticks(pid):
    try:
        with open(f"/proc/{pid}/stat") as stat:
            fields = stat.read().rpartition(")")[2].split()
        return int(fields[11]) + int(fields[12])
    except OSError:
        return 0
