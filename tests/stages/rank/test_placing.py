"""Placing: the order is found again, and what speaks against believing it stands beside it."""

import dataclasses

import numpy as np
import pytest
from msgspec.structs import replace

from edison.domain import Chance, Contest, EntryRanking, HalvesOf, PairLine, Reliability
from edison.stages.rank import ContestJudge, rank_entries
from edison.stages.rank.contests import strengths as strengths_module
from edison.stages.rank.contests.meetings import Meetings
from edison.stages.rank.contests.strengths import estimate_strengths

from .contests import a_line, all_against_all, entries_of, judges_of

TRUTH = (-2.0, -1.2, -0.4, 0.4, 1.2, 2.0)
ORDER = [f"text {text}" for text in (5, 4, 3, 2, 1, 0)]


def placed(
    lines: list[PairLine], *, texts: int = 6, judges: list[ContestJudge] | None = None
) -> EntryRanking:
    return rank_entries(
        entries_of(texts), lines, contest=Contest(), judges=judges_of(1) if judges is None else judges, seed=3
    )


def names(entry_ranking: EntryRanking) -> list[str]:
    return [item.name for item in entry_ranking.items]


def test_a_known_order_is_found_again() -> None:
    entry_ranking = placed(list(all_against_all(TRUTH, rounds=30)))

    assert names(entry_ranking) == ORDER
    assert [item.rank for item in entry_ranking.items] == [1, 2, 3, 4, 5, 6]
    assert [item.cell for item in entry_ranking.items] == [15, 14, 13, 12, 11, 10]
    assert [item.score for item in entry_ranking.items] == pytest.approx(TRUTH[::-1], abs=0.7)
    for item in entry_ranking.items:
        assert item.se is not None
        assert item.interval is not None
        assert item.interval.low < item.score < item.interval.high
        assert (item.comparisons, item.component, item.projected) == (150, 0, None)
        assert item.skew <= 0.2
        assert item.infit == pytest.approx(1, abs=0.4)
    assert sum(item.wins for item in entry_ranking.items) == 15 * 30
    assert entry_ranking.method == "hierarchical"
    assert entry_ranking.unplaced == ()
    assert entry_ranking.without_grades == "There are no anchors: texts whose grade is known."
    assert (entry_ranking.agreement, entry_ranking.reliability.streams) == (None, None)
    assert entry_ranking.reliability.ssr == pytest.approx(0.95, abs=0.05)
    assert entry_ranking.reliability.cautions == ()


def test_a_tie_is_half_a_win_for_both() -> None:
    entry_ranking = placed([a_line(0, 1, outcome=0.5), a_line(1, 0, outcome=0.5, unit=1)], texts=2)

    assert [(item.rank, item.wins, item.score) for item in entry_ranking.items] == [
        (1, 1.0, 0.0),
        (1, 1.0, 0.0),
    ]
    assert {"all ties", "half wins", "tied"} <= set(entry_ranking.flags)
    assert entry_ranking.reliability.ssr is None, "equal scores separate nothing"


def test_judges_who_lean_to_a_side_do_not_distort_the_order() -> None:
    lines = list(all_against_all(TRUTH, rounds=14, judges=3, leanings=(3.0, 0.0, -1.0)))

    entry_ranking = placed(lines, judges=judges_of(3))

    leaning, fair, shy = entry_ranking.judges
    assert names(entry_ranking) == ORDER
    assert entry_ranking.first_position is not None
    assert entry_ranking.first_position > 0
    assert leaning.first_chosen is not None
    assert fair.first_chosen is not None
    assert shy.first_chosen is not None
    assert leaning.first_chosen > 0.7 > fair.first_chosen > shy.first_chosen
    assert leaning.flips is not None
    assert fair.flips is not None
    assert leaning.flips > fair.flips
    assert [judge.comparisons for judge in entry_ranking.judges] == [210, 210, 210]
    assert fair.agreement is not None
    assert fair.agreement > 0.75
    assert all(judge.infit is not None for judge in entry_ranking.judges)
    assert entry_ranking.agreement is not None
    assert 0 < entry_ranking.agreement < 1
    assert entry_ranking.reliability.split_half == pytest.approx(0.9, abs=0.1)


def test_a_judge_who_always_takes_the_first_is_seen_and_the_others_decide() -> None:
    fair = list(all_against_all(TRUTH, rounds=20))
    blind = [replace(line, judge=1, outcome=1.0) for line in fair]

    entry_ranking = placed([*fair, *blind], judges=judges_of(2))

    assert names(entry_ranking) == ORDER
    assert (entry_ranking.judges[1].first_chosen, entry_ranking.judges[1].flips) == (1.0, 1.0)


def test_a_judge_counts_as_much_as_its_weight_says() -> None:
    """One judge sees the order, the other sees it upside down, and both are asked alike."""
    lines = [
        replace(line, judge=judge, outcome=(line.outcome or 0.0) if judge == 0 else 1 - (line.outcome or 0.0))
        for line in all_against_all(TRUTH, rounds=30)
        for judge in (0, 1)
    ]
    heavy, light = judges_of(2)
    heavy = dataclasses.replace(heavy, weight=4.0)

    assert names(placed(lines, judges=[heavy, light])) == ORDER
    assert names(placed(lines, judges=[dataclasses.replace(heavy, weight=0.0), light])) == ORDER[::-1]


def test_what_brought_no_finding_is_counted_beside_its_judge() -> None:
    lines = list(all_against_all(TRUTH, rounds=4, judges=2, failing=0.2))
    missed = [sum(line.outcome is None for line in lines if line.judge == judge) for judge in (0, 1)]

    entry_ranking = placed(lines, judges=[*judges_of(2), ContestJudge(2, "anna", is_person=True)])

    assert [judge.not_judged for judge in entry_ranking.judges] == [*missed, 0]
    silent = entry_ranking.judges[2]
    assert (silent.name, silent.is_person, silent.comparisons) == ("anna", True, 0)
    assert (silent.agreement, silent.first_chosen, silent.flips, silent.infit) == (None, None, None, None)


def test_judges_who_only_called_ties_agree_with_no_order() -> None:
    tie = a_line(0, 1, outcome=0.5)
    entry_ranking = placed([tie, replace(tie, judge=1)], texts=2, judges=judges_of(2))

    assert [judge.agreement for judge in entry_ranking.judges] == [None, None]
    assert entry_ranking.agreement is None, "chance alone would agree where everything is the same"


@pytest.mark.parametrize(("says", "agreement"), [(1.0, 1.0), (0.0, -1.0)])
def test_a_person_agrees_with_a_judge_who_saw_the_same_pair_the_other_way_round(
    says: float, agreement: float
) -> None:
    """The person's word on a pair is compared with the judge's, at whatever time and in whatever order both saw it."""
    asked = [
        a_line(2 * pair, 2 * pair + 1, outcome=float(pair % 2), unit=pair, wave=1 + pair) for pair in range(6)
    ]
    person = [
        replace(line, left=line.right, right=line.left, judge=1, wave=0, unit=99 + line.unit)
        for line in asked
    ]
    said = [replace(line, outcome=abs(says - (line.outcome or 0.0))) for line in person]

    entry_ranking = placed([*asked, *said], texts=12, judges=judges_of(1, people=1))

    assert entry_ranking.agreement is not None
    assert entry_ranking.agreement * agreement > 0.7


def test_judges_who_saw_no_pair_together_have_no_agreement() -> None:
    apart = [a_line(0, 1, outcome=1.0), a_line(1, 2, outcome=1.0, unit=1, judge=1)]

    assert placed(apart, texts=3, judges=judges_of(2)).agreement is None


def test_two_judges_who_contradict_each_other_are_not_reliable() -> None:
    lines = list(all_against_all(TRUTH, rounds=6))
    contrary = [replace(line, judge=1, outcome=1 - (line.outcome or 0.0)) for line in lines]

    entry_ranking = placed([*lines, *contrary], judges=judges_of(2))

    assert entry_ranking.agreement is not None
    assert entry_ranking.agreement < 0
    assert entry_ranking.reliability.split_half == 0


@pytest.mark.parametrize(
    ("texts", "reason"),
    [
        (0, "Fewer than two texts can be compared."),
        (1, "Fewer than two texts can be compared."),
        (2, "No comparison has a finding."),
    ],
)
def test_where_nothing_was_found_the_reason_stands_there(texts: int, reason: str) -> None:
    entry_ranking = placed([a_line(0, 1, outcome=None)], texts=texts)

    assert (entry_ranking.items, entry_ranking.without_grades) == ((), reason)
    assert entry_ranking.unplaced == tuple(entry.name for entry in entries_of(texts))
    assert entry_ranking.flags == ("nothing compared",)
    assert [(judge.comparisons, judge.not_judged) for judge in entry_ranking.judges] == [(0, 1)]


def test_a_text_without_a_finding_has_no_place() -> None:
    lines = [*all_against_all(TRUTH, rounds=4), a_line(6, 0, outcome=None, unit=999)]

    entry_ranking = placed(lines, texts=7)

    assert "isolated items" in entry_ranking.flags
    assert entry_ranking.unplaced == ("text 6",)
    assert len(entry_ranking.items) == 6


def test_what_was_said_about_a_text_that_is_not_there_is_left_out() -> None:
    lines = list(all_against_all((*TRUTH, 0.0), rounds=4))

    entry_ranking = placed(lines, texts=6)

    assert sorted(names(entry_ranking)) == sorted(ORDER)
    assert all(item.comparisons == 20 for item in entry_ranking.items)


def test_texts_that_nothing_connects_are_ranked_apart() -> None:
    near = list(all_against_all((-2.0, 0.0, 2.0), rounds=12))
    far = [replace(line, left=line.left + 3, right=line.right + 3) for line in near]

    entry_ranking = placed([*near, *far])

    assert "disconnected" in entry_ranking.flags
    assert [(item.component, item.rank) for item in entry_ranking.items] == [
        *((0, rank) for rank in (1, 2, 3)),
        *((1, rank) for rank in (1, 2, 3)),
    ]


def test_where_no_text_changed_sides_position_cannot_be_told() -> None:
    entry_ranking = placed([a_line(0, 1, outcome=1.0), a_line(0, 1, outcome=0.0, unit=1)], texts=2)

    assert entry_ranking.first_position is None
    assert [item.skew for item in entry_ranking.items] == [1.0, 1.0]


def adaptive_lines(*, texts: int = 24, rounds: int = 2) -> list[PairLine]:
    """Two streams; the second half of each was chosen by what the first half found."""
    truth = np.linspace(-2, 2, texts).tolist()
    lines = list(all_against_all(truth, rounds=rounds, seed=5))
    return [replace(line, stream=number % 2, adaptive=line.wave > 1) for number, line in enumerate(lines)]


def test_adaptive_pairs_have_no_split_half_and_their_separation_carries_a_caution() -> None:
    reliability = placed(adaptive_lines(), texts=24, judges=judges_of(1)).reliability

    assert (reliability.split_half, reliability.halves_of) == (None, None)
    assert reliability.no_split_half is not None
    assert "chosen by earlier results" in reliability.no_split_half
    assert reliability.ssr is not None
    assert "ssr_inflated" in reliability.cautions
    assert reliability.streams == pytest.approx(0.9, abs=0.1)
    assert reliability.hierarchical == pytest.approx(0.9, abs=0.1)


def test_an_order_that_would_not_be_found_again_carries_a_caution() -> None:
    alike = placed(list(all_against_all((0.0,) * 6, rounds=4))).reliability

    assert alike.headline is not None
    assert alike.headline < 0.7
    assert "low_reliability" in alike.cautions


@pytest.mark.parametrize(("leaning", "is_told"), [(0.0, False), (1.5, True), (-1.5, True)])
def test_a_judge_that_leans_to_one_side_is_told(leaning: float, is_told: bool) -> None:
    entry_ranking = placed(list(all_against_all(TRUTH, rounds=30, leanings=[leaning])))

    assert ("position effect" in entry_ranking.flags) == is_told
    assert names(entry_ranking) == ORDER


def test_several_judges_are_halved() -> None:
    reliability = placed(list(all_against_all(TRUTH, rounds=4, judges=4)), judges=judges_of(4)).reliability

    assert reliability.split_half == pytest.approx(0.9, abs=0.1)
    assert (reliability.halves_of, reliability.no_split_half) == (HalvesOf.JUDGES, None)


def one_judge(*, spread: float, texts: int = 16) -> Reliability:
    truth = np.linspace(-spread, spread, texts).tolist()
    return placed(list(all_against_all(truth)), texts=texts).reliability


def test_of_one_judge_its_comparisons_are_halved() -> None:
    sharp, blind = one_judge(spread=3.0), one_judge(spread=0.0)

    assert sharp.split_half == pytest.approx(0.9, abs=0.1)
    assert sharp.halves_of is HalvesOf.COMPARISONS
    assert sharp.no_split_half is None
    assert blind.split_half is not None
    assert blind.split_half < 0.6


def test_comparisons_of_one_judge_about_few_texts_are_not_halved() -> None:
    few = placed(list(all_against_all(TRUTH[:4], rounds=6)), texts=4)

    assert few.reliability.split_half is None
    assert "a half says too little" in (few.reliability.no_split_half or "")
    assert few.reliability.headline == few.reliability.hierarchical


def test_a_pair_that_is_shown_again_lies_in_one_half_whole() -> None:
    stubborn = [
        a_line(left, right, outcome=1.0, unit=4 * place + time)
        for place, (left, right) in enumerate(((0, 1), (2, 3), (4, 5)))
        for time in range(4)
    ]

    reliability = placed(stubborn).reliability

    assert reliability.split_half is None, "the halves have no text in common"
    assert reliability.no_split_half is not None
    assert "too few items in common" in reliability.no_split_half


def test_comparisons_of_one_judge_about_very_many_texts_are_not_halved(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("edison.stages.rank.contests.splitting.MOST_FITTED", 5)

    reliability = placed(list(all_against_all(TRUTH))).reliability

    assert reliability.split_half is None
    assert reliability.no_split_half == "Comparisons of one judge are halved for up to 5 texts."


def test_adaptive_pairs_are_fitted_with_a_prior() -> None:
    entry_ranking = placed(adaptive_lines(), texts=24)

    assert entry_ranking.method == "hierarchical"
    assert "adaptive" not in entry_ranking.flags


def test_streams_that_are_far_from_equal_carry_a_caution() -> None:
    lines = [line for line in adaptive_lines() if line.stream == 0 or line.unit % 5 == 0]

    assert "unequal_streams" in placed(lines, texts=24).reliability.cautions


def test_streams_of_too_few_texts_are_not_correlated() -> None:
    lines = [replace(line, stream=line.wave % 2) for line in all_against_all((0.0, 1.0, 2.0), rounds=4)]

    assert placed(lines, texts=3).reliability.streams is None


def test_equal_seeds_place_equally() -> None:
    lines = list(all_against_all(TRUTH, rounds=3, judges=3))

    assert placed(lines, judges=judges_of(3)) == placed(lines, judges=judges_of(3))


def many(texts: int, *, seed: int = 2, opponents: int = 12) -> tuple[list[float], list[PairLine]]:
    """Each text against some that follow it on a circle."""
    stream = Chance(seed).stream("texts")
    truth = [stream.normal() for _ in range(texts)]
    lines = list[PairLine]()
    for step in range(1, opponents + 1):
        for text in range(texts):
            other = (text + step * step) % texts
            wins = 1 / (1 + np.exp(truth[other] - truth[text]))
            lines.append(a_line(text, other, outcome=float(stream.uniform() < wins), unit=len(lines)))
    return truth, lines


def test_very_many_texts_are_fitted_quickly() -> None:
    truth, lines = many(1_003)
    tie = a_line(0, 1, outcome=0.5, unit=99_999)

    entry_ranking = placed([*lines, tie], texts=1_004)

    strengths = [truth[item.cell - 10] for item in entry_ranking.items]
    assert entry_ranking.method == "hierarchical"
    assert entry_ranking.flags == ("approximate errors", "disconnected", "isolated items", "half wins")
    assert entry_ranking.unplaced == ("text 1003",)
    assert np.corrcoef([item.score for item in entry_ranking.items], strengths)[0, 1] > 0.85
    assert entry_ranking.reliability.ssr is None
    assert entry_ranking.reliability.hierarchical is not None
    assert entry_ranking.judges[0].agreement is None
    assert all(item.infit is None for item in entry_ranking.items)


def test_very_many_texts_that_hang_together_carry_no_such_flag() -> None:
    _, lines = many(1_001, opponents=2)

    assert placed(lines, texts=1_001).flags == ("approximate errors",)


def test_the_quick_fit_agrees_with_the_full_one(monkeypatch: pytest.MonkeyPatch) -> None:
    _, lines = many(200)
    meetings = Meetings.of(entries_of(200), lines)
    full = estimate_strengths(meetings)
    monkeypatch.setattr(strengths_module, "MOST_FITTED", 100)

    quick = estimate_strengths(meetings)

    assert quick.fitted is None
    assert full.fitted is not None
    one, other = ([text.score for text in some.of(some.known)] for some in (quick, full))
    assert np.corrcoef(one, other)[0, 1] > 0.99
