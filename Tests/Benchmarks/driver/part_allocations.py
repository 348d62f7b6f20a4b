"""Heap allocations of the server for one request, counted in the server's process."""

import mmap
import socket
import struct

import servers
import workshop
from process import Failure, Programs

COUNT = 500
# Fields that a browser or a proxy adds; the cost of a request must not grow with them.
MANY_FIELDS = "".join(f"X-Field-{number}: value of field {number}\r\n" for number in range(20))


class Connection:
    """A kept connection that sends the same request again and again."""

    def __init__(self, port, route, fields):
        method, target, self.status = servers.ROUTES[route]
        content = (workshop.SAMPLES / "new.json").read_bytes() if method == "POST" else b""
        described = f"Content-Type: application/json\r\nContent-Length: {len(content)}\r\n" if content else ""
        head = f"{method} {target} HTTP/1.1\r\nHost: localhost\r\n{described}{fields}\r\n"
        self.request = head.encode() + content
        self.socket = socket.create_connection(("127.0.0.1", port), timeout=10)

    def send(self, count):
        for _ in range(count):
            self.socket.sendall(self.request)
            self.receive()

    def receive(self):
        answer = b""
        while b"\r\n\r\n" not in answer:
            answer += self.more()
        head, _, content = answer.partition(b"\r\n\r\n")
        if not head.startswith(f"HTTP/1.1 {self.status} ".encode()):
            raise Failure(f"the server answers {head[:100]}")
        lines = dict(line.lower().split(b": ", 1) for line in head.split(b"\r\n")[1:])
        while len(content) < int(lines[b"content-length"]):
            content += self.more()

    def more(self):
        received = self.socket.recv(65536)
        if not received:
            raise Failure("the server closed the connection")
        return received


def measure(figures):
    counter = workshop.c_program("count-allocations.so", "-shared", "-fPIC")
    path = workshop.FOLDER / "allocation-count"
    path.write_bytes(bytes(8))
    arguments, _ = servers.contract(1)
    with Programs() as programs, open(path, "r+b") as file:
        shared = mmap.mmap(file.fileno(), 8)
        environment = {"LD_PRELOAD": str(counter), "ALLOCATION_COUNT": str(path)}
        process = programs.start(arguments, environment=environment)
        port = int(process.await_line(servers.LISTENING))
        if not read(shared):
            raise Failure("no allocation was counted")
        for route in servers.ROUTES:
            for fields, tail in (("", ""), (MANY_FIELDS, "_20_more_fields")):
                value = per_request(shared, Connection(port, route, fields))
                name = f"server.{route}.allocations{tail}"
                print(f"{name:48}{value:8.2f}")
                figures.set(name, value)


def read(shared):
    return struct.unpack("=Q", shared[:8])[0]


def per_request(shared, connection):
    """The difference that COUNT more requests make, so that nothing but requests is counted."""
    connection.send(COUNT)
    counts = []
    for requests in (COUNT, 2 * COUNT):
        before = read(shared)
        connection.send(requests)
        counts.append(read(shared) - before)
    return (counts[1] - counts[0]) / COUNT
