"""Starts and stops the server under trial, and loads it."""

import atexit
import http.client
import json
import os
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time

# Otherwise SIGTERM would end the driver at once, without its `finally` blocks, and leave its servers running.
signal.signal(signal.SIGTERM, lambda *_: sys.exit(128 + signal.SIGTERM))


class Server:
    """One process of the server, listening where its first line says. It does not outlive the driver."""

    def __init__(self, program, *arguments, command=(), environment=None, patience=60, **options):
        # A file, because an unread pipe would block its writer.
        self.errors = tempfile.TemporaryFile("w+")
        self.process = subprocess.Popen(
            [*command, program, *arguments], stdout=subprocess.PIPE, stderr=self.errors, text=True, env=environment,
            **options)
        atexit.register(self.kill)
        # Its end is also the end of the line that is waited for.
        limit = threading.Timer(patience, self.process.kill)
        limit.start()
        try:
            line = self.process.stdout.readline().strip()
        finally:
            limit.cancel()
        if not line.startswith("listening on "):
            self.kill()
            raise SystemExit(f"{program} did not start within {patience} s: {line} {self.complaints()}")
        self.place = line.removeprefix("listening on ")
        self.port = int(self.place.rsplit(":", 1)[1]) if self.place.startswith("http") else None

    def terminate(self):
        self.process.send_signal(signal.SIGTERM)

    def complaints(self):
        """The output to standard error, without reports of stalls, which a busy machine causes."""
        self.errors.seek(0)
        return [line for line in self.errors.read().splitlines()
                if "has been blocked for" not in line and " continues after " not in line]

    def ended(self, timeout=60):
        """Waits for the end of the process, which must succeed without a report."""
        try:
            self.process.wait(timeout=timeout)
        except subprocess.TimeoutExpired:
            self.kill()
            raise SystemExit(f"the server at {self.place} did not end within {timeout} s of SIGTERM")
        self.kill()
        if self.process.returncode != 0 or self.complaints():
            raise SystemExit(f"the server at {self.place} ended with {self.process.returncode}: {self.complaints()}")

    def kill(self):
        """Kills the process, unless it has ended."""
        atexit.unregister(self.kill)
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait()
        self.process.stdout.close()

    @property
    def memory(self):
        """Resident KiB."""
        with open(f"/proc/{self.process.pid}/status") as status:
            return next(int(line.split()[1]) for line in status if line.startswith("VmRSS:"))

    @property
    def descriptors(self):
        return len(os.listdir(f"/proc/{self.process.pid}/fd"))


class Load:
    """Sends requests on several connections until it is stopped, and counts the requests and the correct responses."""

    def __init__(self, port, keeping=4, closing=4, pause=0.002):
        self.port = port
        self.pause = pause
        self.asked = self.answered = self.repeated = 0
        self.lost = []
        self.slowest = 0.0
        self.lock = threading.Lock()
        self.stopping = threading.Event()
        self.threads = [threading.Thread(target=self.run, args=(kind, number), daemon=True) for kind, count in
                        (("keep", keeping), ("close", closing)) for number in range(count)]
        for thread in self.threads:
            thread.start()

    def stop(self):
        self.stopping.set()
        for thread in self.threads:
            thread.join()

    def run(self, kind, number):
        connection = None
        count = 0
        while not self.stopping.is_set():
            count += 1
            write = count % 3 == 0
            # A client must not repeat a POST on its own (RFC 9110 section 9.2.2), so it has a connection for itself.
            fresh = connection is None or kind == "close" or write
            if fresh and connection is not None:
                connection.close()
                connection = None
            if connection is None:
                connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=30)
            start = time.monotonic()
            with self.lock:
                self.asked += 1
            try:
                try:
                    ok = self.ask(connection, write, number, count)
                except (http.client.RemoteDisconnected, ConnectionResetError, BrokenPipeError):
                    if fresh:
                        raise
                    # Closed while it was idle: as every client does, ask again (RFC 9112 section 9.3.1).
                    connection.close()
                    with self.lock:
                        self.repeated += 1
                    ok = self.ask(connection, write, number, count)
                problem = None if ok is True else ok
            except (OSError, http.client.HTTPException) as error:
                problem = f"{type(error).__name__}: {error}"
                connection.close()
                connection = None
            with self.lock:
                self.slowest = max(self.slowest, time.monotonic() - start)
                if problem is None:
                    self.answered += 1
                else:
                    self.lost.append(f"{kind} {'POST' if write else 'GET'}: {problem}")
            time.sleep(self.pause)
        if connection is not None:
            connection.close()

    @staticmethod
    def ask(connection, write, number, count):
        """Returns True for the expected response, and otherwise a description of it."""
        if write:
            content = json.dumps({"title": f"{number}/{count}", "tags": []})
            connection.request("POST", "/items", content, {"Content-Type": "application/json"})
        elif count % 10 == 1:
            connection.request("GET", "/slow/20")
        else:
            connection.request("GET", f"/items/{count}")
        response = connection.getresponse()
        text = response.read()
        if not 200 <= response.status < 300:
            return f"{response.status} {text[:200]!r}"
        got = json.loads(text)
        wanted = f"{number}/{count}" if write else "slow" if count % 10 == 1 else f"item {count}"
        return True if got["title"] == wanted else f"somebody else's answer: {got}"

    def report(self, what):
        """Prints the count; true when nothing was lost."""
        complete = self.asked == self.answered and self.asked > 0
        repeated = f", {self.repeated} asked again on another connection" if self.repeated else ""
        print(f"{what}: asked {self.asked}, answered 2xx {self.answered}, lost {len(self.lost)}{repeated}; "
              f"slowest {self.slowest:.2f} s", flush=True)
        for line in self.lost[:10]:
            print("  " + line)
        return complete


def ask(port, path="/livez", timeout=10):
    """The status of one request on a separate connection."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=timeout)
    try:
        connection.request("GET", path)
        response = connection.getresponse()
        response.read()
        return response.status
    finally:
        connection.close()


def until(what, condition, timeout=30):
    """Waits until `condition` holds."""
    deadline = time.monotonic() + timeout
    while not condition():
        if time.monotonic() > deadline:
            raise SystemExit(f"waited {timeout} s in vain: {what}")
        time.sleep(0.02)


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def listener():
    """A listening socket on a free port, for a child to inherit."""
    one = socket.socket()
    one.bind(("127.0.0.1", 0))
    one.listen(1024)
    return one
