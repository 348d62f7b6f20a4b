"""Restarts servers under load in the ways they are restarted in production, and counts what was lost.

usage: fleet.py SERVER SECONDS [part...]
"""

import atexit
import contextlib
import os
import re
import shutil
import socket
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from trial import Load, Server, ask, listener, until

program = sys.argv[1]
seconds = float(sys.argv[2])
parts = sys.argv[3:]

HAPROXY = """
global
  stats socket {folder}/admin level admin
  log stderr format raw local0 warning
defaults
  mode http
  timeout connect 5s
  timeout client 30s
  timeout server 30s
  timeout check 2s
  option redispatch
  retries 3
frontend api
  bind fd@{descriptor}
  default_backend fleet
backend fleet
  balance roundrobin
  option httpchk GET /readyz
  http-check expect status 200
  default-server check inter 200ms fall 2 rise 1
{servers}
"""


class Proxy:
    """HAProxy before some servers, on a separate port."""

    def __init__(self, folder, ports):
        self.folder = folder
        listening = listener()
        os.set_inheritable(listening.fileno(), True)
        self.port = listening.getsockname()[1]
        lines = "\n".join(f"  server s{index} 127.0.0.1:{port}" for index, port in enumerate(ports))
        config = Path(folder) / "haproxy.cfg"
        config.write_text(HAPROXY.format(folder=folder, descriptor=listening.fileno(), servers=lines))
        haproxy = shutil.which("haproxy") or "/usr/sbin/haproxy"
        self.log = open(Path(folder) / "haproxy.log", "w+")
        self.process = subprocess.Popen(
            [haproxy, "-db", "-f", str(config)], pass_fds=[listening.fileno()], stdout=self.log,
            stderr=subprocess.STDOUT)
        listening.close()
        atexit.register(self.stop)
        until("HAProxy starts", lambda: self.process.poll() is not None or self.states())
        if self.process.poll() is not None:
            self.log.seek(0)
            raise SystemExit("HAProxy did not start:\n" + self.log.read())

    def states(self):
        """The state of each server, as HAProxy sees it."""
        try:
            with socket.socket(socket.AF_UNIX) as admin:
                admin.settimeout(5)
                admin.connect(f"{self.folder}/admin")
                admin.sendall(b"show stat\n")
                text = b"".join(iter(lambda: admin.recv(65536), b"")).decode()
        except OSError:
            return {}
        lines = [line.split(",") for line in text.splitlines() if line and not line.startswith("#")]
        names = text.splitlines()[0].lstrip("# ").split(",")
        status = names.index("status")
        return {line[1]: line[status].split()[0] for line in lines if line[0] == "fleet" and line[1] != "BACKEND"}

    def stop(self):
        atexit.unregister(self.stop)
        self.process.kill()
        self.process.wait()
        self.log.close()


def rolling(folder):
    """Three servers behind HAProxy, restarted in turn until the time is over, once each at least."""
    arguments = ["--notice", "1"]
    servers = [Server(program, "--port", "0", *arguments) for _ in range(3)]
    with contextlib.ExitStack() as stack:
        stack.callback(lambda: [server.kill() for server in servers])
        proxy = Proxy(folder, [server.port for server in servers])
        stack.callback(proxy.stop)
        until("all servers are up", lambda: list(proxy.states().values()) == ["UP"] * 3)
        load = Load(proxy.port)
        stack.callback(load.stop)
        time.sleep(0.5)
        deadline = time.monotonic() + seconds
        restarts = 0
        while restarts < 3 or time.monotonic() < deadline:
            index = restarts % 3
            servers[index].terminate()
            servers[index].ended()
            until("HAProxy sees it down", lambda: proxy.states().get(f"s{index}") == "DOWN")
            servers[index] = Server(program, "--port", str(servers[index].port), *arguments)
            until("HAProxy sees it up", lambda: proxy.states().get(f"s{index}") == "UP")
            restarts += 1
        time.sleep(0.3)
        load.stop()
        return load.report(f"rolling restart behind HAProxy, {restarts} restarts")


def hand_over(folder):
    """One port, handed from an old process to a new one again and again, and back at times."""
    server = Server(program, "--port", "0", "--shared")
    load = Load(server.port)
    handed = 0
    try:
        deadline = time.monotonic() + seconds / 4
        while handed < 3 or time.monotonic() < deadline:
            newer = Server(program, "--port", str(server.port), "--shared")
            # Every third time, the newer process stops.
            old, server = (newer, server) if handed % 3 == 2 else (server, newer)
            old.terminate()
            old.ended()
            handed += 1
            time.sleep(0.2)
    finally:
        load.stop()
        server.kill()
    return load.report(f"hand-over of a shared port, {handed} times")


def launcher(listening, *arguments):
    """Starts the server as systemd does: the socket is descriptor 3, LISTEN_PID is the process itself."""
    number = listening.fileno()
    move = "" if number == 3 else f" 3<&{number} {number}<&-"
    # The shell sets LISTEN_PID to its own number and becomes the server.
    command = ["bash", "-c", f'LISTEN_FDS=1 LISTEN_PID=$$ exec "$0" "$@"{move}']
    return Server(program, *arguments, command=command, pass_fds=[number])


def activation(folder):
    """A socket that a service manager keeps, with a server that is restarted behind it."""
    with contextlib.closing(listener()) as listening:
        server = launcher(listening, "--inherited")
        load = Load(listening.getsockname()[1])
        restarts = 0
        try:
            deadline = time.monotonic() + seconds / 4
            while restarts < 3 or time.monotonic() < deadline:
                server.terminate()
                server.ended()
                # No process accepts connections now; the socket queues them.
                server = launcher(listening, "--inherited")
                restarts += 1
                time.sleep(0.2)
        finally:
            load.stop()
            server.kill()
        return load.report(f"restart behind an inherited socket, {restarts} restarts")


def systemd(folder):
    """The socket's first connection starts the server, by the tool of systemd."""
    tool = shutil.which("systemd-socket-activate")
    if tool is None:
        print("systemd-socket-activate: skipped, not installed")
        return True
    with contextlib.closing(listener()) as free:
        port = free.getsockname()[1]
    process = subprocess.Popen(
        [tool, "-l", f"127.0.0.1:{port}", program, "--inherited"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    try:
        def answers():
            try:
                return ask(port) == 200
            except OSError:
                return False
        until("a server started by systemd-socket-activate answers", answers)
        process.terminate()
        code = process.wait(timeout=30)
    finally:
        if process.poll() is None:
            process.kill()
    print(f"systemd-socket-activate: the first connection was answered, and SIGTERM ended the server with {code}")
    return code == 0


def configs(folder):
    """The configurations of docs/deployment.md, checked by the programs that read them, where those are installed."""
    text = Path("docs/deployment.md").read_text()
    blocks = {}
    for language, block in re.findall(r"^```(\w+)\n(.*?)^```", text, re.M | re.S):
        blocks.setdefault(language, []).append(block)
    haproxy = Path(folder) / "deployment.cfg"
    haproxy.write_text(blocks["haproxy"][0])
    nginx = Path(folder) / "nginx.conf"
    nginx.write_text(f"pid {folder}/nginx.pid;\nerror_log stderr;\nevents {{}}\nhttp {{\naccess_log off;\n"
                     + blocks["nginx"][0] + "}\n")
    units = []
    for block in blocks["ini"]:
        unit = Path(folder) / Path(block.splitlines()[0].split()[1]).name
        unit.write_text(block.replace("/usr/local/bin/todo-service", "/bin/true"))
        units.append(str(unit))
    commands = [["haproxy", "-c", "-f", str(haproxy)], ["nginx", "-t", "-q", "-c", str(nginx)],
                ["systemd-analyze", "verify", *units]]
    good = True
    for command in commands:
        tool = shutil.which(command[0]) or shutil.which(command[0], path="/usr/sbin:/sbin")
        if tool is None:
            print(f"configuration for {command[0]}: skipped, not installed")
            continue
        result = subprocess.run([tool, *command[1:]], capture_output=True, text=True)
        # Warnings count: what is recommended has none. systemd also names units of the machine.
        words = [line for line in (result.stdout + result.stderr).splitlines()
                 if "Configuration file is valid" not in line and (command[0] != "systemd-analyze" or folder in line)]
        fine = result.returncode == 0 and not words
        good = good and fine
        print(f"configuration for {command[0]}: {'valid' if fine else result.returncode}")
        for line in words:
            print("  " + line)
    return good


every = {"configs": configs, "rolling": rolling, "hand-over": hand_over, "activation": activation, "systemd": systemd}
with tempfile.TemporaryDirectory() as work:
    good = [every[part](work) for part in parts or every]
print("all is well" if all(good) else "FAILED")
sys.exit(0 if all(good) else 1)
