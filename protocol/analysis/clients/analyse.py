#!/usr/bin/env python3
"""usage: analyse.py ACTION...   shows, for each position of a game, its score and the best action."""
import json
import subprocess
import sys


class Analysis:
    """`agon analyse`; each query gets the list of its answers, in the order of the plies."""

    def __init__(self, *options):
        self.engine = subprocess.Popen(["agon", "analyse", *options], text=True,
                                       stdin=subprocess.PIPE, stdout=subprocess.PIPE)

    def ask(self, **query):
        print(json.dumps({"id": "query", **query}), file=self.engine.stdin, flush=True)
        answers = []
        while len(answers) < len(query.get("plies", [0])):
            answer = json.loads(self.engine.stdout.readline())
            if "error" in answer:
                raise ValueError(answer["error"])
            answers.append(answer)
        return sorted(answers, key=lambda answer: answer["ply"])


if __name__ == "__main__":
    actions = sys.argv[1:]
    for found in Analysis("--searches", "2").ask(actions=actions, plies=list(range(len(actions) + 1)), nodes=20000):
        best = found["lines"][0]["action"] if found["lines"] else "over"
        score = found["score"] if found["mate"] is None else f"mate {found['mate']}"
        print(found["ply"], found["chooser"], best, score)
