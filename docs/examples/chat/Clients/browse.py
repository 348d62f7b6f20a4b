"""Uses the page of the chat in headless Chromium: browse.py URL FOLDER, with the driver of this repository in FOLDER."""

import sys

sys.path.insert(0, sys.argv[2])

from browser import Browser, Page  # noqa: E402

URL = sys.argv[1]


def log(page):
    return page.run("document.querySelector('#log').innerText").split("\n")


def enter(browser, name):
    page = Page(browser, 600)
    # The script has run when the page is complete.
    page.open(URL, "document.querySelector('#entrance') && document.readyState === 'complete'")
    session = browser.session
    page.fill("document.querySelector('[name=room]')", "page")
    page.fill("document.querySelector('[name=name]')", name)
    page.key("Enter")
    return page, session


def main():
    browser = Browser()
    try:
        ann, first = enter(browser, "ann")
        ann.wait("document.querySelector('#log').innerText.includes('You are in page.')")
        bob, second = enter(browser, "bob")
        bob.wait("document.querySelector('#members').innerText === 'Members: ann, bob'")
        bob.fill("document.querySelector('[name=text]')", "<b>grün</b> 🌈")
        bob.key("Enter")
        bob.wait("document.querySelector('#log').innerText.includes('bob: <b>grün</b> 🌈')")
        bob.fill("document.querySelector('[name=text]')", "/to ann psst")
        bob.key("Enter")
        bob.wait("document.querySelector('#log').innerText.includes('bob to ann: psst')")
        bob.click("document.querySelector('#leave')")
        bob.wait("!document.querySelector('#entrance').hidden")
        assert bob.faults() == [], bob.faults()
        browser.session = first
        ann.wait("document.querySelector('#log').innerText.includes('bob left')")
        assert log(ann) == ["You are in page.", "bob came", "bob: <b>grün</b> 🌈", "bob to ann: psst", "bob left"], log(ann)
        assert ann.faults() == [], ann.faults()
        browser.session = second
        bob.fill("document.querySelector('[name=name]')", "ann")
        bob.key("Enter")
        bob.wait("document.querySelector('#problem').innerText === 'ann is in the room already; choose another name.'")
    finally:
        browser.close()
    print("Chromium: two pages, whispers, and a name that is taken")


main()
