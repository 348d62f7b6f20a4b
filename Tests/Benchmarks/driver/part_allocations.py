"""Heap allocations of the server for one request, counted in the server's process."""

import mmap
import struct

import servers
import workshop
from connection import Connection
from process import Failure, Programs

COUNT = 500
# Fields that a browser or a proxy adds; the cost of a request must not grow with them. With an id among them that changes
# they are read each time.
MANY_FIELDS = "".join(f"X-Field-{number}: value of field {number}\r\n" for number in range(20))


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
                value = per_request(shared, Connection(port, route, fields, changes=bool(fields)))
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
