import pytest

from edison.text import RubricLine, Suffix, Unreadable, WhyUnreadable, last_suffix, read_rubric_lines


def lines_of(block: str, count: int = 1) -> tuple[RubricLine, ...]:
    lines = read_rubric_lines(block, count=count)
    assert not isinstance(lines, Unreadable), lines
    return lines


def reason_of(block: str, count: int = 1) -> WhyUnreadable:
    lines = read_rubric_lines(block, count=count)
    assert isinstance(lines, Unreadable), lines
    return lines.reason


def test_a_rubric_is_read_from_the_end_of_a_reply() -> None:
    reply = (
        "Three stages seem right.\n\n**RUBRIC:**\n```\n"
        "1) Absent :: no sign; no claim; no trace\n"
        "2) **Mixed** :: some signs; (a; b) both; unclear\n\n"
        "3. Clear :: signs; claims; traces; sources.\n```\n"
    )
    suffix = last_suffix(reply, label="RUBRIC")
    assert isinstance(suffix, Suffix)

    lines = read_rubric_lines(suffix.block, count=3)

    assert suffix.before == "Three stages seem right."
    assert lines == (
        RubricLine(1, "Absent", ("no sign", "no claim", "no trace")),
        RubricLine(2, "Mixed", ("some signs", "(a; b) both", "unclear")),
        RubricLine(3, "Clear", ("signs", "claims", "traces", "sources")),
    )


def test_commas_separate_criteria_when_semicolons_give_too_few() -> None:
    assert lines_of("1) A :: one, two (x, y), and three")[0].criteria == ("one", "two (x, y)", "three")


def test_a_leading_conjunction_and_empty_criteria_are_dropped() -> None:
    assert lines_of("1) A :: one; ; two; or three; android")[0].criteria == ("one", "two", "three", "android")


def test_a_bracket_that_closes_nothing_does_not_hide_the_separators_after_it() -> None:
    assert lines_of("1) A :: a) one; b) two; c) three")[0].criteria == ("a) one", "b) two", "c) three")


@pytest.mark.parametrize(
    ("block", "count", "reason"),
    [
        ("1) A :: a; b; c", 2, WhyUnreadable.WRONG_COUNT),
        ("1) A :: a; b; c\n2) B :: a; b; c", 1, WhyUnreadable.WRONG_COUNT),
        ("", 1, WhyUnreadable.WRONG_COUNT),
        ("1) A :: a; b", 1, WhyUnreadable.WRONG_COUNT),
        ("1) A :: a; b; c; d; e; f; g", 1, WhyUnreadable.WRONG_COUNT),
        ("1) A :: a; b; c\nI hope this helps.", 1, WhyUnreadable.STRAY_LINE),
        ("1) A - a; b; c", 1, WhyUnreadable.STRAY_LINE),
        ("1) ** :: a; b; c", 1, WhyUnreadable.STRAY_LINE),
        ("A :: a; b; c", 1, WhyUnreadable.STRAY_LINE),
        ("2) B :: a; b; c\n1) A :: a; b; c", 2, WhyUnreadable.WRONG_ORDER),
        ("1) A :: a; b; c\n1) A :: a; b; c", 2, WhyUnreadable.WRONG_ORDER),
    ],
)
def test_a_rubric_that_is_not_what_was_asked_for_is_named(
    block: str, count: int, reason: WhyUnreadable
) -> None:
    assert reason_of(block, count) is reason


def test_how_many_criteria_are_accepted_is_the_callers_choice() -> None:
    assert read_rubric_lines("1) A :: a", count=1, fewest=1) == (RubricLine(1, "A", ("a",)),)
