"""A client for exact counts: one connection, one request after another."""

import socket

import servers
import workshop
from process import Failure


class Connection:
    """A kept connection that repeats one request, with equal headers or with a new id each time."""

    def __init__(self, port, route, fields, changes=False):
        method, target, self.status = servers.ROUTES[route]
        content = (workshop.SAMPLES / "new.json").read_bytes() if method == "POST" else b""
        described = f"Content-Type: application/json\r\nContent-Length: {len(content)}\r\n" if content else ""
        head = f"{method} {target} HTTP/1.1\r\nHost: localhost\r\n{described}{fields}"
        self.request = head.encode()
        self.content = content
        self.number = 0 if changes else None
        self.socket = socket.create_connection(("127.0.0.1", port), timeout=10)

    def send(self, count):
        for _ in range(count):
            self.socket.sendall(self.request + self.changing() + b"\r\n" + self.content)
            self.receive()

    def changing(self):
        """Returns a header that no earlier request has had."""
        if self.number is None:
            return b""
        self.number += 1
        return b"X-Request-ID: %08d\r\n" % self.number

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

    def close(self):
        self.socket.close()

    def more(self):
        received = self.socket.recv(65536)
        if not received:
            raise Failure("the server closed the connection")
        return received
