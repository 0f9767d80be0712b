"""A window of `agon-match serve`: it keeps the game that it shows, as the page does."""

import json

from websocket import WebSocket


def game(message):
    return message["topic"] == "game"


class PageWindow(WebSocket):
    """Messages about a game have what is known of it now, and `length`. `sizes`: their bytes."""

    def __init__(self, *arguments, **options):
        super().__init__(*arguments, **options)
        self.state = {}
        self.sizes = []

    def read(self):
        while True:
            message = super().read()
            if not game(message):
                return message
            self.sizes.append(len(json.dumps(message, separators=(",", ":"))))
            if self.take(message):
                return dict(self.state)
            self.send({"do": "refresh"})

    def take(self, message):
        """False when a message before it is missing."""
        base = message.pop("base", None)
        if base is None:
            self.state = {"actions": []}
        elif (base, message["game"]) != (self.state.get("revision"), self.state.get("game")):
            return False
        if change := message.pop("actions", None):
            self.state["actions"] = self.state["actions"][:change["from"]] + change["list"]
        self.state.update(message, length=len(self.state["actions"]))
        return True

    def begin(self, **request):
        before = self.state.get("game")
        self.send({"do": "new", "white": "person", "black": "person", **request})
        return self.read_until(lambda message: game(message) and message["game"] != before)
