"""The server against the limit and the peers."""

import statistics

import servers
from figures import ratio
from load import strike
from process import Failure, Programs


def combinations(quick):
    """The measurements: (connections, threads, routes, names of servers)."""
    everybody = list(servers.COMMANDS)
    ours = ["contract", "c"]
    if quick:
        return [(64, 1, "abc", everybody), (1, 1, "b", ours), (256, 1, "b", ours), (64, 2, "b", ours)]
    return [(connections, threads, "abc", everybody) for threads in (1, 2) for connections in (64, 1, 256)]


def start_all(programs, figures, wanted):
    """Starts every available server. A missing peer is not a failure, but a missing limit server is."""
    subjects = {}
    for name, threads in sorted(wanted, key=lambda pair: list(servers.COMMANDS).index(pair[0])):
        if name in figures.absent:
            continue
        try:
            subjects[name, threads] = servers.start(programs, name, threads)
        except (Failure, OSError) as failure:
            if name not in servers.PEERS:
                raise
            figures.lack(name, failure)
    return subjects


def side_by_side(table):
    """Each load by itself; those with one and with two threads, which are compared, right behind each other."""
    return sorted((route, connections, threads, names) for connections, threads, routes, names in table for route in routes)


def measure(figures, quick, rounds, seconds):
    """Loads all servers in turn, and prints a table of each combination."""
    table = combinations(quick)
    wanted = {(name, threads) for _, threads, _, names in table for name in names}
    results = {}
    with Programs() as programs:
        subjects = start_all(programs, figures, wanted)
        # Before the measurement, caches are filled, and just-in-time compilers see every route.
        for (name, threads), subject in subjects.items():
            for route in {route for row in table if row[1] == threads and name in row[3] for route in row[2]}:
                strike(subject, route, 16, 1)
        for turn in range(rounds):
            for route, connections, threads, names in side_by_side(table):
                present = [name for name in names if (name, threads) in subjects]
                # Each round begins with another server, so that no server always follows the same one.
                shift = turn % len(present)
                for name in present[shift:] + present[:shift]:
                    result = strike(subjects[name, threads], route, connections, seconds)
                    results.setdefault((route, connections, threads), {}).setdefault(name, []).append(result)
        memory = {key: subject.process.memory("VmHWM") for key, subject in subjects.items()}
    report(figures, results, memory)


def report(figures, results, memory):
    for (route, connections, threads), by_name in sorted(results.items(), key=lambda item: (item[0][2], item[0])):
        print(f"\n({route}) {connections} connections, {threads} thread{'s' * (threads > 1)}")
        print(f"{'':10}{'CPU µs':>9}{'ratio':>8}{'req/s':>10}{'p50 µs':>9}{'p99 µs':>9}{'peak MB':>9}{'kernel':>8}")
        for name, rows in by_name.items():
            median = {field: statistics.median(getattr(row, field) for row in rows) for field in vars(rows[0])}
            over_c = costs(by_name, name, "c")
            kernel = sum(row.kernel_ticks for row in rows) / sum(row.ticks for row in rows)
            print(
                f"{name:10}{median['cpu_us']:9.2f}{over_c:8.2f}{median['requests_per_second']:10.0f}"
                f"{median['p50_us']:9.0f}{median['p99_us']:9.0f}{memory[name, threads] / 1e6:9.1f}{kernel:8.2f}")
            if name in ("contract", "c"):
                keep(figures, name, name_of(route, connections, threads), median | {"kernel_share": kernel})
        for name in by_name:
            if name != "contract":
                value = costs(by_name, "contract", name)
                figures.set(name_of(route, connections, threads, f"ratio_{name}"), value)
        ours, limits = ([row.p99_us for row in by_name[name]] for name in ("contract", "c"))
        figures.set(name_of(route, connections, threads, "p99_ratio_c"), ratio(ours, limits))
    scaling(figures, results)
    for name, threads in memory:
        figures.set(f"server.peak_rss_mb.{name}" + suffix(64, threads), memory[name, threads] / 1e6, 1)


def costs(by_name, one, other):
    """Returns the ratio of the processor time of a request with one server to that with another."""
    return ratio([row.cpu_us for row in by_name[one]], [row.cpu_us for row in by_name[other]])


def keep(figures, name, stem, median):
    tail = "" if name == "contract" else "_c"
    figures.set(f"{stem}cpu_us{tail}", float(median["cpu_us"]))
    figures.set(f"{stem}kernel_share{tail}", float(median["kernel_share"]))
    figures.set(f"{stem}requests_per_second{tail}", round(median["requests_per_second"]))
    figures.set(f"{stem}p50_us{tail}", round(median["p50_us"]))
    figures.set(f"{stem}p99_us{tail}", round(median["p99_us"]))


def suffix(connections, threads):
    """Returns a name that states how a measurement differs from 64 connections and one thread."""
    many = "" if connections == 64 else f".{connections}_connection{'s' * (connections > 1)}"
    return many + ("" if threads == 1 else f".{threads}_threads")


def name_of(route, connections, threads, figure=""):
    return f"server.{route}{suffix(connections, threads)}.{figure}"


def scaling(figures, results):
    """Sets the ratio of the cost of a request with two threads to that with one, in the same rounds."""
    for route in servers.ROUTES:
        one, two = results.get((route, 64, 1), {}), results.get((route, 64, 2), {})
        for name, tail in (("contract", ""), ("c", "_c")):
            if name in one and name in two:
                value = ratio([row.cpu_us for row in two[name]], [row.cpu_us for row in one[name]])
                figures.set(f"server.{route}.cpu_2_threads_over_1{tail}", value)
