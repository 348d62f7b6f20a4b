#!/usr/bin/env python3
"""tls_faults.py FAULTS ARGUMENT...: runs FAULTS, a program that plays faults over plain connections, over TLS instead.

Every socket that it connects shakes hands first, and what it sends is encrypted. A reset, and an end of sending without
close_notify, stay what they are. Certificates are not looked at.
"""
import runpy, select, socket, ssl, sys, threading, time


class Encrypted(ssl.SSLSocket):
    """Waits outside of OpenSSL, so that a thread may send while another receives: a connection is one thread's at a time."""

    lock = wait = None

    def connect(self, address):
        wait = self.wait
        super().connect(address)
        self.lock = threading.Lock()
        self.settimeout(0)
        # Tickets arrive first; select would report them as a response.
        select.select([self], [], [], 1)
        try:
            super().recv(1)
        except ssl.SSLWantReadError:
            self.settimeout(wait)

    def settimeout(self, wait):
        self.wait = wait
        super().settimeout(0 if self.lock else wait)

    def setblocking(self, waits):
        self.settimeout(None if waits else 0)

    def move(self, call, data):
        end = None if self.wait is None else time.monotonic() + self.wait
        while self.lock:
            try:
                with self.lock:
                    return call(data)
            except (ssl.SSLWantReadError, ssl.SSLWantWriteError) as wanted:
                if self.wait == 0:
                    raise BlockingIOError from wanted
                ways = ([self], []) if isinstance(wanted, ssl.SSLWantReadError) else ([], [self])
                if not any(select.select(*ways, [], None if end is None else max(0, end - time.monotonic()))):
                    raise socket.timeout("timed out") from wanted
        return call(data)

    def recv(self, count):
        return self.move(super().recv, count)

    def send(self, data):
        return self.move(super().send, data)

    def sendall(self, data):
        while data := memoryview(data)[self.send(data):]:
            pass

    def shutdown(self, how):
        socket.SocketType.shutdown(self, how)


context = ssl._create_unverified_context()
context.sslsocket_class = Encrypted
plain = socket.socket
socket.socket = lambda *arguments: context.wrap_socket(plain(*arguments))
sys.argv = sys.argv[1:]
runpy.run_path(sys.argv[0], run_name="__main__")
