"""Recognises the lines with which an engine refuses an option, as agon-match does."""
from __future__ import annotations

import re

# Whole words; those of tools/arena/conversation/engine_text.cpp.
FAULT_WORDS = (
    "bad", "can not", "can t", "cannot", "corrupt", "could not", "couldn t", "denied", "error",
    "errors", "exceeds", "expected", "expects", "failed", "fails", "failure", "ignored", "ignoring",
    "illegal", "incompatible", "incorrect", "invalid", "malformed", "mismatch", "missing",
    "must be", "no file", "no memory", "no option", "no such", "not a valid", "not allowed",
    "not enough", "not found", "not known", "not permitted", "not supported", "not valid",
    "out of memory", "out of range", "refused", "refuses", "rejected", "rejects", "too big",
    "too high", "too large", "too long", "too low", "too many", "too small", "unable",
    "unexpected", "unknown", "unreadable", "unrecognised", "unrecognized", "unsupported", "wrong")


def _plain(text: str) -> str:
    """The words in lower case, with a space before and after each."""
    return " " + " ".join(re.findall("[a-z0-9]+", text.lower())) + " "


def refusal(line: str, values: list[str]) -> str:
    """The message if the engine refuses one of the values that it was sent; otherwise empty."""
    words = line.split(None, 2)
    if words[:1] in (["option"], ["id"]) or words[:1] == ["info"] and words[1:2] != ["string"]:
        return ""
    said = words[2] if words[:1] == ["info"] and len(words) > 2 else line
    judged = said
    for value in values:  # which may be the path of a file named `error`
        if len(value) > 1:
            judged = judged.replace(value, "")
    plain = _plain(judged)
    faulty = _plain(said).startswith(" setoption ") or any(f" {fault} " in plain
                                                           for fault in FAULT_WORDS)
    return said if faulty else ""
