"""Drives issue-server with Python's requests: drive.py URL."""

import sys

import requests

url = f"{sys.argv[1]}/repos/acme/site/issues"
ann, bob = requests.Session(), requests.Session()
ann.headers["Authorization"] = "Bearer token-ann"
bob.headers["Authorization"] = "Bearer token-bob"


checks = 0


def expect(found, wanted, what):
    global checks
    checks += 1
    if found != wanted:
        sys.exit(f"drive.py: {what}: expected {wanted!r}, got {found!r}")


def events(lines, count):
    """Returns the ids and types of the next events in the lines of a response."""
    found = []
    for line in lines:
        if line.startswith("id: "):
            found.append(line[4:])
        elif line.startswith("event: "):
            found[-1] += " " + line[7:]
        elif not line and len(found) == count:
            return found
    sys.exit(f"drive.py: the events ended after {found}")


opened = ann.post(url, json={"title": "Leak", "labels": ["ui", "bug"]})
expect(opened.status_code, 201, "status of a new issue")
expect(opened.headers["Location"], "/repos/acme/site/issues/1", "its location")
expect(opened.json()["labels"], ["bug", "ui"], "its labels")
expect(ann.get(sys.argv[1] + opened.headers["Location"]).json()["title"], "Leak", "the issue at its location")
expect(bob.post(url, json={"title": "Leak"}).status_code, 200, "status of an issue that exists")

# The package `requests` sends the comma of a value as %2C.
for labels in ["bug,ui", "ui"]:
    expect(len(ann.get(url, params={"labels": labels}).json()["items"]), 1, f"issues with the labels {labels!r}")
expect(ann.get(url, params={"labels": "bug,other"}).json(), {"items": []}, "issues with another label")

one = f"{url}/1"
merge = {"Content-Type": "application/merge-patch+json"}
expect(bob.patch(one, data='{"assignee":"cid"}', headers=merge).json()["assignee"], "cid", "the assignee that was set")
expect(bob.patch(one, data='{"title":"Big leak"}', headers=merge).json()["assignee"], "cid", "the assignee that was left")
expect("assignee" in bob.patch(one, data='{"assignee":null}', headers=merge).json(), False, "an assignee that was cleared")
expect(bob.patch(one, data='{"state":"closed"}', headers=merge).json()["state"], "closed", "the state")
expect(bob.patch(one, data='{"title":"x"}', headers=merge).json()["code"], "closed", "the change of a closed issue")
expect(
    [event["type"] for event in ann.get(f"{one}/events").json()],
    ["opened", "assigned", "renamed", "unassigned", "closed"],
    "the history",
)

# A watcher gets past events, and then new events without delay.
with ann.get(f"{one}/watch", stream=True, timeout=10) as watched:
    lines = watched.iter_lines(chunk_size=1, decode_unicode=True)
    expect(events(lines, 5)[-1], "5 closed", "the last event so far")
    bob.patch(one, data='{"state":"open"}', headers=merge)
    expect(events(lines, 1), ["6 reopened"], "the event that followed")
with ann.get(f"{one}/watch", stream=True, timeout=10, headers={"Last-Event-ID": "5"}) as watched:
    lines = watched.iter_lines(chunk_size=1, decode_unicode=True)
    expect(events(lines, 1), ["6 reopened"], "the event after the last one that the client has")

invalid = ann.post(url, json={"title": "", "labels": 7})
expect(invalid.status_code, 400, "status of invalid inputs")
expect([error["pointer"] for error in invalid.json()["errors"]], ["/title", "/labels"], "the values at fault")
expect(requests.get(url).headers["WWW-Authenticate"], 'Bearer realm="issues"', "the challenge without a token")
unknown = ann.get(f"{url}/9").json()
expect((unknown["status"], unknown["code"], unknown["number"]), (404, "notFound", 9), "an unknown issue")
print(f"requests: {checks} checks of issue-server passed")
