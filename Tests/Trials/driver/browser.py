"""A headless Chromium, driven over a pipe (Chrome DevTools Protocol) without further packages."""

import base64
import json
import os
import select
import subprocess
import tempfile
import time


class Browser:
    """One process of the browser. `call` sends a command, `events` has what arrived."""

    def __init__(self, program="chromium"):
        self.profile = tempfile.TemporaryDirectory(prefix="docs-page-")
        commands, self.outgoing = os.pipe()
        self.incoming, results = os.pipe()
        self.process = subprocess.Popen(
            ["bash", "-c", f'exec "$@" 3<&{commands} 4>&{results}', "bash", program, "--headless=new", "--no-sandbox",
             "--disable-gpu", "--disable-dev-shm-usage", "--hide-scrollbars", "--no-first-run",
             "--disable-background-networking", f"--user-data-dir={self.profile.name}", "--remote-debugging-pipe"],
            pass_fds=(commands, results), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        os.close(commands)
        os.close(results)
        self.buffer = b""
        self.last = 0
        self.events = []
        self.session = None

    def close(self):
        self.process.terminate()
        try:
            self.process.wait(timeout=10)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        os.close(self.outgoing)
        os.close(self.incoming)
        try:
            self.profile.cleanup()
        except OSError:
            pass  # A process of the browser may still write its profile.

    def call(self, method, **parameters):
        """The result of a command."""
        self.last += 1
        number = self.last
        message = {"id": number, "method": method, "params": parameters}
        if self.session:
            message["sessionId"] = self.session
        data = json.dumps(message).encode() + b"\0"
        while data:
            data = data[os.write(self.outgoing, data):]
        deadline = time.monotonic() + 60
        while True:
            for index, event in enumerate(self.events):
                if event.get("id") == number:
                    del self.events[index]
                    if "error" in event:
                        raise RuntimeError(f"{method}: {event['error']}")
                    return event["result"]
            self.receive(deadline, method)

    def receive(self, deadline, wanted):
        """Waits for further messages."""
        ready, _, _ = select.select([self.incoming], [], [], max(0, deadline - time.monotonic()))
        chunk = os.read(self.incoming, 1 << 20) if ready else b""
        if not chunk:
            raise RuntimeError(f"the browser did not respond to {wanted}")
        *messages, self.buffer = (self.buffer + chunk).split(b"\0")
        self.events += [json.loads(message) for message in messages]


class Page:
    """A tab with helpers that act as a person does: clicks at coordinates and keys."""

    KEYS = {"Tab": (9, ""), "Enter": (13, "\r"), "Escape": (27, ""), " ": (32, " "), "/": (191, "/")}

    def __init__(self, browser, width, height=900, dark=False):
        self.browser = browser
        browser.session = None
        context = browser.call("Target.createBrowserContext")["browserContextId"]
        target = browser.call("Target.createTarget", url="about:blank", browserContextId=context)["targetId"]
        browser.session = browser.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Log", "DOM"):
            browser.call(f"{domain}.enable")
        browser.call("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1,
                     mobile=width < 600)
        browser.call("Emulation.setFocusEmulationEnabled", enabled=True)
        # Without reduced motion, an element may still move when it is clicked.
        self.features = [{"name": "prefers-color-scheme", "value": "dark" if dark else "light"},
                         {"name": "prefers-reduced-motion", "value": "reduce"}]
        self.show_as("")
        browser.call("Page.addScriptToEvaluateOnNewDocument", source="""
            window.violations = [];
            document.addEventListener("securitypolicyviolation", event => violations.push(
              `${event.violatedDirective} ${event.blockedURI} ${event.sourceFile}:${event.lineNumber}`));""")

    def show_as(self, media):
        """Shows the page as on this medium: an empty string for the screen, or `print`."""
        self.browser.call("Emulation.setEmulatedMedia", media=media, features=self.features)

    def open(self, url, ready="document.querySelector('.operation')"):
        self.browser.call("Page.navigate", url=url)
        self.wait(ready)

    def run(self, code):
        """The value of an expression."""
        result = self.browser.call("Runtime.evaluate", expression=code, returnByValue=True, awaitPromise=True)
        if "exceptionDetails" in result:
            details = result["exceptionDetails"]
            raise RuntimeError(f"{code}: {details.get('exception', {}).get('description', details['text'])}")
        return result["result"].get("value")

    def wait(self, code, seconds=60):
        """Waits until an expression is true."""
        deadline = time.monotonic() + seconds
        while True:
            try:
                # An element itself cannot always be returned.
                value = self.run(f"Boolean({code})")
            except RuntimeError:
                value = None  # The page is loading.
            if value or time.monotonic() > deadline:
                break
            time.sleep(0.05)
        if not value:
            raise AssertionError(f"not true within {seconds} s: {code}")
        return value

    def click(self, expression):
        """Clicks into the middle of the element that an expression names."""
        box = self.run(f"""(() => {{ const node = {expression}; if (!node) return null;
            node.scrollIntoView({{block: "center", behavior: "instant"}}); const r = node.getBoundingClientRect();
            return [r.left + Math.min(r.width / 2, 60), r.top + r.height / 2]; }})()""")
        assert box, f"no element: {expression}"
        for kind in ("mousePressed", "mouseReleased"):
            self.browser.call("Input.dispatchMouseEvent", type=kind, x=box[0], y=box[1], button="left", clickCount=1)

    def fill(self, expression, text):
        """Clicks into a field and types in place of what it has."""
        self.click(expression)
        self.run(f"{expression}.select?.()")
        self.browser.call("Input.insertText", text=text)

    def choose(self, expression, label):
        """Chooses an entry of a list by its label."""
        self.run(f"""(() => {{ const list = {expression}; const entry = [...list.options].find(o => o.text === {json.dumps(label)});
            list.value = entry.value; list.dispatchEvent(new Event("change", {{bubbles: true}})); }})()""")

    def attach(self, expression, *paths):
        """Chooses files for an input."""
        node = self.browser.call("Runtime.evaluate", expression=expression)["result"]["objectId"]
        self.browser.call("DOM.setFileInputFiles", files=list(paths), objectId=node)

    def key(self, name, shift=False):
        code, text = self.KEYS[name]
        common = {"key": name, "code": {"/": "Slash", " ": "Space"}.get(name, name), "windowsVirtualKeyCode": code,
                  "modifiers": 8 if shift else 0}
        self.browser.call("Input.dispatchKeyEvent", type="keyDown", text=text, **common)
        self.browser.call("Input.dispatchKeyEvent", type="keyUp", **common)

    def screenshot(self, path, whole=False):
        data = self.browser.call("Page.captureScreenshot", format="png", captureBeyondViewport=whole)["data"]
        with open(path, "wb") as file:
            file.write(base64.b64decode(data))

    def pdf(self, path):
        data = self.browser.call("Page.printToPDF", printBackground=False)["data"]
        with open(path, "wb") as file:
            file.write(base64.b64decode(data))

    def faults(self, statuses=()):
        """Exceptions, errors in the console and violations of the policy. Responses with these statuses are expected."""
        found = [f"violation: {violation}" for violation in self.run("window.violations")]
        for event in self.browser.events:
            if event.get("sessionId") != self.browser.session:
                continue
            method, parameters = event.get("method"), event.get("params", {})
            if method == "Runtime.exceptionThrown":
                details = parameters["exceptionDetails"]
                found.append(f"exception: {details.get('exception', {}).get('description', details['text'])}")
            elif method == "Runtime.consoleAPICalled" and parameters["type"] in ("error", "warning", "assert"):
                found.append(f"console: {parameters['args']}")
            elif method == "Log.entryAdded" and parameters["entry"]["level"] in ("error", "warning"):
                text = parameters["entry"]["text"]
                if not any(f"status of {status} " in text for status in statuses):
                    found.append(f"log: {text}")
        self.browser.events = [event for event in self.browser.events if "id" in event]
        return found
