"""The compared servers, and checks of their responses."""

import dataclasses
import http.client
import json
import socket

import workshop
from process import Failure, processors

ROUTES = {
    "a": ("GET", "/plaintext", 200),
    "b": ("GET", "/users/7/todos?limit=20&done=true", 200),
    "c": ("POST", "/todos", 201),
}
LISTENING = r"http://127\.0\.0\.1:(\d+)"


@dataclasses.dataclass
class Subject:
    """A running server."""

    name: str
    threads: int
    process: object
    port: int

    def url(self, route):
        return f"http://127.0.0.1:{self.port}{ROUTES[route][1]}"


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def contract(threads):
    return [workshop.swift_product("bench-server"), "--port", 0, "--threads", threads], {}


def limit(threads):
    program = workshop.c_program("limit-server", "-pthread")
    files = ["--list", workshop.SAMPLES / "list.json", "--created", workshop.SAMPLES / "created.json"]
    return [program, "--port", 0, "--threads", threads, *files], {}


def nginx(threads):
    program = workshop.debian("nginx", "nginx-light")
    folder = workshop.FOLDER / f"nginx-{threads}"
    folder.mkdir(parents=True, exist_ok=True)
    port = free_port()
    text = (workshop.SOURCES / "Peers" / "nginx.conf").read_text()
    words = {
        "threads": threads, "folder": folder, "port": port, "samples": workshop.SAMPLES,
        "created": (workshop.SAMPLES / "created.json").read_text()}
    for name, word in words.items():
        text = text.replace(f"{{{name}}}", str(word))
    (folder / "nginx.conf").write_text(text)
    return [program, "-c", folder / "nginx.conf", "-e", folder / "nginx.log"], {"port": port}


def go(threads):
    program = workshop.go_program("server")
    return [program, workshop.SAMPLES / "list.json"], {"environment": {"GOMAXPROCS": str(threads)}}


def node(threads):
    return [workshop.node(), workshop.SOURCES / "Peers" / "server.js", threads, workshop.SAMPLES / "list.json"], {}


COMMANDS = {"contract": contract, "c": limit, "nginx": nginx, "go": go, "node": node}
PEERS = ["nginx", "go", "node"]


def start(programs, name, threads):
    """Starts a server and checks its answers."""
    arguments, how = COMMANDS[name](threads)
    place = processors(threads)[0]
    process = programs.start(arguments, processors=place, environment=how.get("environment"))
    if "port" in how:
        port = how["port"]
        await_port(port, name)
    else:
        port = int(process.await_line(LISTENING))
    subject = Subject(name, threads, process, port)
    check(subject)
    return subject


def await_port(port, name, tries=3000):
    for _ in range(tries):
        with socket.socket() as probe:
            probe.settimeout(0.01)
            if probe.connect_ex(("127.0.0.1", port)) == 0:
                return
    raise Failure(f"{name} does not listen")


def check(subject):
    """Checks that all servers send equal responses to equal requests."""
    expected = {
        "a": b"Hello, World!", "b": (workshop.SAMPLES / "list.json").read_bytes(),
        "c": (workshop.SAMPLES / "created.json").read_bytes()}
    connection = http.client.HTTPConnection("127.0.0.1", subject.port, timeout=10)
    for route, (method, target, status) in ROUTES.items():
        content = (workshop.SAMPLES / "new.json").read_bytes() if method == "POST" else None
        connection.request(method, target, content, {"Content-Type": "application/json"} if content else {})
        response = connection.getresponse()
        body = response.read()
        same = body == expected[route] if route == "a" else json.loads(body) == json.loads(expected[route])
        if response.status != status or not same:
            raise Failure(f"{subject.name} answers ({route}) with {response.status} {body[:200]}")
    connection.close()
