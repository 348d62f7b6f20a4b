"""Instructions of the server for one request, and of clients for one call, outside the kernel.

They are counted by callgrind: the same on a busy machine.
"""

import os

import callgrind
import servers
import workshop
from connection import Connection
from part_client import CALLERS, ROUTES, command
from process import Failure, Programs, run

COUNT = 300
# With 64 calls in flight, the number of calls that share a turn varies from run to run.
CALLS, IN_FLIGHT = 2000, 64
# The headers that a browser sends in addition to Host.
BROWSER_FIELDS = (
    "Connection: keep-alive\r\n"
    'sec-ch-ua: "Chromium";v="130", "Not?A_Brand";v="99"\r\n'
    "sec-ch-ua-mobile: ?0\r\n"
    'sec-ch-ua-platform: "Linux"\r\n'
    "User-Agent: Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Safari/537.36\r\n"
    "Accept: */*\r\n"
    "Sec-Fetch-Site: same-origin\r\n"
    "Sec-Fetch-Mode: cors\r\n"
    "Sec-Fetch-Dest: empty\r\n"
    "Referer: http://127.0.0.1:8080/app\r\n"
    "Accept-Encoding: gzip, deflate, br, zstd\r\n"
    "Accept-Language: en-US,en;q=0.9\r\n")


def measure(figures, quick):
    try:
        workshop.debian("valgrind", "valgrind")
    except Failure as failure:
        return figures.lack("valgrind", failure)
    measure_server(figures)
    if not quick:
        measure_clients(figures)


def measure_server(figures):
    rows = [("a", "_browser", BROWSER_FIELDS, False), ("a", "_browser_changing", BROWSER_FIELDS, True)]
    for route, tail, fields, changes in rows + [(route, "", "", False) for route in servers.ROUTES]:
        # The longer run is the second, and its file keeps the name.
        shorter, longer = (serve(route, count, fields, changes) for count in (COUNT, 2 * COUNT))
        name = f"server.{route}.instructions{tail}"
        report(figures, name, longer, shorter, COUNT, with_parts=not tail)
    print(f"callgrind_annotate {profile('b').relative_to(workshop.ROOT)} shows where (b) spends them")


def report(figures, name, longer, shorter, times, with_parts):
    figures.set(name, round((longer.total("Ir") - shorter.total("Ir")) / times))
    print(f"{name:56}{figures.values[name]:>10}", flush=True)
    if with_parts:
        for part, value in callgrind.difference(longer, shorter, "Ir", times).items():
            figures.set(f"{name}.{part}", value)
            print(f"  {part:54}{value:>10}")


def profile(name):
    """The file that callgrind wrote about the last run of a route or a client."""
    return workshop.FOLDER / f"callgrind.{name}"


def serve(route, requests, fields, changes):
    """Runs a server from its start to its end, with a number of requests."""
    with Programs() as programs:
        arguments = ["--port", 0, "--threads", 1]
        server = callgrind.command(profile(route), workshop.swift_product("bench-server"), *arguments)
        process = programs.start(server, environment=callgrind.environment())
        port = int(process.await_line(servers.LISTENING, 120))
        connection = Connection(port, route, fields, changes)
        connection.send(requests)
        connection.close()
        process.stop(60)
    return callgrind.Profile(profile(route))


def measure_clients(figures):
    with Programs() as programs:
        subject = servers.start(programs, "c", 1)
        for route, name in ROUTES.items():
            for caller, tail in CALLERS.items():
                shorter, longer = (call(caller, subject.port, route, count) for count in (CALLS, 2 * CALLS))
                stem = f"client.{name}_{IN_FLIGHT}"
                report(figures, f"{stem}.instructions{tail}", longer, shorter, CALLS, with_parts=route == "b")
                # Accesses that lock the bus, and fetches of instructions that the first cache does not have.
                for event, counted in {"Ge": "atomics", "I1mr": "fetch_misses"}.items():
                    each = round((longer.total(event) - shorter.total(event)) / CALLS)
                    figures.set(f"{stem}.{counted}{tail}", each)
                    print(f"{f'{stem}.{counted}{tail}':56}{each:>10}", flush=True)


def call(caller, port, route, calls):
    """Runs a client from its start to its end, with a number of calls."""
    path = profile(f"client-{caller}-{route}")
    program, *arguments = command(caller, port, route, IN_FLIGHT, f"{calls}x")
    counted = callgrind.command(path, program, *arguments, options=["--cache-sim=yes", "--collect-bus=yes", "--I1=32768,8,64"])
    run(counted, env={**os.environ, **callgrind.environment()})
    return callgrind.Profile(path)
