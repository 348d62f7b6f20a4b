"""Drives the docs page in headless Chromium as a person would: `docs_page.py SERVER [--screenshots FOLDER]`."""

import json
import os
import subprocess
import sys
import tempfile
import time

import hostile_document
import large_document
from browser import Browser, Page
from trial import Server

WIDTHS = (1280, 390)


def operation(name):
    return f"document.querySelector('[data-operation=\"{name}\"]')"


def field(name, label):
    """The control with a label in the form of an operation."""
    return (f"(() => {{ const label = [...{operation(name)}.querySelectorAll('form label')].find(l => l.textContent.split(' ')[0] === {json.dumps(label)});"
            f" return document.getElementById(label.htmlFor); }})()")


def choice(name, label):
    return f"{operation(name)}.querySelector('[aria-label^=\"{label}\"]')"


def unfold(page, name):
    if not page.run(f"{operation(name)}.open"):
        page.click(f"{operation(name)}.querySelector('summary')")
    page.wait(f"{operation(name)}.querySelector('form')")


def submit(page, name, status):
    """Sends the form and returns what is shown of the response."""
    page.run(f"{operation(name)}.querySelector('.result').replaceChildren()")
    page.click(f"{operation(name)}.querySelector('form button[type=submit]')")
    page.wait(f"{operation(name)}.querySelector('.result .status')?.textContent.startsWith('{status}')")
    page.wait(f"!{operation(name)}.querySelector('form button[type=submit]').disabled")
    return page.run(f"{operation(name)}.querySelector('.result').innerText")


def message(page, control):
    """The message next to a control."""
    return page.run(f"(() => {{ const c = {control}; return document.getElementById(c.getAttribute('aria-describedby').split(' ').at(-1)).textContent; }})()")


def expect(wanted, found):
    assert wanted in found, f"expected {wanted!r} in {found!r}"


def fits(page, width):
    """Nothing is wider than the window."""
    wide = page.run(f"""document.documentElement.scrollWidth <= {width} ? [] : [...document.querySelectorAll('*')]
        .filter(n => n.getBoundingClientRect().right > {width} + 1).map(n => `${{n.localName}}.${{n.className}}`).slice(-5)""")
    assert wide == [], f"wider than {width} pixels: {wide}"


class Cases:
    """The cases in their order. Each leaves a page that the next one can use."""

    def __init__(self, browser, base, width, shot):
        self.page = Page(browser, width)
        self.base, self.width, self.shot = base, width, shot

    def opens_and_lists_operations_by_tag(self):
        self.page.open(f"{self.base}/docs")
        expect("Shop", self.page.run("document.title"))
        assert self.page.run("document.querySelectorAll('main .operation').length") == 13
        expect("Shop", self.page.run("[...document.querySelectorAll('main h2')].map(h => h.textContent).join()"))
        self.shot("start")

    def works_from_the_keyboard(self):
        page = self.page
        page.key("Tab")
        expect("Skip", page.run("document.activeElement.textContent"))
        page.key("Enter")
        assert page.run("document.activeElement.id") == "page-main"
        page.key("/")
        assert page.run("document.activeElement.id") == "page-search"
        page.run("document.querySelector('main .operation summary').focus()")
        page.key("Enter")
        page.wait("document.querySelector('main .operation form')")
        seen = []
        for _ in range(40):
            page.key("Tab")
            seen.append(page.run("(() => { const a = document.activeElement, s = getComputedStyle(a); return [a.textContent.slice(0, 20), a.localName, a.matches(':focus-visible') && s.outlineStyle !== 'none', a.labels?.length || !!a.getAttribute('aria-label') || !!a.textContent]; })()"))
        assert all(entry[2] for entry in seen if entry[1] != "body"), f"focus is not visible: {[e for e in seen if not e[2]]}"
        assert all(entry[3] for entry in seen if entry[1] in ("input", "select", "textarea", "button")), f"a control has no label: {seen}"
        assert any(entry[0] == "Send" for entry in seen), f"Tab does not reach the button: {seen}"
        page.click("document.querySelector('main .operation summary')")

    def searches(self):
        page = self.page
        visible = "[...document.querySelectorAll('main .operation')].filter(o => !o.hidden).map(o => o.dataset.operation).join()"
        page.fill("document.querySelector('#page-search')", "image add")
        assert page.run(visible) == "Shop.upload", page.run(visible)
        expect("1 operation", page.run("document.querySelector('#page-status').textContent"))
        page.fill("document.querySelector('#page-search')", "nothing like this")
        assert page.run(visible) == "" and not page.run("document.querySelector('#page-nothing').hidden")
        page.fill("document.querySelector('#page-search')", "")
        page.run("(() => { const f = document.querySelector('#page-search'); f.value = ''; f.dispatchEvent(new Event('input')); })()")
        assert page.run(visible).count(",") == 12

    def expands_recursive_schemas(self):
        page = self.page
        unfold(page, "Shop.article")
        page.run(f"{operation('Shop.article')}.querySelector('.response summary').click()")
        nested = f"{operation('Shop.article')}.querySelectorAll('.response details')"
        for depth in range(1, 5):
            page.wait(f"{nested}.length >= {depth}")
            page.run(f"[...{nested}].find(d => !d.open && d.querySelector('summary').textContent.startsWith('members'))?.querySelector('summary').click()")
        page.wait(f"[...{nested}].filter(d => d.open).length >= 3")
        expect("An article that is for sale.", page.run(f"{operation('Shop.article')}.innerText"))
        expect("notFound", page.run(f"{operation('Shop.article')}.innerText"))
        self.shot("schema")

    def follows_deep_links(self):
        self.page.open(f"{self.base}/docs#Shop.pay", f"{operation('Shop.pay')}?.open")
        assert self.page.run(f"document.activeElement === {operation('Shop.pay')}.querySelector('summary')")
        self.page.run("location.hash = '#schema/Article'")
        self.page.wait("document.querySelector('[id=\"schema-Article\"]').open")

    def sends_parameters_of_each_kind(self):
        page, name = self.page, "Shop.articles"
        unfold(page, name)
        page.fill(field(name, "search"), "grün & 50%")
        page.choose(field(name, "inStock"), "true")
        page.click(choice(name, "Add an element to kinds"))
        page.choose(field(name, "kinds[0]"), "toy")
        page.fill(field(name, "limit"), "2")
        shown = submit(page, name, 200)
        for wanted in ('"name": "grün & 50%"', '"kind": "toy"', " ms", "content-type", "bytes"):
            expect(wanted, shown)
        command = page.run(f"{operation(name)}.querySelector('.curl pre').textContent")
        expect(f"curl '{self.base}/articles?search=gr%C3%BCn%20%26%2050%25&kinds=toy&inStock=true&limit=2'", command)
        answer = subprocess.run(["bash", "-c", command + " -s"], capture_output=True, text=True).stdout
        assert [one["name"] for one in json.loads(answer)] == ["grün & 50%"] * 2, f"{command}: {answer}"
        self.shot("response")

    def shows_a_400_beside_each_parameter(self):
        page, name = self.page, "Shop.articles"
        page.fill(field(name, "limit"), "1000")
        page.fill(field(name, "search"), "x")
        submit(page, name, 400)
        page.wait(f"{field(name, 'limit')}.getAttribute('aria-invalid') === 'true'")
        expect("must be", message(page, field(name, "limit")))
        assert page.run(f"document.activeElement === {field(name, 'limit')}"), "the focus is not in the field at fault"
        assert page.run(f"{field(name, 'search')}.getAttribute('aria-invalid')") is None
        self.shot("refused-parameter")
        page.fill(field(name, "limit"), "abc")
        submit(page, name, 400)
        expect("`abc`", message(page, field(name, "limit")))
        page.fill(field(name, "limit"), "3")
        submit(page, name, 200)
        assert page.run(f"{field(name, 'limit')}.getAttribute('aria-invalid')") is None, "the message stays after a success"

    def authenticates_with_a_token(self):
        page, name = self.page, "Shop.add"
        unfold(page, name)
        page.fill(field(name, "name"), "hammer")
        submit(page, name, 401)
        page.click("document.querySelector('#page-credentials')")
        page.wait("document.querySelector('#page-dialog').open")
        self.shot("credentials")
        page.fill("document.querySelector('#page-dialog [data-scheme=\"bearer\"]')", "secret")
        page.key("Enter")
        page.wait("!document.querySelector('#page-dialog').open")
        shown = submit(page, name, 201)
        expect('"id": 9223372036854775807', shown)
        command = page.run(f"{operation(name)}.querySelector('.curl pre').textContent")
        expect("••••", command)
        assert "secret" not in command, "the command shows the token"
        assert page.run("Object.keys(localStorage).length + Object.keys(sessionStorage).length + document.cookie.length") == 0

    def shows_a_400_beside_each_member_of_the_body(self):
        page, name = self.page, "Shop.add"
        page.fill(field(name, "name"), "")
        page.fill(field(name, "cents"), "-5")
        page.choose(choice(name, "sizes: send"), "send")
        page.fill(field(name, "height"), "99999")
        submit(page, name, 400)
        for label in ("name", "cents", "height"):
            page.wait(f"{field(name, label)}.getAttribute('aria-invalid') === 'true'")
            expect("must be", message(page, field(name, label)))
        self.shot("refused-body")

    def switches_between_form_and_json(self):
        page, name = self.page, "Shop.add"
        area = f"{operation(name)}.querySelector('textarea[aria-label^=Body]')"
        page.click(f"[...{operation(name)}.querySelectorAll('.switch button')][1]")
        body = json.loads(page.run(f"{area}.value"))
        assert body["cents"] == -5 and body["sizes"][0]["height"] == 99999, body
        submit(page, name, 400)
        expect("/sizes/0/height", page.run(f"{operation(name)}.querySelector('form').innerText"))
        page.fill(area, '{"name":"taken","kind":"toy","cents":9007199254740993}')
        page.click(f"[...{operation(name)}.querySelectorAll('.switch button')][0]")
        assert page.run(f"{field(name, 'cents')}.value") == "9007199254740993", "digits are lost"
        assert page.run(f"{field(name, 'kind')}.selectedOptions[0].text") == "toy"
        page.fill(field(name, "cents"), "5")
        expect('"code": "taken"', submit(page, name, 409))
        page.click(f"[...{operation(name)}.querySelectorAll('.switch button')][1]")
        page.fill(area, "{not json")
        page.click(f"[...{operation(name)}.querySelectorAll('.switch button')][0]")
        expect("not JSON", page.run(f"{operation(name)}.querySelector('form').innerText"))
        submit(page, name, 400)

    def chooses_an_alternative(self):
        page, name = self.page, "Shop.pay"
        unfold(page, name)
        page.choose(choice(name, "Kind of"), page.run(f"[...{choice(name, 'Kind of')}.options].find(o => o.text === 'PaymentInvoice').text"))
        page.fill(field(name, "email"), "a@example.com")
        page.fill(field(name, "id"), "9223372036854775807")
        expect("order 9223372036854775807 by invoice to a@example.com", submit(page, name, 200))

    def uploads_files(self):
        page, name = self.page, "Shop.upload"
        unfold(page, name)
        with tempfile.TemporaryDirectory() as folder:
            files = [os.path.join(folder, file) for file in ("one.png", "two.png", "thr\"ee.txt")]
            for index, file in enumerate(files):
                with open(file, "wb") as out:
                    out.write(b"\r\n--x" * (1000 + index))
            page.fill(field(name, "title"), "pictures")
            page.attach(field(name, "image"), files[0])
            page.attach(field(name, "more"), *files[1:])
            shown = submit(page, name, 200)
            expect("pictures: one.png, two.png, thr", shown)
            expect("(image/png)", shown)
            expect('"bytes": 5000', shown)
            page.fill(field(name, "title"), "x" * 41)
            submit(page, name, 400)
            page.wait(f"{field(name, 'title')}.getAttribute('aria-invalid') === 'true'")
        self.shot("upload")

    def sends_forms(self):
        page, name = self.page, "Shop.message"
        unfold(page, name)
        page.fill(field(name, "name"), "A&B=C")
        page.fill(field(name, "text"), "hello + ü")
        page.choose(field(name, "urgent"), "true")
        expect('"text": "A&B=C: hello + ü!"', submit(page, name, 200))

    def sends_headers_and_cookies(self):
        page, name = self.page, "Shop.echo"
        unfold(page, name)
        page.fill(field(name, "Request-Source"), "page")
        page.fill(field(name, "session-id"), "s3")
        expect("source page, session s3", submit(page, name, 200))
        assert page.run("document.cookie") == "", "the cookie stays"

    def authenticates_with_password_and_key(self):
        page, name = self.page, "Shop.me"
        unfold(page, name)
        submit(page, name, 401)
        for scheme, values, wanted in (("header-x-api-key", ["key"], "Ada by key"), ("basic", ["ada", "wonder"], "Ada by password")):
            page.click(f"{operation(name)}.querySelector('.security button')")
            fields = f"[...document.querySelectorAll('#page-dialog [data-scheme]')].filter(f => f.dataset.scheme === '{scheme}')"
            for index, value in enumerate(values):
                page.fill(f"{fields}[{index}]", value)
            page.click("document.querySelector('#page-dialog .primary')")
            expect(wanted, submit(page, name, 200))
        page.click("document.querySelector('#page-credentials')")
        page.click("[...document.querySelectorAll('#page-dialog button')].find(b => b.textContent === 'Forget all')")
        submit(page, name, 401)

    def talks_over_a_channel(self):
        page, name = self.page, "Shop.support"
        unfold(page, name)
        log = f"{operation(name)}.querySelector('[role=log]')"
        buttons = {label: f"[...{operation(name)}.querySelectorAll('button')].find(b => b.textContent === '{label}')" for label in ("Connect", "Close", "Send message")}
        expect("Messages from the server", page.run(f"{operation(name)}.innerText"))
        assert page.run(f"{buttons['Send message']}.disabled && {buttons['Close']}.disabled")
        page.fill(field(name, "topic"), "tools & toys")
        page.fill(field(name, "name"), "Ann")
        page.key("Enter")
        page.wait(f"{log}.innerText.includes('greeting')")
        expect('"topic": "tools & toys"', page.run(f"{log}.innerText"))
        assert page.run(f"{buttons['Connect']}.disabled")
        assert page.run(f"{field(name, 'text')}.value") == "Is it red?", "the form has not the example"
        page.fill(field(name, "text"), "grün?")
        page.key("Enter")
        page.wait(f"{log}.innerText.includes('grün? 1')")
        expect("Sent", page.run(f"{log}.innerText"))
        self.shot("channel")
        page.click(buttons["Close"])
        page.wait(f"{log}.innerText.includes('Closed with 1000')")
        page.click(buttons["Connect"])
        page.wait(f"!{buttons['Send message']}.disabled")
        page.click(f"[...{operation(name)}.querySelectorAll('.switch button')][1]")
        page.fill(f"{operation(name)}.querySelector('textarea[aria-label^=Body]')", '{"type": "thank"}')
        page.click(buttons["Send message"])
        page.wait(f"{log}.innerText.includes('Closed with 1001 welcome')")

    def follows_events_until_they_are_stopped(self):
        page, name = self.page, "Shop.news"
        unfold(page, name)
        page.fill(field(name, "first"), "7")
        result = f"{operation(name)}.querySelector('.result')"
        page.click(f"{operation(name)}.querySelector('form button[type=submit]')")
        page.wait(f"{result}.innerText.includes('news 9')")
        page.click(f"[...{operation(name)}.querySelectorAll('button')].find(b => b.textContent === 'Stop')")
        page.wait(f"{result}.innerText.includes('The request was stopped.')")
        expect("news 7", page.run(f"{result}.innerText"))
        page.wait(f"!{operation(name)}.querySelector('form button[type=submit]').disabled")

    def sends_and_receives_streams_of_bytes(self):
        page, name = self.page, "Shop.restore"
        unfold(page, name)
        with tempfile.TemporaryDirectory() as folder:
            file = os.path.join(folder, "backup.bin")
            with open(file, "wb") as out:
                out.write(bytes(300_000))
            page.attach(field(name, "File"), file)
            expect('"bytes": 300000', submit(page, name, 200))
        unfold(page, "Shop.backup")
        page.fill(field("Shop.backup", "bytes"), "70000")
        expect("70000 bytes of application/octet-stream", submit(page, "Shop.backup", 200))

    def names_declared_errors_by_status(self):
        text = self.page.run(f"[...{operation('Shop.add')}.querySelectorAll('.response > summary')].map(s => s.textContent).join()")
        expect("taken", text)
        expect("401", text)

    def shows_deprecations(self):
        unfold(self.page, "Shop.remove")
        expect("deprecated", self.page.run(f"{operation('Shop.remove')}.innerText"))
        self.page.fill(field("Shop.remove", "id"), "1")
        expect("No body", submit(self.page, "Shop.remove", 204))

    def fits_with_everything_open(self):
        self.page.run("dispatchEvent(new Event('beforeprint'))")
        fits(self.page, self.width)
        self.shot("everything", whole=True)

    def prints_everything_without_forms(self):
        self.page.show_as("print")
        assert self.page.run("[...document.querySelectorAll('.operation, .response:not([data-shared]), details.schema')].every(d => d.open)")
        assert self.page.run("[...document.querySelectorAll('form, nav, .tools')].every(f => f.getClientRects().length === 0)")
        self.shot("print", whole=True)
        self.page.show_as("")
        self.page.run("dispatchEvent(new Event('afterprint'))")


def run_cases(browser, base, width, folder):
    def shot(name, whole=False):
        if folder:
            cases.page.screenshot(os.path.join(folder, f"{width}-{name}.png"), whole)

    cases = Cases(browser, base, width, shot)
    names = [name for name, value in vars(Cases).items() if callable(value) and not name.startswith("_")]
    for name in names:
        try:
            getattr(cases, name)()
            faults = cases.page.faults(statuses=(400, 401, 409))
            assert not faults, "\n".join(faults)
            fits(cases.page, width)
        except (AssertionError, RuntimeError) as error:
            shot("failed")
            raise SystemExit(f"{width} pixels: the page {name.replace('_', ' ')}: {error}")
        print(f"  {width} pixels: {name.replace('_', ' ')}", flush=True)


def dark(browser, base, width, folder):
    page = Page(browser, width, dark=True)
    page.open(f"{base}/docs#Shop.articles", f"{operation('Shop.articles')}?.querySelector('form')")
    page.fill(field("Shop.articles", "limit"), "1000")
    submit(page, "Shop.articles", 400)
    assert page.run("getComputedStyle(document.body).backgroundColor") != "rgb(255, 255, 255)", "the page is not dark"
    low = page.run(CONTRAST)
    assert low == [], f"text with a contrast below 4.5 in the dark scheme: {low}"
    if folder:
        page.screenshot(os.path.join(folder, f"{width}-dark.png"), True)


# The text nodes whose contrast with their background is below 4.5 (WCAG 2.2, 1.4.3).
CONTRAST = """(() => {
  const parse = color => color.match(/[\\d.]+/g).map(Number);
  const light = color => { const [r, g, b] = parse(color).map(v => (v /= 255) <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4); return 0.2126 * r + 0.7152 * g + 0.0722 * b; };
  const ground = node => { for (; node; node = node.parentElement) { const c = getComputedStyle(node).backgroundColor; if (parse(c)[3] !== 0) return c; } return "rgb(255,255,255)"; };
  const low = new Set();
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const parent = walker.currentNode.parentElement;
    if (!walker.currentNode.data.trim() || !parent.getClientRects().length || parent.closest("script, style, .unseen, :disabled")) continue;
    const [a, b] = [light(getComputedStyle(parent).color), light(ground(parent))];
    const ratio = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
    if (ratio < 4.5) low.add(`${parent.localName}.${parent.className} ${ratio.toFixed(2)}`);
  }
  return [...low];
})()"""


def light(browser, base):
    page = Page(browser, 1280)
    page.open(f"{base}/docs#Shop.articles", f"{operation('Shop.articles')}?.querySelector('form')")
    page.fill(field("Shop.articles", "limit"), "1000")
    submit(page, "Shop.articles", 400)
    low = page.run(CONTRAST)
    assert low == [], f"text with a contrast below 4.5: {low}"


def hostile(browser, base, number, width):
    """A document cannot run script, nor keep the page busy or wider than the window."""
    page = Page(browser, width)
    page.open(f"{base}/{number}/docs")
    page.run("dispatchEvent(new Event('beforeprint'))")
    page.run("location.hash = '#__proto__'")
    page.run("[...document.querySelectorAll('.request button')].filter(b => b.textContent === 'Show curl' || b.textContent === 'Add').forEach(b => b.click())")
    page.run("document.querySelector('#page-credentials').click()")
    page.run("document.querySelector('#page-search').dispatchEvent(new Event('input'))")
    assert page.run("window.hacked") is None, "the document has run script"
    assert page.run("document.querySelectorAll('main img, main script, main iframe, [onerror]').length") == 0
    links = page.run("[...new Set([...document.querySelectorAll('a')].map(a => a.protocol))]")
    assert set(links) <= {"http:", "https:"}, links
    faults = page.faults()
    assert not faults, "\n".join(faults)
    fits(page, width)


def large(browser, base, number, width):
    """Thousands of operations are listed at once, and made only near the window."""
    page = Page(browser, width)
    start = time.monotonic()
    page.open(f"{base}/{number}/docs", "document.querySelector('main .operation')")
    seconds = time.monotonic() - start
    assert seconds < 15, f"the page took {seconds:.1f} s"
    last = f"resource{large_document.COUNT - 1}"
    expect(f"{large_document.COUNT} operations", page.run("document.querySelector('.about').innerText"))
    made = "document.querySelectorAll('main .operation').length"
    assert page.run(made) < 600, f"{page.run(made)} operations were made"
    page.run("scrollTo(0, document.querySelector('main').scrollHeight / 2)")
    page.wait("[...document.querySelectorAll('main .operation')].some(o => o.getBoundingClientRect().top >= 0 && o.getBoundingClientRect().top < innerHeight)")
    page.run(f"location.hash = '#{last}'")
    page.wait(f"{operation(last)}?.open && document.activeElement === {operation(last)}.querySelector('summary')")
    page.fill("document.querySelector('#page-search')", f"resource{large_document.COUNT // 2}")
    page.wait("document.querySelector('#page-status').textContent === '1 operation'")
    assert page.run("[...document.querySelectorAll('main .operation')].map(o => o.dataset.operation).join()") == f"resource{large_document.COUNT // 2}"
    page.run(f"location.hash = '#resource7'")
    page.wait(f"{operation('resource7')}?.open")
    assert page.run("document.querySelector('#page-search').value") == "", "the search hides the operation of a link"
    assert page.run(made) < 1_000, f"{page.run(made)} operations were made"
    faults = page.faults()
    assert not faults, "\n".join(faults)
    fits(page, width)
    print(f"  {width} pixels: {large_document.COUNT:,} operations in {seconds:.1f} s", flush=True)


def main():
    arguments = sys.argv[1:]
    folder = None
    if "--screenshots" in arguments:
        index = arguments.index("--screenshots")
        folder = arguments[index + 1]
        del arguments[index:index + 2]
        os.makedirs(folder, exist_ok=True)
    with tempfile.TemporaryDirectory() as documents:
        paths = []
        for kind in (hostile_document, large_document):
            paths.append(os.path.join(documents, f"{kind.__name__}.json"))
            with open(paths[-1], "w") as file:
                json.dump(kind.document(), file)
        server = Server(arguments[0], *paths)
        base = server.place
        browser = Browser()
        try:
            for width in WIDTHS:
                run_cases(browser, base, width, folder)
                dark(browser, base, width, folder)
                hostile(browser, base, 0, width)
                print(f"  {width} pixels: dark, and a hostile document", flush=True)
                large(browser, base, 1, width)
            light(browser, base)
            if folder:
                page = Page(browser, 1280)
                page.open(f"{base}/docs")
                page.pdf(os.path.join(folder, "print.pdf"))
        finally:
            browser.close()
        server.terminate()
        server.ended()
    print("the docs page passed")


if __name__ == "__main__":
    main()
