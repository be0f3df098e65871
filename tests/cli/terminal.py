#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""A terminal that a test sits at.

	terminal.py COLUMNS ROWS COMMAND... <STEPS

runs COMMAND at a terminal of its own, draws what it prints as an xterm would, and does
the steps, a line each; it waits for conditions, half a minute at most, and ends with 1
and the screen when one never holds.

	sees REGEX     some line of the screen matches
	lines N REGEX  just N lines of the screen match
	lacks REGEX    no line of the screen matches
	printed REGEX  what was printed so far, scrolled away or not, matches
	keys TEXT      strike keys; \\n, \\x03 and the like are read
	size C R       the terminal is resized
	signal NAME    COMMAND gets a signal, as TERM
	run SHELL      a shell command succeeds
	until SHELL    a shell command is repeated until it succeeds
	ended STATUS   COMMAND ends so: its exit status, or SIGTERM and the like
	stopped        COMMAND stops, as ^Z makes it
	restored       the terminal is as it was: cursor, screen, echo
	show           the screen is printed, for who writes a test
	once REGEX     exactly one line of what is shown and scrolled away matches
"""
import codecs
import fcntl
import os
import pty
import re
import select
import signal
import struct
import subprocess
import sys
import termios
import time
import unicodedata

PATIENCE = 30


class Screen:
    """The part of an xterm that programs use."""

    def __init__(self, columns, rows):
        self.columns, self.rows = columns, rows
        self.decoder = codecs.getincrementaldecoder("utf-8")("replace")
        self.pending = ""
        self.history = []
        self.printed = ""
        self.other = None  # the main screen, while the alternate one is shown
        self.cursor = True
        self.wrap = True
        self.row = self.column = 0
        self.top, self.bottom = 0, rows - 1
        self.cells = self.blank()
        self.last = " "

    def blank(self):
        return [[" "] * self.columns for _ in range(self.rows)]

    def resize(self, columns, rows):
        for row in self.cells:
            del row[columns:]
            row.extend([" "] * (columns - len(row)))
        while len(self.cells) > rows:
            if self.row < len(self.cells) - 1:
                self.cells.pop()
            else:
                self.history.append("".join(self.cells.pop(0)).rstrip())
                self.row -= 1
        while len(self.cells) < rows:
            self.cells.append([" "] * columns)
        self.columns, self.rows = columns, rows
        self.top, self.bottom = 0, rows - 1
        self.row = min(self.row, rows - 1)
        self.column = min(self.column, columns - 1)

    def lines(self):
        return ["".join(row).rstrip() for row in self.cells]

    def feed(self, data):
        text = self.decoder.decode(data)
        self.printed += text
        self.pending += text
        while self.pending:
            used = self.step(self.pending)
            if not used:
                return
            self.pending = self.pending[used:]

    def step(self, text):
        c = text[0]
        if c != "\033":
            self.char(c)
            return 1
        if len(text) < 2:
            return 0
        if text[1] == "[":
            match = re.match(r"\033\[([?>=!]?)([0-9;]*)([ -/]*)([@-~])", text)
            if not match:
                return 0
            self.control(match[1], match[2], match[4])
            return match.end()
        if text[1] in "()":
            return 3 if len(text) > 2 else 0
        if text[1] == "]":
            end = re.search(r"\007|\033\\", text)
            return end.end() if end else 0
        if text[1] == "M":
            if self.row == self.top:
                self.scroll(-1)
            else:
                self.row -= 1
        elif text[1] == "7":
            self.saved = self.row, self.column
        elif text[1] == "8":
            self.row, self.column = self.saved
        return 2

    def char(self, c):
        if c == "\n":
            self.line_feed()
        elif c == "\r":
            self.column = 0
        elif c == "\b":
            self.column = max(0, min(self.column, self.columns) - 1)
        elif c == "\t":
            self.column = min(self.columns - 1, self.column // 8 * 8 + 8)
        elif c >= " ":
            self.put(c)

    def put(self, c):
        if unicodedata.combining(c):
            return
        width = 2 if unicodedata.east_asian_width(c) in "WF" else 1
        if self.column + width > self.columns:
            if not self.wrap:
                self.column = self.columns - width
            else:
                self.column = 0
                self.line_feed()
        self.cells[self.row][self.column] = c
        if width == 2:
            self.cells[self.row][self.column + 1] = ""
        self.column += width
        self.last = c

    def line_feed(self):
        if self.row == self.bottom:
            self.scroll(1)
        else:
            self.row = min(self.row + 1, self.rows - 1)

    def scroll(self, n):
        for _ in range(abs(n)):
            if n > 0:
                gone = self.cells.pop(self.top)
                if self.other is None and self.top == 0:
                    self.history.append("".join(gone).rstrip())
                self.cells.insert(self.bottom, [" "] * self.columns)
            else:
                self.cells.pop(self.bottom)
                self.cells.insert(self.top, [" "] * self.columns)

    def erase(self, row, start, end):
        for i in range(start, min(end, self.columns)):
            self.cells[row][i] = " "

    def control(self, mark, numbers, final):
        args = [int(n) if n else 0 for n in numbers.split(";")]
        n = max(args[0], 1)
        if mark:
            if mark == "?" and final in "hl":
                for mode in args:
                    self.mode(mode, final == "h")
        elif final in "Hf":
            self.row = min(n, self.rows) - 1
            self.column = max(args[1] if len(args) > 1 else 1, 1) - 1
        elif final == "A":
            self.row = max(self.row - n, 0)
        elif final == "B":
            self.row = min(self.row + n, self.rows - 1)
        elif final == "C":
            self.column = min(self.column + n, self.columns - 1)
        elif final == "D":
            self.column = max(min(self.column, self.columns - 1) - n, 0)
        elif final == "G":
            self.column = n - 1
        elif final == "d":
            self.row = min(n, self.rows) - 1
        elif final == "K":
            start = 0 if args[0] else self.column
            end = self.column + 1 if args[0] == 1 else self.columns
            self.erase(self.row, start, end)
        elif final == "J":
            if args[0] == 2:
                self.cells = self.blank()
            else:
                self.erase(self.row, self.column, self.columns)
                for row in range(self.row + 1, self.rows):
                    self.erase(row, 0, self.columns)
        elif final == "X":
            self.erase(self.row, self.column, self.column + n)
        elif final == "P":
            row = self.cells[self.row]
            del row[self.column : self.column + n]
            row.extend([" "] * (self.columns - len(row)))
        elif final == "@":
            row = self.cells[self.row]
            row[self.column : self.column] = [" "] * n
            del row[self.columns :]
        elif final in "LM":
            top, self.top = self.top, self.row
            self.scroll(n if final == "M" else -n)
            self.top = top
        elif final in "ST":
            self.scroll(n if final == "S" else -n)
        elif final == "b":
            for _ in range(n):
                self.put(self.last)
        elif final == "r":
            self.top = n - 1
            self.bottom = (args[1] if len(args) > 1 and args[1] else self.rows) - 1
            self.row = self.column = 0

    def mode(self, mode, on):
        if mode == 25:
            self.cursor = on
        elif mode == 7:
            self.wrap = on
        elif mode in (47, 1047, 1049):
            if on and self.other is None:
                self.other = self.cells, self.row, self.column
                self.cells = self.blank()
            elif not on and self.other is not None:
                self.cells, self.row, self.column = self.other
                self.other = None
                self.resize(self.columns, self.rows)


def lead(command, tell, go):
    """Be the session's leader, as a shell is: what is stopped can be continued."""
    signal.signal(signal.SIGTTOU, signal.SIG_IGN)
    job = os.fork()
    if job == 0:
        os.setpgid(0, 0)
        os.tcsetpgrp(0, os.getpid())
        # what a shell runs beside itself ignores two of them, and nohup one
        for name in ("TTOU", "INT", "QUIT", "HUP"):
            signal.signal(getattr(signal, "SIG" + name), signal.SIG_DFL)
        os.execvp(command[0], command)
    for name in ("INT", "QUIT", "HUP", "TERM"):
        signal.signal(getattr(signal, "SIG" + name), signal.SIG_IGN)
    os.write(tell, str(job).encode())
    os.read(go, 1)
    os.close(tell)
    _, status = os.waitpid(job, 0)
    if os.WIFSIGNALED(status):
        signo = os.WTERMSIG(status)
        if signo != signal.SIGKILL:
            signal.signal(signo, signal.SIG_DFL)
        os.kill(os.getpid(), signo)
    os._exit(os.WEXITSTATUS(status))


class Session:
    def __init__(self, columns, rows, command):
        self.screen = Screen(columns, rows)
        told, tell = os.pipe()
        go, start = os.pipe()
        self.pid, self.fd = pty.fork()
        if self.pid == 0:
            os.close(told)
            os.close(start)
            size = struct.pack("HHHH", rows, columns, 0, 0)
            fcntl.ioctl(0, termios.TIOCSWINSZ, size)
            if os.environ.get("TERM", "dumb") in ("dumb", "unknown", ""):
                os.environ["TERM"] = "xterm"
            lead(command, tell, go)
        os.close(tell)
        os.close(go)
        self.job = int(os.read(told, 20))
        self.handle = os.pidfd_open(self.job)  # the leader reaps it after this
        os.close(start)
        self.status = None

    def read(self, seconds):
        ready, _, _ = select.select([self.fd], [], [], seconds)
        if not ready:
            return
        try:
            data = os.read(self.fd, 65536)
        except OSError:
            data = b""
        if data:
            self.screen.feed(data)
        else:
            time.sleep(0.01)

    def wait(self, condition):
        deadline = time.monotonic() + PATIENCE
        while True:
            if condition():
                return True
            if time.monotonic() > deadline:
                return False
            self.read(0.05)

    def has(self, regex):
        return any(re.search(regex, line) for line in self.screen.lines())

    def has_ended(self):
        if self.status is None:
            pid, status = os.waitpid(self.pid, os.WNOHANG)
            if pid:
                self.status = status
        return self.status is not None

    def ended(self, wanted):
        if not self.wait(self.has_ended):
            return False
        while select.select([self.fd], [], [], 0)[0]:
            before = len(self.screen.printed)
            self.read(0)
            if len(self.screen.printed) == before:
                break
        if os.WIFSIGNALED(self.status):
            got = signal.Signals(os.WTERMSIG(self.status)).name
        else:
            got = str(os.WEXITSTATUS(self.status))
        if got != wanted:
            print("it ended with", got)
        return got == wanted

    def has_stopped(self):
        with open("/proc/%d/stat" % self.job) as stat:
            return stat.read().rsplit(") ", 1)[1][0] == "T"

    def restored(self):
        flags = termios.tcgetattr(self.fd)[3]
        return (
            self.screen.cursor
            and self.screen.wrap
            and self.screen.other is None
            and flags & termios.ECHO != 0
            and flags & termios.ICANON != 0
        )

    def once(self, regex):
        shown = self.screen.history + self.screen.lines()
        return sum(1 for line in shown if re.search(regex, line)) == 1

    def resize(self, columns, rows):
        self.screen.resize(columns, rows)
        fcntl.ioctl(
            self.fd, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0)
        )
        return True

    def strike(self, text):
        os.write(self.fd, codecs.decode(text, "unicode_escape").encode())
        return True

    def send(self, name):
        self.kill(getattr(signal, "SIG" + name))
        return True

    def kill(self, signo):
        """Never somebody else who has its number by now."""
        try:
            signal.pidfd_send_signal(self.handle, signo)
        except ProcessLookupError:
            pass

    def do(self, step):
        word, _, rest = step.partition(" ")
        if word == "sees":
            return self.wait(lambda: self.has(rest))
        if word == "lines":
            count, _, regex = rest.partition(" ")
            return self.wait(
                lambda: sum(bool(re.search(regex, line)) for line in self.screen.lines())
                == int(count)
            )
        if word == "lacks":
            return self.wait(lambda: not self.has(rest))
        if word == "printed":
            return self.wait(lambda: re.search(rest, self.screen.printed))
        if word == "keys":
            return self.strike(rest)
        if word == "size":
            return self.resize(*map(int, rest.split()))
        if word == "signal":
            return self.send(rest)
        if word == "run":
            return subprocess.call(["sh", "-c", rest], stdin=subprocess.DEVNULL) == 0
        if word == "until":
            return self.wait(
                lambda: subprocess.call(["sh", "-c", rest], stdin=subprocess.DEVNULL)
                == 0
            )
        if word == "ended":
            return self.ended(rest)
        if word == "stopped":
            return self.wait(self.has_stopped)
        if word == "restored":
            return self.wait(self.restored)
        if word == "show":
            print("\n".join("|" + line for line in self.screen.lines()))
            return True
        if word == "once":
            return self.wait(lambda: self.once(rest))
        sys.exit("terminal.py: no such step: " + step)


def main():
    session = Session(int(sys.argv[1]), int(sys.argv[2]), sys.argv[3:])
    try:
        for step in sys.stdin:
            step = step.strip()
            if step and not step.startswith("#") and not session.do(step):
                print("terminal.py: never came true:", step)
                print("\n".join("|" + line for line in session.screen.lines()))
                print(repr(session.screen.printed[-2000:]))
                sys.exit(1)
    finally:
        if not session.has_ended():
            session.kill(signal.SIGKILL)
            os.kill(session.pid, signal.SIGKILL)


main()
