"""Firefox without a window, driven by WebDriver BiDi."""

import base64
import json
import re
import shutil
import subprocess
import tempfile
import time

from websocket import WebSocket

PROGRAM = next(filter(None, map(shutil.which, ("firefox-esr", "firefox"))), None)
KEYS = {"Enter": "\ue007", "Escape": "\ue00c", "Tab": "\ue004", "ArrowRight": "\ue014"}


class Firefox:
    """One process with one page; close() ends it. Errors of the page's scripts are collected in `faults`."""

    def __init__(self):
        self.profile = tempfile.TemporaryDirectory(ignore_cleanup_errors=True)
        with open(f"{self.profile.name}/user.js", "w") as stream:
            stream.write('user_pref("datareporting.policy.dataSubmissionEnabled", false);\n'
                         'user_pref("app.update.enabled", false);\n'
                         'user_pref("ui.prefersReducedMotion", 1);\n')
        self.process = subprocess.Popen(
            [PROGRAM, "--headless", "--no-remote", "--profile", self.profile.name, "--remote-debugging-port", "0", "about:blank"],
            text=True, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
        self.number, self.faults, self.socket = 0, [], None
        try:
            self.connect()
        except Exception:
            self.close()
            raise

    def connect(self):
        for line in self.process.stderr:
            if found := re.search(r"BiDi listening on ws://127\.0\.0\.1:(\d+)", line):
                break
        else:
            raise RuntimeError("Firefox has ended")
        self.socket = WebSocket(int(found[1]), path="/session")
        self.call("session.new", capabilities={})
        self.call("session.subscribe", events=["log.entryAdded"])
        self.context = self.call("browsingContext.getTree")["contexts"][0]["context"]

    def close(self):
        if self.socket:
            self.socket.close()
        self.process.kill()
        self.process.wait()
        self.process.stderr.close()
        self.profile.cleanup()

    def call(self, method, **parameters):
        self.number += 1
        self.socket.send({"id": self.number, "method": method, "params": parameters})
        while True:
            message = self.socket.read()
            if message.get("method") == "log.entryAdded" and message["params"]["type"] == "javascript":
                self.faults.append(message["params"]["text"])
            if message.get("id") == self.number:
                if message["type"] == "error":
                    raise RuntimeError(f"{method}: {message['message']}")
                return message["result"]

    def open(self, url, width=1280, height=800):
        self.call("browsingContext.setViewport", context=self.context, viewport={"width": width, "height": height})
        self.call("browsingContext.navigate", context=self.context, url="about:blank", wait="complete")
        self.call("browsingContext.navigate", context=self.context, url=url, wait="complete")

    def value(self, expression):
        """The value of a JavaScript expression; awaits a promise."""
        answer = self.call("script.evaluate", target={"context": self.context}, awaitPromise=True,
                           expression=f"Promise.resolve({expression}).then(value => JSON.stringify(value))")
        if answer["type"] == "exception":
            raise RuntimeError(answer["exceptionDetails"]["text"])
        return json.loads(answer["result"].get("value", "null"))

    def wait(self, expression, seconds=30):
        """Waits until the expression is true, and returns its value."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            if value := self.value(expression):
                return value
            time.sleep(0.02)
        raise AssertionError(f"not within {seconds} s: {expression}\n{self.faults}\n{self.value('document.body.innerText')}")

    def click(self, selector):
        x, y = self.value(f"""(() => {{
            const element = document.querySelector({json.dumps(selector)});
            element.scrollIntoView({{ block: "nearest" }});
            const box = element.getBoundingClientRect();
            return [Math.round(box.x + box.width / 2), Math.round(box.y + box.height / 2)];
        }})()""")
        self.call("input.performActions", context=self.context, actions=[
            {"type": "pointer", "id": "mouse", "actions": [{"type": "pointerMove", "x": x, "y": y}, {"type": "pointerDown", "button": 0},
                                                           {"type": "pointerUp", "button": 0}]}])

    def press(self, *keys):
        self.call("input.performActions", context=self.context, actions=[
            {"type": "key", "id": "keys", "actions": [{"type": kind, "value": KEYS.get(key, key)} for key in keys for kind in ("keyDown", "keyUp")]}])

    def picture(self, file):
        with open(file, "wb") as stream:
            stream.write(base64.b64decode(self.call("browsingContext.captureScreenshot", context=self.context)["data"]))
