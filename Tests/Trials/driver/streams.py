"""Reads streams through proxies, with clients of others and in a browser: `streams.py SERVER PYTHON [--large]`.

PYTHON is an interpreter with the package requests.
"""

import json
import os
import shutil
import socket
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path

from browser import Browser, Page
from trial import Server, until

PROGRAM, PYTHON = sys.argv[1:3]
# The delay within which an event has to arrive.
MOST_DELAY = 1.0
MOST_KIB = 64 << 10
LARGE = 2 << 30

failures = []
skipped = []


def check(name, is_right, detail=""):
    if not is_right:
        failures.append(name)
    print(f"{'ok    ' if is_right else 'FAILED'} {name} {detail}"[:600], flush=True)


def tool(name):
    return shutil.which(name) or shutil.which(name, path="/usr/sbin:/sbin")


NGINX = """
daemon off; worker_processes 1; pid {folder}/nginx.pid; error_log stderr crit; {user}
events {{}}
http {{
  access_log off; client_body_temp_path {folder}/1; proxy_temp_path {folder}/2; fastcgi_temp_path {folder}/3;
  uwsgi_temp_path {folder}/4; scgi_temp_path {folder}/5;
  server {{ listen 127.0.0.1:{port}; location / {{ proxy_pass http://127.0.0.1:{server}; }} }}
}}
"""

HAPROXY = """
defaults
  mode http
  timeout connect 5s
  timeout client 30s
  timeout server 30s
frontend front
  bind 127.0.0.1:{port}
  default_backend back
backend back
  server one 127.0.0.1:{server}
"""


class Proxy:
    """A process that forwards to the server, with the buffering that it has by default."""

    def __init__(self, name, folder, server):
        self.name = name
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = probe.getsockname()[1]
        folder = Path(folder) / name
        folder.mkdir()
        config = folder / "config"
        template = NGINX if name == "nginx" else HAPROXY
        config.write_text(template.format(
            folder=folder, port=self.port, server=server, user="user root;" if os.getuid() == 0 else ""))
        options = ["-e", "stderr", "-c", str(config)] if name == "nginx" else ["-db", "-f", str(config)]
        self.log = open(folder / "log", "w+")
        self.process = subprocess.Popen([tool(name), *options], stdout=self.log, stderr=subprocess.STDOUT)
        until(f"{name} listens", lambda: self.process.poll() is not None or self.listens())
        if self.process.poll() is not None:
            self.log.seek(0)
            raise SystemExit(f"{name} did not start: {self.log.read()}")

    def listens(self):
        with socket.socket() as probe:
            return probe.connect_ex(("127.0.0.1", self.port)) == 0

    def stop(self):
        self.process.terminate()
        self.process.wait()


def read(command, count, parse):
    """Starts a program and returns the first results of `parse` for its lines, which has None for other lines."""
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    limit = threading.Timer(30, process.kill)
    limit.start()
    results = []
    try:
        for line in process.stdout:
            result = parse(line.rstrip("\n"))
            if result is not None:
                results.append(result)
            if len(results) == count:
                break
    finally:
        limit.cancel()
        process.kill()
        process.wait()
        process.stdout.close()
    return results


def numbered(text, prefix=""):
    """Number and delay of a value in JSON after a prefix."""
    if not text.startswith(prefix) or not text.removeprefix(prefix).startswith("{"):
        return None
    beat = json.loads(text.removeprefix(prefix))
    return beat["number"], time.time() - beat["at"]


def expect_beats(name, beats, count):
    delay = max((delay for _, delay in beats), default=99)
    check(name, [number for number, _ in beats] == list(range(1, count + 1)) and delay < MOST_DELAY,
          f"{len(beats)} values, delayed by at most {delay * 1000:.0f} ms")


REQUESTS = """
import requests, sys, time
with requests.get(sys.argv[1], stream=True, timeout=20) as response:
    response.raise_for_status()
    for line in response.iter_lines(chunk_size=None):
        print(line.decode(), flush=True)
"""


def clients(place, port):
    """Events and lines for every client at one port."""
    url = f"http://127.0.0.1:{port}"
    count = 6
    for kind, path, prefix in [("events", "/ticks", "data: "), ("lines", f"/lines?count={count}", "")]:
        curl = read(["curl", "-sSN", url + path], count, lambda line: numbered(line, prefix))
        expect_beats(f"{kind} for curl, {place}", curl, count)
        requests = read([PYTHON, "-c", REQUESTS, url + path], count, lambda line: numbered(line, prefix))
        expect_beats(f"{kind} for requests, {place}", requests, count)
    for kind in ["ticks", "lines"]:
        own = subprocess.run([PROGRAM, url, kind, str(count)], capture_output=True, text=True, timeout=60)
        words = [line.split() for line in own.stdout.splitlines() if not line.startswith("peak")]
        beats = [(int(number), float(delay)) for number, delay in words] if own.returncode == 0 else []
        expect_beats(f"{kind} for the client, {place}", beats, count)


def lines_up(place, port):
    """A body of lines whose length is unknown."""
    lines = "".join(json.dumps({"kind": "tick", "number": n, "at": 0.5}) + "\n" for n in range(1000))
    result = subprocess.run(
        ["curl", "-sS", "-X", "POST", "-H", "Content-Type: application/jsonl", "-H", "Transfer-Encoding: chunked",
         "--data-binary", "@-", f"http://127.0.0.1:{port}/lines"], input=lines, capture_output=True, text=True, timeout=30)
    check(f"lines from curl, {place}", result.stdout == "499500", result.stdout + result.stderr)


SOURCE = """
(() => {
  window.seen = []; window.opened = 0; window.failed = 0;
  const source = window.source = new EventSource("/ticks?count=4");
  for (const kind of ["message", "tick", "tock"])
    source.addEventListener(kind, event => {
      const beat = JSON.parse(event.data);
      seen.push([kind, beat.kind, event.lastEventId, beat.number, Date.now() / 1000 - beat.at]);
    });
  source.onopen = () => opened++;
  source.onerror = () => failed++;
})()
"""


def event_source(page, place, port):
    """Kinds, ids, and a new connection each time that the server has ended the stream."""
    count = 10
    page.open(f"http://127.0.0.1:{port}/page", "document.title === 'Streams'")
    page.run(SOURCE)
    page.wait(f"seen.length >= {count}", 30)
    seen, opened = page.run(f"[seen.slice(0, {count}), opened]")
    page.run("source.close()")
    kinds = [("tock" if number % 2 == 0 else "tick") for number in range(1, count + 1)]
    expect_beats(f"events in Chromium, {place}", [(beat[3], beat[4]) for beat in seen], count)
    check(f"kinds and ids in Chromium, {place}",
          [beat[0] for beat in seen] == kinds == [beat[1] for beat in seen]
          and [beat[2] for beat in seen] == [str(number) for number in range(1, count + 1)], seen[-1])
    check(f"connections in Chromium, {place}", opened == 3, f"{opened} for {count} events in streams of 4")


def in_browser(places):
    if not shutil.which("chromium"):
        skipped.append("chromium")
        return
    browser = Browser()
    try:
        for place in places:
            event_source(Page(browser, 800), *place)
    finally:
        browser.close()


def peak(process):
    """The peak of the resident memory of a process in KiB, read until it ends."""
    most = 0
    while process.poll() is None:
        try:
            with open(f"/proc/{process.pid}/status") as status:
                most = max([most, *(int(line.split()[1]) for line in status if line.startswith("VmHWM:"))])
        except OSError:
            pass
        time.sleep(0.01)
    return most


def large(server):
    """Bodies of 2 GiB in both directions."""
    url = f"http://127.0.0.1:{server.port}/bytes"
    commands = {
        "2 GiB to curl": ["curl", "-sS", "-o", "/dev/null", "-w", "%{size_download}", f"{url}/{LARGE}"],
        "2 GiB from curl": ["curl", "-sS", "-T", "-", url],
        "2 GiB to the client": [PROGRAM, f"http://127.0.0.1:{server.port}", "download", str(LARGE)],
        "2 GiB from the client": [PROGRAM, f"http://127.0.0.1:{server.port}", "upload", str(LARGE)],
    }
    for name, command in commands.items():
        start = time.monotonic()
        zeros = subprocess.Popen(["head", "-c", str(LARGE), "/dev/zero"], stdout=subprocess.PIPE)
        process = subprocess.Popen(command, stdin=zeros.stdout, stdout=subprocess.PIPE, text=True)
        zeros.stdout.close()
        most = peak(process)
        output = process.stdout.read()
        process.stdout.close()
        zeros.wait()
        for line in output.splitlines():
            if line.startswith("peak "):
                most = max(most, int(line.split()[1]))
        check(name, process.returncode == 0 and str(LARGE) in output and most < MOST_KIB,
              f"{output.strip()!r}, peak {most >> 10} MiB, {LARGE / (time.monotonic() - start) / 1e6:.0f} MB/s")
    with open(f"/proc/{server.process.pid}/status") as status:
        most = next(int(line.split()[1]) for line in status if line.startswith("VmHWM:"))
    check("memory of the server", most < MOST_KIB, f"peak {most >> 10} MiB")


def main():
    server = Server(PROGRAM)
    proxies = []
    with tempfile.TemporaryDirectory(prefix="streams-") as folder:
        os.chmod(folder, 0o755)
        try:
            if "--large" in sys.argv:
                large(server)
                return finish(server)
            for name in ["nginx", "haproxy"]:
                if tool(name):
                    proxies.append(Proxy(name, folder, server.port))
                else:
                    skipped.append(name)
            places = [("directly", server.port)] + [(f"through {proxy.name}", proxy.port) for proxy in proxies]
            threads = [threading.Thread(target=work, args=place) for place in places for work in (clients, lines_up)]
            for thread in threads:
                thread.start()
            try:
                in_browser(places)
            finally:
                for thread in threads:
                    thread.join()
            finish(server)
        finally:
            for proxy in proxies:
                proxy.stop()


def finish(server):
    server.terminate()
    server.ended()
    for part in skipped:
        print(f"check-streams: {part}: skipped, because it is not installed")
    if failures:
        raise SystemExit(f"check-streams: {len(failures)} of the checks failed")
    print("check-streams: all checks passed")


main()
