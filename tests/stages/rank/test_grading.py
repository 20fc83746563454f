"""Grading: anchors carry grades to the other texts, or it is said why they cannot."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from edison.domain import Contest, EntryRanking, GradeCertainty, GradeSteps, PairLine, ProjectedGrade, Worth
from edison.errors import SampleBroken
from edison.stages.rank import rank_entries
from edison.stages.rank.contests import grading as grading_module
from edison.stages.rank.contests import strengths as strengths_module
from edison.stages.rank.contests.withholding import why_withheld

from .contests import a_line, all_against_all, entries_of, judges_of

STEPS = GradeSteps(name="school", grades=("D", "C", "B", "A"), minus=("A",), plus=("B",), below="F")
TRUTH = (-2.4, -0.8, 0.8, 2.4, -2.4, -0.8, 0.8, 2.4, -2.4, -0.8, 0.8, 2.4)
GRADES = ("D", "C", "B", "A") * 2
"""The first eight texts are anchors, and four wait for a grade."""


def graded(
    lines: list[PairLine],
    *,
    grades: tuple[str | None, ...] = GRADES,
    scale: GradeSteps | None = STEPS,
    texts: int = 12,
    seed: int = 3,
) -> EntryRanking:
    return rank_entries(
        entries_of(texts, grades=grades), lines, contest=Contest(scale=scale), judges=judges_of(3), seed=seed
    )


def compared(*, rounds: int = 10, truth: tuple[float, ...] = TRUTH) -> list[PairLine]:
    return list(all_against_all(truth, rounds=rounds))


def test_grades_are_carried_to_the_texts_that_have_none() -> None:
    entry_ranking = graded(compared())

    grades = {item.name: item.projected.grade for item in entry_ranking.items if item.projected is not None}
    assert entry_ranking.without_grades is None
    assert [grades[f"text {text}"] for text in (8, 9, 10, 11)] == ["D", "C", "B", "A"]
    assert [item.anchor_grade for item in entry_ranking.items if item.name == "text 3"] == ["A"]
    for item in entry_ranking.items:
        assert item.projected is not None
        assert list(item.projected.probabilities) == ["D", "C", "B", "A"]
        assert sum(item.projected.probabilities.values()) == pytest.approx(1)
        assert item.projected.fine.startswith(item.projected.grade)
    assert list(entry_ranking.grade_means) == ["D", "C", "B", "A"]
    assert sorted(entry_ranking.grade_means.values()) == list(entry_ranking.grade_means.values())
    assert sorted(entry_ranking.boundaries) == list(entry_ranking.boundaries)
    assert len(entry_ranking.boundaries) == 3
    assert entry_ranking.weaknesses == ("few_anchors",)
    assert entry_ranking.alignment is not None
    assert entry_ranking.alignment.tau is not None
    assert entry_ranking.alignment.tau > 0.8


@pytest.mark.parametrize(
    ("grades", "scale", "reason"),
    [
        ((), STEPS, "There are no anchors"),
        (GRADES, None, "The grades of the anchors are on no scale"),
        (("B", "B", "B"), STEPS, "All anchors have the grade B; at least two different grades are needed."),
    ],
)
def test_without_anchors_of_two_grades_there_is_an_order_and_a_reason(
    grades: tuple[str, ...], scale: GradeSteps | None, reason: str
) -> None:
    entry_ranking = graded(compared(rounds=2), grades=grades, scale=scale)

    assert len(entry_ranking.items) == 12
    assert entry_ranking.without_grades is not None
    assert entry_ranking.without_grades.startswith(reason)
    assert all(item.projected is None for item in entry_ranking.items)
    assert (entry_ranking.grade_means, entry_ranking.boundaries, entry_ranking.alignment) == ({}, (), None)


@pytest.mark.parametrize(
    ("grades", "reason"),
    [
        (("B", *[None] * 11, "A"), "Of the anchors only those were compared that have the grade B; at least"),
        ((*[None] * 12, "A"), "No anchor was compared with another text, so that nothing tells"),
    ],
)
def test_of_anchors_that_were_never_compared_it_is_said_that_they_were_not(
    grades: tuple[str | None, ...], reason: str
) -> None:
    entry_ranking = graded(compared(rounds=2), grades=grades, texts=13)

    assert entry_ranking.without_grades is not None
    assert entry_ranking.without_grades.startswith(reason)
    assert entry_ranking.unplaced == ("text 12",)


def test_grades_do_not_cross_to_texts_that_nothing_connects() -> None:
    apart = [*compared(rounds=3), a_line(12, 13, outcome=1.0, unit=9_999)]

    entry_ranking = graded(apart, texts=14)

    assert entry_ranking.without_grades == (
        "No comparison connects all texts, so that their scores do not share one scale."
    )
    assert "disconnected" in entry_ranking.flags


def test_two_grades_spread_over_neighbours_where_little_was_compared() -> None:
    grades = ("D", None, None, "A")
    known = graded(compared(rounds=40), grades=grades)
    guessed = graded(compared(rounds=1), grades=grades)

    def middle(entry_ranking: EntryRanking) -> ProjectedGrade:
        found = next(item.projected for item in entry_ranking.items if item.name == "text 10")
        assert found is not None
        return found

    assert guessed.without_grades is None
    assert all(share > 0.1 for share in middle(guessed).probabilities.values())
    assert max(middle(guessed).probabilities.values()) < max(middle(known).probabilities.values())
    assert middle(guessed).confidence < middle(known).confidence
    assert middle(guessed).certainty is GradeCertainty.LOW
    assert "grades_without_anchor" in guessed.weaknesses


def test_an_order_that_would_not_be_found_again_carries_no_grades() -> None:
    by_coin = graded(compared(rounds=4, truth=(0.0,) * 12))

    assert by_coin.worth is Worth.NOTHING
    assert all(item.projected is None for item in by_coin.items)
    assert by_coin.without_grades is not None
    assert by_coin.without_grades.startswith("The order is not dependable enough to carry grades")
    assert (by_coin.grade_means, by_coin.boundaries) == ({}, ())
    assert by_coin.alignment is not None, "how the anchors fit is told all the same"


def test_anchors_that_the_order_does_not_fit_carry_no_grades() -> None:
    upside_down = graded(compared(), grades=("A", "B", "C", "D"))

    assert upside_down.worth is Worth.DECISIONS
    assert all(item.projected is None for item in upside_down.items)
    assert upside_down.without_grades is not None
    assert "does not fit the grades that people gave" in upside_down.without_grades


def test_where_nobody_knows_how_dependable_an_order_is_it_carries_no_grades() -> None:
    assert why_withheld(None, tau=1.0) == (
        "How dependable the order is cannot be told, and so it carries no grades."
    )


def test_the_report_on_anchors_names_who_beat_whom() -> None:
    """The best anchor lost to the worst one, always, and the one graded B won nothing."""
    rest = [
        line
        for line in compared(rounds=6)
        if {line.left, line.right} != {10, 13} and {line.left, line.right}.isdisjoint({12})
    ]
    upsets = [a_line(0, 3, outcome=1.0, unit=8_000 + number) for number in range(3)]
    losses = [a_line(2, other, outcome=0.0, unit=9_000 + other) for other in (0, 1, 3, 4, 5)]

    entry_ranking = graded([*rest, *upsets, *losses])

    assert entry_ranking.alignment is not None
    assert ("text 0", "text 3") in entry_ranking.alignment.inversions
    assert entry_ranking.alignment.without_a_win == ("text 2",)
    assert {"inversions", "zero_wins"} <= set(entry_ranking.alignment.misses)


def test_anchors_that_never_met_still_carry_grades() -> None:
    apart = [line for line in compared() if not {line.left, line.right} <= set(range(10, 18))]

    entry_ranking = graded(apart)

    assert (entry_ranking.without_grades, entry_ranking.alignment) == (None, None)
    assert all(item.projected is not None for item in entry_ranking.items)


def test_a_grade_that_is_not_on_the_scale_is_refused() -> None:
    with pytest.raises(SampleBroken, match="not a grade"):
        graded(compared(rounds=2), grades=("D", "Z"))


@st.composite
def some_lines(draw: st.DrawFn) -> list[PairLine]:
    """Whatever may have been compared: little, one-sidedly, with failures and ties, in one stream or two."""
    pairs = st.tuples(st.integers(0, 5), st.integers(0, 5)).filter(lambda pair: pair[0] != pair[1])
    return [
        a_line(
            left,
            right,
            unit=unit,
            wave=draw(st.integers(0, 3)),
            stream=draw(st.integers(0, 1)),
            adaptive=draw(st.booleans()),
            judge=draw(st.integers(0, 2)),
            outcome=draw(st.sampled_from([0.0, 0.5, 1.0, 1.0, None])),
        )
        for unit, (left, right) in enumerate(draw(st.lists(pairs, max_size=25)))
    ]


@given(
    lines=some_lines(),
    texts=st.integers(0, 6),
    grades=st.tuples(*[st.sampled_from([None, "D", "A"])] * 6),
    most=st.sampled_from([2, 1_000]),
)
def test_whatever_was_compared_every_text_is_placed_or_named(
    lines: list[PairLine], texts: int, grades: tuple[str | None, ...], most: int
) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(strengths_module, "MOST_FITTED", most)
        entry_ranking = graded(lines, grades=grades[:texts], texts=texts)

    names = [*(item.name for item in entry_ranking.items), *entry_ranking.unplaced]
    assert sorted(names) == [f"text {text}" for text in range(texts)]
    assert (entry_ranking.without_grades is None) == any(item.projected for item in entry_ranking.items)


def test_equal_seeds_give_equal_grades() -> None:
    assert graded(compared(rounds=2)) == graded(compared(rounds=2))


def test_very_many_texts_are_graded_in_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(strengths_module, "MOST_FITTED", 5)
    whole = graded(compared())
    monkeypatch.setattr(grading_module, "_AT_ONCE", 3)

    parts = graded(compared())

    assert "approximate errors" in parts.flags
    assert parts.grade_means == whole.grade_means
    for one, other in zip(parts.items, whole.items, strict=True):
        assert one.projected is not None
        assert other.projected is not None
        assert one.projected.grade == other.projected.grade


@pytest.mark.parametrize("most", [5, 1_000])
def test_where_every_text_is_an_anchor_all_have_grades(most: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(strengths_module, "MOST_FITTED", most)

    entry_ranking = graded(compared(rounds=4, truth=TRUTH[:8]), texts=8)

    assert [item.projected is not None for item in entry_ranking.items] == [True] * 8
