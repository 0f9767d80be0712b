"""The page's connection to a server (connection.js) in Node, with sockets that the test opens, answers and breaks."""

import json
import pathlib
import shutil
import subprocess
import tempfile
import unittest

PAGE = pathlib.Path(__file__).resolve().parents[2] / "protocol/web/page"
# What a browser has, sockets under control, and a view that asks again for the game it shows.
BEFORE = """
const sockets = [];
globalThis.WebSocket = class extends EventTarget {
  readyState = 0;
  sent = [];
  constructor() { super(); sockets.push(this); }
  send(text) { this.sent.push(JSON.parse(text)); }
  say(message) { this.dispatchEvent(Object.assign(new Event("message"), {data: JSON.stringify(message)})); }
  opens() { if (this.readyState) return; this.readyState = 1; this.dispatchEvent(new Event("open")); this.say({topic: "lobby", version: 3, games: []}); }
  breaks() { this.readyState = 3; this.dispatchEvent(new Event("close")); }
  close() { this.readyState = 2; this.closed = true; }
};
globalThis.location = {protocol: "http:", host: "host", search: ""};
globalThis.document = {querySelector: () => null, documentElement: {}};
const {room, open, send, openRoom, reconnect} = await import("./connection.js");
const heard = [], rejoin = {do: "watch", game: "A"};
room.hear = message => {
  heard.push([message.topic, message.text ?? message.game ?? room.state]);
  if (message.again) open(rejoin);
};
const game = (name, more) => ({topic: "game", game: name, revision: 1, variant: "classic", first: "1g1G1q/G6/7G/9/g8g/11/G8G/9/g7/6g/Q1g1G1 w - - 0 1", ...more});
const settled = () => new Promise(done => setImmediate(done));
openRoom();
sockets[0].opens();
open({do: "watch", game: "A"});
sockets[0].say(game("A"));
sockets[0].sent.length = heard.length = 0;
"""


@unittest.skipUnless(shutil.which("node"), "node is not installed")
class Connection(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(cls.folder.cleanup)
        for module in PAGE.glob("*.js"):
            text = module.read_text().replace('from "agon/', 'from "./')
            pathlib.Path(cls.folder.name, module.name).write_text(text)
        pathlib.Path(cls.folder.name, "package.json").write_text('{"type": "module"}')

    def result(self, script):
        """What `script` leaves in `result`, after the room has shown the game A."""
        path = pathlib.Path(self.folder.name, "test.js")
        path.write_text(f"{BEFORE}let result;\n{script}\nconsole.log(JSON.stringify(result));\nprocess.exit();\n")
        done = subprocess.run(["node", path], capture_output=True, text=True, timeout=60)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        return json.loads(done.stdout)

    def test_a_game_is_found_again_after_a_file_that_is_refused(self):
        self.assertEqual(self.result("""
            open({do: "open", pgn: "no game"});
            sockets[0].say({topic: "refusal", key: "open", text: "fault"});
            open({do: "watch", game: "A"});
            sockets[0].say(game("A"));
            result = room.game?.game;"""), "A")

    def test_what_still_comes_about_a_game_that_was_left_is_not_shown(self):
        self.assertEqual(self.result("""
            open({do: "new"});
            sockets[0].say(game("A"));
            result = [room.game?.game ?? ""];
            sockets[0].say(game("B"));
            result.push(room.game.game);"""), ["", "B"])

    def test_an_attempt_that_another_has_replaced_says_nothing_more(self):
        self.assertEqual(self.result("""
            sockets[0].breaks();
            reconnect();
            reconnect();
            sockets[1].opens(); // too late
            result = [sockets[1].closed, sockets[1].sent, room.state];
            sockets[2].opens();
            sockets[1].breaks();
            send({do: "undo"});
            result.push(sockets[2].sent, room.state, sockets.length);"""),
            [True, [], "lost", [{"do": "watch", "game": "A"}, {"do": "undo"}], "open", 3])

    def test_what_needs_the_game_is_refused_while_the_connection_is_lost(self):
        self.assertEqual(self.result("""
            sockets[0].breaks();
            heard.length = 0;
            send({do: "resign"});
            send({do: "node", node: 1, what: "comment", text: "a note"});
            await settled();
            result = [heard.splice(0)];
            reconnect();
            sockets[1].opens();
            result.push(sockets[1].sent);"""),
            [[["refusal", "states.lost"]] * 2, [{"do": "watch", "game": "A"}]])

    def test_what_needs_no_game_waits(self):
        self.assertEqual(self.result("""
            sockets[0].breaks();
            send({do: "explain", variant: "ham"});
            room.hear = () => {}; // a view without a game asks for none
            reconnect();
            sockets[1].opens();
            result = sockets[1].sent;"""), [{"do": "explain", "variant": "ham"}])

    def test_what_a_view_asks_again_for_is_asked_once(self):
        self.assertEqual(self.result("""
            sockets[0].breaks();
            Object.assign(rejoin, {do: "new", game: undefined});
            open({do: "new"});
            reconnect();
            sockets[1].opens();
            result = sockets[1].sent;"""), [{"do": "new"}])


if __name__ == "__main__":
    unittest.main()
