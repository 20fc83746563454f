"""A ranking of texts as tables that a spreadsheet can read and will not run."""

import csv
import io
from collections.abc import Iterable

import pytest

from edison.domain import Comparison, ComparisonId, JudgeId, OutputId, Winner
from edison.formats.exports.ranking_tables import (
    ComparedTexts,
    write_comparisons,
    write_order,
    write_ranking_markdown,
    write_reasons,
)

from .entry_rankings import SCALE, a_placed, a_placing, a_placing_run


def rows(pieces: Iterable[bytes]) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(b"".join(pieces).decode(), newline="")))


def compared(winner: Winner | None, *, reason: str = "") -> ComparedTexts:
    said = Comparison(
        id=ComparisonId("cmp_1"),
        judge_id=JudgeId("jdg_1"),
        left_id=OutputId("out_1"),
        right_id=OutputId("out_2"),
        winner=winner,
        reason=reason,
        not_judged=None if winner else "It is silent.",
    )
    return ComparedTexts(1, "Ada", "Bo", "gpt", said)


def test_the_order_is_a_table_with_grades_and_with_texts_that_have_no_place() -> None:
    spiked = a_placed("=1+1", se=None, interval=None)
    entry_ranking = a_placing(items=(*a_placing().items[:1], spiked), unplaced=("Zoe",))

    table = rows(write_order(entry_ranking, scale=SCALE))

    assert (table[0]["rank"], table[0]["text"], table[0]["grade"]) == ("1", "Amina K.", "A")
    assert (table[0]["certainty"], table[0]["probability"], table[0]["normalised_score"]) == (
        "sure",
        "0.55",
        "1",
    )
    assert (table[1]["text"], table[1]["grade"], table[1]["low"]) == ("'=1+1", "", "")
    assert (table[2]["text"], table[2]["rank"]) == ("Zoe", "")


@pytest.mark.parametrize(
    ("winner", "named", "outcomes"),
    [
        (Winner.LEFT, "Ada", ["won", "lost"]),
        (Winner.RIGHT, "Bo", ["lost", "won"]),
        (Winner.TIE, "tie", ["tied", "tied"]),
        (None, "", ["not judged", "not judged"]),
    ],
)
def test_each_comparison_is_told_once_and_of_both_texts(
    winner: Winner | None, named: str, outcomes: list[str]
) -> None:
    one = compared(winner, reason="Clearer.")

    [line] = rows(write_comparisons([one]))
    reasons = rows(write_reasons([one], order=["Ada"]))

    assert (line["shown_first"], line["shown_second"], line["winner"]) == ("Ada", "Bo", named)
    assert [row["text"] for row in reasons] == ["Ada", "Bo"]
    assert [row["outcome"] for row in reasons] == outcomes
    assert [row["shown"] for row in reasons] == ["first", "second"]


def test_markdown_begins_with_what_the_order_is_worth() -> None:
    told = b"".join(write_ranking_markdown(a_placing(), about=a_placing_run())).decode()
    without = b"".join(
        write_ranking_markdown(
            a_placing(items=(a_placed("x"),) * 201, without_grades="No anchors."), about=a_placing_run()
        )
    ).decode()
    empty = b"".join(write_ranking_markdown(a_placing(items=()), about=a_placing_run())).decode()

    assert told.splitlines()[2] == "**The order can be used: it is dependable (reliability 0.84 of 1).**"
    assert "| 1 | `Amina K.` | `A` sure (55 %) | +3.1 | 13 of 14 |" in told
    assert "There are no grades: `No anchors.`" in without
    assert "1 more texts are in the JSON and the CSV." in without
    assert "| Place |" not in empty
