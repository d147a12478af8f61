"""Headless Chromium over two pipes: the DevTools protocol with nothing but the standard library."""

import base64
import json
import os
import shutil
import subprocess
import sys
import time
from contextlib import contextmanager

import pytest

NAMES = ("chromium", "chromium-browser", "google-chrome")
FLAGS = (
    "--headless=new",
    "--no-sandbox",  # CI runs as root, and the pages are our own
    "--disable-gpu",
    "--disable-dev-shm-usage",
    "--disable-background-networking",
    "--no-first-run",
    "--remote-debugging-pipe",
)
# The browser reads from descriptor 3 and writes to 4, which may be anything's when it is started.
LAUNCH = """
import fcntl, os, sys
ends = [fcntl.fcntl(int(word), fcntl.F_DUPFD, 10) for word in sys.argv[1:3]]
for number, end in zip((3, 4), ends):
    os.dup2(end, number)
    os.close(end)
os.execv(sys.argv[3], sys.argv[3:])
"""
DEADLINE = 60.0  # s for an answer; a loaded machine starts the browser slowly


class Page:
    """One tab: what it logs, what it asks the network for, and what it evaluates to."""

    def __init__(self, read, write):
        self._read, self._write = read, write
        self._rest, self._number, self._session = b"", 0, None
        self.console, self.requests = [], []
        target = self.call("Target.createTarget", url="about:blank")["targetId"]
        attached = self.call("Target.attachToTarget", targetId=target, flatten=True)
        self._session = attached["sessionId"]
        for domain in ("Page", "Runtime", "Log", "Network"):
            self.call(f"{domain}.enable")

    def call(self, method, **params):
        """The result of a command of the protocol."""
        self._number += 1
        sent = {"id": self._number, "method": method, "params": params}
        if self._session:
            sent["sessionId"] = self._session
        os.write(self._write, json.dumps(sent).encode() + b"\0")
        while True:
            got = self._message()
            if got.get("id") == self._number:
                assert "error" not in got, f"{method}: {got['error']}"
                return got["result"]

    def _message(self):
        deadline = time.monotonic() + DEADLINE
        while b"\0" not in self._rest:
            assert time.monotonic() < deadline, "Chromium does not answer"
            found = os.read(self._read, 1 << 20)
            assert found, "Chromium has ended"
            self._rest += found
        message, _, self._rest = self._rest.partition(b"\0")
        got = json.loads(message)
        method, params = got.get("method"), got.get("params", {})
        if method == "Runtime.consoleAPICalled" and params["type"] in ("error", "warning"):
            self.console.append(params["args"])
        elif method == "Runtime.exceptionThrown":
            self.console.append(params["exceptionDetails"])
        elif method == "Log.entryAdded" and params["entry"]["level"] in ("error", "warning"):
            self.console.append(params["entry"])
        elif method == "Network.requestWillBeSent":
            self.requests.append(params["request"]["url"])
        elif method == "Page.loadEventFired":
            self._loaded = True
        return got

    def open(self, path):
        """Load a file and wait until it is there."""
        self.console.clear()
        self.requests.clear()
        self._await_page(lambda: self.call("Page.navigate", url=path.resolve().as_uri()))

    def follow(self, text):
        """Click the first visible link with this text and wait for the page that it leads to."""
        found = self.value(
            "(() => { const x = [...document.querySelectorAll('a')].find(x =>"
            f" x.innerText.trim() === {json.dumps(text)} && x.offsetParent);"
            " x?.setAttribute('data-followed', ''); return Boolean(x); })()"
        )
        assert found, f"no link says {text!r}"
        self._await_page(lambda: self.click("[data-followed]"))

    def _await_page(self, act):
        """Do what opens a page and wait until it is there."""
        self._loaded = False
        act()
        while not self._loaded:
            self._message()

    def size(self, width, height=800):
        """Give the window a size in CSS pixels."""
        self.call(
            "Emulation.setDeviceMetricsOverride",
            width=width, height=height, deviceScaleFactor=1, mobile=width < 600,
        )  # fmt: skip

    def prefers(self, scheme):
        """Make the system light or dark."""
        features = [{"name": "prefers-color-scheme", "value": scheme}]
        self.call("Emulation.setEmulatedMedia", features=features)

    def value(self, expression):
        """What an expression of JavaScript evaluates to."""
        found = self.call("Runtime.evaluate", expression=expression, returnByValue=True)
        assert "exceptionDetails" not in found, found
        return found["result"].get("value")

    def click(self, selector):
        """Press and release the mouse in the middle of an element."""
        place = self.value(
            f"(() => {{ const x = document.querySelector({json.dumps(selector)});"
            " x.scrollIntoView({block: 'center', inline: 'center', behavior: 'instant'});"
            " const r = x.getBoundingClientRect();"
            " return [r.x + r.width / 2, r.y + r.height / 2]; })()"
        )
        for kind in ("mousePressed", "mouseReleased"):
            self.call(
                "Input.dispatchMouseEvent",
                type=kind, x=place[0], y=place[1], button="left", clickCount=1,
            )  # fmt: skip

    def press(self, key):
        """Press and release a key: "Tab", "Enter" or " "."""
        text = {"Enter": "\r", " ": " "}.get(key)
        code = {"Tab": 9, "Enter": 13, " ": 32}[key]
        for kind in ("keyDown", "keyUp"):
            more = {"text": text} if text and kind == "keyDown" else {}
            self.call(
                "Input.dispatchKeyEvent",
                type=kind, key=key, windowsVirtualKeyCode=code, **more,
            )  # fmt: skip

    def picture(self, path):
        """Write what the window shows as PNG."""
        path.write_bytes(base64.b64decode(self.call("Page.captureScreenshot")["data"]))


def executable():
    """Where Chromium is, or None."""
    return next(filter(None, map(shutil.which, NAMES)), None)


@contextmanager
def opened(folder):
    """A page of a Chromium with its profile in a folder; skips the test where there is none."""
    program = executable()
    if program is None:
        pytest.skip("did not run: no Chromium on the path (Debian's package is chromium)")
    theirs_in, our_out = os.pipe()
    our_in, theirs_out = os.pipe()
    words = [sys.executable, "-c", LAUNCH, str(theirs_in), str(theirs_out), program]
    child = subprocess.Popen(
        [*words, *FLAGS, f"--user-data-dir={folder}", "about:blank"],
        pass_fds=(theirs_in, theirs_out),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        env={**os.environ, "HOME": str(folder)},
        start_new_session=True,
    )
    os.close(theirs_in)
    os.close(theirs_out)
    try:
        yield Page(our_in, our_out)
    finally:
        # at the end of its input the browser ends by itself
        os.close(our_out)
        try:
            child.wait(20)
        except subprocess.TimeoutExpired:
            child.kill()
            child.wait()
        os.close(our_in)
