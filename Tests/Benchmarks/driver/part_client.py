"""The client against a driver of libcurl in C. Both call the limit server and read its answers into values."""

import resource

import servers
import workshop
from figures import median, ratio
from process import Failure, Programs, processors, run

ROUTES = {"b": "get", "c": "post"}
# The callers, and the names of their figures.
CALLERS = {"loop": "", "libcurl": "_libcurl", "equipped": "_equipped", "pool": "_pool"}
# The driver in C with libcurl's other way to wait for many transfers.
OTHER_WAIT = {"libcurl_socket_action": "_libcurl_socket_action"}


def command(caller, port, route, in_flight, milliseconds):
    url = f"http://127.0.0.1:{port}"
    if caller.startswith("libcurl"):
        wait = ["socket_action"] if caller in OTHER_WAIT else []
        return [workshop.c_program("curl-client", "-lcurl"), url, route, in_flight, milliseconds, *wait]
    return [workshop.swift_product("bench-client"), url, route, in_flight, milliseconds, caller]


def strike(caller, subject, route, in_flight, milliseconds):
    """Nanoseconds of processor time and on the clock for one call, and seconds in the kernel and in all."""
    place = ",".join(map(str, processors(1)[1]))
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    output = run(["taskset", "-c", place, *command(caller, subject.port, route, in_flight, milliseconds)])
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    line = next((line for line in output.splitlines() if line.startswith("figures ")), None)
    if not line:
        raise Failure(f"the {caller} client printed no figures\n{output[-500:]}")
    count, cpu, clock = map(int, line.split()[1:])
    kernel = after.ru_stime - before.ru_stime
    return cpu / count, clock / count, kernel, kernel + after.ru_utime - before.ru_utime


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
                    for caller in callers + list(OTHER_WAIT) * (in_flight > 1):
                        result = strike(caller, subject, route, in_flight, milliseconds)
                        results.setdefault((in_flight, route), {}).setdefault(caller, []).append(result)
    for (in_flight, route), by_caller in results.items():
        report(figures, in_flight, route, by_caller)


def report(figures, in_flight, route, by_caller):
    stem = f"client.{ROUTES[route]}_{'sequential' if in_flight == 1 else in_flight}"
    print(f"\n{stem}\n{'':22}{'CPU µs':>9}{'ratio':>8}{'calls/s':>10}{'ratio':>8}{'kernel':>8}")
    cpu = {caller: [row[0] for row in rows] for caller, rows in by_caller.items()}
    clock = {caller: [row[1] for row in rows] for caller, rows in by_caller.items()}
    for caller, tail in (CALLERS | OTHER_WAIT).items():
        if caller not in by_caller:
            continue
        cpu_ratio = ratio(cpu[caller], cpu["libcurl"])
        throughput_ratio = ratio(clock["libcurl"], clock[caller])
        each, rate = median(cpu[caller]) / 1000, 1e9 / median(clock[caller])
        kernel_share = sum(row[2] for row in by_caller[caller]) / sum(row[3] for row in by_caller[caller])
        print(f"{caller:22}{each:9.2f}{cpu_ratio:8.2f}{rate:10.0f}{throughput_ratio:8.2f}{kernel_share:8.2f}")
        figures.set(f"{stem}.cpu_us{tail}", each)
        figures.set(f"{stem}.calls_per_second{tail}", round(rate))
        figures.set(f"{stem}.kernel_share{tail}", kernel_share)
        if caller != "libcurl":
            figures.set(f"{stem}.ratio_libcurl{tail}", cpu_ratio)
            figures.set(f"{stem}.throughput_ratio_libcurl{tail}", throughput_ratio)
