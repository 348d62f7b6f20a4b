"""The calls of the example's users, with requests, httpx and aiohttp."""

import asyncio
import sys

import aiohttp
import httpx
import requests

base = sys.argv[1]
TITLE = "grün 🌈 \"quoted\" \\ and more"
failures = []


def check(client, what, condition):
    if not condition:
        failures.append(f"{client}: {what}")


def synchronous(name, client):
    def send(method, path, **arguments):
        return client.request(method, base + path, **arguments)

    added = send("POST", "/todos", json={"title": TITLE, "tags": [name, "b"]})
    todo = added.json()
    check(name, "a POST", added.status_code == 201 and todo["title"] == TITLE and todo["tags"] == [name, "b"])
    place = f"/todos/{todo['id']}"
    check(name, "a GET", send("GET", place).json() == todo)
    check(name, "a query", send("GET", "/todos", params={"done": "false", "tags": [name, "b"], "limit": 5}).json() == [todo])
    check(name, "a PATCH", send("PATCH", place, json={"tags": []}).json() == {**todo, "tags": []})
    check(name, "a PUT", send("PUT", place + "/done").json()["done"] is True)
    check(name, "a DELETE", send("DELETE", place).status_code == 204)
    missing = send("GET", place)
    check(name, "a failure of the contract", missing.status_code == 404 and missing.json()["id"] == todo["id"])
    wrong = send("POST", "/todos", json={"title": 1})
    check(name, "every wrong input", wrong.status_code == 400 and len(wrong.json()["errors"]) == 2)
    for number in range(200):
        check(name, f"request {number} of one connection", send("GET", "/todos/1").json()["id"] == 1)


async def asynchronous():
    name = "aiohttp"
    async with aiohttp.ClientSession(base) as client:
        async def add(number):
            async with client.post("/todos", json={"title": f"{TITLE} {number}", "tags": [name]}) as answer:
                return (await answer.json())["id"]

        added = await asyncio.gather(*(add(number) for number in range(100)))
        check(name, "numbers of its own for each of 100 at once", len(set(added)) == 100)
        async with client.get("/todos", params={"tags": name, "limit": "1000"}) as answer:
            check(name, "all of them in the list", [todo["id"] for todo in await answer.json()] == sorted(added))
        for number in added:
            async with client.delete(f"/todos/{number}") as answer:
                check(name, "a DELETE", answer.status == 204)


with requests.Session() as session:
    synchronous("requests", session)
with httpx.Client() as client:
    synchronous("httpx", client)
asyncio.run(asynchronous())
for failure in failures:
    print("FAILED", failure)
print("Python: " + ("see above" if failures else "requests, httpx, aiohttp as meant"))
sys.exit(1 if failures else 0)
