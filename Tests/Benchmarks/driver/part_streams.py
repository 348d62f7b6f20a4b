"""Streams: downloads against nginx, uploads and events against a C program that only sends and receives. curl is the client."""

import socket
import statistics

import workshop
from figures import ratio
from process import Failure, Programs, run

# The minimum of each figure: shares of the rates of nginx and of a program in C, and events per second.
BUDGETS = {
    "streams.download_file.of_nginx": 0.7,
    "streams.download_memory.of_nginx": 0.7,
    "streams.upload.of_c": 0.6,
    "streams.events.per_second": 100_000,
}
NGINX = """daemon off; user root; worker_processes 1; pid {folder}/nginx.pid; error_log {folder}/nginx.log crit;
events {{ }}
http {{ access_log off; sendfile on; types {{ }} client_body_temp_path {folder}/body; proxy_temp_path {folder}/proxy;
  fastcgi_temp_path {folder}/fastcgi; uwsgi_temp_path {folder}/uwsgi; scgi_temp_path {folder}/scgi;
  server {{ listen 127.0.0.1:{port}; root {root}; }} }}
"""


def measure(figures, quick, rounds):
    size, events = (512 << 20, 500_000) if quick else (2 << 30, 2_000_000)
    folder = workshop.FOLDER / "streams"
    folder.mkdir(parents=True, exist_ok=True)
    file = folder / "file"
    with file.open("wb") as made:
        made.truncate(size)
    with Programs() as programs:
        ours = programs.start([workshop.swift_product("bench-streams"), file])
        limit = programs.start([workshop.c_program("stream-limit", "-D_GNU_SOURCE")])
        nginx_url = nginx(programs, folder)
        address, limit_address = (
            "http://" + each.await_line(r"listening on (?:http://)?(\S+)") for each in (ours, limit))
        jobs = {
            "download_file": ([f"{address}/file"], ours),
            "download_memory": ([f"{address}/bytes/{size}"], ours),
            "download_nginx": ([f"{nginx_url}/file"], None),
            "upload": (["-T", file, f"{address}/sink"], ours),
            "upload_c": (["-T", file, f"{limit_address}/sink"], limit),
            "events": ([f"{address}/events/{events}"], ours),
            "events_c": ([f"{limit_address}/events/{events}"], limit),
        }
        rows = {name: [] for name in jobs}
        for _ in range(rounds):
            for name, (arguments, server) in jobs.items():
                before = server.busy() if server else None
                seconds = float(run(["curl", "-sS", "-o", "/dev/null", "-w", "%{time_total}", *arguments]))
                rows[name].append((seconds, server.used_since(before) if server else 0))
        figures.set("streams.peak_rss_mb", ours.memory("VmHWM") / 1e6, 1)
    report(figures, rows, size, events)


def nginx(programs, folder):
    program = workshop.debian("nginx", "nginx-light")
    port = free_port()
    (folder / "nginx.conf").write_text(NGINX.format(folder=folder, port=port, root=folder))
    programs.start([program, "-c", folder / "nginx.conf", "-e", folder / "nginx.log"])
    for _ in range(200):
        try:
            run(["curl", "-sS", "-o", "/dev/null", "-r", "0-0", f"http://127.0.0.1:{port}/file"])
            return f"http://127.0.0.1:{port}"
        except Failure:
            run(["sleep", "0.02"])
    raise Failure("nginx does not answer")


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def report(figures, rows, size, events):
    seconds = {name: [row[0] for row in of] for name, of in rows.items()}
    for name in ("download_file", "download_memory", "download_nginx", "upload", "upload_c"):
        figures.set(f"streams.{name}.gb_per_second", size / 1e9 / statistics.median(seconds[name]), 2)
    figures.set("streams.download_file.of_nginx", ratio(seconds["download_nginx"], seconds["download_file"]))
    figures.set("streams.download_memory.of_nginx", ratio(seconds["download_nginx"], seconds["download_memory"]))
    figures.set("streams.upload.of_c", ratio(seconds["upload_c"], seconds["upload"]))
    for name in ("events", "events_c"):
        figures.set(f"streams.{name}.per_second", round(events / statistics.median(seconds[name])))
        figures.set(f"streams.{name}.cpu_us", statistics.median(row[1] for row in rows[name]) / events / 1000)
    for name, at_least in BUDGETS.items():
        figures.want(name, at_least)
