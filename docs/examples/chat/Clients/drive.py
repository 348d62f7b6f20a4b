"""Talks to the chat with the package `websockets`: drive.py URL"""

import asyncio
import json
import socket
import sys
import urllib.parse
import urllib.request

from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

URL = sys.argv[1]


def enter(room, name, **options):
    query = urllib.parse.urlencode({"name": name})
    return connect(f"{URL.replace('http', 'ws')}/rooms/{urllib.parse.quote(room, safe='')}?{query}", **options)


async def receive(member):
    return json.loads(await asyncio.wait_for(member.recv(), 20))


async def expect(member, **wanted):
    found = await receive(member)
    assert found == wanted, f"expected {wanted}, found {found}"


async def talk():
    async with enter("python", "ann") as ann, enter("python", "bob") as bob:
        await expect(ann, type="welcome", name="python", members=["ann"])
        await expect(bob, type="welcome", name="python", members=["ann", "bob"])
        await expect(ann, type="joined", name="bob")
        await bob.send(json.dumps({"type": "say", "text": "grün 🌈"}))
        for member in (ann, bob):
            await expect(member, type="said", by="bob", text="grün 🌈")
        await ann.send(json.dumps({"type": "whisper", "to": "cid", "text": "psst"}))
        await expect(ann, type="refused", reason="cid is not in the room")
        for text in ('{"type":"say","text":""}', '{"type":"shout","text":"a"}', "not json", "[]"):
            await ann.send(text)
            await expect(ann, type="refused", reason="the message is invalid")
        rooms = json.load(urllib.request.urlopen(f"{URL}/rooms"))
        assert {"name": "python", "members": ["ann", "bob"]} in rooms, rooms
        await bob.close()
        await expect(ann, type="left", name="bob")


async def refused(status, room, name, **options):
    try:
        async with enter(room, name, **options):
            raise AssertionError(f"{room} {name} {options} was not refused")
    except InvalidStatus as error:
        assert error.response.status_code == status, error.response
        return json.loads(error.response.body)


async def refusals():
    async with enter("python", "ann"):
        problem = await refused(409, "python", "ann")
        assert problem["code"] == "nameTaken" and problem["name"] == "ann", problem
    await refused(400, "python", "")
    await refused(400, "python", "a" * 21)
    await refused(403, "python", "dan", origin="http://elsewhere.test")


async def large():
    async with enter("python", "eve") as eve:
        await receive(eve)
        await eve.send("x" * 8193)
        try:
            await receive(eve)
            raise AssertionError("a message of 8,193 bytes was accepted")
        except ConnectionClosed as error:
            assert error.rcvd.code == 1009, error


async def slow():
    """A member that does not read is dropped, and does not delay another member."""
    host, port = urllib.parse.urlsplit(URL).netloc.split(":")
    sock = socket.socket()
    sock.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    sock.connect((host, int(port)))
    text = json.dumps({"type": "say", "text": "x" * 500})
    count = 0
    async with enter("slow", "slow", sock=sock, max_queue=1, compression=None) as lazy, enter("slow", "fast") as fast:
        has_left = False
        while not has_left:
            for _ in range(20):
                await fast.send(text)
            echoes = 0
            while echoes < 20:
                message = await receive(fast)
                has_left = has_left or message == {"type": "left", "name": "slow"}
                echoes += message["type"] == "said"
            count += 20
            assert count < 100_000, "the slow member was not dropped"
        try:
            while True:
                await receive(lazy)
        except ConnectionClosed as error:
            assert error.rcvd.code == 1013, error
    return count


async def main():
    await talk()
    await refusals()
    await large()
    print(f"websockets: conversation, refusals and limits; a slow member was dropped after {await slow()} messages")


asyncio.run(main())
