"""`agon-match serve` by its protocol: access, limits, games and their files."""

import gzip
import http.client
import os
import pathlib
import re
import signal
import socket
import struct
import sys
import tempfile
import time
import unittest

sys.path.append(str(pathlib.Path(__file__).resolve().parents[1] / "support"))
from page_window import PageWindow, game
from serving import BIN, SANITIZED, Serving
from websocket import WebSocket

MOCK = ["-engine", f"cmd={BIN}/mock_engine", "args=uci", "name=mock", "depth=1"]
MEGABYTE = 1 << 20
# Bytes in English, each file packed by gzip.
FIRST_LIMIT = 45_000  # until the first view is there
PAGE_LIMIT = 65_500   # in all


class ServeCase(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name

    def start(self, *arguments, **options):
        server = Serving(self.folder, *arguments, **options)
        self.addCleanup(server.close)
        return server

    def window(self, server, **options):
        window = PageWindow(server.port, **options)
        self.addCleanup(window.close)
        return window

    def get(self, server, path, method="GET", body=None, **headers):
        connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=30)
        self.addCleanup(connection.close)
        connection.request(method, path, body, headers)
        answer = connection.getresponse()
        return answer.status, answer.read()


class Admission(ServeCase):
    def test_the_page_is_small_and_self_contained(self):
        server = self.start()
        self.assertEqual(server.url, f"http://127.0.0.1:{server.port}/")
        page, bodies = self.get(server, "/")[1], {}
        folder, linked = re.search(rb'href="(\w+)/agon.css"', page)[1].decode(), re.findall(rb'(?:href|src)="\w+/([^"]+)"', page)

        def load(names, pattern):
            """All that these files import by the pattern, and they themselves."""
            names, seen = [name.decode() for name in names], set()
            while names:
                name = names.pop()
                if name in seen:
                    continue
                seen.add(name)
                if name not in bodies:
                    status, bodies[name] = self.get(server, f"/{folder}/{name}")
                    self.assertEqual(status, 200, name)
                names += [name.decode() for name in re.findall(pattern, bodies[name])]
            return seen

        def packed(names):
            return sum(len(gzip.compress(body, 9)) for body in [page, *(bodies[name] for name in names if ".de." not in name)])

        first = load([b"main.js"], rb'from ?"\./([\w.]+)"') | {"agon.css", "words.en.js"}
        self.assertEqual(first, {name.decode() for name in linked})  # in one round trip, and nothing else
        every = load(linked, rb'"\./([\w.]+\.js)"')
        self.assertGreater(len(every), len(first) + 5)
        for name, body in bodies.items():
            self.assertNotIn(b"https://", body, name)
            self.assertNotIn(b'"agon/', body, name)
            self.assertNotRegex(body, rb"(?m)^(\s*//|\s)", name)  # comments, indentation
        self.assertLess(packed(first), FIRST_LIMIT)
        self.assertLess(packed(every), PAGE_LIMIT)

    def test_other_paths_do_not_exist(self):
        server = self.start()
        (pathlib.Path(self.folder) / "secret").write_text("x")
        for path in ("/secret", "/../secret", "/games/../secret.pgn", "/games/%2e%2e/secret.pgn",
                     "//etc/passwd", "/games/.pgn", "/games/", "/main.js/..", "/etc/passwd%00.pgn",
                     "/ws", "/index.html", "/main.js", "/0123456789abcdef/main.js", "*", "http://127.0.0.1/main.js"):
            self.assertEqual(self.get(server, path)[0], 404, path)

    def test_foreign_hosts_and_origins_are_refused(self):
        server = self.start()
        own = f"127.0.0.1:{server.port}"
        for host, status in ((own, 200), ("localhost:99", 200), ("[::1]:1", 200), ("127.0.0.1", 200),
                             ("evil.example", 403), ("127.0.0.1.evil.example", 403), ("", 403),
                             ("192.168.1.1", 403), ("localhost.evil:80", 403), ("::1", 403),
                             ("localhost:x", 403)):
            self.assertEqual(self.get(server, "/", Host=host)[0], status, host)
        self.assertEqual(self.get(server, "/", Origin="http://evil.example")[0], 403)
        for origin, is_open in ((f"http://{own}", True), (None, True), ("null", False),
                                ("http://evil.example", False), (f"https://{own}", False),
                                (f"http://{own}.evil.example", False), ("http://127.0.0.1:1", False)):
            self.assertEqual(self.window(server, origin=origin).open, is_open, origin)
        self.assertFalse(self.window(server, host="evil.example", origin="http://evil.example").open)
        self.assertFalse(self.window(server, path="/other").open)

    def test_only_this_machine_reaches_it(self):
        server = self.start()
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
            probe.connect(("192.0.2.1", 9))  # sends no data; shows which address would be ours
            address = probe.getsockname()[0]
        if not address.startswith("127."):
            with self.assertRaises(OSError):
                socket.create_connection((address, server.port), 5)
        self.assertEqual((server.folder / "errors").read_text(), "")

    def test_other_methods_and_large_requests(self):
        server = self.start()
        for method in ("POST", "PUT", "DELETE", "OPTIONS", "TRACE"):
            self.assertEqual(self.get(server, "/", method)[0], 405, method)
        status, body = self.get(server, "/", "HEAD")
        self.assertEqual((status, body), (200, b""))
        for body in (None, b"x" * 1000):
            connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=30)
            self.addCleanup(connection.close)
            connection.request("POST", "/", body)
            answer = connection.getresponse()
            self.assertEqual((answer.status, answer.headers["Allow"]), (405, "GET, HEAD"))
        self.assertEqual(self.get(server, "/", body=b"x" * 1000)[0], 413)
        self.assertEqual(self.get(server, "/", Large="x" * 10_000)[0], 431)
        self.assertEqual(self.get(server, "/" + "x" * 10_000)[0], 431)


class Limits(ServeCase):
    def test_silent_connections_half_requests_and_large_frames(self):
        server = self.start()
        player = self.window(server)
        state = player.begin()
        before = server.memory()
        crowd = [socket.create_connection(("127.0.0.1", server.port)) for _ in range(200)]
        for i, connection in enumerate(crowd):
            self.addCleanup(connection.close)
            if i % 2:
                connection.sendall(b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nHalf: ")
        for _ in range(20):
            giant = self.window(server)
            self.assertTrue(giant.open)
            try:
                giant.send_frame(b"x" * MEGABYTE)
                while giant.read():
                    pass
            except OSError:
                pass
        player.send({"do": "play", "action": state["legal"][0], "ply": 0})
        self.assertEqual(player.read_until(game)["length"], 1)
        self.assertLess(server.memory() - before, 16 * MEGABYTE)
        more = []
        for _ in range(100):  # over the limit: closed at once
            more.append(socket.create_connection(("127.0.0.1", server.port)))
            self.addCleanup(more[-1].close)
        self.assertLess(server.descriptors(), 256 + 30)
        player.send({"do": "undo"})
        self.assertEqual(player.read_until(game)["length"], 0)

    @unittest.skipIf(SANITIZED, "a sanitizer keeps what is freed")
    def test_unread_messages_are_not_kept(self):
        server = self.start(*MOCK, "--delay", "0")
        slow = self.window(server)  # never reads
        slow.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        slow.send({"do": "new", "white": "mock", "black": "mock"})
        name = slow.read_until(game)["game"]
        reader = self.window(server)
        reader.send({"do": "watch", "game": name})
        state = reader.read_until(game)
        before = server.memory()
        while not state["result"]:
            state = reader.read_until(game)
        self.assertLess(server.memory() - before, 8 * MEGABYTE)

    def test_windows_that_are_reset_while_their_messages_are_queued(self):
        server = self.start()
        keeper = self.window(server)
        name = keeper.begin()["game"]

        def reset(count):
            for _ in range(count):
                window = WebSocket(server.port)
                window.send({"do": "watch", "game": name})
                for _ in range(7):
                    window.send({"do": "refresh"})
                window.socket.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
                window.close()
            keeper.send({"do": "refresh"})  # it is alive
            keeper.read_until(game)

        reset(50)
        before = server.memory()
        reset(150)
        if not SANITIZED:  # which keeps what is freed
            self.assertLess(server.memory() - before, MEGABYTE)
        self.assertLess(server.descriptors(), 30)
        self.assertEqual(server.close(), 0)
        self.assertEqual((server.folder / "errors").read_text(), "")

    def test_under_any_limit_of_open_files(self):
        started = 0
        for files in (20, 24, 32, 48, 64, 100, 200):
            server = self.start(*MOCK, files=files)
            crowd = []
            for _ in range(files):
                crowd.append(socket.create_connection(("127.0.0.1", server.port)))
            for connection in crowd:
                connection.close()
            window = self.window(server)
            window.send({"do": "new", "white": "mock", "black": "mock"})
            state = window.read_until(lambda message: game(message) and
                                      (message["notice"] or message["length"] > 1))
            if state["notice"]:
                self.assertIn("Too many open files", state["notice"])
                self.assertTrue(state["paused"])
            else:
                started += 1
            window.send({"do": "new"})
            window.read_until(game)
            self.assertEqual(server.close(), 0, files)
        self.assertIn(started, range(3, 7))

    def test_the_number_of_games_is_limited(self):
        server = self.start("--games", "3")
        windows = [self.window(server) for _ in range(4)]
        first = windows[0].begin()["game"]
        for window in windows[1:3]:
            window.begin()
        windows[3].send({"do": "new"})
        refusal = windows[3].read_until(lambda message: message["topic"] != "lobby")
        self.assertEqual(refusal["topic"], "refusal")
        self.assertIn("3 games", refusal["text"])
        windows[0].begin()  # the one that it leaves is replaced
        windows[3].send({"do": "watch", "game": first})
        self.assertTrue(windows[3].read()["gone"])


class Games(ServeCase):
    def test_refused_requests_get_the_reason(self):
        server = self.start(*MOCK)
        window = self.window(server)
        window.read()

        def refusal(message):
            window.send(message)
            answer = window.read_until(lambda message: not game(message))
            self.assertEqual(answer["topic"], "refusal")
            return answer["text"]

        self.assertIn("shows no game", refusal({"do": "undo"}))
        self.assertIn("ham", refusal({"do": "new", "variant": "chess"}))
        self.assertIn("no setup", refusal({"do": "new", "setup": "x"}))
        self.assertIn("no player 'x'", refusal({"do": "new", "white": "x"}))
        state = window.begin()
        self.assertIn("a step goes to an adjacent cell", refusal({"do": "play", "action": "a1f6", "ply": 0}))
        self.assertIn("moved on", refusal({"do": "play", "action": state["legal"][0], "ply": 1}))
        self.assertIn("nothing to take back", refusal({"do": "undo"}))
        self.assertIn("nothing to play again", refusal({"do": "redo"}))
        self.assertIn("JSON", refusal([1]))
        self.assertEqual(server.games("pgn"), [])

    def test_a_hostile_link_ends_no_game(self):
        server = self.start("--games", "2")
        player, stranger = self.window(server), self.window(server)
        state = player.begin()
        stranger.read()
        for moves in ("{a};", ";", "zz") * 3:
            stranger.send({"do": "new", "analysis": True, "moves": moves})
            self.assertEqual(stranger.read()["topic"], "refusal", moves)
        player.send({"do": "play", "action": state["legal"][0], "ply": 0})
        self.assertEqual(player.read_until(game)["length"], 1)

    def test_an_action_an_undo_and_the_files(self):
        server = self.start()
        window = self.window(server)
        state = window.begin()
        other = self.window(server)
        other.send({"do": "watch", "game": state["game"]})
        other.read_until(game)
        action = state["legal"][0]
        window.send({"do": "play", "action": action, "ply": 0})
        for each in (window, other):  # two windows on one game
            state = each.read_until(lambda message: game(message) and message["length"] == 1)
            self.assertEqual(state["actions"][0][0], action)
            self.assertEqual(state["turn"], "b")
        self.assertEqual(len(server.games("pgn")), 1)
        self.assertIn('[Result "*"]', server.games("pgn")[0])
        self.assertIn(f"1. {action} ", server.games("pgn")[0])
        self.assertIn(f'"{action}"', server.games("jsonl")[0])
        status, body = self.get(server, f"/games/{state['game']}.pgn")
        self.assertEqual(status, 200)
        self.assertIn(f"1. {action} ".encode(), body)
        window.send({"do": "undo"})
        self.assertEqual(window.read_until(game)["length"], 0)
        self.assertEqual(server.games("pgn") + server.games("jsonl"), [])  # no empty files
        window.send({"do": "redo"})
        self.assertEqual(window.read_until(game)["length"], 1)
        window.send({"do": "resign"})
        state = window.read_until(lambda message: game(message) and message["result"])
        self.assertEqual((state["result"], state["ending"]),
                         ("1-0", {"key": "resigned", "winner": "w", "text": "Black resigns."}))
        self.assertIn('[Result "1-0"]', server.games("pgn")[0])
        self.assertEqual(server.close(), 0)
        self.assertEqual(len(server.games("jsonl")), 1)

    def test_a_record_is_continued(self):
        server = self.start()
        window = self.window(server)
        state = window.begin(moves="a1b2 l11k10")
        self.assertEqual([action[0] for action in state["actions"]], ["a1b2", "l11k10"])
        self.assertEqual(server.games("pgn"), [])  # no action was played here

    def test_engines_play_each_other_pause_and_end(self):
        server = self.start(*MOCK, "--delay", "0")
        window = self.window(server)
        window.send({"do": "new", "white": "mock", "black": "mock", "variant": "ham"})
        window.read_until(lambda message: game(message) and message["length"] >= 3)
        window.send({"do": "pause"})
        window.read_until(lambda message: game(message) and message["paused"] and
                          not message["thinking"])
        window.send({"do": "go on"})
        state = window.read_until(lambda message: game(message) and message["result"])
        record = server.games("pgn")[0]
        self.assertIn(f'[Result "{state["result"]}"]', record)
        self.assertIn('[White "mock-1"]', record)
        self.assertIn('[Variant "ham"]', record)

    def test_a_dead_engine_is_reported_and_started_again(self):
        server = self.start(*MOCK)
        window = self.window(server)
        state = window.begin(black="mock")
        window.send({"do": "play", "action": state["legal"][0], "ply": 0})
        state = window.read_until(lambda message: game(message) and message["length"] == 2)
        children = server.children()
        self.assertEqual(len(children), 1)
        os.kill(children[0], signal.SIGKILL)
        window.send({"do": "play", "action": state["legal"][0], "ply": 2})
        state = window.read_until(lambda message: game(message) and message["length"] == 4)
        self.assertIn("killed by signal 9", state["notice"])
        self.assertIn("started again", state["notice"])

    def test_an_engine_that_never_starts_makes_the_game_wait(self):
        server = self.start("-engine", "cmd=/no/such/program", "name=none")
        window = self.window(server)
        window.begin(black="none")
        window.send({"do": "new", "white": "none", "black": "person"})
        state = window.read_until(lambda message: game(message) and message["notice"])
        self.assertIn("/no/such/program", state["notice"])
        self.assertTrue(state["paused"])

    def test_an_engine_inherits_no_connection_of_the_server(self):
        """Otherwise a connection that the server closes stays open, and the next request on it is never answered."""
        server = self.start(*MOCK)
        window = self.window(server)
        window.begin(white="mock", black="mock")
        window.read_until(lambda message: game(message) and message["length"] > 1)
        for child in server.children():
            held = [os.readlink(descriptor) for descriptor in pathlib.Path(f"/proc/{child}/fd").iterdir()]
            self.assertEqual(len(held), 3, held)

    def test_engines_of_a_game_that_nobody_watches_end(self):
        server = self.start(*MOCK, "--patience", "0.2")
        window = self.window(server)
        window.send({"do": "new", "white": "mock", "black": "mock"})
        name = window.read_until(lambda message: game(message) and message["length"] > 1)["game"]
        self.assertEqual(len(server.children()), 2)
        window.close()
        end = time.monotonic() + 20
        while server.children() and time.monotonic() < end:
            time.sleep(0.1)
        self.assertEqual(server.children(), [])
        window = self.window(server)
        window.send({"do": "watch", "game": name})
        length = window.read_until(game)["length"]
        window.read_until(lambda message: game(message) and message["length"] > length)

    def test_a_slow_engine_is_hurried_and_an_action_taken_back_meanwhile(self):
        server = self.start("-engine", f"cmd={BIN}/agon", "name=slow", "st=300")
        window = self.window(server)

        def thinks_after(length):
            window.read_until(lambda message: game(message) and message["thinking"] and
                              message["length"] == length)

        action = window.begin(black="slow")["legal"][0]
        window.send({"do": "play", "action": action, "ply": 0})
        thinks_after(1)
        window.send({"do": "undo"})
        window.read_until(lambda message: game(message) and message["length"] == 0)
        window.send({"do": "play", "action": action, "ply": 0})
        thinks_after(1)
        window.send({"do": "hurry"})
        state = window.read_until(lambda message: game(message) and message["length"] == 2)
        self.assertEqual(state["actions"][0][0], action)
        self.assertEqual(state["result"], "")

    def test_engines_that_speak_ugi(self):
        server = self.start("-engine", f"cmd={BIN}/mock_engine", "args=ugi", "proto=ugi", "name=ugi")
        window = self.window(server)
        state = window.begin(black="ugi", variant="way-to-play")
        window.send({"do": "play", "action": state["legal"][0], "ply": 0})
        window.read_until(lambda message: game(message) and message["length"] == 2)

    def test_an_engine_without_levels_plays_at_its_own(self):
        server = self.start("-engine", f"cmd={BIN}/mock_engine", "args=uci", "name=mock", "-engine", "cmd=/nothing", "name=none")
        window = self.window(server)
        lobby = window.read()
        self.assertEqual((lobby["engines"], lobby["levels"]), (["agon", "mock", "none"], ["agon"]))
        state = window.begin(black="mock", levels=[0, 3])
        window.send({"do": "play", "action": state["legal"][0], "ply": 0})
        state = window.read_until(lambda message: game(message) and (message["length"] == 2 or message["notice"]))
        self.assertEqual((state["notice"], state["players"][1]["level"]), ("", 0))

    def test_a_hint(self):
        server = self.start()
        window = self.window(server)
        state = window.begin()
        window.send({"do": "hint"})
        state = window.read_until(lambda message: game(message) and message["hint"])
        self.assertIn(state["hint"]["action"], state["legal"])
        self.assertIn(state["hint"]["key"], ("in", "side", "queen"))
        self.assertEqual(state["evaluation"]["judge"], "adviser")
        self.assertRegex(state["evaluation"]["score"], r"^[+-](\d+\.\d\d|M\d+)$")

    def test_the_games_here_are_those_with_an_action_newest_first(self):
        server = self.start()
        names = []
        for moves in ("", "e1e2", "a1b2", "", "k5l6"):
            names.append(self.window(server).begin(moves=moves)["game"])
        lobby = self.window(server).read_until(lambda message: message["topic"] == "lobby")
        self.assertEqual([each["game"] for each in lobby["games"]], [names[4], names[2], names[1]])

    def test_a_task_is_judged_by_the_rules_and_not_kept(self):
        server = self.start()
        window = self.window(server)
        window.read()

        def ask(message, topic="game"):
            window.send(message)
            return window.read_until(lambda answer: answer["topic"] == topic)

        def state(message):
            answer = ask(message)
            return answer["task"]["state"], len(answer["legal"]) > 0

        capture = {"do": "learn", "variant": "classic", "lesson": 3}
        task = ask(capture)["task"]
        self.assertEqual((task["key"], len(task["course"]), task["answer"]), ("capture", 9, "j7h6"))
        self.assertIn("f4f3", ask({"do": "play", "action": "f4f3", "ply": 0}, "refusal")["text"])
        self.assertEqual(state({"do": "play", "action": "f4f5", "ply": 0}), ("missed", False))
        self.assertIn("take your action back", ask({"do": "play", "action": "a11b11", "ply": 1}, "refusal")["text"])
        self.assertEqual(state({"do": "undo"}), ("open", True))
        self.assertEqual(state({"do": "play", "action": "j7h6", "ply": 0}), ("done", False))
        self.assertEqual(ask({"do": "learn", "variant": "kanare", "lesson": 10}, "refusal")["text"], "kanare has 10 lessons")
        task = {"do": "task", "moves": "e1e2 l11k10", "accept": ["e2e3"]}
        self.assertIn("e2f1", ask({**task, "accept": ["e2f1"]}, "refusal")["text"])
        self.assertEqual(ask(task)["task"]["kind"], "mistake")
        self.assertIn("nothing to take back", ask({"do": "undo"}, "refusal")["text"])
        self.assertEqual(state({"do": "play", "action": "e2e3", "ply": 2}), ("done", False))
        resigned = ask({"do": "new", "white": "person", "black": "person", "moves": "e1e2", "resigned": "black"})
        self.assertEqual((resigned["result"], resigned["ending"]["key"]), ("1-0", "resigned"))
        self.assertEqual(server.games("pgn"), [])

    def test_a_review(self):
        server = self.start()
        window = self.window(server)
        window.begin(moves="a1b2 l11k10 b2c3 k10j9")
        window.send({"do": "stop review"})
        self.assertIn("no review", window.read_until(lambda message: message["topic"] == "refusal")["text"])
        window.send({"do": "review"})
        review = window.read_until(lambda message: message.get("state") == "done")
        self.assertEqual((review["done"], review["all"]), (5, 5))
        self.assertEqual([len(review[key]) for key in ("chances", "scores", "losses")], [5, 5, 4])
        self.assertTrue(all(0 < chance < 1 for chance in review["chances"]))
        self.assertEqual([len(kinds) for kinds in review["totals"]], [3, 3])
        second = self.window(server)
        second.send({"do": "watch", "game": review["game"]})
        self.assertEqual(second.read_until(game)["review"], "done")
        self.assertEqual(second.read_until(lambda message: message["topic"] == "review"), review)
        window.send({"do": "save"})
        pgn = window.read_until(lambda message: message["topic"] == "saved")["text"]
        self.assertEqual(pgn.count("[%eval "), 5)
        window.send({"do": "undo"})
        window.read_until(lambda message: game(message) and message["review"] == "none")


class Kept(ServeCase):
    def test_a_game_goes_on_after_a_restart_with_the_same_players(self):
        server = self.start(*MOCK)
        window = self.window(server)
        window.begin(black="mock", variant="german")
        window.send({"do": "play", "action": window.state["legal"][0], "ply": 0})
        before = window.read_until(lambda message: game(message) and message["length"] == 2)
        self.assertEqual(server.close(), 0)
        server = self.start(*MOCK)
        window, friend = self.window(server), self.window(server)
        for each in (window, friend):
            each.send({"do": "watch", "game": before["game"]})
            state = each.read_until(game)
            for field in ("variant", "players", "position", "legal", "result"):
                self.assertEqual(state[field], before[field], field)
            self.assertEqual([action[0] for action in state["actions"]],
                             [action[0] for action in before["actions"]])
        self.assertEqual(state["players"][1], {"kind": "engine", "name": "mock", "level": 0})
        window.send({"do": "play", "action": state["legal"][0], "ply": 2})
        state = friend.read_until(lambda message: game(message) and message["length"] == 4)
        for kind in ("pgn", "jsonl"):  # the same files go on
            self.assertEqual(len(server.games(kind)), 1)
            self.assertIn(re.sub("[^a-l0-9].*", "", state["actions"][3][0]), server.games(kind)[0])
        self.assertIn('[BlackEngine "mock"]', server.games("pgn")[0])
        self.assertIn('[WhiteType "human"]', server.games("pgn")[0])

    def test_a_finished_game_is_found_again_and_its_file(self):
        server = self.start()
        window = self.window(server)
        name = window.begin()["game"]
        window.send({"do": "play", "action": window.state["legal"][0], "ply": 0})
        window.send({"do": "resign"})
        window.read_until(lambda message: game(message) and message["result"])
        server.close()
        server = self.start()
        status, body = self.get(server, f"/games/{name}.pgn")
        self.assertEqual((status, body.decode()), (200, server.games("pgn")[0]))
        window = self.window(server)
        window.send({"do": "watch", "game": name})
        self.assertEqual(window.read_until(game)["ending"]["key"], "resigned")
        self.assertEqual(len(server.games("pgn")), 1)

    def test_a_name_is_no_path(self):
        server = self.start()
        folder = pathlib.Path(self.folder)
        (folder / "secret-0123456789ab.pgn").write_text("1. a1b2 *")
        (folder / "games").mkdir(exist_ok=True)
        (folder / "games" / "x-0123456789ab.pgn").symlink_to("../secret-0123456789ab.pgn")
        (folder / "games" / "2026-11-27-secret.pgn").write_text("1. a1b2 *")
        window = self.window(server)
        for name in ("0123456789ab", "secret", "../secret-0123456789ab", "", ".", "x-0123456789ab",
                     "/etc/passwd", "0123456789AB", "*", "%2e%2e"):
            window.send({"do": "watch", "game": name})
            refusal = window.read_until(lambda message: message["topic"] == "refusal")
            self.assertEqual((refusal["key"], refusal["gone"]), ("gone", True), name)


class CommandLine(ServeCase):
    def test_faults_of_the_command_line(self):
        import subprocess
        for arguments, fault in ((["-http", "port=99999"], "-http port: expected an integer"),
                                 (["-http", "prt=1"], "did you mean 'port'?"),
                                 (["-http", "keep=on"], "only Ctrl-C ends serve"),
                                 (["-http", "address=example.org"], "an address in numbers"),
                                 (["-engine", "name=x"], "-engine needs cmd="),
                                 (["--dely", "1"], "did you mean"),
                                 (["--variant-path", "/no/file"], "/no/file")):
            run = subprocess.run([f"{BIN}/agon-match", "serve", *arguments], capture_output=True,
                                 text=True, timeout=30, cwd=self.folder)
            self.assertIn(fault, run.stderr)
            self.assertIn(run.returncode, (1, 2))
        run = subprocess.run([f"{BIN}/agon-match", "serve", "--help"], capture_output=True, text=True)
        self.assertEqual((run.returncode, run.stderr), (0, ""))
        self.assertIn("agon-match serve -each st=5", run.stdout)

    def test_another_address_gets_a_warning(self):
        server = Serving(self.folder, "-http", "address=0.0.0.0")
        self.assertEqual(server.close(), 0)
        self.assertIn("Warning: http://0.0.0.0:", (server.folder / "errors").read_text())


if __name__ == "__main__":
    unittest.main()
