#!/usr/bin/env python3
"""activation.py SERVER: restarts a server under load, whose listening socket it inherits as systemd would hand it over.

No connection may be lost. SERVER is a program that takes `--inherited` and prints a line when it listens.
"""
import os, socket, subprocess, sys, threading, time

listener = socket.create_server(("127.0.0.1", 0), backlog=512)
port = listener.getsockname()[1]


def start():
    def hand_over():
        os.dup2(listener.fileno(), 3)
        os.set_inheritable(3, True)

    command = ["sh", "-c", 'LISTEN_PID=$$ LISTEN_FDS=1 LISTEN_FDNAMES=web exec "$0" --inherited --threads 2', sys.argv[1]]
    process = subprocess.Popen(command, preexec_fn=hand_over, close_fds=False, stdout=subprocess.PIPE)
    assert process.stdout.readline().startswith(b"listening on http://127.0.0.1:%d" % port)
    return process


answers, failures, ends = [0], [], threading.Event()


def ask():
    while not ends.is_set():
        try:
            with socket.create_connection(("127.0.0.1", port), timeout=20) as connection:
                connection.sendall(b"GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
                answer = b""
                while data := connection.recv(4096):
                    answer += data
            if not answer.startswith(b"HTTP/1.1 200 "):
                failures.append(answer)
            answers[0] += 1
        except OSError as error:
            failures.append(error)


process = start()
threads = [threading.Thread(target=ask) for _ in range(4)]
for thread in threads:
    thread.start()
for _ in range(3):
    wanted = answers[0] + 100
    while answers[0] < wanted and not failures:
        time.sleep(0.01)
    process.terminate()
    assert process.wait(30) == 0
    process = start()
ends.set()
for thread in threads:
    thread.join()
process.terminate()
assert process.wait(30) == 0
assert not failures, failures[:3]
print(f"socket activation: {answers[0]} answers over 3 restarts, none lost")
