"""Uploads files with tuspy, kills the server meanwhile, and ends transfers at random points.

usage: uploads.py SERVER
"""

import hashlib
import http.client
import os
import random
import socket
import struct
import sys
import tempfile
import time
from pathlib import Path

from tusclient import client as tus

from trial import Server, free_port

program = sys.argv[1]
failures = []
chance = random.Random(1)
SIZE = 20_000_000


def check(name, isRight, detail=""):
    if isRight:
        print(f"  {name}")
    else:
        failures.append(name)
        print(f"FAILED {name} {detail}"[:600])


def digest(path):
    return hashlib.sha256(Path(path).read_bytes()).hexdigest()


class Uploads:
    """A server of uploads on one port, which can be killed and started again."""

    def __init__(self, work):
        self.folder = work / "uploads"
        self.folder.mkdir()
        (work / "root").mkdir()
        self.root = work / "root"
        self.port = free_port()
        self.start()

    def start(self):
        self.server = Server(program, "--port", str(self.port), "--uploads", str(self.folder), "--files", str(self.root))

    def restart(self):
        self.server.kill()
        self.start()

    @property
    def url(self):
        return f"http://127.0.0.1:{self.port}/uploads"

    def request(self, method, path, headers={}, body=None):
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=30)
        connection.request(method, path, body, {"Tus-Resumable": "1.0.0", **headers})
        response = connection.getresponse()
        content = response.read()
        connection.close()
        return response, content

    def create(self, size):
        response, _ = self.request("POST", "/uploads", {"Upload-Length": str(size)})
        assert response.status == 201, response.status
        return response.headers["Location"]

    def offset(self, location):
        response, _ = self.request("HEAD", location)
        return int(response.headers["Upload-Offset"]) if response.status == 200 else None

    def settled(self, isSettled):
        for _ in range(200):
            if isSettled():
                return True
            time.sleep(0.05)
        return False


def whole(uploads, source):
    for name, options in [("plain", {}), ("checked", {"upload_checksum": True})]:
        uploader = tus.TusClient(uploads.url).uploader(
            str(source), chunk_size=1 << 20, metadata={"filename": f"../{name}"}, **options)
        uploader.upload()
        check(f"tuspy, {name}", digest(uploads.folder / f"stored-{name}") == digest(source))


def restarted(uploads, source):
    """The server is killed between two requests, and in the middle of one."""
    client = tus.TusClient(uploads.url)
    uploader = client.uploader(str(source), chunk_size=1 << 20, metadata={"filename": "killed"})
    uploader.upload(stop_at=5 << 20)
    uploads.restart()
    uploader = client.uploader(str(source), chunk_size=1 << 20, url=uploader.url)
    check("the offset after a restart", uploader.offset >= 5 << 20, uploader.offset)
    uploader.upload(stop_at=10 << 20)
    start = uploader.offset
    location = "/" + uploader.url.split("/", 3)[3]
    with socket.create_connection(("127.0.0.1", uploads.port)) as connection:
        content = source.read_bytes()[start:start + 3_000_000]
        connection.sendall(patch(location, start, SIZE - start) + content)
        check("bytes arrive", uploads.settled(lambda: os.path.getsize(uploads.folder / location[-32:]) > start))
        uploads.restart()
    resumed = client.uploader(str(source), chunk_size=1 << 20, url=uploader.url)
    check("bytes of a broken request are kept", start < resumed.offset <= start + 3_000_000, resumed.offset)
    resumed.upload()
    check("tuspy, killed twice", digest(uploads.folder / "stored-killed") == digest(source))


def patch(location, offset, length):
    return (f"PATCH {location} HTTP/1.1\r\nHost: x\r\nTus-Resumable: 1.0.0\r\nUpload-Offset: {offset}\r\n"
            f"Content-Type: application/offset+octet-stream\r\nContent-Length: {length}\r\n\r\n").encode()


def leave(connection):
    """Closes a connection, half of the time with a reset."""
    if chance.random() < 0.5:
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    connection.close()


def interrupted_uploads(uploads, count=1000):
    """One file is sent with a thousand interruptions; others are given up."""
    content = chance.randbytes(4_000_000)
    location = uploads.create(len(content))
    before = uploads.server.descriptors
    for number in range(count):
        offset = uploads.offset(location)
        connection = socket.create_connection(("127.0.0.1", uploads.port))
        message = patch(location, offset, len(content) - offset)
        share = content[offset:offset + chance.randrange(8000)] if chance.random() < 0.9 else b""
        message += share
        if not share:
            message = message[:chance.randrange(len(message))]
        connection.sendall(message)
        leave(connection)
    offset = uploads.offset(location)
    check(f"{count} interrupted uploads keep bytes", 0 < offset, offset)
    uploads.request("PATCH", location, {
        "Upload-Offset": str(offset), "Content-Type": "application/offset+octet-stream"}, content[offset:])
    stored = uploads.folder / f"stored-{location[-32:]}"
    check("the same SHA-256 after them", hashlib.sha256(content).hexdigest() == digest(stored))
    check("no descriptor is left", uploads.settled(lambda: uploads.server.descriptors <= before),
          f"{before} became {uploads.server.descriptors}")
    for _ in range(50):
        location = uploads.create(1000)
        connection = socket.create_connection(("127.0.0.1", uploads.port))
        connection.sendall(patch(location, 0, 1000) + b"x" * chance.randrange(1000))
        leave(connection)
        uploads.request("DELETE", location)
    names = [name for name in os.listdir(uploads.folder) if not name.startswith("stored-")]
    names = [name for name in names if name.endswith(".part") or not name.endswith(".info")]
    check("no file of an ended upload is left", not names, names)


class Download:
    """A download that keeps its bytes when it is cut, and continues behind them if the file is still the same."""

    def __init__(self, port, path):
        self.port = port
        self.path = path
        self.content = bytearray()
        self.length = None
        self.tag = None

    @property
    def is_complete(self):
        return len(self.content) == self.length

    def request(self, most):
        """Asks for the missing bytes, reads about `most` of them, and leaves."""
        start = len(self.content)
        fields = f"Range: bytes={start}-\r\nIf-Range: {self.tag}\r\n" if self.tag else ""
        with socket.socket() as connection:
            # A small window, so that the server has not sent everything when this end leaves.
            connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1 << 16)
            connection.settimeout(30)
            connection.connect(("127.0.0.1", self.port))
            connection.sendall(f"GET {self.path} HTTP/1.1\r\nHost: x\r\n{fields}\r\n".encode())
            response = http.client.HTTPResponse(connection)
            response.begin()
            self.expect(response, start)
            end = min(start + most, self.length)
            while len(self.content) < end:
                chunk = response.read(min(end - len(self.content), 65_536))
                assert chunk, f"the body ended after {len(self.content)} of {self.length} bytes"
                self.content += chunk
            leave(connection)
            response.close()

    def expect(self, response, start):
        """The first response has the whole file, each later one exactly the rest of the same file."""
        if self.tag is None:
            assert response.status == 200, response.status
            self.tag, self.length = response.headers["ETag"], response.length
            return
        wanted = f"bytes {start}-{self.length - 1}/{self.length}"
        got = response.headers["Content-Range"]
        assert response.status == 206 and got == wanted, f"{response.status}, {got} instead of {wanted}"
        assert response.headers["ETag"] == self.tag, response.headers["ETag"]


def interrupted_downloads(uploads, count=1000, downloads=50):
    """A thousand interruptions: each download is cut many times, and continues with Range and If-Range until it is complete."""
    content = chance.randbytes(3_000_000)
    (uploads.root / "big.bin").write_bytes(content)
    # The server opens some descriptors for good when the first file is read.
    Download(uploads.port, "/files/big.bin").request(len(content))
    before = uploads.server.descriptors
    cuts, digests, cuts_of_each = 0, [], count // downloads
    for _ in range(downloads):
        download = Download(uploads.port, "/files/big.bin")
        # Together they read at most two thirds of the file, so each of them is cut.
        for _ in range(cuts_of_each):
            download.request(chance.randrange(len(content) * 2 // 3 // cuts_of_each))
            cuts += not download.is_complete
        download.request(len(content))
        digests.append(hashlib.sha256(download.content).digest())
    check(f"{cuts} interrupted requests of {downloads} downloads", cuts == count, cuts)
    wrong = sum(digest != hashlib.sha256(content).digest() for digest in digests)
    check("the same SHA-256 after them", wrong == 0, f"not of {wrong} downloads")
    check("no descriptor of a download is left",
          uploads.settled(lambda: uploads.server.descriptors <= before),
          f"{before} became {uploads.server.descriptors}")


def main():
    with tempfile.TemporaryDirectory() as name:
        work = Path(name)
        source = work / "source"
        source.write_bytes(chance.randbytes(SIZE))
        uploads = Uploads(work)
        whole(uploads, source)
        restarted(uploads, source)
        interrupted_uploads(uploads)
        interrupted_downloads(uploads)
        check("memory", uploads.server.memory < 64 << 10, f"{uploads.server.memory} KiB")
        uploads.server.terminate()
        uploads.server.ended()
    if failures:
        raise SystemExit(f"check-uploads: {len(failures)} of the checks failed")
    print("check-uploads: all checks passed")


main()
