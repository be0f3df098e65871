#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Check a state directory after a crash: check.py HOME LOGS FACTS

Written from mj-files(7) alone; it shares nothing with mj.  FACTS is a JSON
file with what the onlooker knows:

    effects   the file that tests/crash/effect.c wrote, or a directory of them
    launches  a list of {killed, status, printed, count}
    expect    {job: [statuses that are right]}; SUCCEEDED where it says nothing
    once      each task that succeeded ran exactly once
    times     {job: how often instead}
    hurt      jobs whose attempts may have been lost: once says nothing of them
    cut       jobs of whose output a part may be lost
    quiet     jobs whose output is their own affair
    slots     of the pool local
    gpus      each task has asked for some
    aside     jobs that belong in bad/

Prints a line for each thing that is wrong; the exit status is 1 if any is.
"""
import json
import os
import re
import sys
import zlib

FINAL = {"SUCCEEDED", "FAILED", "FAILED_SETUP", "FAILED_PRECHECKS",
         "FAILED_NO_RESOURCE", "FAILED_CONTROLLER", "CANCELLED", "SKIPPED"}


class Record:
    """The blocks of a record: (kind, name, {key: value}), the damaged counted."""

    def __init__(self, data):
        self.blocks = []
        self.damaged = 0
        self.at = 0
        for match in re.finditer(rb"(?m)^\[", data):
            if match.start() >= self.at:
                self._block(data, match.start())

    def _block(self, data, start):
        end = re.compile(rb"(?m)^end = ([0-9a-f]{8})\n|^\[").search(
            data, start + 1)
        if not end or end.group(1) is None:
            self.damaged += 1
            self.at = start + 1
            return
        self.at = end.end()
        body = data[start:end.start()]
        if zlib.crc32(body) != int(end.group(1), 16):
            self.damaged += 1
            return
        lines = body.decode("utf-8", "replace").splitlines()
        section = lines[0].strip("[]").split(" ", 1)
        values = dict(line.split(" = ", 1) for line in lines[1:]
                      if " = " in line)
        self.blocks.append((section[0], section[1] if section[1:] else "",
                            values))

    def values(self, kind, name, key):
        return [v[key] for k, n, v in self.blocks
                if k == kind and n == name and key in v]

    def rounds(self):
        """The record cut where [job] has a higher round, each part a Record."""
        parts, last = [Record(b"")], 1
        for kind, name, values in self.blocks:
            if kind == "job" and int(values.get("round", 1)) > last:
                last = int(values["round"])
                parts.append(Record(b""))
            parts[-1].blocks.append((kind, name, values))
        return parts

    def further(self):
        """Whether anybody wrote to it since the submit."""
        return any(k != "after" for k, _, _ in self.blocks[1:])

    def status(self):
        """The job's final status in its last round, None while it has none."""
        statuses = self.rounds()[-1].values("job", "", "status")
        return statuses[0] if statuses else None

    def claims(self):
        claims = self.values("job", "", "claim")
        return int(claims[-1]) if claims else 0

    def tasks(self):
        return sorted({n for k, n, _ in self.blocks if k in ("task", "run")})


def read_record(home, job):
    try:
        with open(f"{home}/jobs/{job:010d}/record", "rb") as file:
            return Record(file.read())
    except OSError:
        return None


def jobs_in(home, place="jobs"):
    try:
        return sorted(int(n) for n in os.listdir(f"{home}/{place}")
                      if n.isdigit())
    except OSError:
        return []


def notices(home):
    """{path below queue/: the job it is about}."""
    found = {}
    for place in ("after", "begin"):
        for path, _, files in os.walk(f"{home}/queue/{place}"):
            below = os.path.relpath(path, f"{home}/queue")
            for name in files:
                found[f"{below}/{name}"] = int(name.rsplit(".", 1)[-1])
    return found


def entries(home):
    """All that is owed, as paths below queue/; notices owe nothing."""
    found = []
    for path, dirs, files in os.walk(f"{home}/queue"):
        if path == f"{home}/queue":
            dirs[:] = [d for d in dirs if d not in ("after", "begin")]
        dirs[:] = [d for d in dirs if not d.startswith(".")]
        below = os.path.relpath(path, f"{home}/queue")
        found += [os.path.normpath(f"{below}/{f}") for f in files
                  if not f.startswith(".") and f != "paused"]
    return sorted(found)


def read_effects(path):
    if os.path.isdir(path):
        return [e for name in sorted(os.listdir(path)) if name.isdigit()
                for e in read_effects(f"{path}/{name}")]
    try:
        with open(path, encoding="utf-8") as file:
            return [line.split() for line in file]
    except OSError:
        return []


class Checker:
    def __init__(self, home, logs, facts):
        self.home, self.logs, self.facts = home, logs, facts
        self.wrong = []
        self.effects = read_effects(facts["effects"])
        self.sets = {fact: set(facts.get(fact, []))
                     for fact in ("hurt", "cut", "quiet")}
        self.by_job = {}
        for effect in self.effects:
            if effect[0] in ("start", "end"):
                self.by_job.setdefault(effect[1], []).append(effect)
        self.records = {j: read_record(home, j) for j in jobs_in(home)}

    def say(self, text):
        self.wrong.append(text)

    def ran(self, job):
        return [e for e in self.by_job.get(str(job), []) if e[0] == "start"]

    def is_in(self, job, fact):
        return job in self.sets[fact]

    def check_printed(self):
        known = (set(self.records) | set(jobs_in(self.home, "bad")) |
                 set(self.facts["may_go"]))
        for launch in self.facts["launches"]:
            for job in launch["printed"]:
                if job not in known:
                    self.say(f"job {job} was printed and is not there")
            if not launch["killed"]:
                if (launch["status"] == 0) != bool(launch["printed"]):
                    self.say(f"launch: status {launch['status']}, printed "
                             f"{launch['printed']}")

    def check_unsubmitted(self):
        """Jobs nobody was told of: all of a launch, or none."""
        printed = {j for l in self.facts["launches"] for j in l["printed"]}
        extra = [j for j in self.records if j not in printed]
        killed = [l for l in self.facts["launches"] if l["killed"]]
        if extra and not killed:
            self.say(f"jobs {extra} are there and were never printed")
        begun = [j for j in extra if self.records[j].further()]
        sums = {0}
        for launch in killed:
            left = launch["count"] - len(launch["printed"])
            sums |= {n + left for n in sums}
        if len(begun) not in sums:
            self.say(f"of jobs {extra} only {begun} were submitted")
        for job in extra:
            if job not in begun and self.ran(job):
                self.say(f"job {job} ran and was never submitted")
        return set(extra) - set(begun)

    def check_job(self, job, record):
        expect = self.facts["expect"].get(str(job), ["SUCCEEDED"])
        if record.damaged:
            self.say(f"job {job}: {record.damaged} damaged blocks")
        for part in record.rounds()[:-1]:
            finals = part.values("job", "", "status")
            if len(set(finals)) != 1:
                self.say(f"job {job}: a round ended as {finals}")
        finals = record.rounds()[-1].values("job", "", "status")
        if not finals:
            self.say(f"job {job} is not final: "
                     f"{[b for b in record.blocks if b[0] != 'run'][-1:]}")
        elif len(set(finals)) > 1:
            self.say(f"job {job}: its final status changed: {finals}")
        elif finals[0] not in expect:
            self.say(f"job {job} is {finals[0]}, not {' or '.join(expect)}: "
                     f"{record.values('job', '', 'reason')}")
        for task in record.tasks():
            self.check_task(job, record, task)

    def check_task(self, job, record, task):
        where = f"job {job} task {task}"
        final = []
        for part in record.rounds():
            statuses = part.values("task", task, "status")
            # what is not run again keeps what it came to
            final = [s for s in statuses if s in FINAL] if statuses else final
            if statuses and final and statuses[statuses.index(final[0]):] != \
                    [final[0]] * (len(statuses) - statuses.index(final[0])):
                self.say(f"{where}: a final status changed: {statuses}")
        if record.status() and not final:
            self.say(f"{where} is not final: {statuses}")
        mine = [e for e in self.by_job.get(str(job), []) if e[2] == task]
        starts = [e[3] for e in mine if e[0] == "start"]
        ends = [e[3] for e in mine if e[0] == "end"]
        if len(set(starts)) != len(starts):
            self.say(f"{where}: the same attempt began twice: {starts}")
        if final[:1] == ["SUCCEEDED"]:
            if not ends:
                self.say(f"{where} succeeded and did not run to its end")
            times = self.facts.get("times", {}).get(str(job), 1)
            if (self.facts["once"] and not self.is_in(job, "hurt") and
                    (len(starts), len(ends)) != (times, times)):
                self.say(f"{where}: began {len(starts)}, ended {len(ends)} "
                         f"times and nothing killed it")
        for attempt in ends:
            self.check_log(job, task, attempt)

    def check_log(self, job, task, attempt):
        for kind in self.facts["log_kinds"]:
            self.check_log_kind(job, task, attempt, kind)

    def check_log_kind(self, job, task, attempt, kind):
        path = f"{self.logs}/managed_jobs/{job:010d}/{task}.{attempt}.{kind}"
        try:
            with open(path, encoding="utf-8") as file:
                text = file.read()
        except OSError as error:
            text = str(error)
        wanted = (f"begin {job} {task} {attempt}\n"
                  f"done {job} {task} {attempt}\n")
        if self.is_in(job, "quiet"):
            return
        if self.is_in(job, "cut"):
            lines = wanted.splitlines(True)
            if "".join(l for l in lines if l in text) == text:
                return
        if self.facts["once"] and text != wanted:
            self.say(f"job {job} task {task}: its log is {text!r}")

    def check_effects(self):
        for effect in self.effects:
            if effect[0] == "double":
                self.say("two attempts lived at once: " + " ".join(effect))
            if effect[0] == "shared":
                self.say("two have the same gpu: " + " ".join(effect))
            if effect[0] == "live" and int(effect[1]) > self.facts["slots"]:
                self.say(f"{effect[1]} tasks lived at once")
        assigned = [e[1:4] for e in self.effects if e[0] == "gpus"]
        if self.facts["gpus"]:
            for effect in self.effects:
                if effect[0] == "start" and effect[1:4] not in assigned:
                    self.say("begun without a gpu: " + " ".join(effect))
        known = (set(self.records) | set(jobs_in(self.home, "bad")) |
                 set(self.facts["may_go"]))
        for effect in self.effects:
            if effect[0] == "start" and int(effect[1]) not in known:
                self.say(f"job {effect[1]} ran and is not there")

    def check_gone(self):
        """Of a job that gc removed nothing is left."""
        for job in set(self.facts["may_go"]) - set(self.records):
            for path in (f"managed_jobs/{job:010d}",
                         f"jobs_controller/{job:010d}.log"):
                if os.path.exists(f"{self.logs}/{path}"):
                    self.say(f"job {job} is gone, and {path} is left")
        try:
            left = os.listdir(f"{self.home}/gone")
        except OSError:
            left = []
        if left:
            self.say(f"gone/ has {left}")

    def check_after(self, job, record):
        """It ran only after the others ended as was wanted, else is SKIPPED."""
        in_force = record.values("job", "", "after_set")
        in_force = in_force[-1] if in_force else "0"
        met = True
        for kind, name, values in record.blocks:
            if kind != "after" or values.get("set", "0") != in_force:
                continue
            other = self.records.get(int(name))
            ended = other.status() if other else None
            met &= {"ok": ended == "SUCCEEDED", "any": ended in FINAL,
                    "fail": ended == "SKIPPED" or
                    (ended or "").startswith("FAILED")}[values["want"]]
        if not met and self.ran(job):
            self.say(f"job {job} ran, and what it came after ended otherwise")
        if met and record.status() == "SKIPPED":
            self.say(f"job {job} was SKIPPED for no reason")

    def check_notices(self, unsubmitted):
        for path, job in notices(self.home).items():
            if job not in unsubmitted:
                self.say(f"queue/{path} is left")

    def check_home(self):
        for entry in entries(self.home):
            self.say(f"queue/{entry} is left")
        if os.path.getsize(f"{self.home}/scheduler.pid"):
            self.say("scheduler.pid names a pass")
        wake = os.stat(f"{self.home}/wake")
        if wake.st_mtime_ns or wake.st_atime_ns:
            self.say("wake is marked")
        aside = jobs_in(self.home, "bad")
        if aside != self.facts["aside"]:
            self.say(f"in bad/ are {aside}, not {self.facts['aside']}")
        killed = any(l["killed"] for l in self.facts["launches"])
        left = [n for n in os.listdir(f"{self.home}/jobs")
                if n.startswith(".")]
        if left and not killed:
            self.say(f"jobs/ has {left}")

    def check(self):
        self.check_printed()
        unsubmitted = self.check_unsubmitted()
        for job, record in self.records.items():
            if job not in unsubmitted:
                self.check_job(job, record)
                self.check_after(job, record)
        self.check_notices(unsubmitted)
        self.check_effects()
        self.check_gone()
        self.check_home()
        return self.wrong


def main():
    if len(sys.argv) != 4:
        sys.exit("usage: check.py HOME LOGS FACTS")
    with open(sys.argv[3], encoding="utf-8") as file:
        facts = json.load(file)
    wrong = Checker(sys.argv[1], sys.argv[2], facts).check()
    print("\n".join(wrong), end="\n" if wrong else "")
    sys.exit(bool(wrong))


if __name__ == "__main__":
    main()
