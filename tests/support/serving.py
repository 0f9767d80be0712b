"""A running agon-match, whose first line has its address, and its page in Chromium."""

import functools
import http.server
import json
import os
import pathlib
import random
import re
import resource
import signal
import socket
import subprocess
import tempfile
import threading
import urllib.parse

import browser

BIN = os.environ["AGON_BIN"]
SANITIZED = "sanitizers:" in subprocess.run([f"{BIN}/agon-match", "--version"],
                                            capture_output=True, text=True).stdout
CHOICES = "[...document.querySelectorAll('#board .can')].map(cell => cell.dataset.cell)"
TARGETS = "[...document.querySelectorAll('#board .aim')].map(cell => cell.dataset.cell)"
LENGTH = "document.querySelectorAll('.acts .act').length"
SAYS = "document.querySelector('.status, .win')?.innerText"
TOAST = "document.querySelector('#toast.on')?.textContent"
VIEW = "document.body.dataset.view"
ADDRESS_OF = "location.search + location.hash"
PICTURES = os.environ.get("AGON_PICTURES")  # a folder for screenshots, to look at
# Of pressing what a selector names, each with the options of a page.
WAYS = {"mouse": {"width": 1280, "height": 800}, "touch": {"width": 360, "height": 740, "touch": True},
        "keys": {"width": 1280, "height": 800}}
ADDRESS = re.compile(r"(http://[^ ]+:(\d+)/)")


class Serving:
    """`files`: the limit of open files."""

    def __init__(self, folder, *arguments, command=("serve",), port=0, files=None):
        def limit():
            if files:
                resource.setrlimit(resource.RLIMIT_NOFILE, (files, files))

        self.folder = pathlib.Path(folder)
        with open(self.folder / "errors", "w") as errors:
            self.process = subprocess.Popen(
                [f"{BIN}/agon-match", *command, *arguments, "-http", f"port={port}"], cwd=folder,
                text=True, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=errors,
                preexec_fn=limit)
        while found := self.process.stdout.readline():
            if match := ADDRESS.search(found):
                break
        else:
            raise RuntimeError((self.folder / "errors").read_text())
        self.url, self.port = match[1], int(match[2])

    def close(self):
        """Ends it and returns its exit status."""
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGINT)
        try:
            status = self.process.wait(30)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
            raise
        self.process.stdout.close()
        return status

    def children(self):
        """Process IDs of its engines."""
        listed = subprocess.run(["ps", "-o", "pid=", "--ppid", str(self.process.pid)],
                                capture_output=True, text=True)
        return [int(number) for number in listed.stdout.split()]

    def memory(self):
        """Resident bytes."""
        status = pathlib.Path(f"/proc/{self.process.pid}/status").read_text()
        return int(re.search(r"VmRSS:\s*(\d+) kB", status)[1]) * 1024

    def descriptors(self):
        return len(os.listdir(f"/proc/{self.process.pid}/fd"))

    def games(self, kind):
        """The texts of the files that keep the games."""
        return [path.read_text() for path in sorted(self.folder.glob(f"games/*.{kind}"))]


class Files:
    """A plain file server: `folder` below `path`, with `headers` for each answer. `asked`: the paths of all requests,
    below `path`. `answers`: by the end of a path, what is answered instead of the file: a status, bytes, "nothing"
    (the connection ends), or an Event, which is waited for."""

    def __init__(self, folder, path, headers=None):
        self.asked, self.answers = [], {}

        class Handler(http.server.SimpleHTTPRequestHandler):
            def do_GET(handler):
                where = urllib.parse.urlsplit(handler.path).path
                self.asked.append(where.removeprefix("/" + path))
                answer = next((self.answers[end] for end in self.answers if where.endswith(end)), None)
                if isinstance(answer, threading.Event):
                    answer = answer.wait(60) and None
                if answer is None:
                    return http.server.SimpleHTTPRequestHandler.do_GET(handler)
                if isinstance(answer, int):
                    return handler.send_error(answer)
                if answer == "nothing":
                    return handler.connection.shutdown(socket.SHUT_RDWR)
                handler.send_response(200)
                handler.send_header("Content-Length", str(len(answer)))
                handler.end_headers()
                handler.wfile.write(answer)

            def end_headers(self):
                for name, value in (headers or {}).items():
                    self.send_header(name, value)
                super().end_headers()

            def log_message(self, *_):
                pass

        self.root = tempfile.TemporaryDirectory()
        place = pathlib.Path(self.root.name, "www", path)
        place.parent.mkdir(parents=True, exist_ok=True)
        place.symlink_to(pathlib.Path(folder).resolve())
        self.server = http.server.ThreadingHTTPServer(
            ("127.0.0.1", 0), functools.partial(Handler, directory=f"{self.root.name}/www"))
        self.url = f"http://127.0.0.1:{self.server.server_port}/{path}"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def networks(self):
        """The names of the networks that were asked for."""
        return [pathlib.PurePosixPath(where).name.removesuffix(".net.gz") for where in self.asked if where.endswith(".net.gz")]

    def close(self):
        if self.root:
            self.server.shutdown()
            self.server.server_close()
            self.root.cleanup()
            self.root = None


def hexagon(cell):
    return f'#board [data-cell="{cell}"]'


# One of the page's own modules, as it runs: `name` is that of the file.
def module(name):
    return f"import(document.querySelector('script[type=module]').src.replace('main.js', '{name}'))"


# The game of the room by its own marks: whether the position that they lead to is the one the room shows.
MARKS = f"""Promise.all([{module('connection.js')}, {module('game.js')}]).then(([{{room}}, {{format, makeLine, parse}}]) =>
    format(makeLine(room.game.first, room.game.actions.map(([text]) => text)).states.at(-1)) === format(parse(room.game.position)))"""


class GamePage:
    """What holds wherever the page comes from. `ENGINE` answers soon, at `LEVEL`."""

    @classmethod
    def setUpClass(cls):
        cls.browser = browser.Browser(light=True)

    @classmethod
    def tearDownClass(cls):
        cls.browser.close()

    def setUp(self):
        self.browser.faults.clear()
        self.random = random.Random(7)

    def tearDown(self):
        self.browser.close_pages()
        self.assertEqual(self.browser.faults, [])

    def open(self, path="", **options):
        page = self.browser.open(self.server.url + path, **options)
        page.wait(f"document.querySelectorAll('#board .cell').length === 91 && {VIEW} && document.querySelector('#view h1') !== null")
        return page

    def game(self, variant="classic", setup="standard", white="", black="", position="", moves="", view="play"):
        """The address of a game; the players are people unless named, as "agon 3"."""
        record = {"variant": variant, "setup": setup, "position": position, "white": white, "black": black, "moves": moves}
        return f"?view={view}#" + urllib.parse.urlencode({name: value for name, value in record.items() if value})

    def play_in(self, path="", **options):
        """A page that shows a game."""
        page = self.open(path or self.game(), **options)
        page.wait("document.querySelector('.acts') !== null")
        return page

    def record(self, page, name="Save the game"):
        """What an item of the menu saves, as text."""
        page.click("[data-key=toolmenu]")
        return page.value("""new Promise(done => {
            const make = URL.createObjectURL;
            URL.createObjectURL = blob => {
                URL.createObjectURL = make;
                done(blob.text());
                return make.call(URL, blob);
            };
            [...document.querySelectorAll("#game-box button")].find(button => button.textContent.startsWith("NAME")).click();
        })""".replace("NAME", name))

    def choose(self, page, name):
        """An item of the menu."""
        page.click("[data-key=toolmenu]")
        page.wait("document.querySelector('#game-box').matches(':popover-open')")
        key = page.value(f"[...document.querySelectorAll('#game-box [data-key]')].find(item => item.textContent.startsWith({json.dumps(name)})).dataset.key")
        page.click(f"#game-box [data-key={json.dumps(key)}]")

    def act(self, page):
        """Plays a random action with the mouse; false if nothing can be clicked."""
        length = page.value(LENGTH)
        targets = page.value(TARGETS)
        if not targets:
            choices = page.value(CHOICES)
            if not choices:
                return False
            page.click(hexagon(self.random.choice(choices)))
            targets = page.value(TARGETS)
        page.click(hexagon(self.random.choice(targets)))
        page.wait(f"{LENGTH} > {length}")
        return True

    def play(self, page, limit):
        for _ in range(limit):
            if not self.act(page):
                break

    def picture(self, page, name):
        if PICTURES:
            page.picture(f"{PICTURES}/{name}.png")

    def walk(self, page, selector):
        """Goes to a cell of the board by `b` and the arrow keys."""
        page.press("b")
        for _ in range(40):
            x, y = page.value(f"""((a, b) => [b.x - a.x, b.y - a.y])(document.activeElement.getBoundingClientRect(),
                document.querySelector({json.dumps(selector)}).getBoundingClientRect())""")
            if abs(x) < 5 and abs(y) < 5:
                break
            page.press("ArrowRight" if x > 5 else "ArrowLeft" if x < -5 else "ArrowDown" if y > 0 else "ArrowUp")

    def whole_games(self, games, press, **options):
        for rules, setup, result, *actions in games:
            page = self.play_in(self.game(rules, setup), **options)
            handed_over = False
            for ply, action in enumerate(actions):
                *source, target = re.findall(r"[a-l]\d+", action)
                if target not in page.value(TARGETS):  # the only piece that can go is taken up already
                    press(page, hexagon(*source))
                handed_over |= "You place " in (page.value(SAYS) or "")
                press(page, hexagon(target))
                page.wait(f"{LENGTH} === {ply + 1}")
            self.assertEqual(handed_over, rules == "way-to-play")
            won = page.wait("document.querySelector('.win')?.innerText")
            self.assertIn({"1-0": "White won!", "0-1": "Black won!"}[result], won)
            self.assertEqual(page.value(CHOICES) + page.value(TARGETS), [])
            self.assertTrue(page.value("document.activeElement.closest('.win') !== null"))
            self.assertTrue(page.value(MARKS))
            record = self.record(page)
            self.assertIn(f'[Result "{result}"]', record)
            self.assertIn(f'[PlyCount "{len(actions)}"]', record)
            self.picture(page, f"end-{rules}-{setup}")
