"""Kills the client and the server of docs/examples/files in the middle of transfers, and continues them.

usage: files_example.py FILE-SERVER FILES
"""

import hashlib
import os
import pty
import random
import re
import resource
import select
import socket
import subprocess
import sys
import tempfile
import threading
from pathlib import Path

from trial import Server, free_port, until

SERVER, CLIENT = sys.argv[1:3]
# More than the memory that the programs may use.
SIZE = 80_000_000
MOST_KIB = 64 << 10
# The killed processes, in random order.
VICTIMS = ["client"] * 8 + ["server"] * 4 + ["both"] * 4
REPORT = re.compile(rb"\r(sent|received) (\d+) % of (\d+) bytes")

failures = []
chance = random.Random(1)


def check(name, isRight, detail=""):
    if isRight:
        print(f"  {name}", flush=True)
    else:
        failures.append(name)
        print(f"FAILED {name} {detail}"[:600], flush=True)


def digest(path):
    hash = hashlib.sha256()
    with open(path, "rb") as file:
        while chunk := file.read(1 << 20):
            hash.update(chunk)
    return hash.hexdigest()


class Gate:
    """A proxy that stops after a number of bytes, and can cut its connections."""

    def __init__(self, port):
        self.server = port
        # The bytes that have passed in both directions, and the number at which it stops.
        self.count = 0
        self.limit = float("inf")
        self.connections = set()
        self.changed = threading.Condition()
        self.listener = socket.create_server(("127.0.0.1", 0))
        # Small buffers, so that few bytes are in transit.
        self.listener.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1 << 16)
        self.port = self.listener.getsockname()[1]
        threading.Thread(target=self.accept, daemon=True).start()

    def accept(self):
        while True:
            client, _ = self.listener.accept()
            server = socket.socket()
            server.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1 << 16)
            threading.Thread(target=self.forward, args=(client, server), daemon=True).start()

    def forward(self, *ends):
        client, server = ends
        try:
            server.connect(("127.0.0.1", self.server))
            with self.changed:
                self.connections.add(ends)
            while True:
                for source in select.select(ends, [], [])[0]:
                    chunk = source.recv(1 << 16)
                    if not chunk or not self.admit(ends, len(chunk)):
                        return
                    (server if source is client else client).sendall(chunk)
        except OSError:
            # The server is not there, or a process was killed.
            pass
        finally:
            with self.changed:
                self.connections.discard(ends)
                for end in ends:
                    end.close()

    def admit(self, ends, count):
        """Waits until bytes of a connection may pass; false if it is cut."""
        with self.changed:
            self.changed.wait_for(lambda: ends not in self.connections or self.count < self.limit)
            self.count += count
            return ends in self.connections

    @property
    def isStopped(self):
        return self.count >= self.limit

    def stop(self, after):
        """Stops after a number of bytes from now on."""
        with self.changed:
            self.limit = self.count + after
            self.changed.notify_all()

    def cut(self):
        """Ends all connections, with the bytes that are on their way."""
        with self.changed:
            for end in [end for ends in self.connections for end in ends]:
                try:
                    end.shutdown(socket.SHUT_RDWR)
                except OSError:
                    pass
            self.connections.clear()
            self.changed.notify_all()


class Run:
    """A run of the client, whose output is a terminal."""

    def __init__(self, gate, *arguments):
        self.arguments = arguments
        self.output = bytearray()
        terminal, end = pty.openpty()
        self.process = subprocess.Popen(
            [CLIENT, *arguments], stdin=subprocess.DEVNULL, stdout=end, stderr=end,
            env={**os.environ, "FILES_URL": f"http://127.0.0.1:{gate.port}"})
        os.close(end)
        self.reader = threading.Thread(target=self.read, args=(terminal,), daemon=True)
        self.reader.start()

    def read(self, terminal):
        try:
            while chunk := os.read(terminal, 1 << 16):
                self.output += chunk
        except OSError:
            # The process has ended.
            pass
        os.close(terminal)

    @property
    def percents(self):
        return [int(percent) for _, percent, _ in REPORT.findall(self.output)]

    def isRunning(self):
        if self.process.poll() is None:
            return True
        self.reader.join()
        raise SystemExit(f"files {self.arguments[0]} ended in the middle: {bytes(self.output[-500:])}")

    def kill(self):
        self.process.kill()
        self.process.wait()
        self.reader.join()

    def finish(self):
        """Waits for the end; returns the exit code and the last line."""
        try:
            code = self.process.wait(timeout=120)
        except subprocess.TimeoutExpired:
            self.kill()
            raise SystemExit(f"files {self.arguments[0]} does not end: {bytes(self.output[-500:])}")
        self.reader.join()
        return code, bytes(self.output).decode().rstrip().rsplit("\r\x1b[K", 1)[-1]


class Store:
    """The server and its folder."""

    def __init__(self, folder):
        self.folder = folder
        self.port = free_port()
        self.start()

    def start(self):
        self.server = Server(SERVER, str(self.folder), str(self.port))

    def restart(self):
        self.server.kill()
        self.start()

    @property
    def uploads(self):
        """The paths of the bytes of incomplete uploads."""
        return [path for path in (self.folder / "incoming").iterdir() if re.fullmatch("[0-9a-f]{32}", path.name)]


def size(paths):
    return sum(path.stat().st_size for path in paths if path.exists())


def interrupted(name, store, gate, command, kept, middle):
    """Kills processes at random points of a transfer and continues it.

    `kept` returns the number of bytes that a later run need not transfer, and `middle` whether the files are those of an
    incomplete transfer.
    """
    victims = VICTIMS.copy()
    chance.shuffle(victims)
    run = Run(gate, *command)
    before, shown, isKept, isNoted = 0, [], True, True
    try:
        for victim in victims:
            # Together at most two thirds of the file, so that each is in the middle, and more than the heads of the requests.
            gate.stop(after=chance.randrange(1 << 16, SIZE * 2 // 3 // len(victims)))
            until(f"{name} moves bytes", lambda: run.isRunning() and gate.isStopped, timeout=60)
            if victim != "server":
                run.kill()
            if victim != "client":
                store.server.kill()
            gate.cut()
            if victim != "client":
                store.start()
            now = kept()
            isKept, before = isKept and before <= now < SIZE, now
            isNoted = isNoted and middle()
            if victim != "server":
                shown += run.percents
                run = Run(gate, *command)
        gate.stop(after=float("inf"))
        code, line = run.finish()
    finally:
        if run.process.poll() is None:
            run.kill()
    check(f"{name}: {len(victims)} interruptions, of which each keeps the bytes before", isKept, before)
    check(f"{name}: the files of an incomplete transfer exist meanwhile", isNoted)
    check(f"{name}: progress is shown meanwhile", any(0 < percent < 100 for percent in shown), shown[-10:])
    check(f"{name}: the last run succeeds", code == 0, line)
    match = re.fullmatch(rf"(stored|received) source\.bin, {SIZE} bytes, of which (\d+) were there", line)
    check(f"{name}: the result follows the progress", match is not None, line)
    there = int(match[2]) if match else 0
    check(f"{name}: {there} bytes were there for the last run", 0 < there < SIZE)
    percents = run.percents
    check(f"{name}: its progress begins there and reaches 100 %",
          percents and percents[0] >= there * 100 // SIZE and percents[-1] == 100, percents[:3] + percents[-3:])


def main():
    with tempfile.TemporaryDirectory() as name:
        work = Path(name)
        client = work / "client"
        client.mkdir()
        source, copy = client / "source.bin", client / "copy.bin"
        with open(source, "wb") as file:
            for _ in range(SIZE // 1_000_000):
                file.write(chance.randbytes(1_000_000))
        store = Store(work / "store")
        gate = Gate(store.port)
        note, part = client / "source.bin.upload", client / "copy.bin.part"
        content, incoming = store.folder / "content", store.folder / "incoming"

        interrupted("put", store, gate, ["put", str(source)], lambda: size(store.uploads),
                    lambda: note.exists() and len(store.uploads) == 1 and not os.listdir(content))
        check("put: the stored file has the same SHA-256", digest(content / "source.bin") == digest(source))
        check("put: no note is left", os.listdir(client) == ["source.bin"], os.listdir(client))
        # The record of a complete upload, which the server keeps for a day.
        names = os.listdir(incoming)
        check("put: no bytes and no second upload are left",
              os.listdir(content) == ["source.bin"] and len(names) == 1 and names[0].endswith(".info"), names)

        interrupted("get", store, gate, ["get", "source.bin", str(copy)], lambda: size([part]),
                    lambda: part.exists() and not copy.exists())
        check("get: the received file has the same SHA-256", copy.exists() and digest(copy) == digest(source))
        check("get: no part and no note are left", sorted(os.listdir(client)) == ["copy.bin", "source.bin"],
              os.listdir(client))
        check("get: nothing else is left on the server", os.listdir(content) + os.listdir(incoming) == ["source.bin", *names])

        store.server.terminate()
        store.server.ended()
        peak = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss
        check(f"memory: {peak >> 10} MiB at peak", peak <= MOST_KIB, f"{peak} KiB")
    if failures:
        raise SystemExit(f"check-uploads: {len(failures)} of the checks of the files example failed")
    print("check-uploads: the files example continues after each of "
          f"{2 * len(VICTIMS)} interruptions", flush=True)


main()
