"""Lets clients and tools that nobody here wrote loose on two servers, each as far as it is installed.

usage: clients.py SERVER EXAMPLE PYTHON [--all | part...]

SERVER has all middleware and routes for what clients do in odd ways; EXAMPLE is the server of docs/examples/todos, on which
the same clients do what its users do. With --all, and of the parts that are named, one that is not installed is a failure.
"""

import http.server
import json
import os
import queue
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import urllib.request
from pathlib import Path

from trial import Server, ask

program, example, python = sys.argv[1:4]
parts = [argument for argument in sys.argv[4:] if argument != "--all"]
wants_all = bool(parts) or "--all" in sys.argv[4:]
clients = Path(__file__).parent.parent / "clients"


def find(*names):
    """Where the first of these programs is; nil when none is."""
    return next((path for name in names if (path := shutil.which(name))), None)


def run(command, timeout=120, **options):
    result = subprocess.run(command, capture_output=True, text=True, timeout=timeout, **options)
    return result.returncode, result.stdout + result.stderr


def told(command, timeout=120, **options):
    """Runs a client that tells what went wrong by itself."""
    code, text = run(command, timeout, **options)
    print("\n".join(text.strip().splitlines()[-20:]))
    return code == 0


def with_curl(on):
    curl = find("curl")
    if curl is None:
        return None
    good = True

    def expect(what, wanted, *arguments):
        nonlocal good
        code, text = run([curl, "-sS", "--max-time", "20", *arguments])
        if code != 0 or re.search(wanted, text, re.S) is None:
            good = False
            print(f"FAILED curl: {what}: {code} {text[:300]}")

    on.curl(on.url, expect)
    print("curl: " + ("all as meant" if good else "see above"))
    return good


def curl_of_trial(url, expect):
    content = Path(folder) / "content"
    content.write_bytes(b"0123456789" * 20_000)
    code = ["-o", "/dev/null", "-w", "%{http_code} %{size_download} %{num_connects}"]
    expect("a GET", '"id":7', f"{url}/items/7")
    expect("two requests on one connection", r"200 \d+ 1.*200 \d+ 0", *code, f"{url}/items/7",
           "--next", *code, f"{url}/items/8")
    expect("HTTP/1.0", "HTTP/1.1 200 OK.*Connection: close", "-i", "--http1.0", f"{url}/items/7")
    expect("HTTP/0.9 is none", "505|400", *code, "--http0.9", "-X", "GET", "--request-target", "/ HTTP/0.9", url)
    expect("HEAD", "Content-Length: [1-9]", "-I", f"{url}/items/7")
    expect("compression", "Content-Encoding: gzip", "-i", "--compressed", "--json",
           json.dumps({"title": "a" * 5000, "tags": []}), f"{url}/items")
    expect("Expect: 100-continue", "100 Continue.*200 OK", "-i", "-H", "Expect: 100-continue", "--data-binary",
           f"@{content}", "-o", "-", f"{url}/echo")
    expect("chunked content", "200 200000", *code, "-H", "Transfer-Encoding: chunked", "--data-binary", f"@{content}",
           f"{url}/echo")
    expect("content that is too long", "413", *code, "--data-binary", f"@{big()}", f"{url}/echo")
    expect("an upgrade to HTTP/2 is not made", "200 OK.*item 7", "-i", "--http2", f"{url}/items/7")
    expect("OPTIONS of the server", "204", *code, "-X", "OPTIONS", "--request-target", "*", url)
    expect("TRACE", "405", *code, "-X", "TRACE", f"{url}/items/7")
    expect("many at once", r"(200 \d+ \d\n?){50}", "--parallel", "--parallel-max", "20", "-w",
           r"%{http_code} %{size_download} %{num_connects}\n", "-o", "/dev/null", f"{url}/items/[1-50]")


def curl_of_example(url, expect):
    code = ["-o", "/dev/null", "-w", "%{http_code}"]
    expect("a POST", '201 Created.*"title":"curled"', "-i", "--json", '{"title": "curled", "tags": ["a"]}', f"{url}/todos")
    expect("a list", r'\[\{"id":', f"{url}/todos?limit=3&done=false")
    expect("repeated values", "200", *code, f"{url}/todos?tags=a&tags=b")
    expect("a PATCH", '"title":"new"', "-X", "PATCH", "--json", '{"title": "new"}', f"{url}/todos/2")
    expect("a PUT", '"done":true', "-X", "PUT", f"{url}/todos/2/done")
    expect("a DELETE", "204", *code, "-X", "DELETE", f"{url}/todos/2")
    expect("what is gone", "404 Not Found.*problem.json", "-i", f"{url}/todos/2")
    expect("every wrong input", '400 Bad Request.*title.*tags', "-i", "--json", "{}", f"{url}/todos")
    expect("a value that is not allowed", "400 Bad Request.*must be from 1 to 1000", "-i", f"{url}/todos?limit=0")
    expect("an endpoint's other methods", "405 Method Not Allowed.*Allow: ", "-i", "-X", "DELETE", f"{url}/todos")
    expect("content of another kind", "415", *code, "-d", "title=x", f"{url}/todos")
    expect("HEAD", "Content-Length: [1-9]", "-I", f"{url}/todos/1")


def big():
    path = Path(folder) / "big"
    path.write_bytes(bytes(3 << 20))
    return path


def with_python(on):
    return told([python, str(on.scripts / "python_clients.py"), on.url])


def with_go(on):
    go = find(str(Path(python).parent / "go"), "go")
    if go is None:
        return None
    environment = {**os.environ, "GOCACHE": f"{folder}/go", "GOPATH": f"{folder}/gopath", "GOFLAGS": "-mod=mod",
                   "GOTOOLCHAIN": "local", "GO111MODULE": "off"}
    return told([go, "run", str(on.scripts / "client.go"), on.url], 400, env=environment)


def with_node(on):
    node = find("node", "nodejs")
    return None if node is None else told([node, str(on.scripts / "client.mjs"), on.url])


def with_browser(on):
    browser = find("chromium", "chromium-browser", "google-chrome", "chrome")
    return None if browser is None else on.browse(on.url, browser)


def browser_command(browser, *arguments):
    return [browser, "--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage",
            f"--user-data-dir={folder}/browser", *arguments]


def browse_todo(url, browser):
    """The example has no pages; a browser shows its JSON."""
    _, text = run(browser_command(browser, "--dump-dom", f"{url}/todos/1"))
    seen = '"id":1' in text
    print("browser: " + ("has seen a todo" if seen else f"has seen {text[:300]}"))
    return seen


def browse_page(url, browser):
    """A page whose script makes requests, and tells what came of them."""
    told = queue.Queue()

    class Ear(http.server.BaseHTTPRequestHandler):
        def do_POST(self):
            told.put(self.rfile.read(int(self.headers["Content-Length"])).decode())
            self.send_response(204)
            self.end_headers()

        def log_message(self, *_):
            pass

    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), Ear) as ear:
        threading.Thread(target=ear.serve_forever, daemon=True).start()
        command = browser_command(
            browser, "--remote-debugging-port=0", f"{url}/page?tell={ear.server_address[1]}")
        # A session of its own, because a browser is several processes.
        with subprocess.Popen(
                command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True) as process:
            try:
                seen = told.get(timeout=120)
            except queue.Empty:
                seen = "nothing was told"
            finally:
                os.killpg(process.pid, signal.SIGKILL)
        ear.shutdown()
    print(f"browser: {seen}")
    return seen == "seen true,true,true,true,true,true"


def with_h2load(on):
    h2load = find("h2load")
    if h2load is None:
        return None
    _, text = run([h2load, "--h1", "-n", "20000", "-c", "100", "-t", "2", on.url + on.item])
    lines = [line for line in text.splitlines() if line.startswith(("requests:", "status codes:", "finished in"))]
    print("\n".join("h2load: " + line for line in lines))
    return "20000 succeeded, 0 failed, 0 errored, 0 timeout" in text and "20000 2xx" in text


def with_wrk(on):
    wrk = find("wrk")
    if wrk is None:
        return None
    _, text = run([wrk, "-t", "2", "-c", "100", "-d", "5s", on.url + on.item])
    lines = [line.strip() for line in text.splitlines() if "requests in" in line or "errors" in line or "Non-2xx" in line]
    print("\n".join("wrk: " + line for line in lines))
    return "requests in" in text and "errors" not in text and "Non-2xx" not in text


def with_slowhttptest(on):
    tool = find("slowhttptest")
    if tool is None:
        return None
    good = True
    ways = {"slow heads": ["-H", "-u", on.url + on.item], "slow content": ["-B", "-u", on.url + on.takes_content],
            "slow reading": ["-X", "-u", on.url + on.long, "-w", "512", "-y", "1024", "-n", "2", "-z", "64"]}
    for way, arguments in ways.items():
        _, text = run([tool, "-c", "400", "-r", "200", "-i", "2", "-l", "12", "-p", "2", *arguments], 60)
        states = re.findall(r"service available:\s*(YES|NO)", re.sub(r"\x1b\[[0-9;]*m", "", text))
        fine = bool(states) and "NO" not in states
        good = good and fine
        print(f"slowhttptest: {way}: available in {states.count('YES')} of {len(states)} looks")
        if not states:
            print(text[-500:])
    return good


def with_schemathesis(on):
    """Requests made from the description of the server, right and wrong ones; the answers are compared with it."""
    tool = Path(python).parent / "schemathesis"
    if not tool.exists():
        return None
    code, text = run([tool, "run", on.scripts / "openapi.json", "--url", on.url, "--checks", "all", "--continue-on-failure",
                      "--phases", "coverage,fuzzing", "-n", "50", "--seed", "1"], 300, cwd=folder)
    if code != 0:
        print(text[-5000:])
    print("\n".join("schemathesis: " + line.strip() for line in text.splitlines() if " generated" in line))
    return code == 0


every = {"curl": with_curl, "python": with_python, "go": with_go, "node": with_node, "browser": with_browser,
         "h2load": with_h2load, "wrk": with_wrk, "slowhttptest": with_slowhttptest, "schemathesis": with_schemathesis}


class Target:
    """A server with what the clients do there."""

    def __init__(self, name, program, scripts, *, item, takes_content, long, curl, browse, arguments=(), prepare=None):
        self.name, self.program, self.scripts, self.arguments = name, program, scripts, arguments
        self.item, self.takes_content, self.long = item, takes_content, long
        self.curl, self.browse, self.prepare = curl, browse, prepare
        self.url = None

    def play(self, failed, skipped):
        print(f"\n== {self.name}", flush=True)
        server = Server(self.program, "--port", "0", "--threads", "2", *self.arguments)
        self.url = server.place
        try:
            if self.prepare:
                self.prepare(self.url)
            for part in parts or every:
                outcome = every[part](self)
                if outcome is None:
                    if wants_all:
                        failed.add(f"{part} is not installed")
                    else:
                        skipped.add(part)
                elif not outcome:
                    failed.add(f"{part} at {self.name}")
            # Whatever they did, the next one is served.
            if ask(server.port, self.long, timeout=5) != 200:
                failed.add(self.name)
            server.terminate()
            server.ended()
        finally:
            server.kill()


def add_todos(url):
    """Enough for a list that does not fit into a small window."""
    for number in range(100):
        content = json.dumps({"title": f"todo {number} ".ljust(200, "x"), "tags": ["many"]}).encode()
        request = urllib.request.Request(f"{url}/todos", content, {"Content-Type": "application/json"})
        urllib.request.urlopen(request, timeout=10).close()


failed, skipped = set(), set()
with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
    Target("a server with all middleware", program, clients, item="/items/1", takes_content="/echo", long="/stream/50",
           curl=curl_of_trial, browse=browse_page).play(failed, skipped)
    Target("the example", example, clients / "todos", item="/todos/1", takes_content="/todos", long="/todos?limit=100",
           curl=curl_of_example, browse=browse_todo, arguments=("--database", f"{folder}/todos.sqlite"),
           prepare=add_todos).play(failed, skipped)
result = "FAILED: " + ", ".join(sorted(failed)) if failed else "every client that is here got what it wanted"
print(result + ("; skipped, not installed: " + ", ".join(sorted(skipped)) if skipped else ""))
sys.exit(1 if failed else 0)
