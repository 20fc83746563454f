"""Private data, secrets and signs of a jailbreak: held against three hundred texts with labels, and case by case."""

import pytest

from bench.safety.__main__ import ours
from bench.safety.labelled import measure, read_texts
from edison.text import Marked, find_jailbreaks, find_private, find_secrets


def test_the_labelled_texts_are_found_with_hardly_a_false_alarm() -> None:
    tallies = measure(ours, read_texts())

    assert sum(tally.labels for tally in tallies.values()) == 147
    assert sum(tally.missed for tally in tallies.values()) <= 2
    assert sum(tally.false_alarms for tally in tallies.values()) <= 1
    assert min(tally.recall or 0 for tally in tallies.values()) > 0.9


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ("Passport no. X4829175", ["national_id"]),
        ("Seen at 83.249.17.204 and 999.1.2.3", ["ip_address"]),
        ("The host 23.45.12.33 answers", ["ip_address"]),
        ("Step 23.45.12.33 is next", []),
        ("Version 83.249.17.204 is out", []),
        ("The card 4532 1784 0912 3654 has another checksum", []),
        ("Card 4532 178409123653 is grouped oddly", []),
        ("born on 3 May 1890", []),
        ("born on 3/5/90", ["birth_date"]),
        ("mail https://anna.berg@posteo.de/inbox", []),
        ("two: anna.berg@posteo.de, 219-48-7305", ["email", "national_id"]),
        ("Order 0171 4839205 was sent", []),
        ("no digits, no at", []),
    ],
)
def test_what_is_private_is_told_by_its_kind(text: str, what: list[str]) -> None:
    assert [one.what for one in find_private(text)] == what


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("password: hunter2horse9.", ["hunter2horse9."]),
        ("the password is hunter2horse9.", ["hunter2horse9"]),
        ("password: short1", []),
        ("curl -s https://x.example", []),
        ("session=abc", []),
        ("nothing", []),
    ],
)
def test_a_secret_is_found_without_the_end_of_its_sentence(text: str, found: list[str]) -> None:
    assert [one.text for one in find_secrets(text)] == found


def test_a_refusal_is_no_jailbreak() -> None:
    assert find_jailbreaks("I won't ignore all previous instructions.") == ()
    assert find_jailbreaks("Good morning.") == ()
    assert [one.text for one in find_jailbreaks("DAN mode enabled")] == ["DAN mode enabled"]


def test_what_was_found_is_shown_in_part_only() -> None:
    assert Marked("email", 0, 20, "anna.berg@posteo.de").masked == "ann…"
    assert Marked("secret", 0, 3, "abc").masked == "…"
