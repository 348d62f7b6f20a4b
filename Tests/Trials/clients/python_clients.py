"""The calls of a client, with requests, httpx and aiohttp."""

import asyncio
import concurrent.futures
import sys

import aiohttp
import httpx
import requests

base = sys.argv[1]
TITLE = "grün 🌈 \"quoted\" \\ \u2028" * 200
failures = []


def check(client, what, condition):
    if not condition:
        failures.append(f"{client}: {what}")


def blocks():
    for number in range(20):
        yield bytes([number]) * 1000


def synchronous(name, client):
    def send(method, path, **arguments):
        return client.request(method, base + path, **arguments)

    check(name, "a GET", send("GET", "/items/7").json() == {"id": 7, "title": "item 7", "tags": []})
    answer = send("POST", "/items", json={"title": TITLE, "tags": ["a", "b"]})
    check(name, "a POST", answer.json() == {"id": 1, "title": TITLE, "tags": ["a", "b"]})
    check(name, "compression", answer.headers.get("content-encoding") == "gzip")
    check(name, "a form", send("POST", "/form", data={"title": TITLE, "tags": ["x", "y"]}).json()["tags"] == ["x", "y"])
    check(name, "a PUT", send("PUT", "/items/3", json={"title": "new"}).json()["title"] == "new")
    check(name, "a DELETE", send("DELETE", "/items/3").status_code == 204)
    check(name, "HEAD", send("HEAD", "/items/7").content == b"")
    check(name, "a stream", len(send("GET", "/stream/50").content) == 50 * 16384)
    content = {"data": blocks()} if name == "requests" else {"content": blocks()}
    check(name, "chunked content", send("POST", "/echo", **content).content == b"".join(blocks()))
    problem = send("GET", "/nothing")
    check(name, "a problem", problem.status_code == 404 and "problem+json" in problem.headers["content-type"])
    check(name, "inputs that are wrong", len(send("POST", "/items", json={}).json()["errors"]) == 2)
    tag = send("GET", "/items/7").headers["etag"]
    check(name, "304", send("GET", "/items/7", headers={"If-None-Match": tag}).status_code == 304)
    for number in range(200):
        if send("GET", f"/items/{number}").json()["id"] != number:
            check(name, f"request {number} of one connection", False)
    with concurrent.futures.ThreadPoolExecutor(20) as pool:
        statuses = list(pool.map(lambda number: send("GET", f"/slow/{number}").status_code, range(60)))
    check(name, "requests at once", statuses == [200] * 60)


async def asynchronous():
    name = "aiohttp"
    async with aiohttp.ClientSession(base) as session:
        async with session.post("/items", json={"title": TITLE, "tags": []}) as answer:
            check(name, "a POST", (await answer.json())["title"] == TITLE)
        async with session.post("/form", data=[("title", "a b"), ("tags", "x"), ("tags", "y")]) as answer:
            check(name, "a form", (await answer.json())["tags"] == ["x", "y"])

        async def pieces():
            for block in blocks():
                yield block

        async with session.post("/echo", data=pieces()) as answer:
            check(name, "chunked content", await answer.read() == b"".join(blocks()))
        async with session.post("/echo", data=b"x" * 5000, expect100=True) as answer:
            check(name, "Expect: 100-continue", await answer.read() == b"x" * 5000)
        async with session.post("/echo", data=b"y" * 5000, compress="deflate") as answer:
            check(name, "compressed content", await answer.read() == b"y" * 5000)
        async with session.get("/stream/50") as answer:
            count = 0
            async for piece in answer.content.iter_chunked(1000):
                count += len(piece)
            check(name, "a stream", count == 50 * 16384)

        async def one(number):
            async with session.get(f"/items/{number}") as answer:
                return (await answer.json())["id"] == number

        check(name, "requests at once", all(await asyncio.gather(*(one(number) for number in range(500)))))


synchronous("requests", requests.Session())
synchronous("httpx", httpx.Client())
asyncio.run(asynchronous())
for failure in failures:
    print("FAILED", failure)
print("requests, httpx and aiohttp: " + (f"{len(failures)} failures" if failures else "all as meant"))
sys.exit(1 if failures else 0)
