# SPDX-License-Identifier: Apache-2.0
"""Rows g to l of the table: what grows with the number of jobs, deaths, logs, arrays."""
import contextlib
import os
import re
import subprocess
import time

from measure import DEADLINE, NOWHERE, Home, kill_all, median, timed, until
from rows import ALIVE, Figure


def cycle_seconds(bench, waiting, finished):
    """From one start to the next where each end lets one of many start."""
    cycles = bench.size["cycles"]
    with Home(bench, 1) as home:
        home.finished(finished)
        home.mj("pause")
        first, _ = home.launch("--num-jobs", str(cycles), "--", "/bin/true")
        home.mj("launch", "--num-jobs", str(waiting), "--", "/bin/true")
        start = time.monotonic()
        home.mj("resume")
        home.mj("wait", str(first + cycles - 1))
        seconds = time.monotonic() - start
        home.mj("pause")
    return seconds / cycles


def row_g(bench):
    """The pass that admits one job, by what waits and what has ended."""
    few, many, finished = 100, bench.size["queued"], bench.size["finished"]
    base = bench.repeat(lambda: cycle_seconds(bench, few, 0))
    yield Figure("g", f"start to start, {few} waiting", 1000 * base, "ms")
    queued = bench.repeat(lambda: cycle_seconds(bench, many, 0))
    yield Figure("g", f"start to start, {many:,} waiting", 1000 * queued, "ms",
                 1200 * base, source="1.2 × few")
    history = cycle_seconds(bench, few, finished)
    yield Figure("g", f"start to start, {few} waiting, {finished:,} finished",
                 1000 * history, "ms", 1200 * base, source="1.2 × few")


def row_h(bench):
    """The listing."""
    active, finished = bench.size["waiting"], bench.size["finished"]
    with Home(bench) as home:
        home.mj("pause")
        home.mj("launch", "--num-jobs", str(active), "--", "/bin/true")
        yield Figure("h", f"queue, {active:,} active", 1000 * median(
            home.seconds("queue") for _ in range(5)), "ms", 60, fixed=True)
        yield Figure("h", f"queue --json, {active:,} active", 1000 * median(
            home.seconds("queue", "--json") for _ in range(5)), "ms", 150, fixed=True)
    with Home(bench) as home:
        home.finished(finished)
        yield Figure("h", f"queue -a -l 50, {finished:,} finished", 1000 * median(
            home.seconds("queue", "-a", "-l", "50") for _ in range(5)), "ms", 20,
            fixed=True)


def row_i(bench):
    """The end of all."""
    waiting, running = bench.size["waiting"], bench.size["running"]

    def all_waiting():
        with Home(bench) as home:
            home.mj("pause")
            home.mj("launch", "--num-jobs", str(waiting), "--", "/bin/true")
            return home.seconds("cancel", "-a")

    def all_running():
        with Home(bench, running, ALIVE) as home:
            home.mj("launch", "--num-jobs", str(running), "--", "sleep", "100000")
            home.running(running)
            return home.seconds("cancel", "-a", "--wait")

    yield Figure("i", f"cancel -a, {waiting:,} waiting", bench.repeat(all_waiting), "s",
                 1, fixed=True)
    yield Figure("i", f"cancel -a --wait, {running:,} running", bench.repeat(all_running),
                 "s", 3, fixed=True)


def claims(home, job):
    """How often it was claimed, as its record says."""
    with contextlib.suppress(OSError):
        with open(home.job(job, "record")) as record:
            return len(re.findall(r"^claim = ", record.read(), re.M))
    return 0


def row_j(bench):
    """Controllers that are killed."""
    dead = bench.size["running"]
    with Home(bench, dead, ALIVE) as home:
        def one():
            job, _ = home.launch("--", "sleep", "100000")
            until(lambda: home.started() >= 1, "a running job")
            pid = home.pids("controller")[job]
            start = time.monotonic()
            kill_all([pid])
            until(lambda: claims(home, job) == 2, "a successor", 0.0005)
            seconds = time.monotonic() - start
            home.mj("cancel", str(job), "--now", "--wait")
            return 1000 * seconds

        yield Figure("j", "SIGKILL of a controller to its successor's claim",
                     median(one() for _ in range(11)), "ms", 20, fixed=True)
        first, last = home.launch("--num-jobs", str(dead), "--", "sleep", "100000")
        home.running(dead)
        pids = home.pids("controller").values()
        start = time.monotonic()
        kill_all(pids)
        until(lambda: all(claims(home, job) > 1 for job in range(first, last + 1)),
              f"{dead} successors", 0.01)
        yield Figure("j", f"{dead:,} controllers killed, to the last claim",
                     time.monotonic() - start, "s", 1, fixed=True)


def write_log(path, size):
    """Lines of 100 bytes, as many as fit."""
    block = (b"x" * 99 + b"\n") * 10000
    with open(path, "wb") as log:
        for _ in range(size // len(block)):
            log.write(block)


def row_k(bench):
    """A large log."""
    size = bench.size["log"]
    with Home(bench) as home:
        job, _ = home.launch("--wait", "--", "/bin/true")
        log = f"{home.logs}/managed_jobs/{job:010}"
        log = f"{log}/{os.listdir(log)[0]}"
        write_log(log, size)
        yield Figure("k", f"logs --tail 10 of {size / 1e9:.1f} GB", 1000 * median(
            home.seconds("logs", "--no-follow", "--tail", "10", str(job))
            for _ in range(11)), "ms", 5, fixed=True)
        size = min(size, 2 * 10**9)
        os.truncate(log, size)
        words = f"'{bench.mj}' logs --follow {job} | cat"
        seconds = bench.repeat(lambda: timed(lambda: subprocess.run(
            ["sh", "-c", words], env=home.env, check=True, timeout=DEADLINE,
            stdin=NOWHERE, stdout=NOWHERE, stderr=NOWHERE)))
        yield Figure("k", f"logs --follow of {size / 1e9:.1f} GB into a pipe",
                     size / seconds / 1e9, "GB/s", 1, False, fixed=True)


def row_l(bench):
    """An array in one submit: inodes, and calls that sync."""
    count = bench.size["waiting"]
    with Home(bench) as home:
        used = os.statvfs(bench.top)
        home.mj("launch", "--hold", "--num-jobs", str(count), "--", "/bin/true")
        now = os.statvfs(bench.top)
        yield Figure("l", f"array of {count:,}: inodes", (used.f_ffree - now.f_ffree) /
                     count, "/job")
        trace = f"{bench.top}/calls"
        with contextlib.suppress(OSError):
            subprocess.run(["strace", "-f", "-e", "trace=fsync,fdatasync,syncfs,sync",
                            "-o", trace, bench.mj, "launch", "--hold", "--num-jobs",
                            str(count), "--", "/bin/true"], env=home.env,
                           stdin=NOWHERE, stdout=NOWHERE, stderr=NOWHERE,
                           timeout=DEADLINE, check=True)
            with open(trace) as calls:
                yield Figure("l", f"array of {count:,}: calls that sync",
                             sum("sync" in line for line in calls), "")
