"""Serves a folder to curl and wget, and compares the responses with those of nginx for the same folder.

usage: files.py SERVER
"""

import email
import gzip
import hashlib
import http.client
import os
import random
import shutil
import subprocess
import sys
import tempfile
import time
import urllib.parse
from pathlib import Path

from trial import Server, free_port

program = sys.argv[1]
failures = []
skipped = []


def check(name, isRight, detail=""):
    if not isRight:
        failures.append(name)
        print(f"FAILED {name} {detail}"[:600])


def make_folder(root):
    """Files of several sizes, all with the same date."""
    (root / "folder").mkdir(parents=True)
    (root / "letters.txt").write_text("abcdefghijklmnopqrstuvwxyz")
    (root / "empty.txt").write_text("")
    (root / "big.bin").write_bytes(random.Random(1).randbytes(5_000_000))
    (root / "folder" / "index.html").write_text("<p>index</p>")
    (root / "app.js").write_text("let a = 1;\n" * 1000)
    (root / "app.js.gz").write_bytes(gzip.compress((root / "app.js").read_bytes()))
    with open(root / "sparse.bin", "wb") as sparse:
        sparse.truncate(1 << 30)
    for path in root.rglob("*"):
        os.utime(path, (784111777, 784111777))


def start_nginx(work, root, port):
    """Returns the process; None if nginx is not installed."""
    nginx = shutil.which("nginx") or ("/usr/sbin/nginx" if os.path.exists("/usr/sbin/nginx") else None)
    if nginx is None:
        return None
    (work / "nginx").mkdir()
    (work / "nginx.conf").write_text(f"""
        daemon off; worker_processes 1; pid {work}/nginx/pid; error_log stderr crit; {"user root;" if os.getuid() == 0 else ""}
        events {{}}
        http {{
          access_log off; sendfile on; types {{ text/plain txt; text/html html; text/javascript js; }}
          default_type application/octet-stream;
          client_body_temp_path {work}/nginx/1; proxy_temp_path {work}/nginx/2; fastcgi_temp_path {work}/nginx/3;
          uwsgi_temp_path {work}/nginx/4; scgi_temp_path {work}/nginx/5;
          server {{
            listen 127.0.0.1:{port}; if_modified_since before; gzip_static on;
            location /files/ {{ alias {root}/; }}
            location /read/ {{ alias {root}/; }}
          }}
        }}""")
    process = subprocess.Popen([nginx, "-c", f"{work}/nginx.conf", "-e", "stderr"])
    for _ in range(100):
        try:
            http.client.HTTPConnection("127.0.0.1", port, timeout=5).connect()
            return process
        except OSError:
            time.sleep(0.05)
    raise SystemExit("check-files: nginx did not start")


def ask(port, target, method="GET", headers={}):
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=20)
    connection.request(method, target, headers=headers)
    response = connection.getresponse()
    body = response.read()
    connection.close()
    return response.status, response.headers, body


def parts(headers, body):
    """The parts of multipart/byteranges as pairs of Content-Range and bytes."""
    message = email.message_from_bytes(b"Content-Type: " + headers["Content-Type"].encode() + b"\r\n\r\n" + body)
    return [(part["Content-Range"], part.get_payload(decode=True)) for part in message.get_payload()]


def facts(port, target, method, headers):
    """The facts on which both servers have to agree. `{tag}` and `{date}` in headers are the validators of this server."""
    _, present, _ = ask(port, target, "HEAD", {name: value for name, value in headers.items() if name == "Accept-Encoding"})
    filled = {name: value.replace("{tag}", present["ETag"] or "").replace("{date}", present["Last-Modified"] or "")
              for name, value in headers.items()}
    status, fields, body = ask(port, target, method, filled)
    result = {"status": status, "Content-Range": fields["Content-Range"], "Content-Encoding": fields["Content-Encoding"]}
    if status in (200, 206, 304):
        result["Last-Modified"] = fields["Last-Modified"]
        result["ETag"] = fields["ETag"] == present["ETag"]
    if status in (200, 206):
        isMultipart = (fields["Content-Type"] or "").startswith("multipart/byteranges")
        result["body"] = parts(fields, body) if isMultipart else body
        if not isMultipart:
            result["Content-Length"] = fields["Content-Length"]
    if status == 301:
        result["Location"] = urllib.parse.urlsplit(urllib.parse.urljoin(f"http://a{target}", fields["Location"])).path
    return result


DATE = "Sun, 06 Nov 1994 08:49:37 GMT"
BEFORE = "Sun, 06 Nov 1994 08:49:36 GMT"
AFTER = "Sun, 06 Nov 1994 08:49:38 GMT"
RANGES = ["0-0", "0-", "5-9", "25-", "25-99", "-1", "-26", "-99", "26-", "99-100", "-0", "0-1,100-101", "0-0,-1", "200-201,0-1",
          "5000000-,0-0"]
BIG_RANGES = ["0-99999", "4999999-", "-100000", "1000000-2999999", "0-99999,200000-299999,4000000-", "4000000-,0-9"]
TARGETS = ["letters.txt", "empty.txt", "big.bin", "app.js", "folder/", "folder", "folder/index.html", "nothing", "folder/nothing",
           "letters.txt/", "letters.txt/a", "letters%2Etxt", "%6cetters.txt", "letters.txt?a=b"]


def requests():
    for target in TARGETS:
        yield target, "GET", {}
        yield target, "HEAD", {}
    for value in RANGES:
        yield "letters.txt" if "," not in value else "big.bin", "GET", {"Range": f"bytes={value}"}
    for value in BIG_RANGES:
        yield "big.bin", "GET", {"Range": f"bytes={value}"}
    yield "empty.txt", "GET", {"Range": "bytes=0-"}
    yield "letters.txt", "GET", {"Range": "items=0-1"}
    for target in ["letters.txt", "big.bin"]:
        for condition in [
            {"If-None-Match": "{tag}"}, {"If-None-Match": "W/{tag}"}, {"If-None-Match": '"x"'}, {"If-None-Match": "*"},
            {"If-None-Match": '"x", {tag}'}, {"If-Match": "{tag}"}, {"If-Match": '"x"'}, {"If-Match": "*"},
            {"If-Modified-Since": DATE}, {"If-Modified-Since": BEFORE}, {"If-Modified-Since": AFTER},
            {"If-Modified-Since": "yesterday"}, {"If-Unmodified-Since": DATE}, {"If-Unmodified-Since": BEFORE},
            {"If-Unmodified-Since": AFTER}, {"If-None-Match": "{tag}", "If-Modified-Since": DATE},
        ]:
            for range_ in [{}, {"Range": "bytes=1-2"}]:
                yield target, "GET", condition | range_
                if not range_:
                    yield target, "HEAD", condition
        for condition in ["{tag}", '"x"', "{date}", BEFORE, "W/{tag}"]:
            yield target, "GET", {"Range": "bytes=1-2", "If-Range": condition}
    for accepted in ["gzip", "br, gzip;q=0.5", "br", "identity", "gzip;q=0"]:
        yield "app.js", "GET", {"Accept-Encoding": accepted}
        yield "app.js", "HEAD", {"Accept-Encoding": accepted}


def compare(own, other):
    """Requests on which both servers have to agree."""
    count = 0
    for prefix in ["/files/", "/read/"]:
        for target, method, headers in requests():
            mine, theirs = (facts(port, prefix + target, method, headers) for port in (own, other))
            count += 1
            check(f"{method} {prefix}{target} {headers}", mine == theirs,
                  {key: (str(mine.get(key))[:60], str(theirs.get(key))[:60])
                   for key in {*mine, *theirs} if mine.get(key) != theirs.get(key)})
    print(f"{count} responses compared with nginx")


def deliberate_differences(own):
    """Requests that nginx responds to otherwise, with the reason."""
    rows = [
        ("HEAD has no ranges (RFC 9110 section 14.2)", "HEAD", {"Range": "bytes=0-1"}, 200),
        ("a malformed range is ignored (section 14.2)", "GET", {"Range": "bytes=a-b"}, 200),
        ("an impossible range is ignored (section 14.1.1)", "GET", {"Range": "bytes=5-4"}, 200),
        ("overlapping ranges are combined (section 15.3.7.2)", "GET", {"Range": "bytes=0-20,5-25"}, 206),
        ("nearly touching ranges are combined (section 15.3.7.2)", "GET", {"Range": "bytes=0-1,3-4"}, 206),
        ("positions have any length (section 14.1.1)", "GET", {"Range": "bytes=0-99999999999999999999"}, 206),
        ("an invalid date is ignored (section 13.1.4)", "GET", {"If-Unmodified-Since": "yesterday"}, 200),
        ("tags take precedence over dates (section 13.2.2)", "GET", {"If-None-Match": '"x"', "If-Modified-Since": DATE}, 200),
    ]
    for name, method, headers, status in rows:
        found = ask(own, "/files/letters.txt", method, headers)[0]
        check(name, found == status, f"{found}")
    packed = ask(own, "/files/app.js", headers={"Accept-Encoding": "gzip"})[2]
    part = ask(own, "/files/app.js", headers={"Accept-Encoding": "gzip", "Range": "bytes=10-19"})
    check("a precompressed file has ranges", part[0] == 206 and part[2] == packed[10:20])
    for target in ["/letters.txt%00", "//letters.txt", "/folder/../letters.txt", "/folder//index.html", "/..%2fetc/passwd", "/%2e%2e/etc/passwd"]:
        check(f"{target} is not normalized", ask(own, "/files" + target)[0] == 404)


def digest(path):
    return hashlib.sha256(Path(path).read_bytes()).hexdigest()


def run(*command, **options):
    return subprocess.run([str(word) for word in command], capture_output=True, timeout=60, **options)


def downloads(own, root, work):
    """Whole and continued downloads by curl and wget."""
    content = (root / "big.bin").read_bytes()
    for prefix in ["files", "read"]:
        url = f"http://127.0.0.1:{own}/{prefix}/big.bin"
        ranged = run("curl", "-sS", "-r", "1000-1999", url)
        check(f"curl -r {prefix}", ranged.stdout == content[1000:2000], ranged.stderr)
        several = run("curl", "-sS", "-r", "0-9,100000-100009", url)
        check(f"curl -r several {prefix}", content[:10] in several.stdout and content[100000:100010] in several.stdout)
        target = work / f"curl-{prefix}"
        target.write_bytes(content[:1_234_567])
        continued = run("curl", "-sS", "-C", "-", "-o", target, url)
        check(f"curl -C - {prefix}", target.read_bytes() == content, continued.stderr)
        fresh = run("curl", "-sS", "--etag-save", work / f"tag-{prefix}", "-o", work / "whole", url)
        check(f"curl {prefix}", fresh.returncode == 0 and digest(work / "whole") == hashlib.sha256(content).hexdigest())
        same = run("curl", "-sS", "--etag-compare", work / f"tag-{prefix}", "-o", "/dev/null", "-w", "%{http_code}", url)
        check(f"curl --etag-compare {prefix}", same.stdout == b"304", same.stdout)
        dated = run("curl", "-sS", "-z", root / "big.bin", "-o", "/dev/null", "-w", "%{http_code}", url)
        check(f"curl -z {prefix}", dated.stdout == b"304", dated.stdout)
        slow = run("curl", "-sS", "--limit-rate", "4M", "-o", work / "slow", url)
        check(f"curl --limit-rate {prefix}", digest(work / "slow") == hashlib.sha256(content).hexdigest(), slow.stderr)
        if shutil.which("wget") is None:
            continue
        folder = work / f"wget-{prefix}"
        folder.mkdir()
        (folder / "big.bin").write_bytes(content[:2_345_678])
        continued = run("wget", "-q", "-c", url, cwd=folder)
        check(f"wget -c {prefix}", (folder / "big.bin").read_bytes() == content, continued.stderr)
        again = run("wget", "-q", "-c", url, cwd=folder)
        check(f"wget -c of a complete file {prefix}", again.returncode == 0 and (folder / "big.bin").read_bytes() == content)
    if shutil.which("wget") is None:
        skipped.append("wget")


def load(server):
    """A long file needs no memory, and interrupted downloads leave nothing open."""
    for prefix in ["files", "read"]:
        url = f"http://127.0.0.1:{server.port}/{prefix}/sparse.bin"
        run("curl", "-sS", "-o", "/dev/null", f"http://127.0.0.1:{server.port}/{prefix}/big.bin")
        before = server.memory
        whole = run("curl", "-sS", "-o", "/dev/null", "-w", "%{size_download}", url)
        check(f"1 GiB {prefix}", whole.stdout == b"1073741824", whole.stdout + whole.stderr)
        check(f"memory {prefix}", server.memory - before < 16 << 10, f"{before} KiB became {server.memory} KiB")
    descriptors = server.descriptors
    for prefix in ["files", "read"]:
        for _ in range(10):
            command = f"curl -sS http://127.0.0.1:{server.port}/{prefix}/sparse.bin 2>/dev/null | head -c 100000 >/dev/null"
            run("bash", "-c", command)
    for _ in range(100):
        if server.descriptors <= descriptors:
            break
        time.sleep(0.05)
    check("descriptors after disconnects", server.descriptors <= descriptors, f"{descriptors} became {server.descriptors}")


def main():
    with tempfile.TemporaryDirectory() as name:
        work = Path(name)
        os.chmod(work, 0o755)
        root = work / "root"
        make_folder(root)
        server = Server(program, "--port", "0", "--files", str(root))
        port = free_port()
        nginx = start_nginx(work, root, port)
        try:
            if nginx is None:
                skipped.append("nginx")
            else:
                compare(server.port, port)
            deliberate_differences(server.port)
            downloads(server.port, root, work)
            load(server)
        finally:
            if nginx is not None:
                nginx.terminate()
                nginx.wait()
        server.terminate()
        server.ended()
    for part in skipped:
        print(f"check-files: {part}: skipped, because it is not installed")
    if failures:
        raise SystemExit(f"check-files: {len(failures)} of the checks failed")
    print("check-files: all checks passed")


main()
