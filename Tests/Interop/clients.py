"""Sends forms, queries and files with requests, httpx and curl, and compares what arrived with what was meant."""

import json
import subprocess
import sys
import tempfile
from pathlib import Path

import httpx
import requests

base = sys.argv[1]
ODD = 'a b&c=d+e/ü"🌈%41'
failures = []
count = 0


def expect(client, what, answer, wanted):
    """Compares one answer; `answer` is a status and a JSON text."""
    global count
    count += 1
    status, text = answer
    got = json.loads(text) if status == 200 else f"{status}: {text}"
    if got != wanted:
        failures.append(f"{client}: {what}\n  wanted {wanted}\n  got    {got}")


def python(client):
    """The calls that are equal in requests and httpx."""

    def send(method, path, **arguments):
        response = client.request(method, base + path, **arguments)
        return response.status_code, response.text

    return send


def curl(*arguments, path):
    result = subprocess.run(
        ["curl", "-sS", "-w", "\n%{http_code}", *arguments, base + path], capture_output=True, text=True, check=True
    )
    text, status = result.stdout.rsplit("\n", 1)
    return int(status), text


FORM = {"name": ODD, "tags": ["x y", "z,&"], "isOpen": True, "count": 3, "page": {"size": 2, "after": "é"}}
FILTER = {"status": "open & new", "owners": [1, 2], "page": {"size": 5}}


def forms(name, send):
    fields = {"name": ODD, "tags": ["x y", "z,&"], "isOpen": "yes", "count": "3", "page[size]": "2", "page[after]": "é"}
    expect(name, "a form with repeated and nested names", send("POST", "/form", data=fields), FORM)
    brackets = {"name": "n", "tags[]": ["1", "2"], "isOpen": "0"}
    expect(name, "an array with brackets", send("POST", "/form", data=brackets),
           {"name": "n", "tags": ["1", "2"], "isOpen": False})
    indexed = {"name": "n", "tags[1]": "b", "tags[0]": "a", "isOpen": "FALSE"}
    expect(name, "an array with indices", send("POST", "/form", data=indexed),
           {"name": "n", "tags": ["a", "b"], "isOpen": False})
    expect(name, "a form where JSON would do", send("POST", "/either", data={"name": "n", "count": "7"}),
           {"name": "n", "tags": [], "count": 7})
    expect(name, "JSON where a form would do", send("POST", "/either", json={"name": ODD, "count": 7}),
           {"name": ODD, "tags": [], "count": 7})


def queries(name, send):
    query = {"text": ODD, "tags": ["p", "q"], "filter[status]": "open & new", "filter[owners]": ["1", "2"],
             "filter[page][size]": "5"}
    expect(name, "a query with nested names", send("GET", "/search", params=query),
           {"text": ODD, "tags": ["p", "q"], "filter": FILTER})


def part(name, file, kind, text):
    return {k: v for k, v in {"name": name, "fileName": file, "type": kind, "text": text,
                              "count": len(text.encode())}.items() if v is not None}


def uploads(name, send):
    for file in ["plain.txt", "two words.txt", "ünï çødé 🌈.txt", 'quo"te.txt', "back\\slash.txt", "semi;colon=.txt"]:
        files = [("file", (file, "content\r\n--b\r\n", "text/plain")), ("more", ("a.bin", "1", "application/x-a")),
                 ("more", ("b.bin", "2", "application/x-b"))]
        answer = send("POST", "/upload", data={"title": ODD}, files=files)
        # httpx doubles a backslash, which browsers, curl and requests send as it is; what is sent is what arrives.
        arrived = file.replace("\\", "\\\\") if name == "httpx" else file
        expect(name, f"files, one called {file}", answer,
               [part("title", None, None, ODD), part("file", arrived, "text/plain", "content\r\n--b\r\n"),
                part("more", "a.bin", "application/x-a", "1"), part("more", "b.bin", "application/x-b", "2")])


for name, send in [("requests", python(requests.Session())), ("httpx", python(httpx.Client()))]:
    forms(name, send)
    queries(name, send)
    uploads(name, send)

fields = ["name=" + ODD, "tags=x y", "tags=z,&", "isOpen=yes", "count=3", "page[size]=2", "page[after]=é"]
encoded = [argument for field in fields for argument in ("--data-urlencode", field)]
expect("curl", "a form", curl(*encoded, path="/form"), FORM)
query = ["text=" + ODD, "tags=p", "tags=q", "filter[status]=open & new", "filter[owners]=1", "filter[owners]=2",
         "filter[page][size]=5"]
encoded = [argument for field in query for argument in ("--data-urlencode", field)]
expect("curl", "a query", curl("-G", *encoded, path="/search"), {"text": ODD, "tags": ["p", "q"], "filter": FILTER})
with tempfile.TemporaryDirectory() as folder:
    for file in ["plain.txt", 'quo"te ü.txt']:
        path = Path(folder) / "content"
        path.write_text("content")
        quoted = file.replace('"', '\\"')
        arguments = ["-F", "title=" + "t", "-F", f'file=@{path};filename="{quoted}";type=text/plain', "-F", "more=one"]
        expect("curl", f"files, one called {file}", curl(*arguments, path="/upload"),
               [part("title", None, None, "t"), part("file", file, "text/plain", "content"),
                part("more", None, None, "one")])

for failure in failures:
    print("FAILED", failure)
print(f"{count - len(failures)} of {count} requests of requests, httpx and curl arrived as meant")
sys.exit(1 if failures else 0)
