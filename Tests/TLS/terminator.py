"""terminator.py BACKEND CERTIFICATE KEY [--client-ca FILE] [--alpn NAME[,NAME...]] [--tls12]

Accepts TLS on a free port of 127.0.0.1, which it prints, and passes what arrives on to the port BACKEND, and back.
Of a handshake that fails nothing reaches the backend. Of several protocols each connection agrees on one, in turn.
Ends with its standard input.
"""

import argparse
import itertools
import os
import select
import socket
import ssl
import struct
import sys
import threading

# Whatever the test had open is not this program's to keep open.
os.closerange(3, 65536)

parser = argparse.ArgumentParser()
parser.add_argument("backend", type=int)
parser.add_argument("certificate")
parser.add_argument("key")
parser.add_argument("--client-ca")
parser.add_argument("--alpn")
parser.add_argument("--tls12", action="store_true")
arguments = parser.parse_args()


def make_context(protocol):
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(arguments.certificate, arguments.key)
    if arguments.client_ca:
        context.verify_mode = ssl.CERT_REQUIRED
        context.load_verify_locations(arguments.client_ca)
    if protocol:
        context.set_alpn_protocols([protocol])
    if arguments.tls12:
        context.maximum_version = ssl.TLSVersion.TLSv1_2
    return context


contexts = itertools.cycle([make_context(protocol) for protocol in (arguments.alpn or "").split(",")])


def relay(client, backend):
    while True:
        ready = [client] if client.pending() else select.select([client, backend], [], [])[0]
        for source in ready:
            data = source.recv(65536)
            if not data:
                return
            (backend if source is client else client).sendall(data)


def refuse(client):
    """Closes so that the alert arrives: with anything unread a reset would overtake it."""
    try:
        client.shutdown(socket.SHUT_WR)
        client.settimeout(5)
        while client.recv(65536):
            pass
    except OSError:
        pass
    client.close()


def serve(raw, context):
    raw.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    client = context.wrap_socket(raw, server_side=True, do_handshake_on_connect=False)
    try:
        client.do_handshake()
    except OSError:
        refuse(client)
        return
    with client, socket.create_connection(("127.0.0.1", arguments.backend)) as backend:
        backend.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        try:
            relay(client, backend)
        except OSError:
            client.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))


listener = socket.create_server(("127.0.0.1", 0), backlog=256)
print(listener.getsockname()[1], flush=True)


def accept():
    while True:
        threading.Thread(target=serve, args=(listener.accept()[0], next(contexts)), daemon=True).start()


threading.Thread(target=accept, daemon=True).start()
sys.stdin.read()
