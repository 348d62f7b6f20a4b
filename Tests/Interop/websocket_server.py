"""websocket_server.py [CERTIFICATE KEY]

A WebSocket server of the package `websockets`, on a free port of 127.0.0.1, which it prints. What a connection does is said
by its path. `/seen` tells how the first connection of a path has ended, when it has.
"""

import asyncio
import http
import ssl
import sys

from websockets.asyncio.server import serve
from websockets.exceptions import ConnectionClosed

seen = {}


def end_of(name):
    return seen.setdefault(name, asyncio.get_running_loop().create_future())


async def echo(socket):
    async for message in socket:
        await socket.send(message)


async def fragments(socket):
    """Messages in parts, with pings between them."""
    async def parts(pieces):
        for piece in pieces:
            yield piece
            await socket.ping()

    async for message in socket:
        size = max(1, len(message) // 7)
        await socket.send(parts([message[at : at + size] for at in range(0, len(message), size)]))


async def pings(socket):
    """Says how many of 100 pings were answered."""
    waiters = [await socket.ping(str(number)) for number in range(100)]
    await asyncio.gather(*(asyncio.wait_for(waiter, 10) for waiter in waiters))
    await socket.send("all")
    await socket.wait_closed()


async def big(socket):
    await socket.send(b"x" * int(await socket.recv()))
    await socket.wait_closed()


async def abort(socket):
    await socket.recv()
    socket.transport.abort()


async def handle(socket):
    path = socket.request.path
    name = path.split("/")[1].split("?")[0]
    try:
        if name == "close":
            await socket.close(int(path.split("/")[2]), "as asked")
        elif name == "fields":
            await socket.send("\n".join(f"{key}: {value}" for key, value in socket.request.headers.raw_items()))
            await socket.wait_closed()
        elif name == "extensions":
            await socket.send(str([repr(extension) for extension in socket.protocol.extensions]))
            await socket.wait_closed()
        elif name == "seen":
            await socket.send(str(await asyncio.wait_for(end_of(path.split("/")[2]), 10)))
        else:
            await {"echo": echo, "fragments": fragments, "pings": pings, "big": big, "abort": abort}[name](socket)
    except ConnectionClosed:
        pass
    finally:
        await socket.wait_closed()
        if not end_of(name).done():
            end_of(name).set_result(socket.close_code)


def refuse(connection, request):
    if request.path == "/forbidden":
        return connection.respond(http.HTTPStatus.FORBIDDEN, "not you\n")


def choose(connection, offered):
    return next((name for name in ["chat.v2", "chat.v1"] if name in offered), None)


async def main():
    context = None
    if len(sys.argv) > 2:
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(sys.argv[1], sys.argv[2])
    async with serve(
        handle, "127.0.0.1", 0, ssl=context, process_request=refuse, select_subprotocol=choose, max_size=8 << 20
    ) as server:
        print(server.sockets[0].getsockname()[1], flush=True)
        await server.serve_forever()


asyncio.run(main())
