import json
import re
import unicodedata
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from edison.text import printable

PAYLOADS: list[str] = json.loads(
    (Path(__file__).parent / "corpus" / "terminal_escapes.json").read_text("utf-8")
)
BIDIRECTIONAL = "\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"


def is_safe(text: str) -> bool:
    text.encode("utf-8")
    controls = {character for character in text if unicodedata.category(character) in ("Cc", "Cs")}
    return controls <= {"\n", "\t"} and not set(text) & set(BIDIRECTIONAL)


def test_the_corpus_has_at_least_60_distinct_payloads() -> None:
    assert len(set(PAYLOADS)) >= 60


@pytest.mark.parametrize("payload", PAYLOADS, ids=[str(number) for number in range(len(PAYLOADS))])
def test_no_payload_reaches_the_terminal(payload: str) -> None:
    shown = printable(f"before\n{payload}\nafter")

    assert is_safe(shown)
    assert shown.startswith("before\n")
    assert shown.endswith("\nafter")


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("\x1b[1;31mred\x1b[0m", "red"),
        ("\x1b]8;;http://x\x1b\\link\x1b]8;;\x07", "link"),
        ("\x1b]0;title\x9cx", "x"),
        ("\x9b31mred", "red"),
        ("\x1bPq#0\x1b\\x", "x"),
        ("\x1b(Bx\x1bMy", "xy"),
        ("\x1b]0;never closed\nnext", "0;never closed\nnext"),
        ("\x1b\x1b[31m[31mx", "[31mx"),
        ("a\r\nb\rc\x0bd\x0ce\x85f\u2028g\u2029h", "a\nb\nc\nd\ne\nf\ng\nh"),
        ("tab\tstays", "tab\tstays"),
        ("\u202eevil\u202c", "evil"),
        ("Grüße 世界 👩\u200d🔬 שלום नमस्ते", "Grüße 世界 👩\u200d🔬 שלום नमस्ते"),
        ("lone \ud800", "lone \ufffd"),
    ],
)
def test_text_stays_and_commands_go(text: str, shown: str) -> None:
    assert printable(text) == shown


def test_a_single_line_stays_one() -> None:
    assert printable("a\nb\tc\r\nd\u2028e", keep_newlines=False) == "a b c d e"


@given(
    text=st.lists(
        st.sampled_from([*PAYLOADS, "\x1b", "[", "]", ";", "m", "\x07", "\\"]) | st.text(max_size=5)
    ).map("".join)
)
def test_whatever_is_shown_is_safe_and_showing_it_again_changes_nothing(text: str) -> None:
    shown = printable(text)

    assert is_safe(shown)
    assert printable(shown) == shown
    assert not re.search(r"[\n\t]", printable(text, keep_newlines=False))


@pytest.mark.parametrize("unit", ["\x1b", "\x1b[", "\x1b]", "\x1b]0;", "\x1b[0;", "\x1b(", "\r"])
def test_a_flood_of_beginnings_does_not_stall(unit: str) -> None:
    assert is_safe(printable(unit * (300_000 // len(unit))))
