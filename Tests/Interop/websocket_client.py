"""websocket_client.py URL PID

Opens WebSockets of the package `websockets` to `interop websocket-serve`, and stops it with SIGTERM at the end.
"""

import asyncio
import os
import signal
import sys

from websockets.asyncio.client import connect
from websockets.extensions.permessage_deflate import ClientPerMessageDeflateFactory
from websockets.exceptions import ConnectionClosed, InvalidStatus

url, server = sys.argv[1], int(sys.argv[2])
count, mistakes = 0, []


def expect(what, found, wanted):
    global count
    count += 1
    if found != wanted:
        mistakes.append(f"{what}: expected {wanted!r}, got {found!r}")


def opened(path, **options):
    return connect(url + path, compression=options.pop("compression", None), max_size=8 << 20, **options)


async def echo():
    async with opened("/texts") as socket:
        for size in [0, 1, 125, 126, 127, 65535, 65536, 1 << 20]:
            text = ("aä€x" * size)[:size]
            await socket.send(text)
            expect(f"text of {size}", await socket.recv() == text, True)
        await socket.send(["frag", "ment", "s"])
        expect("fragments", await socket.recv(), "fragments")
        waiter = await socket.ping(b"here")
        await asyncio.wait_for(waiter, 10)
        expect("a ping is answered", True, True)
    expect("our close is returned", socket.close_code, 1000)
    async with opened("/bytes") as socket:
        for size in [0, 1, 125, 126, 65536, 1 << 20]:
            data = os.urandom(size)
            await socket.send(data)
            expect(f"bytes of {size}", await socket.recv() == data, True)
        await socket.close(4100, "done")
    expect("a code of the application is returned", socket.close_code, 4100)


async def opening():
    async with opened("/texts", subprotocols=["chat.v1", "chat.v2"]) as socket:
        expect("the server's preference counts", socket.subprotocol, "chat.v2")
    async with opened("/texts", compression="deflate") as socket:
        expect("compression is not accepted unless asked for", socket.protocol.extensions, [])
        await socket.send("plain")
        expect("and not used", await socket.recv(), "plain")
    for path, origin, status in [("/nowhere", None, 404), ("/texts", "http://evil.example", 403)]:
        try:
            async with opened(path, origin=origin):
                mistakes.append(f"{path} was opened from {origin}")
        except InvalidStatus as error:
            expect(f"{path} from {origin}", error.response.status_code, status)


OFFERS = {
    "all": dict(),
    "no context of the server": dict(server_no_context_takeover=True),
    "no context of the client": dict(client_no_context_takeover=True),
    "small windows": dict(server_max_window_bits=9, client_max_window_bits=10),
    "a limit of the server": dict(client_max_window_bits=True),
    "everything": dict(
        server_no_context_takeover=True, client_no_context_takeover=True, server_max_window_bits=12, client_max_window_bits=12
    ),
}


async def compressed():
    """All offers of the package to servers with and without context and with a small window."""
    for path in ["/compressed", "/context", "/narrow"]:
        for name, offer in OFFERS.items():
            async with opened(path, extensions=[ClientPerMessageDeflateFactory(**offer)]) as socket:
                what = f"{path} with {name}"
                expect(what, [extension.name for extension in socket.protocol.extensions], ["permessage-deflate"])
                for size in [0, 1, 255, 256, 65536, 1 << 20]:
                    text = ("aä€x" * size)[:size]
                    for _ in range(3):
                        await socket.send(text)
                        expect(f"{what}: text of {size}", await socket.recv() == text, True)
                await socket.send(["frag" * 1000, "ment" * 1000, "s"])
                expect(f"{what}: fragments", await socket.recv(), "frag" * 1000 + "ment" * 1000 + "s")
            expect(f"{what}: close", socket.close_code, 1000)
    async with opened("/compressed", compression="deflate") as socket:
        try:
            await socket.send("x" * ((4 << 20) + 1))
            await socket.recv()
        except ConnectionClosed as error:
            expect("a bomb", error.rcvd and error.rcvd.code, 1009)


async def closed_with(path, send):
    async with opened(path) as socket:
        try:
            # A server may close while a long message is being sent.
            await socket.send(send)
            while True:
                await asyncio.wait_for(socket.recv(), 10)
        except ConnectionClosed as error:
            return (error.rcvd.code, error.rcvd.reason) if error.rcvd else None


async def ends():
    for code in [1000, 1001, 1011, 4321]:
        expect(f"closed with {code}", await closed_with("/close", str(code)), (code, "as asked"))
    expect("too long", await closed_with("/bytes", b"x" * ((4 << 20) + 1)), (1009, ""))
    async with opened("/pings", ping_interval=None) as socket:
        await asyncio.sleep(0.3)
        expect("Pings of the server are answered, so the socket is open", socket.close_code, None)
        await socket.close()
    for _ in range(100):
        socket = await opened("/texts")
        await socket.send("a")
        socket.transport.abort()


async def many():
    async def one(number):
        async with opened("/texts") as socket:
            for round in range(20):
                await socket.send(f"{number}.{round}")
                if await socket.recv() != f"{number}.{round}":
                    return 0
        return 1

    expect("sockets at once", sum(await asyncio.gather(*(one(number) for number in range(50)))), 50)


async def drain():
    socket = await opened("/texts")
    os.kill(server, signal.SIGTERM)
    try:
        await asyncio.wait_for(socket.recv(), 10)
    except ConnectionClosed as error:
        expect("a server that stops says so", error.rcvd and error.rcvd.code, 1001)


async def main():
    for part in [echo, opening, compressed, ends, many, drain]:
        await part()
    for mistake in mistakes:
        print("FAILED", mistake)
    print(f"{count - len(mistakes)} of {count} went as meant with the WebSocket clients of others")
    sys.exit(1 if mistakes or not count else 0)


asyncio.run(main())
