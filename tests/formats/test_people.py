"""Comparisons that people made."""

import json

import pytest

from edison.domain import Winner
from edison.errors import TableBroken
from edison.formats.entries.people import PersonComparison, read_people
from edison.formats.reading.tables import TableKind

WORDS = {
    **dict.fromkeys(("left", "a"), Winner.LEFT),
    **dict.fromkeys(("right", "b"), Winner.RIGHT),
    **dict.fromkeys(("tie", "draw"), Winner.TIE),
}
ENTRIES = ("Anna", "Zoë", "7", "a", "b", "tie")


def read(text: str, kind: TableKind = TableKind.CSV) -> tuple[PersonComparison, ...]:
    return read_people([text.encode()], kind=kind, name=f"people.{kind.value}", entries=ENTRIES, words=WORDS)


def winners(text: str) -> list[str]:
    return [comparison.winner.value for comparison in read(text)]


def test_a_row_is_what_one_person_said_about_two_entries() -> None:
    found = read(
        "left,right,result,judge,note,room\nAnna,Zoe\u0308,LEFT,Ms Berg,clearer,12\n7, Anna ,draw,,,\n"
    )

    assert found == (
        PersonComparison("Anna", "Zoë", Winner.LEFT, "Ms Berg", "clearer", 2),
        PersonComparison("7", "Anna", Winner.TIE, "person", "", 3),
    )


def test_jsonl_says_the_same_and_other_names_of_columns_are_known() -> None:
    lines = [
        {"model_a": "Anna", "model_b": 7, "winner": "model_b", "rater": "Bo", "reason": "short"},
        {"model_a": 7, "model_b": "Anna", "winner": "right", "rater": "Bo"},
    ]
    words = {**WORDS, "model_b": Winner.RIGHT}

    found = read_people(
        ["".join(json.dumps(line) + "\n" for line in lines).encode()],
        kind=TableKind.JSONL,
        name="people.jsonl",
        entries=ENTRIES,
        words=words,
    )

    assert [(one.left, one.right, one.winner, one.judge, one.note) for one in found] == [
        ("Anna", "7", Winner.RIGHT, "Bo", "short"),
        ("7", "Anna", Winner.RIGHT, "Bo", ""),
    ]


@pytest.mark.parametrize(
    ("rows", "found"),
    [
        ("Anna,7,Anna\n7,Anna,Anna\nAnna,7,Draw", ["left", "right", "tie"]),
        ("a,b,a\na,b,b", ["left", "right"]),
        ("b,a,a\nAnna,b,Anna", ["right", "left"]),
        ("a,b,right\nb,a,left", ["right", "left"]),
    ],
    ids=["ids and ties", "both ways alike", "ids, as another row shows", "sides alone"],
)
def test_a_result_is_a_side_or_the_id_of_the_winner_whichever_fits_all(rows: str, found: list[str]) -> None:
    assert winners(f"left,right,winner\n{rows}\n") == found


def test_a_row_without_a_result_was_not_compared() -> None:
    assert winners("left,right,result\nAnna,7,left\nAnna,7,\n") == ["left"]


BAD = {
    "an unknown entry": (
        "left,right,result\nAna,7,left\n",
        "line 2, left: there is no entry 'Ana'. Did you mean Anna?",
    ),
    "an unknown opponent": (
        "left,right,result\nAnna,?,left\n",
        "line 2, right: there is no entry '?'. There are Anna",
    ),
    "nobody": ("left,right,result\nAnna,,left\n", "line 2, right: nothing stands here"),
    "itself": ("left,right,result\n7,7,left\n", "line 2, right: '7' is compared with itself"),
    "no result known": (
        "left,right,result\nAnna,7,better\n",
        "line 2, result: 'better' is neither a side, one",
    ),
    "another winner": (
        "left,right,result\nAnna,7,Zoë\n",
        "line 2, result: 'Zoë' is neither a side, one of the two",
    ),
    "a doubtful winner": (
        "left,right,result\nb,a,a\n",
        "line 2, result: 'a' says one thing as a side and another as the id",
    ),
    "an entry called tie": (
        "left,right,result\nAnna,tie,tie\n",
        "line 2, result: 'tie' says one thing as a side and another as the id",
    ),
    "sides and ids": (
        "left,right,result\nAnna,7,left\n7,Anna,Anna\n",
        "line 3, result: 'Anna' names an entry where other rows name a side",
    ),
    "winners and losers": (
        "winner,loser\nAnna,7\n",
        "it does not say who was shown first, who second and which one won. "
        "Name the columns left, right and result; there are winner, loser",
    ),
    "no result column": ("left,right\nAnna,7\n", "it does not say who was shown first"),
    "nothing": ("", "it holds no rows"),
}


@pytest.mark.parametrize(("text", "told"), BAD.values(), ids=BAD)
def test_what_nobody_can_use_is_refused_with_its_line(text: str, told: str) -> None:
    with pytest.raises(TableBroken) as refused:
        read(text)

    assert told in refused.value.sentence
