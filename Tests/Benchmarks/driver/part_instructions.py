"""Instructions of the server for one request outside the kernel, counted by callgrind: the same on a busy machine."""

import re

import servers
import workshop
from connection import Connection
from process import Failure, Programs, run

COUNT = 300
# What a browser sends beside Host.
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


def measure(figures):
    try:
        valgrind = workshop.debian("valgrind", "valgrind")
    except Failure as failure:
        return figures.lack("valgrind", failure)
    server = without_debug_information(workshop.swift_product("bench-server"))
    rows = [("a", "_browser", BROWSER_FIELDS, False), ("a", "_browser_changing", BROWSER_FIELDS, True)]
    for route, tail, fields, changes in rows + [(route, "", "", False) for route in servers.ROUTES]:
        command = [valgrind, *tool(route), server]
        once, twice = (instructions(command, route, count, fields, changes) for count in (COUNT, 2 * COUNT))
        name = f"server.{route}.instructions{tail}"
        figures.set(name, round((twice - once) / COUNT))
        print(f"{name:48}{figures.values[name]:>12}", flush=True)
    print(f"callgrind_annotate {profile('b').relative_to(workshop.ROOT)} shows where (b) spends them")


def profile(route):
    """What callgrind wrote about the last run of a route."""
    return workshop.FOLDER / f"callgrind.{route}"


def tool(route):
    return ["--tool=callgrind", f"--callgrind-out-file={profile(route)}"]


def without_debug_information(program):
    """A copy that keeps the names of functions: valgrind gives up at debug information that it does not know."""
    copy = workshop.FOLDER / f"symbols-{program.name}"
    run(["strip", "--strip-debug", "-o", copy, program])
    return copy


def instructions(command, route, requests, fields, changes):
    """The instructions of a whole run, from the start of the server to its end."""
    with Programs() as programs:
        preloaded = {"LD_PRELOAD": str(workshop.c_program("copied-sigsuspend.so", "-shared", "-fPIC"))}
        process = programs.start([*command, "--port", 0, "--threads", 1], environment=preloaded)
        port = int(process.await_line(servers.LISTENING, 120))
        connection = Connection(port, route, fields, changes)
        connection.send(requests)
        connection.close()
        process.stop(60)
    found = re.search(r"^(?:summary|totals): (\d+)", profile(route).read_text(), re.M)
    if not found:
        raise Failure("callgrind wrote no summary")
    return int(found.group(1))
