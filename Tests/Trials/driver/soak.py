"""Mixed load on one server: honest clients, slow ones, rude ones and broken ones. Memory, descriptors and connections have
to be what they were when it is over.

usage: soak.py SERVER SECONDS
"""

import asyncio
import gzip
import http.client
import json
import logging
import os
import random
import signal
import socket
import struct
import sys
import time
from collections import Counter

from trial import Server, ask, until

program, seconds = sys.argv[1], float(sys.argv[2])
# Short, so that every timeout comes many times; longer than a busy machine's pauses.
PATIENCE = 3

# Sending to a server that has closed is part of it.
logging.getLogger("asyncio").setLevel(logging.ERROR)

# When these clients themselves have last had to wait for a processor, for a second or more.
starved = -1000.0
excused = 0

done = Counter()
wrong = Counter()
examples = {}
slowest = 0.0


class Wrong(Exception):
    pass


def expect(condition, what):
    if not condition:
        raise Wrong(what)


class Connection:
    """Bytes to and from the server."""

    def __init__(self, reader, writer):
        self.reader = reader
        self.writer = writer

    @classmethod
    async def open(cls, buffer=None):
        sock = socket.socket()
        if buffer:
            sock.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, buffer)
        sock.setblocking(False)
        await asyncio.get_running_loop().sock_connect(sock, ("127.0.0.1", port))
        return cls(*await asyncio.open_connection(sock=sock, limit=1 << 12 if buffer else 1 << 16))

    async def __aenter__(self):
        return self

    async def __aexit__(self, *_):
        self.writer.transport.abort()

    def send(self, data):
        self.writer.write(data)

    def request(self, method, path, content=b"", **fields):
        lines = [f"{method} {path} HTTP/1.1", "Host: soak"]
        lines += [f"{name.replace('_', '-')}: {value}" for name, value in fields.items()]
        if content or method in ("POST", "PUT"):
            lines.append(f"Content-Length: {len(content)}")
        self.send("\r\n".join(lines).encode() + b"\r\n\r\n" + content)

    async def answer(self, method="GET"):
        head = (await self.reader.readuntil(b"\r\n\r\n")).decode("latin-1").split("\r\n")
        status = int(head[0].split()[1])
        fields = {name.lower(): value for name, value in (line.split(": ", 1) for line in head[1:] if line)}
        if method == "HEAD" or status in (204, 304) or status < 200:
            return status, fields, b""
        if fields.get("transfer-encoding") == "chunked":
            content = b""
            while size := int(await self.reader.readline(), 16):
                content += (await self.reader.readexactly(size + 2))[:-2]
            await self.reader.readline()
        else:
            content = await self.reader.readexactly(int(fields["content-length"]))
        if fields.get("content-encoding") == "gzip":
            content = gzip.decompress(content)
        return status, fields, content

    def reset(self):
        sock = self.writer.get_extra_info("socket")
        sock.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        self.writer.transport.abort()


async def typed():
    """GET, POST, a form, HEAD and conditions on one connection."""
    async with await Connection.open() as one:
        for number in range(random.randint(1, 30)):
            one.request("GET", f"/items/{number}", Accept_Encoding=random.choice(["gzip", "identity"]))
            status, fields, content = await one.answer()
            expect(status == 200 and json.loads(content)["id"] == number, f"{status} {content}")
            one.request("GET", f"/items/{number}", If_None_Match=fields["etag"])
            status, _, _ = await one.answer()
            expect(status == 304, f"{status} for what the client has")
            title = "ü" * random.randint(0, 2000)
            one.request("POST", "/items", json.dumps({"title": title, "tags": []}).encode(),
                        Content_Type="application/json", Accept_Encoding="gzip")
            status, _, content = await one.answer()
            expect(status == 200 and json.loads(content)["title"] == title, f"{status} to a POST")
            one.request("POST", "/form", b"title=a+b&tags=x&tags=y",
                        Content_Type="application/x-www-form-urlencoded")
            status, _, content = await one.answer()
            expect(status == 200 and json.loads(content)["tags"] == ["x", "y"], f"{status} to a form")
            one.request("HEAD", f"/items/{number}")
            expect((await one.answer("HEAD"))[0] == 200, "HEAD")


async def pipelined():
    async with await Connection.open() as one:
        count = random.randint(2, 60)
        for number in range(count):
            one.request("GET", f"/slow/{random.randint(0, 5)}" if number % 7 == 0 else f"/items/{number}")
        for number in range(count):
            status, _, content = await one.answer()
            expect(status == 200 and (number % 7 == 0 or json.loads(content)["id"] == number), "the order of answers")


async def uploads():
    async with await Connection.open() as one:
        content = os.urandom(random.randint(0, 300_000))
        one.request("POST", "/echo", content)
        expect((await one.answer())[2] == content, "what was sent is not what came back")
        one.request("POST", "/echo", gzip.compress(b"a" * 50_000), Content_Encoding="gzip")
        expect((await one.answer())[2] == b"a" * 50_000, "compressed content")
        one.send(b"POST /echo HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n")
        for _ in range(20):
            one.send(b"5;x=y\r\nhello\r\n")
            await asyncio.sleep(0.002)
        one.send(b"0\r\nTrailer: x\r\n\r\n")
        expect((await one.answer())[2] == b"hello" * 20, "chunked content")
        one.request("POST", "/items", b'{"title":"once","tags":[]}', Content_Type="application/json",
                    Idempotency_Key=f"key-{random.randint(0, 50)}")
        expect((await one.answer())[0] in (200, 409), "an idempotency key")


async def streams():
    async with await Connection.open() as one:
        count = random.randint(1, 60)
        one.request("GET", f"/stream/{count}")
        _, _, content = await one.answer()
        expect(content == b"".join(bytes([number % 256]) * 16384 for number in range(count)), "a stream's bytes")


async def slow_reader():
    """Reads a stream in small parts, and gets all of it."""
    async with await Connection.open(buffer=4096) as one:
        one.request("GET", "/stream/40", Connection="close")
        total = 0
        while piece := await one.reader.read(20_000):
            total += len(piece)
            await asyncio.sleep(0.02)
        expect(total > 40 * 16384, f"{total} bytes of a stream")


async def stuck_reader():
    """Reads nothing of a large response, and is reset."""
    async with await Connection.open(buffer=4096) as one:
        one.request("GET", "/stream/2000")
        one.writer.transport.pause_reading()
        await asyncio.sleep(PATIENCE + 2)
        one.writer.transport.resume_reading()
        try:
            while await one.reader.read(1 << 16):
                pass
        except ConnectionResetError:
            return
        raise Wrong("a reader that took nothing got a good end")


async def aborted():
    """Disconnects in every state."""
    async with await Connection.open() as one:
        state = random.randrange(6)
        if state == 1:
            one.send(b"GET /items/1 HTT")
        elif state == 2:
            one.send(b"POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: 1000\r\n\r\nabc")
        elif state == 3:
            one.request("GET", "/slow/2000")
        elif state == 4:
            one.request("GET", "/stream/500")
            await one.reader.read(1000)
        elif state == 5:
            for _ in range(20):
                one.request("GET", "/items/1")
        await asyncio.sleep(random.random() / 20)
        if random.random() < 0.5:
            one.reset()


BAD = [
    b"GARBAGE\r\n\r\n", b"GET / HTTP/1.1\r\n\r\n", b"GET / HTTP/1.1\nHost: a\n\n", b"GET  / HTTP/1.1\r\nHost: a\r\n\r\n",
    b"GET / HTTP/2.0\r\nHost: a\r\n\r\n", b"\x16\x03\x01\x00\xa5\x01\x00", b"GET / HTTP/1.1\r\nHost: a\r\nX: \x00\r\n\r\n",
    b"POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
    b"POST / HTTP/1.1\r\nHost: a\r\nContent-Length: +5\r\n\r\nhello", b"GET /" + b"a" * 9000 + b" HTTP/1.1\r\n",
    b"GET / HTTP/1.1\r\nHost: a\r\n" + b"X: y\r\n" * 200 + b"\r\n",
    b"POST /echo HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\nffffffffffffffff\r\n",
    b"POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: 99999999999\r\n\r\n", b"CONNECT a:80 HTTP/1.1\r\nHost: a:80\r\n\r\n",
]


async def bad():
    """Invalid requests are refused, and their connections closed."""
    async with await Connection.open() as one:
        one.send(random.choice(BAD))
        status, fields, _ = await one.answer()
        expect(400 <= status < 600 and fields.get("connection") == "close", f"{status} to a bad request")
        expect(await one.reader.read() == b"", "more than one answer to a bad request")


async def refused():
    """Valid HTTP requests that are refused; the connection stays open."""
    async with await Connection.open() as one:
        for method, path, content, fields, wanted in [
            ("GET", "/nothing", b"", {}, 404), ("DELETE", "/page", b"", {}, 405),
            ("POST", "/items", b"{}", {"Content_Type": "application/json"}, 400),
            ("POST", "/items", b"[" * 5000, {"Content_Type": "application/json"}, 400),
            ("POST", "/items", b"x", {"Content_Type": "text/plain"}, 415),
            ("GET", "/items/1", b"", {"Accept": "image/png"}, 406),
            ("GET", "/items/x", b"", {}, 400), ("GET", "/items/1", b"", {"Expect": "x"}, 417),
            ("POST", "/echo", gzip.compress(bytes(5_000_000)), {"Content_Encoding": "gzip"}, 413),
        ]:
            one.request(method, path, content, **fields)
            status, _, _ = await one.answer()
            expect(status == wanted, f"{status}, not {wanted}, to {method} {path}")


async def late():
    """Heads, bodies and handlers that take too long, and silent connections."""
    async with await Connection.open() as one:
        kind = random.randrange(4)
        if kind == 0:
            one.send(b"GET / HTTP/1.1\r\nHo")
        elif kind == 1:
            one.send(b"POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: 10\r\n\r\nabc")
        elif kind == 2:
            one.request("GET", f"/slow/{(PATIENCE + 20) * 1000}")
        else:
            expect(await one.reader.read() == b"", "a word on a silent connection")
            return
        status, fields, _ = await one.answer()
        expect(status == (503 if kind == 2 else 408), f"{status} for what took too long")
        expect(fields.get("connection") == "close", "a late connection goes on")
        expect(await one.reader.read() == b"", "more behind a timeout")


async def probe():
    """A correct client that calls from time to time."""
    global slowest
    start = time.monotonic()
    async with await Connection.open() as one:
        one.request("GET", "/items/1", Connection="close", X_Forwarded_For=f"192.0.2.{random.randint(1, 250)}")
        expect((await one.answer())[0] == 200, "an honest client")
    if starved < start - 2:
        slowest = max(slowest, time.monotonic() - start)
    await asyncio.sleep(0.3)


KINDS = {typed: 4, pipelined: 2, uploads: 2, streams: 2, slow_reader: 3, stuck_reader: 3, aborted: 4, bad: 2, refused: 1,
         late: 8, probe: 1}


async def watch(deadline):
    """Notices when the machine is too busy for these clients: then they are late, and get what latecomers get."""
    global starved
    while (now := time.monotonic()) < deadline:
        await asyncio.sleep(0.1)
        if time.monotonic() - now > 1:
            starved = time.monotonic()


async def client(kind, deadline):
    global excused
    while (start := time.monotonic()) < deadline:
        try:
            await asyncio.wait_for(kind(), 60)
            done[kind.__name__] += 1
        except (Wrong, OSError, ValueError, KeyError, asyncio.IncompleteReadError, asyncio.TimeoutError) as error:
            await asyncio.sleep(0.5)
            if starved > start - 2:
                excused += 1
            else:
                wrong[kind.__name__] += 1
                examples.setdefault(kind.__name__, repr(error))
        await asyncio.sleep(0.01)


async def load(length):
    deadline = time.monotonic() + length
    await asyncio.gather(watch(deadline), *(client(kind, deadline) for kind, count in KINDS.items() for _ in range(count)))


def figure(name):
    """A figure of /metrics."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=10)
    connection.request("GET", "/metrics")
    text = connection.getresponse().read().decode()
    connection.close()
    return next(float(line.split()[1]) for line in text.splitlines() if line.startswith(name + " "))


def settled(server, descriptors):
    """Waits until the server is at rest and has no more than so many descriptors; tells its memory in KiB and its
    descriptors."""
    until("every connection ends", lambda: figure("http_server_connections") <= 1, PATIENCE * 2 + 10)
    until("no request is in flight", lambda: figure("http_server_requests_in_flight") == 0, PATIENCE * 2 + 10)
    until(f"all but {descriptors} descriptors are closed", lambda: server.descriptors <= descriptors, PATIENCE * 2 + 10)
    return server.memory, server.descriptors


server = Server(program, "--port", "0", "--threads", "2", "--timeouts", str(PATIENCE))
port = server.port


def terminated(*_):
    """Ends the driver at once on SIGTERM, without a message from each unfinished task."""
    server.kill()
    os._exit(128 + signal.SIGTERM)


signal.signal(signal.SIGTERM, terminated)
good = True
try:
    ask(port)
    until("the first connection ends", lambda: figure("http_server_connections") <= 1)
    time.sleep(0.2)
    at_start = server.descriptors
    warm_up = max(10, min(120, seconds / 4))
    asyncio.run(load(warm_up))
    # Libraries open some at their first use: timers, and what runs tasks of the global executor.
    before = settled(server, at_start + 12)
    print(f"after {warm_up:.0f} s of warm-up: {before[0]} KiB resident, {before[1]} descriptors", flush=True)
    began = time.monotonic()
    while (left := seconds - warm_up - (time.monotonic() - began)) > 0:
        asyncio.run(load(min(left, 300)))
        after = settled(server, before[1])
        print(f"after {time.monotonic() - began + warm_up:.0f} s: {after[0]} KiB resident, {after[1]} descriptors, "
              f"{sum(done.values())} exchanges as expected, {sum(wrong.values())} not", flush=True)
    start = time.monotonic()
    status = ask(port, "/items/1", timeout=5)
    honest = time.monotonic() - start
    # What the allocator keeps may grow a little; a leak goes on with the time.
    checks = {
        f"memory is flat: {before[0]} KiB, then {after[0]} KiB": after[0] <= before[0] * 1.1 + 2048,
        f"descriptors are what they were: {before[1]}, then {after[1]}": after[1] <= before[1],
        "no connection is stuck, and no request in flight": True,
        f"an honest client is answered within a second: {honest:.3f} s": status == 200 and honest < 1,
        f"and under load within 5 s: at most {slowest:.2f} s": slowest < 5,
        f"everybody got what they had to get: {sum(done.values())} exchanges": not wrong and min(
            done[kind.__name__] for kind in KINDS) > 0,
    }
    print("  ".join(f"{name} {count}" for name, count in sorted(done.items())))
    if excused:
        print(f"  {excused} exchanges do not count, because the machine was too busy for the clients")
    for name, count in wrong.items():
        print(f"  {name} went wrong {count} times, first: {examples[name]}")
    for what, holds in checks.items():
        good = good and holds
        print(("ok      " if holds else "FAILED  ") + what)
    server.terminate()
    server.ended()
finally:
    server.kill()
sys.exit(0 if good else 1)
