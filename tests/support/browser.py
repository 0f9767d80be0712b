"""Chromium without a window, driven by its DevTools protocol over a pipe."""

import base64
import fcntl
import json
import os
import shutil
import subprocess
import tempfile
import time

WITH_PREFERENCES = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
# It draws no user interface of its own, so it takes less time.
PROGRAM = shutil.which("chromium-headless-shell") or WITH_PREFERENCES


class Browser:
    """One process; close() ends it. Faults of a page's scripts are collected in `faults`. `preferences`: what the
    user has set, as in Chromium's file of that name; with WITH_PREFERENCES only. `light`: it draws on one thread, which
    takes half as long. It cannot do so with touches and transitions, so pages with these are opened in a second process,
    which shares only `faults`."""

    def __init__(self, preferences=None, light=False):
        self.light, self.second = light, None
        self.folder = tempfile.mkdtemp()
        os.mkdir(f"{self.folder}/Default")
        with open(f"{self.folder}/Default/Preferences", "w") as stream:
            json.dump(preferences or {}, stream)
        theirs, self.out = os.pipe()
        self.into, answers = os.pipe()
        # Chromium reads descriptor 3 and writes descriptor 4.
        to_browser, from_browser = (fcntl.fcntl(fd, fcntl.F_DUPFD, 10) for fd in (theirs, answers))
        program = WITH_PREFERENCES if preferences else PROGRAM
        command = f"exec {program} \"$@\" 3<&{to_browser} 4>&{from_browser}"
        self.process = subprocess.Popen(
            ["bash", "-c", command, "browser", "--headless", "--no-sandbox", "--disable-gpu",
             *(["--disable-threaded-compositing"] if light else []),
             "--remote-debugging-pipe", f"--user-data-dir={self.folder}", "about:blank"],
            pass_fds=(to_browser, from_browser),
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        for descriptor in (theirs, answers, to_browser, from_browser):
            os.close(descriptor)
        self.buffer, self.number, self.faults, self.pages = b"", 0, [], []

    def close(self):
        if self.second:
            self.second.close()
        os.close(self.out)
        os.close(self.into)
        self.process.kill()
        self.process.wait()
        shutil.rmtree(self.folder, ignore_errors=True)

    def call(self, method, session=None, **parameters):
        return self.calls([(method, parameters)], session)[0]

    def calls(self, requests, session=None):
        """Sends all requests at once and returns their results."""
        first = self.number + 1
        for method, parameters in requests:
            self.number += 1
            request = {"id": self.number, "method": method, "params": parameters}
            if session:
                request["sessionId"] = session
            os.write(self.out, json.dumps(request).encode() + b"\0")
        results = {}
        while len(results) < len(requests):
            message = self.read()
            if message.get("method") == "Runtime.exceptionThrown":
                self.faults.append(message["params"]["exceptionDetails"])
            if message.get("id", 0) >= first:
                if "error" in message:
                    raise RuntimeError(f"{requests[message['id'] - first][0]}: {message['error']['message']}")
                results[message["id"]] = message["result"]
        return [results[number] for number in sorted(results)]

    def read(self):
        while b"\0" not in self.buffer:
            more = os.read(self.into, 1 << 16)
            if not more:
                raise RuntimeError("the browser has ended")
            self.buffer += more
        line, self.buffer = self.buffer.split(b"\0", 1)
        return json.loads(line)

    def open(self, url, width=1400, height=900, dark=False, touch=False, motion=False, early=""):
        """`motion`: with animations; `early`: a script that runs before those of each page."""
        browser = self
        if self.light and (touch or motion):
            if not self.second:
                self.second = Browser()
                self.second.faults = self.faults
            browser = self.second
        self.pages.append(Page(browser, url, width, height, dark, touch, motion, early))
        return self.pages[-1]

    def close_pages(self):
        for page in self.pages:
            page.close()
        self.pages = []


class Page:
    def __init__(self, browser, url, width, height, dark, touch, motion, early):
        self.browser = browser
        self.target = browser.call("Target.createTarget", url="about:blank")["targetId"]
        self.session = browser.call("Target.attachToTarget", targetId=self.target, flatten=True)["sessionId"]
        self.call("Page.enable")
        self.call("Runtime.enable")
        self.resize(width, height)
        self.media(prefers_color_scheme="dark" if dark else "light",
                   prefers_reduced_motion="no-preference" if motion else "reduce")
        if early:
            self.call("Page.addScriptToEvaluateOnNewDocument", source=early)
        self.call("Emulation.setTouchEmulationEnabled", enabled=touch)
        self.call("Emulation.setScrollbarsHidden", hidden=touch)
        self.bring_to_front()
        self.call("Page.navigate", url=url)

    def media(self, **features):
        """What the user prefers: media features, with underscores."""
        self.call("Emulation.setEmulatedMedia", features=[
            {"name": name.replace("_", "-"), "value": value} for name, value in features.items()])

    def bring_to_front(self):
        """Closing a page brings some other to the front, sooner or later; a page behind gets no touch and may not load."""
        self.call("Page.bringToFront")
        self.wait("document.visibilityState === 'visible'")

    def reload(self):
        self.value("window.old = true")
        self.call("Page.reload")
        self.wait("!window.old && document.readyState === 'complete'")

    def close(self):
        if self.target:
            self.browser.call("Target.closeTarget", targetId=self.target)
            self.target = None

    def call(self, method, **parameters):
        return self.browser.call(method, self.session, **parameters)

    def resize(self, width, height):
        self.call("Emulation.setDeviceMetricsOverride", width=width, height=height,
                  deviceScaleFactor=1, mobile=False)

    def value(self, expression):
        """The value of a JavaScript expression; awaits a promise."""
        result = self.call("Runtime.evaluate", expression=expression, returnByValue=True, awaitPromise=True)
        if "exceptionDetails" in result:
            raise RuntimeError(result["exceptionDetails"]["exception"].get("description", expression))
        return result["result"].get("value")

    def wait(self, expression, seconds=30):
        """Waits until the expression is true, and returns its value."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            try:
                if value := self.value(expression):
                    return value
            except RuntimeError as fault:  # the page is being loaded
                if "ended" in str(fault):
                    raise
            time.sleep(0.02)
        loaded = self.value("""document.visibilityState + " " + document.readyState + performance.getEntries().filter(entry => entry.responseEnd !== undefined)
            .map(entry => ` ${entry.name} ${entry.responseStatus} ${Math.round(entry.startTime)}-${Math.round(entry.responseEnd)}`)""")
        raise AssertionError(f"not within {seconds} s: {expression}\n{loaded}\n{self.browser.faults}\n"
                             f"{self.value('document.body.innerText')}")

    def middle(self, selector):
        """The middle of an element, which is waited for and scrolled into view."""
        return self.wait(f"""(() => {{
            const element = document.querySelector({json.dumps(selector)});
            if (!element) return null;
            element.scrollIntoView({{ block: "nearest" }});
            const box = element.getBoundingClientRect();
            return [box.x + box.width / 2, box.y + box.height / 2];
        }})()""")

    def tap(self, selector):
        """A short tap with a finger: a long touch is not a click."""
        x, y = self.middle(selector)
        self.browser.calls([("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
                            for kind, points in (("touchStart", [{"x": x, "y": y}]), ("touchEnd", []))], self.session)

    def click(self, selector, meanwhile=""):
        """With the mouse; `meanwhile` is evaluated while the button is down."""
        x, y = self.middle(selector)
        mouse = {"x": x, "y": y, "button": "left", "clickCount": 1}
        self.call("Input.dispatchMouseEvent", type="mousePressed", **mouse)
        if meanwhile:
            self.value(meanwhile)
        self.call("Input.dispatchMouseEvent", type="mouseReleased", **mouse)

    def press(self, *keys):
        for key in keys:
            text = {"Enter": "\r", "Space": " "}.get(key, key if len(key) == 1 else "")
            name = " " if key == "Space" else key
            self.call("Input.dispatchKeyEvent", type="keyDown", key=name, text=text,
                      windowsVirtualKeyCode={"Enter": 13, "Tab": 9, "Escape": 27, "Space": 32}.get(key, 0))
            self.call("Input.dispatchKeyEvent", type="keyUp", key=name)

    def picture(self, file):
        with open(file, "wb") as stream:
            stream.write(base64.b64decode(self.call("Page.captureScreenshot", format="png")["data"]))
