"""WebSockets: the memory of the server for each one that is open and idle, including what the allocator holds.

The part fails if it is more than MOST_BYTES. Memory does not depend on other load of the machine, unlike times.
"""

import resource
import socket

import workshop
from process import Failure, Programs

COUNT = 10_000
MOST_BYTES = 4000
# The first connections allocate shared memory, such as that of growing tables.
FIRST = COUNT // 10
# One for each connection, in the server as in this process, and some for other files.
DESCRIPTORS = COUNT + FIRST + 200
OPENING = (
    b"GET /echo HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
    b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
)
# A text message of five bytes, with a mask of zeros.
HELLO, ANSWER = b"\x81\x85\0\0\0\0hello", b"\x81\x05hello"


def measure(figures):
    allow_descriptors()
    file = workshop.FOLDER / "empty"
    file.touch()
    with Programs() as programs:
        server = programs.start([workshop.swift_product("bench-streams"), file])
        port = int(server.await_line(r"listening on \S+:(\d+)"))
        first = [opened(port) for _ in range(FIRST)]
        before = server.memory("VmRSS")
        sockets = [opened(port) for _ in range(COUNT)]
        idle_bytes = round((server.memory("VmRSS") - before) / COUNT)
        figures.set("websockets.idle_bytes", idle_bytes)
        for each in sockets:
            each.sendall(HELLO)
        for each in sockets:
            if received(each, len(ANSWER)) != ANSWER:
                raise Failure("a message was not repeated")
        figures.set("websockets.idle_bytes_after_message", round((server.memory("VmRSS") - before) / COUNT))
        figures.set("websockets.count", len(sockets))
        for each in first + sockets:
            each.close()
    if idle_bytes > MOST_BYTES:
        raise Failure(f"an idle WebSocket takes {idle_bytes} bytes, more than {MOST_BYTES}")


def allow_descriptors():
    """Raises the limit of descriptors of this process and of the server, which inherits it."""
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    if most != resource.RLIM_INFINITY and most < DESCRIPTORS:
        raise Failure(f"{COUNT} WebSockets need {DESCRIPTORS} file descriptors in each process, and ulimit -Hn is {most}")
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


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
