#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Read the records of mj with nothing but Python's own configparser.

    python3 mj_records.py [--home DIR] [JOB...]

prints a line for each job, each task and each attempt.  As a module,

    for job in mj_records.jobs(home):
        print(job.number, job.name, job.status)

The format is in mj-files(7); that this file is so short is the proof that no
program of mj is needed to read it.
"""

import configparser
import os
import re
import sys
import urllib.parse
import zlib

FINAL = ("SUCCEEDED", "CANCELLED", "SKIPPED")


def is_final(status):
    return status.startswith("FAILED") or status in FINAL


def blocks(text):
    """The blocks of a record, as (section, {key: value}), without damaged ones."""
    for part in re.split(rb"\n(?=\[)", text):
        body, end, rest = part.partition(b"end = ")
        crc = rest[:8]
        if not body.startswith(b"[") or rest[8:9] != b"\n":
            continue
        if crc != b"%08x" % zlib.crc32(body):
            continue
        ini = configparser.RawConfigParser(
            delimiters=("=",), comment_prefixes=None, strict=True)
        ini.optionxform = str
        ini.read_string(body.decode())
        section = ini.sections()[0]
        yield section, {key: urllib.parse.unquote(value, errors="replace")
                        for key, value in ini[section].items()}


class Task:
    def __init__(self, name):
        self.name = name
        self.status = "PENDING"
        self.keys = {}
        self.attempts = {}  # number -> {key: value}

    def note(self, keys):
        # a final status is followed by no other in its round
        if is_final(self.status):
            keys = {k: v for k, v in keys.items() if k != "status"}
        self.keys.update(keys)
        self.status = keys.get("status", self.status)


class Job:
    def __init__(self, number):
        self.number = number
        self.keys = {}
        self.tasks = {}
        self.status = None  # before the end: the tasks tell
        self.plan = {}      # task -> status that the next round begins with

    name = property(lambda self: self.keys.get("name", ""))

    def task(self, name):
        return self.tasks.setdefault(name, Task(name))

    def note(self, keys):
        if int(keys.get("round", 1)) > int(self.keys.get("round", 1)):
            self.begin_round()
        if self.status:
            keys = {k: v for k, v in keys.items() if k != "status"}
        self.keys.update(keys)
        self.status = keys.get("status", self.status)

    def begin_round(self):
        self.status = None
        for task in self.tasks.values():
            kept = task.status if task.status == "SUCCEEDED" else "PENDING"
            task.status = self.plan.get(task.name, kept)
        self.plan = {}

    def fold(self, section, keys):
        kind, _, name = section.partition(" ")
        if kind == "job":
            self.note(keys)
        elif kind == "task":
            self.task(name).note(keys)
        elif kind == "run":
            number = int(keys["attempt"])
            self.task(name).attempts.setdefault(number, {}).update(keys)
        elif kind == "retry" and not name:
            self.plan = {}
        elif kind == "retry":
            self.plan[name] = keys.get("to", "PENDING")


def read(path, number=0):
    """The job that the record at path tells of."""
    job = Job(number)
    with open(path, "rb") as record:
        for section, keys in blocks(record.read()):
            job.fold(section, keys)
    return job


def jobs(home):
    """All jobs of a state directory, in order."""
    for name in sorted(os.listdir(os.path.join(home, "jobs"))):
        if name.isdigit():
            yield read(os.path.join(home, "jobs", name, "record"), int(name))


def end_of(attempt):
    if "exit" in attempt:
        return "exit " + attempt["exit"]
    if "signal" in attempt:
        return "signal " + attempt["signal"]
    return attempt.get("cause", "no end")


def main(words):
    home = os.environ.get("MJ_HOME") or os.path.expanduser("~/.mj")
    if words[:1] == ["--home"]:
        home = words[1]
        words = words[2:]
    wanted = {int(word) for word in words}
    for job in jobs(home):
        if wanted and job.number not in wanted:
            continue
        print(job.number, job.name, job.status or "active")
        for task in job.tasks.values():
            print("  task", task.name, task.status)
            for number, attempt in sorted(task.attempts.items()):
                print("    attempt", number, end_of(attempt))


if __name__ == "__main__":
    main(sys.argv[1:])
