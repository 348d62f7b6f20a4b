"""The resources of a server without load: memory, memory of idle connections, and time to the first response."""

import functools
import statistics
import subprocess
import time

import servers
import workshop
from process import Failure, Programs, run

CONNECTIONS = 10_000
# Libraries begin at another page in each run, so the pages that the kernel maps around an accessed one differ as well.
IDLE_STARTS = 9


@functools.cache
def ordered_server(linkage, *flags):
    """Linked as in docs/deployment.md: functions that are called at the start are adjacent, and relocations are packed."""
    scripts = workshop.ROOT / "Scripts"
    frontend = ["-function-sections", "-disable-concrete-type-metadata-mangled-name-accessors"]
    compiler = ["-use-ld=lld", *(word for option in frontend for word in ("-Xfrontend", option))]
    linker = ["-z", "pack-relative-relocs", str(scripts / "start.ld")]

    def build(*more):
        options = [option for word in compiler for option in ("-Xswiftc", word)]
        options += [option for word in (*linker, *more) for option in ("-Xlinker", word)]
        return workshop.swift_product("bench-server", *flags, *options, scratch=workshop.FOLDER / linkage)

    workshop.debian("valgrind", "valgrind")
    order = workshop.FOLDER / f"{linkage}.order"
    run([scripts / "order-start", order, build(), "--port", 0, "--threads", 1])
    return build(f"--symbol-ordering-file={order}", "--no-warn-symbol-ordering")


def empty():
    """A program that does nothing, linked dynamically."""
    program = workshop.FOLDER / "empty"
    source = workshop.SOURCES / "Empty" / "Empty.swift"
    run(["swiftc", "-O", "-parse-as-library", "-swift-version", "6", source, "-o", program])
    return program


def measure(figures, quick):
    static, dynamic = ordered_server("static", "--static-swift-stdlib"), ordered_server("dynamic")
    plain = workshop.swift_product("bench-server")
    limit = servers.limit(1)[0]
    for name, program in (("", static), ("_dynamic", dynamic), ("_plain", plain), ("_empty", empty())):
        everything, own = idle_memory([program, "--port", 0, "--threads", 1])
        figures.set(f"server.idle_rss_mb{name}", everything / 1e6)
        figures.set(f"server.idle_anonymous_mb{name}", own / 1e6)
    for name, program in (("", [static]), ("_dynamic", [dynamic]), ("_c", limit)):
        tail = program[1:] if name == "_c" else ["--port", 0, "--threads", 1]
        each, held = idle_connections([program[0], *tail])
        figures.set(f"server.idle_connection_bytes{name}", round(each))
        if held < CONNECTIONS:
            raise Failure(f"only {held} of {CONNECTIONS} connections could be opened; see ulimit -Hn")
    runs = 7 if quick else 21
    for name, program in (("", [static]), ("_dynamic", [dynamic]), ("_c", limit)):
        tail = program[3:] if name == "_c" else ["--threads", 1]
        figures.set(f"server.first_answer_ms{name}", first_answer(program[0], tail, runs) / 1000)
    for name in [name for name in figures.values if name.startswith(("server.idle", "server.first"))]:
        print(f"{name:48}{figures.values[name]:>10}")


def settled(process, field="VmRSS"):
    """Returns the memory once it is constant."""
    before = -1
    for _ in range(50):
        now = process.memory(field)
        if now == before:
            break
        before = now
        time.sleep(0.1)
    return before


def idle_memory(arguments):
    """The bytes of a server before its first request, and those of them that belong to no file: medians of some starts."""
    starts = []
    for _ in range(IDLE_STARTS):
        with Programs() as programs:
            process = programs.start(arguments)
            process.await_line(servers.LISTENING)
            starts.append((settled(process), process.memory("RssAnon")))
    return tuple(statistics.median(figures) for figures in zip(*starts))


def idle_connections(arguments):
    """Bytes of the server's memory for each connection that is kept and idle, and how many were held."""
    program = workshop.c_program("idle-connections")
    with Programs() as programs:
        process = programs.start(arguments)
        port = process.await_line(servers.LISTENING)
        # A few connections are opened and closed first, so that the cost of the first ones is not counted.
        run([program, port, 10], stdin=subprocess.DEVNULL)
        before = settled(process)
        holder = subprocess.Popen([program, port, str(CONNECTIONS)], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        try:
            held = int(holder.stdout.readline().split()[1])
            return (settled(process) - before) / max(held, 1), held
        finally:
            holder.stdin.close()
            holder.wait()


def first_answer(program, tail, runs):
    """The median of the microseconds from the start of a server to its first answer."""
    starter = workshop.c_program("first-answer")
    times = []
    for _ in range(runs):
        port = servers.free_port()
        times.append(int(run([starter, port, program, "--port", port, *tail])))
    return statistics.median(times)
