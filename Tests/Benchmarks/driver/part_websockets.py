"""WebSockets: the memory of the server for each one that is open and idle, including what the allocator holds."""

import resource
import socket

import workshop
from process import Failure, Programs

COUNT = 10_000
OPENING = (
    b"GET /echo HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
    b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
)
# A text message of five bytes, with a mask of zeros.
HELLO, ANSWER = b"\x81\x85\0\0\0\0hello", b"\x81\x05hello"


def measure(figures):
    limit = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (limit, limit))
    count = min(COUNT, limit - 1000)
    file = workshop.FOLDER / "empty"
    file.touch()
    with Programs() as programs:
        server = programs.start([workshop.swift_product("bench-streams"), file])
        port = int(server.await_line(r"listening on \S+:(\d+)"))
        # The first ones cost what is shared, such as the memory of tables that grow.
        first = [opened(port) for _ in range(count // 10)]
        before = server.memory("VmRSS")
        sockets = [opened(port) for _ in range(count)]
        figures.set("websockets.idle_bytes", round((server.memory("VmRSS") - before) / count))
        for each in sockets:
            each.sendall(HELLO)
        for each in sockets:
            if received(each, len(ANSWER)) != ANSWER:
                raise Failure("a message was not repeated")
        figures.set("websockets.idle_bytes_after_message", round((server.memory("VmRSS") - before) / count))
        figures.set("websockets.count", count)
        for each in first + sockets:
            each.close()


def opened(port):
    connection = socket.create_connection(("127.0.0.1", port))
    connection.sendall(OPENING)
    head = b""
    while b"\r\n\r\n" not in head:
        head += connection.recv(4096) or b"\r\n\r\n"
    if not head.startswith(b"HTTP/1.1 101"):
        raise Failure(f"the server did not open a WebSocket: {head[:40]}")
    return connection


def received(connection, count):
    content = b""
    while len(content) < count:
        chunk = connection.recv(count - len(content))
        if not chunk:
            break
        content += chunk
    return content
