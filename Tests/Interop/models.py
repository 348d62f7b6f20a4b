"""Sends 10,000 generated JSON texts to a server and to the same models in FastAPI, and compares which they accept.

A difference must belong to a class in `CLASSES`, each of which docs/json.md names, and each class must occur.
"""

import asyncio
import http.client
import random
import sys
from enum import Enum
from pathlib import Path
from typing import Annotated, Literal, Union
from urllib.parse import urlsplit
from uuid import UUID

from fastapi import FastAPI, Response
from fastapi.exceptions import RequestValidationError
from pydantic import AwareDatetime, BaseModel, Field

COUNT = 10_000
SEED = 25


def integer(low, high):
    return Annotated[int, Field(ge=low, le=high)]


Int = integer(-(2**63), 2**63 - 1)


class State(str, Enum):
    open = "open"
    closed = "closed"


class Owner(BaseModel):
    name: str
    age: Int | None = None


class Labeled(BaseModel):
    type: Literal["labeled"]
    label: str
    by: Int | None = None


class Closed(BaseModel):
    type: Literal["closed"]


class Item(BaseModel):
    id: Int
    i8: integer(-128, 127)
    i16: integer(-(2**15), 2**15 - 1)
    i32: integer(-(2**31), 2**31 - 1)
    u8: integer(0, 255)
    u16: integer(0, 2**16 - 1)
    u32: integer(0, 2**32 - 1)
    u64: integer(0, 2**64 - 1)
    ratio: float
    share: Annotated[float, Field(ge=-3.4028234663852886e38, le=3.4028234663852886e38)]
    done: bool
    title: Annotated[str, Field(min_length=1, max_length=10)]
    slug: Annotated[str, Field(pattern=r"^(?:[a-z]+)$")]
    count: integer(1, 100)
    note: str | None = None
    owner: Owner
    tags: Annotated[list[str], Field(max_length=3)] = []
    scores: dict[str, Int]
    due: AwareDatetime
    key: UUID
    state: State
    event: Annotated[Union[Labeled, Closed], Field(discriminator="type")]
    level: Int = 3


app = FastAPI()


@app.post("/models/item", status_code=204)
async def item(item: Item) -> None:
    pass


# The standard response repeats the input, which can have an infinite number or a lone surrogate, and then fails.
@app.exception_handler(RequestValidationError)
async def refused(request, error):
    return Response(status_code=422)


# The text of each member in a valid object.
VALID = {
    "id": "7", "i8": "-128", "i16": "300", "i32": "70000", "u8": "255", "u16": "65535", "u32": "4294967295",
    "u64": "18446744073709551615", "ratio": "0.5", "share": "1e10", "done": "true", "title": '"Buy milk"',
    "slug": '"milk"', "count": "100", "note": '"soon"', "owner": '{"name":"Ann","age":30}', "tags": '["a","b"]',
    "scores": '{"a":1,"":-2}', "due": '"2026-07-31T09:30:00Z"', "key": '"6BA7B810-9DAD-11D1-80B4-00C04FD430C8"',
    "state": '"open"', "event": '{"type":"labeled","label":"bug","by":7}', "level": "1",
}
INTEGERS = {"id", "i8", "i16", "i32", "u8", "u16", "u32", "u64", "count", "level"}
FLOATS = {"ratio", "share"}

NUMBERS = ["0", "-0", "1", "-1", "100", "101", "127", "128", "-128", "-129", "255", "256", "32767", "32768", "65535",
           "65536", "2147483647", "2147483648", "4294967295", "4294967296", "9223372036854775807",
           "9223372036854775808", "-9223372036854775808", "-9223372036854775809", "18446744073709551615",
           "18446744073709551616", "1.0", "1e2", "1.5", "-2.5e1", "1e-3", "3.5e38", "1e308"]
HUGE = ["1e400", "-1e999"]
TINY = ["1e-400"]
FRACTIONS = ["1.0000000000000000001"]
STRINGS = ['""', '"a"', '"abc"', '"ABC"', '"abcdefghij"', '"abcdefghijk"', '"a b"', '"\\u00e9"', '"\\ud83d\\ude00"',
           '"\\n"', '"' + "x" * 2000 + '"', '"open"', '"closed"', '"OPEN"']
CLUSTERS = ['"' + "e\\u0301" * 8 + '"']
NUMERALS = ['"1"', '"12"', '"1.0"', '"1.5"', '" 1 "', '"1_0"', '"1e2"', '"inf"', '"NaN"']
TRUTHS = ['"true"', '"false"', '"yes"', '"no"', '"on"', '"off"', '"t"', '"n"', '"1"', '"0"', "1", "0", "1.0"]
DATES = ['"2026-07-31T09:30:00.25Z"', '"2026-07-31T09:30:00+02:00"', '"2026-07-31T09:30:00-23:59"',
         '"2026-07-31t09:30:00z"', '"2024-02-29T00:00:00Z"', '"2026-02-29T00:00:00Z"', '"2026-13-01T00:00:00Z"',
         '"2026-07-31T24:00:00Z"', '"2026-07-31T09:30:00"', '"2026-07-31"', '"soon"', '"9999-12-31T23:59:59Z"']
LOOSE_DATES = ['"2026-07-31 09:30:00Z"', '"2026-07-31T09:30Z"', '"2026-07-31T09:30:00+0200"', '"1785490200"',
               '"2026-07-31T09:30:00.1234567890123Z"', '"2016-12-31T23:59:60Z"', '"2026-07-31T09:30:00,5Z"',
               '"2026-07-31_09:30:00Z"', '"0000-01-01T00:00:00Z"', '"2026-07-31T09:30:00 Z"']
UUIDS = ['"6ba7b810-9dad-11d1-80b4-00c04fd430c8"', '"6ba7b810-9dad-11d1-80b4-00c04fd430c"', '"x"']
LOOSE_UUIDS = ['"6ba7b8109dad11d180b400c04fd430c8"', '"urn:uuid:6ba7b810-9dad-11d1-80b4-00c04fd430c8"',
               '"{6ba7b810-9dad-11d1-80b4-00c04fd430c8}"']
STRUCTURES = ["[]", "[1]", '["a"]', '["a","b","c"]', '["a","b","c","d"]', "[null]", "{}", '{"a":1}', '{"a":"x"}',
              '{"a":null}', '{"name":"Bo"}', '{"name":null}', '{"name":"Bo","age":null}', '{"name":"Bo","age":"old"}',
              '{"name":"Bo","other":[{}]}', '{"age":1}', '{"type":"closed"}', '{"type":"closed","label":1}',
              '{"type":"labeled"}', '{"type":"labeled","label":"x"}', '{"label":"x","type":"labeled"}',
              '{"type":"labeled","label":"x","by":null}', '{"type":"labeled","label":2}', '{"type":"moved"}',
              '{"type":null}', '{"closed":{}}', '{"type":["closed"]}']
LITERALS = ["null", "true", "false"]
# Lone surrogates are refused wherever they are.
SURROGATES = ['"\\ud800"', '"\\udc00a"']

POOL = (NUMBERS + HUGE + TINY + FRACTIONS + STRINGS + CLUSTERS + NUMERALS + TRUTHS + DATES + LOOSE_DATES + UUIDS
        + LOOSE_UUIDS + STRUCTURES + LITERALS + SURROGATES)
NEAR = {
    "due": DATES + LOOSE_DATES, "key": UUIDS + LOOSE_UUIDS, "done": TRUTHS, "title": STRINGS + CLUSTERS,
    "slug": STRINGS, "event": STRUCTURES, "owner": STRUCTURES, "tags": STRUCTURES, "scores": STRUCTURES,
    **{name: NUMBERS + NUMERALS for name in INTEGERS}, **{name: NUMBERS + NUMERALS + HUGE + TINY for name in FLOATS},
}


# Two differences of a class go the other way: FastAPI refuses, and this package accepts.
ACCEPTED = {"dates in other forms", "repeated members"}


def is_string(text):
    return text.startswith('"')


# The classes of differences in docs/json.md: whether a member with a text may belong to one.
CLASSES = {
    "numbers and Booleans from strings": lambda name, text: text in NUMERALS + TRUTHS + LOOSE_DATES and is_string(text) and (
        name in INTEGERS | FLOATS or name == "done"),
    "numbers from Booleans": lambda name, text: text in ("true", "false") and name in INTEGERS | FLOATS,
    "Booleans from numbers": lambda name, text: name == "done" and text[0] in "-0123456789",
    "dates in other forms": lambda name, text: name == "due" and (
        text in LOOSE_DATES + NUMERALS + TRUTHS or text[0] in "-0123456789"),
    "UUIDs in other forms": lambda name, text: name == "key" and text in LOOSE_UUIDS,
    "infinite numbers": lambda name, text: text in HUGE,
    "numbers that round to zero or an integer": lambda name, text: text in TINY + FRACTIONS,
    "lone surrogates": lambda name, text: text in SURROGATES,
    "strings of more than 1,000 bytes for a pattern": lambda name, text: name == "slug" and len(text) > 1000,
    "repeated members": lambda name, text: name == "text" and text == "repeated",
    "texts that are not JSON": lambda name, text: name == "text" and text in ("NaN", "Infinity"),
    "other encodings": lambda name, text: name == "text" and text in ("utf-16", "utf-32"),
}


def syntax(random, text):
    """Returns a text with another syntax, and its kind."""
    body = text[1:-1]
    kind, changed = random.choice([
        ("comma", "{" + body + ",}"), ("quotes", text.replace('"', "'", 2)), ("comment", "{/**/" + body + "}"),
        ("truncated", text[:-1]), ("garbage", text + "x"), ("second", text + text), ("empty", ""), ("array", f"[{text}]"),
        ("null", "null"), ("string", '"x"'), ("space", "\n\t " + text + " \r\n"), ("nbsp", "\u00a0" + text),
        ("zeros", text.replace(":7,", ":007,")), ("plus", text.replace(":7,", ":+7,")),
        ("dot", text.replace(":7,", ":7.,")), ("control", text.replace("Buy milk", "a\tb")),
        ("escape", text.replace("Buy milk", "a\\xb")), ("colon", text.replace(":", "=", 1)),
        ("NaN", text.replace(':0.5,', ":NaN,")), ("Infinity", text.replace(':0.5,', ":-Infinity,")),
        ("unknown", "{" + body + ',"unknown":[{"a":null}]}'), ("deep", "{" + body + ',"unknown":' + "[" * 100 + "]" * 100 + "}"),
        ("repeated", "{" + body + ',"id":"no","id":9}'), ("repeated", '{"id":"no",' + body + "}"),
        ("repeated", "{" + body + ',"id":"no"}'),
        ("bom", "\ufeff" + text), ("utf-16", text), ("utf-32", text), ("bytes", text),
    ])
    if kind in ("utf-16", "utf-32"):
        return kind, changed.encode(kind)
    data = changed.encode()
    return kind, data.replace(b"Buy milk", b"a\xffb") if kind == "bytes" else data


def generate(random):
    """Returns a text and its changes, as pairs of a member and its text."""
    members = dict(VALID)
    changes = []
    for _ in range(random.choice([0, 1, 1, 1, 1, 2, 2])):
        name = random.choice(list(VALID))
        if random.random() < 0.1:
            members.pop(name, None)
            changes.append((name, "absent"))
            continue
        members[name] = random.choice(NEAR.get(name, POOL) if random.random() < 0.6 else POOL)
        changes.append((name, members[name]))
    names = list(members)
    if random.random() < 0.3:
        random.shuffle(names)
    space = random.choice(["", " "])
    text = "{" + ",".join(f'"{name}":{space}{members[name]}' for name in names) + "}"
    if random.random() < 0.1:
        kind, data = syntax(random, text)
        return data, changes + [("text", kind)]
    return text.encode(), changes


async def status(data):
    """Returns the status of FastAPI for a body."""
    sent = []

    async def receive():
        return {"type": "http.request", "body": data, "more_body": False}

    async def send(message):
        sent.append(message)

    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(data)).encode())]
    scope = {"type": "http", "asgi": {"version": "3.0"}, "http_version": "1.1", "method": "POST", "scheme": "http",
             "path": "/models/item", "raw_path": b"/models/item", "query_string": b"", "root_path": "",
             "headers": headers, "client": ("127.0.0.1", 1), "server": ("127.0.0.1", 80)}
    await app(scope, receive, send)
    return next(message["status"] for message in sent if message["type"] == "http.response.start")


def main(base, page):
    generator = random.Random(SEED)
    connection = http.client.HTTPConnection(urlsplit(base).netloc)
    failures, seen, accepted = [], set(), [0, 0]
    for _ in range(COUNT):
        data, changes = generate(generator)
        connection.request("POST", "/models/item", data, {"Content-Type": "application/json"})
        response = connection.getresponse()
        answer = response.read()
        theirs = asyncio.run(status(data))
        ours = response.status == 204
        accepted[0] += ours
        accepted[1] += theirs == 204
        if ours == (theirs == 204) and response.status in (204, 400, 422) and theirs in (204, 400, 422):
            continue
        names = {name for name, belongs in CLASSES.items() for change in changes if belongs(*change)}
        names = names & ACCEPTED if ours else names
        seen |= names
        if not names or response.status not in (204, 400, 422):
            failures.append(f"{changes}: {response.status} here, {theirs} in FastAPI: {answer.decode()[:200]}")
    text = Path(page).read_text()
    failures += [f"the class '{name}' never occurs" for name in CLASSES.keys() - seen]
    failures += [f"{page} does not name the class '{name}'" for name in CLASSES if f"| {name} |" not in text]
    for failure in failures[:20]:
        print("FAILED", failure)
    print(f"{COUNT} texts: {accepted[0]} accepted here, {accepted[1]} in FastAPI; {len(failures)} unexplained differences")
    sys.exit(1 if failures else 0)


main(*sys.argv[1:])
