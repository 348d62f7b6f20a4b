"""Programs that a run starts: what they print, what they use of the processor, how much memory they hold."""

import os
import pathlib
import re
import signal
import subprocess
import threading
import time

TICK = 1_000_000_000 // os.sysconf("SC_CLK_TCK")


class Failure(Exception):
    """The error of a part that cannot be measured, or exceeds a bound; the text is the reason."""


def run(arguments, **options):
    """Runs a program to its end and returns what it printed."""
    result = subprocess.run(
        [str(part) for part in arguments], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, **options)
    if result.returncode != 0:
        raise Failure(f"{pathlib.Path(arguments[0]).name} ended with {result.returncode}\n{result.stdout[-2000:]}")
    return result.stdout


def run_for(seconds, arguments):
    """Runs a program for a time, interrupts it, and returns its output; it must end without an error."""
    child = subprocess.Popen(
        [str(part) for part in arguments], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    give_up = time.monotonic() + 10
    while child.poll() is None and not catches_interrupts(child.pid) and time.monotonic() < give_up:
        time.sleep(0.001)
    time.sleep(seconds)
    child.send_signal(signal.SIGINT)
    try:
        output = child.communicate(timeout=30)[0]
    except subprocess.TimeoutExpired:
        child.kill()
        output = child.communicate()[0]
    if child.returncode != 0:
        raise Failure(f"{pathlib.Path(arguments[0]).name} ended with {child.returncode}\n{output[-2000:]}")
    return output


def catches_interrupts(pid):
    """True if a process handles SIGINT."""
    status = pathlib.Path(f"/proc/{pid}/status").read_text()
    return bool(int(re.search(r"SigCgt:\s+(\w+)", status).group(1), 16) >> signal.SIGINT - 1 & 1)


class Process:
    """A program in the background, on the given processors."""

    def __init__(self, arguments, processors=None, environment=None):
        allowed = processors or os.sched_getaffinity(0)
        self.lines = []
        self.name = pathlib.Path(arguments[0]).name
        self.started = time.monotonic()
        self.child = subprocess.Popen(
            [str(part) for part in arguments], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
            env={**os.environ, **(environment or {})}, preexec_fn=lambda: os.sched_setaffinity(0, allowed))
        self.pid = self.child.pid
        self.heard = threading.Condition()
        threading.Thread(target=self._listen, daemon=True).start()

    def _listen(self):
        for line in self.child.stdout:
            with self.heard:
                self.lines.append(line)
                self.heard.notify_all()
        with self.heard:
            self.lines.append(None)
            self.heard.notify_all()

    def await_line(self, pattern, seconds=30):
        """Waits for a line that matches a pattern, and returns the captures."""
        end, seen = time.monotonic() + seconds, 0
        with self.heard:
            while True:
                for line in self.lines[seen:]:
                    seen += 1
                    if line is None:
                        raise Failure(f"{self.name} ended: {''.join(self.lines[:-1]).strip()[-1000:]}")
                    found = re.search(pattern, line)
                    if found:
                        return found.group(1)
                if not self.heard.wait(max(0, end - time.monotonic())):
                    raise Failure(f"{self.name} did not print {pattern} in {seconds} s")

    def ids(self):
        """The process and its descendants."""
        found, queue = [], [self.pid]
        while queue:
            pid = queue.pop()
            found.append(pid)
            for children in pathlib.Path(f"/proc/{pid}/task").glob("*/children"):
                queue += map(int, children.read_text().split())
        return found

    def busy(self):
        """The processor time of the threads of the process and its descendants, for `used_since`."""
        threads, user, kernel = {}, 0, 0
        for pid in self.ids():
            for folder in pathlib.Path(f"/proc/{pid}/task").iterdir():
                threads[int(folder.name)] = int((folder / "schedstat").read_text().split()[0])
            fields = pathlib.Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
            user, kernel = user + int(fields[11]), kernel + int(fields[12])
        return threads, user, kernel

    def used_since(self, before):
        """Nanoseconds of processor time since `busy()` gave `before`.

        The scheduler counts them for each thread. Where a thread has ended in between, the coarser sum of the process
        is taken, which keeps what ended threads used.
        """
        threads, user, kernel = self.busy()
        if before[0].keys() <= threads.keys():
            return sum(threads.values()) - sum(before[0].values())
        return (user - before[1] + kernel - before[2]) * TICK

    def ticks_since(self, before):
        """Ticks of the clock since `busy()` gave `before` in which the process ran, and those of them in the kernel."""
        _, user, kernel = self.busy()
        return user - before[1] + kernel - before[2], kernel - before[2]

    def memory(self, field):
        """Bytes of one field of /proc/PID/status, such as VmRSS or VmHWM, over the process and its descendants."""
        total = 0
        for pid in self.ids():
            found = re.search(rf"{field}:\s+(\d+) kB", pathlib.Path(f"/proc/{pid}/status").read_text())
            total += int(found.group(1)) * 1024 if found else 0
        return total

    def stop(self, seconds=5):
        if self.child.poll() is None:
            self.child.send_signal(signal.SIGTERM)
            try:
                self.child.wait(seconds)
            except subprocess.TimeoutExpired:
                self.child.kill()
                self.child.wait()


class Programs:
    """The programs of a part, stopped together at its end."""

    def __init__(self):
        self.running = []

    def start(self, arguments, **options):
        process = Process(arguments, **options)
        self.running.append(process)
        return process

    def __enter__(self):
        return self

    def __exit__(self, *_):
        for process in self.running:
            process.stop()


def processors(threads):
    """Which processors a server of so many threads runs on, and which its load runs on.

    The load always has one to itself, so where there are only two, two threads of a server share the other one.
    """
    all_of_them = sorted(os.sched_getaffinity(0))
    count = max(1, min(threads, len(all_of_them) - 1))
    return set(all_of_them[:count]), set(all_of_them[count:]) or set(all_of_them)
