#!/usr/bin/env python3
"""tls_tunnel.py PORT: takes plain connections on a free port of its own, which it prints, and carries them over TLS to PORT.

Every piece that arrives becomes a record of its own, and an end of sending becomes close_notify and nothing more, so raw
protocol cases meet a server behind TLS as they would meet it without.
"""
import asyncio, ssl, sys


class Tunnel:
    def __init__(self, reader, writer):
        self.reader, self.writer = reader, writer
        self.incoming, self.outgoing = ssl.MemoryBIO(), ssl.MemoryBIO()
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
        context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
        context.set_alpn_protocols(["http/1.1"])
        self.tls = context.wrap_bio(self.incoming, self.outgoing)

    async def flush(self):
        data = self.outgoing.read()
        if data:
            self.far_writer.write(data)
            await self.far_writer.drain()

    async def receive(self):
        data = await self.far_reader.read(65536)
        if data:
            self.incoming.write(data)
        else:
            self.incoming.write_eof()
        return bool(data)

    async def run(self, port):
        self.far_reader, self.far_writer = await asyncio.open_connection("127.0.0.1", port)
        while True:
            try:
                self.tls.do_handshake()
                break
            except ssl.SSLWantReadError:
                await self.flush()
                if not await self.receive():
                    return
        await self.flush()
        there = asyncio.create_task(self.carry_there())
        try:
            await self.carry_back()
        finally:
            there.cancel()

    async def carry_there(self):
        while data := await self.reader.read(65536):
            self.tls.write(data)
            await self.flush()
        try:
            self.tls.unwrap()
        except ssl.SSLError:
            pass  # it wants the other end's close_notify, which comes with its answer
        await self.flush()

    async def carry_back(self):
        while True:
            try:
                data = self.tls.read(65536)
            except ssl.SSLWantReadError:
                await self.flush()
                if not await self.receive():
                    raise ConnectionResetError("no close_notify")
                continue
            except (ssl.SSLZeroReturnError, ssl.SSLSyscallError):
                return
            if not data:
                return
            self.writer.write(data)
            await self.writer.drain()


async def main(port):
    async def serve(reader, writer):
        tunnel = Tunnel(reader, writer)
        try:
            await tunnel.run(port)
            writer.close()
        except (OSError, ssl.SSLError):
            writer.transport.abort()
        finally:
            if hasattr(tunnel, "far_writer"):
                tunnel.far_writer.close()

    server = await asyncio.start_server(serve, "127.0.0.1", 0)
    print(server.sockets[0].getsockname()[1], flush=True)
    await server.serve_forever()


asyncio.run(main(int(sys.argv[1])))
