"""The client against a driver of libcurl in C. Both call the limit server and read its answers into values."""

import servers
import workshop
from figures import median, ratio
from process import Failure, Programs, processors, run

ROUTES = {"b": "get", "c": "post"}
# Who calls, and what its figures are called.
CALLERS = {"loop": "", "libcurl": "_libcurl", "equipped": "_equipped", "pool": "_pool"}


def command(caller, port, route, in_flight, milliseconds):
    url = f"http://127.0.0.1:{port}"
    if caller == "libcurl":
        return [workshop.c_program("curl-client", "-lcurl"), url, route, in_flight, milliseconds]
    return [workshop.swift_product("bench-client"), url, route, in_flight, milliseconds, caller]


def strike(caller, subject, route, in_flight, milliseconds):
    """Nanoseconds of processor time and on the clock for one call."""
    place = ",".join(map(str, processors(1)[1]))
    output = run(["taskset", "-c", place, *command(caller, subject.port, route, in_flight, milliseconds)])
    line = next((line for line in output.splitlines() if line.startswith("figures ")), None)
    if not line:
        raise Failure(f"the {caller} client printed no figures\n{output[-500:]}")
    count, cpu, clock = map(int, line.split()[1:])
    return cpu / count, clock / count


def measure(figures, rounds, milliseconds):
    results = {}
    with Programs() as programs:
        subject = servers.start(programs, "c", 1)
        for turn in range(rounds):
            # Another one is first in each round, as with the servers.
            callers = list(CALLERS)
            callers = callers[turn % len(callers):] + callers[:turn % len(callers)]
            for in_flight in (1, 64):
                for route in ROUTES:
                    for caller in callers:
                        result = strike(caller, subject, route, in_flight, milliseconds)
                        results.setdefault((in_flight, route), {}).setdefault(caller, []).append(result)
    for (in_flight, route), by_caller in results.items():
        report(figures, in_flight, route, by_caller)


def report(figures, in_flight, route, by_caller):
    stem = f"client.{ROUTES[route]}_{'sequential' if in_flight == 1 else in_flight}"
    print(f"\n{stem}\n{'':10}{'CPU µs':>9}{'ratio':>8}{'calls/s':>10}{'ratio':>8}")
    cpu = {caller: [row[0] for row in rows] for caller, rows in by_caller.items()}
    clock = {caller: [row[1] for row in rows] for caller, rows in by_caller.items()}
    for caller, tail in CALLERS.items():
        cpu_ratio = ratio(cpu[caller], cpu["libcurl"])
        throughput_ratio = ratio(clock["libcurl"], clock[caller])
        each, rate = median(cpu[caller]) / 1000, 1e9 / median(clock[caller])
        print(f"{caller:10}{each:9.2f}{cpu_ratio:8.2f}{rate:10.0f}{throughput_ratio:8.2f}")
        figures.set(f"{stem}.cpu_us{tail}", each)
        figures.set(f"{stem}.calls_per_second{tail}", round(rate))
        if caller != "libcurl":
            figures.set(f"{stem}.ratio_libcurl{tail}", cpu_ratio)
            figures.set(f"{stem}.throughput_ratio_libcurl{tail}", throughput_ratio)
