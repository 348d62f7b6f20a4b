"""Load by wrk, and its cost for the server."""

import dataclasses

import workshop
from process import Failure, processors, run_for
from servers import ROUTES


@dataclasses.dataclass
class Measurement:
    cpu_us: float
    requests_per_second: float
    p50_us: int
    p99_us: int
    ticks: int
    kernel_ticks: int


def strike(subject, route, connections, seconds):
    """Loads one route of a server and returns the cost of a request."""
    wrk = workshop.debian("wrk", "wrk")
    place = ",".join(map(str, processors(subject.threads)[1]))
    content = [workshop.SAMPLES / "new.json"] if ROUTES[route][0] == "POST" else []
    before = subject.process.busy()
    # wrk itself counts in whole seconds; interrupted, it tells what it has counted until then.
    output = run_for(seconds, [
        "taskset", "-c", place, wrk, "-t1", f"-c{connections}", "-d1h", "-s",
        workshop.SOURCES / "Peers" / "report.lua", subject.url(route), "--", *content])
    used = subject.process.used_since(before)
    ticks = subject.process.ticks_since(before)
    line = next((line for line in output.splitlines() if line.startswith("figures ")), None)
    if not line:
        raise Failure(f"wrk printed no figures for {subject.name} ({route})\n{output[-500:]}")
    requests, duration, wrong, p50, p99 = map(int, line.split()[1:])
    if wrong or not requests:
        raise Failure(f"{wrong} of {requests} answers of {subject.name} to ({route}) were wrong")
    return Measurement(used / requests / 1000, requests * 1e6 / duration, p50, p99, *ticks)
