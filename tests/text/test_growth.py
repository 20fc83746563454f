"""Whatever a model writes, reading it takes no more than its length: nobody can stall us with a text."""

from collections.abc import Callable

import pytest

from edison.text import (
    Redactor,
    excerpt_of,
    fenced_blocks,
    find_refusal,
    last_suffix,
    printable,
    read_json,
    read_number,
    read_tool_calls,
    without_thinking,
)
from tests.text.growth import is_linear

_REDACTOR = Redactor(["sk-canary-0123456789abcdef"])


def _verdict(text: str) -> object:
    return last_suffix(text, label="FINAL_VERDICT")


def _calls(text: str) -> object:
    return read_tool_calls(text, known={"search"})


_Hostile = tuple[str, Callable[[str], object], str, str, str]

HOSTILE: list[_Hostile] = [
    ("masking names without values", _REDACTOR, "", "token=", ""),
    ("masking names that may have values", _REDACTOR, "", "token=", " 1"),
    ("masking quotes that do not close", _REDACTOR, "", 'password="', ""),
    ("masking digits after a name", _REDACTOR, "password", "1", "x="),
    ("masking beginnings of private keys", _REDACTOR, "", "-----BEGIN PRIVATE KEY", ""),
    ("masking addresses without an end", _REDACTOR, "", "a://", ""),
    ("masking beginnings of a key", _REDACTOR, "", "sk-canary-01", ""),
    ("masking what is masked", _REDACTOR, "", "[redacted]", ""),
    ("masking keys that look alike", _REDACTOR, "", "hf_", ""),
    ("showing strings that do not end", printable, "", "\x9d", ""),
    ("showing strings that do not end, spelled out", printable, "", "\x1b]", ""),
    ("showing colours that do not end", printable, "", "\x1b[0", ""),
    ("thoughts that begin and begin", without_thinking, "", "<think", ""),
    ("thoughts within thoughts", without_thinking, "", "<think>", "</think>"),
    ("fences", fenced_blocks, "", "```", ""),
    ("longer and longer fences", fenced_blocks, "", "````\n```", ""),
    ("braces", read_json, "", '{"a":', ""),
    ("intervals", read_json, "", "[0, 1) ", ""),
    ("unclosed strings", read_json, "{", '"', ""),
    ("spaces in a brace", read_json, "{", " ", "x"),
    ("open calls", _calls, "", "<tool_call>", ""),
    ("open calls with braces", _calls, "", "<tool_call>{", ""),
    ("closed calls without content", _calls, "", "<tool_call></tool_call>", ""),
    ("calls like Python", _calls, "", "<|tool_call_start|>[f(a=", ""),
    ("headings", _calls, "", "**Tool Call:** `a`", ""),
    ("numbers in a call", _calls, "<|tool_call_start|>[f(a=", "1", "x)]"),
    ("refusals with many spaces", find_refusal, "I", " ", "x"),
    ("refusals with many words", find_refusal, "ich kann ", "wort ", ""),
    ("refusals that begin and begin", find_refusal, "", "ich kann ", ""),
    ("refusals with a list", find_refusal, "I don't have ", "the ", ""),
    ("verdicts without a value", _verdict, "", "FINAL_VERDICT", ""),
    ("verdicts with ornaments", _verdict, "", "FINAL_VERDICT **", ""),
    ("lines of ornaments", _verdict, "", "> # * ", ""),
    ("digits", read_number, "", "1", ""),
    ("spaces after a number", read_number, "1", " ", "x"),
    ("excerpts", excerpt_of, "", " ", ""),
]


@pytest.mark.parametrize(
    ("read", "head", "unit", "tail"), [row[1:] for row in HOSTILE], ids=[row[0] for row in HOSTILE]
)
def test_reading_takes_no_more_than_the_length(
    read: Callable[[str], object], head: str, unit: str, tail: str
) -> None:
    assert is_linear(read, lambda size: head + unit * (size // len(unit)) + tail)
