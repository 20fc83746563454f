"""A candidate is adopted when it is surely better, whoever judges, and judges do not warn of more."""

import pytest

from edison.domain import CellPosition, CellScore, OutputStatus
from edison.stages.refine import (
    Challenge,
    Compared,
    StagedChallenge,
    VersionScores,
    decide_challenge,
    least_held_out,
    measure_gain,
)

from .challenges import CASES, HERE, LEDGER, MANY, only, scored


def test_of_several_better_candidates_the_best_is_adopted() -> None:
    decided = decide_challenge(scored(0.5), [scored(0.6), scored(0.8), scored(0.4)], ledger=LEDGER)

    assert [one and one.verdict for one in decided.outcomes] == ["better", "better", "worse"]
    assert decided.adopted == 1
    assert decided.ledger.rounds_decided == 1


def test_each_version_has_an_interval_of_its_own() -> None:
    parent = scored(0.5)
    trial = only(decide_challenge(parent, [scored(0.6)], ledger=LEDGER))
    preferred = {(case, case): ((0, float(case % 3 > 0)),) for case in CASES}
    by_pairs = Compared.of_preferences(parent, scored(0.6), preferred=preferred).own_intervals()

    for interval, mean in zip(
        trial.intervals, (trial.comparison.baseline_mean, trial.comparison.candidate_mean), strict=True
    ):
        assert interval is not None
        assert mean - 0.1 < interval.low < mean < interval.high < mean + 0.1
    # Who was preferred says nothing of the parent alone.
    assert by_pairs[0] is None
    assert by_pairs[1] is not None
    assert by_pairs[1].low < 2 / 3 < by_pairs[1].high


def test_a_gain_that_all_judges_see_is_adopted() -> None:
    assert decide_challenge(scored(0.5, 0.3), [scored(0.7, 0.4)], ledger=LEDGER).adopted == 0


def test_equal_versions_are_not_called_better() -> None:
    decided = decide_challenge(scored(0.5), [scored(0.5)], ledger=LEDGER)

    assert (decided.adopted, only(decided).verdict) == (None, "not_yet_known")


def test_a_gain_that_one_judge_alone_sees_is_held_back() -> None:
    decided = decide_challenge(scored(0.5, 0.5), [scored(0.9, 0.45)], ledger=LEDGER)

    assert (decided.adopted, only(decided).verdict) == (None, "held_back")
    assert only(decided).reason == "one_judge_alone_sees_the_gain"


def test_a_gain_that_the_others_may_owe_to_chance_is_held_back_too() -> None:
    parent, tempting = scored(0.5, 0.5), scored(0.9, 0.5)
    by_chance = VersionScores(
        {
            key: score.changed(
                qualities=(score.qualities[0], (1, score.qualities[1][1] + 0.1 * (-1) ** key[0] + 0.005))
            )
            for key, score in tempting.scores.items()
        }
    )
    silent = VersionScores(
        {
            key: score.changed(qualities=score.qualities[: 1 + (key[0] == 0)])
            for key, score in by_chance.scores.items()
        }
    )

    for candidate in (by_chance, silent, scored(0.9)):
        assert only(decide_challenge(parent, [candidate], ledger=LEDGER)).verdict == "held_back"


def test_a_refusal_counts_as_nothing_and_trouble_as_unknown() -> None:
    refused = CellScore(place=HERE, cell=1, status=OutputStatus.SEMANTIC_FAILURE, reason="refusal")
    failed = CellScore(place=HERE, cell=1, status=OutputStatus.ERROR, reason="timeout")
    unjudged = CellScore(place=HERE, cell=1, status=OutputStatus.OK)

    qualities = [VersionScores({(1, 0, 0): one}).quality((1, 0, 0)) for one in (refused, failed, unjudged)]

    assert qualities[0] == 0.0
    assert [str(one) for one in (*qualities[1:], VersionScores({}).quality((1, 0, 0)))] == ["nan"] * 3


def test_cases_that_the_parent_passes_and_the_candidate_does_not_are_listed() -> None:
    parent, candidate = scored(0.7), scored(0.7)
    lost = CellScore(place=HERE, cell=3, status=OutputStatus.OK, qualities=((0, 0.2),))
    broken = CellScore(place=HERE, cell=4, status=OutputStatus.OK, qualities=((0, 0.9),), passed=False)
    candidate = VersionScores({**candidate.scores, (3, 0, 0): lost, (4, 0, 0): broken, (99, 0, 0): lost})

    assert only(decide_challenge(parent, [candidate], ledger=LEDGER)).regressions == (3, 4)


def test_cases_of_one_family_count_as_one() -> None:
    apart = decide_challenge(scored(0.5), [scored(0.55)], ledger=LEDGER)
    together = decide_challenge(
        scored(0.5, family="one source"), [scored(0.55, family="one source")], ledger=LEDGER
    )

    assert (apart.adopted, together.adopted) == (0, None)


def test_the_gain_is_measured_on_the_same_cases() -> None:
    gain = measure_gain(scored(0.5), scored(0.6), sealed=LEDGER)
    chosen = measure_gain(scored(0.5), scored(0.6))

    assert 0.05 < gain.interval.low < gain.difference < gain.interval.high < 0.1
    assert (gain.cases, gain.is_sealed) == (24, True)
    assert (chosen.difference, chosen.is_sealed) == (gain.difference, False)
    assert gain.first_quality == pytest.approx(gain.last_quality - gain.difference)
    assert gain.first_interval is not None
    assert gain.first_interval.low < gain.first_quality < gain.first_interval.high


def test_answers_are_taken_by_version_and_case() -> None:
    places = (CellPosition(0, 1, 0, 0), CellPosition(0, 2, 0, 0), CellPosition(9, 1, 0, 0))
    one, *others = (CellScore(cell=1, place=place, status=OutputStatus.OK) for place in places)

    assert VersionScores.of((one, *others), version=1, cases=range(5)).scores == {(0, 0, 0): one}


def test_nothing_can_be_proven_on_very_few_cases() -> None:
    assert least_held_out(rounds=5, candidates=2, error=0.05) == 8


def test_of_candidates_that_gain_as_much_the_cheapest_is_adopted() -> None:
    dear, cheap = (scored(0.7, microusd=cost, latency_s=1.0) for cost in (90, 30))

    decided = decide_challenge(scored(0.5, microusd=60), [dear, cheap], ledger=LEDGER)

    assert decided.adopted == 1
    assert [one and (one.microusd, one.latency_s) for one in decided.outcomes] == [
        ((60.0, 90.0), (None, 1.0)),
        ((60.0, 30.0), (None, 1.0)),
    ]


def uneven(quality: float, *, sway: float, microusd: float | None) -> VersionScores:
    """Better on every second case by so much, and worse on the others."""
    one = scored(quality, microusd=microusd)
    return VersionScores(
        {
            key: score.changed(qualities=((0, score.qualities[0][1] + (sway if key[0] % 2 else -sway)),))
            for key, score in one.scores.items()
        }
    )


@pytest.mark.parametrize("looks", [False, True])
@pytest.mark.parametrize(
    ("sway", "cheaper", "adopted"),
    [
        (0.1, 30.0, 1),
        (0.0, 30.0, 0),
        (0.1, 89.5, 0),
        (0.1, None, 0),
    ],
    ids=["not told apart", "surely worse", "as dear", "of unknown cost"],
)
def test_a_paired_test_says_which_candidates_gain_as_much_and_then_cost_decides(
    sway: float, cheaper: float | None, adopted: int, looks: bool
) -> None:
    parent, best = scored(0.4, microusd=60.0), scored(0.76, microusd=90.0)
    rival = uneven(0.74, sway=sway, microusd=cheaper)

    decided = (
        in_looks(parent, best, rival)[1] if looks else decide_challenge(parent, [best, rival], ledger=LEDGER)
    )

    gains = [one.comparison.difference.mean for one in decided.outcomes if one is not None]
    assert gains[0] > gains[1]
    assert decided.adopted == adopted


def test_the_word_of_a_judge_that_counts_more_counts_more() -> None:
    heavy = VersionScores(scored(0.2, 0.8).scores, {0: 0.75, 1: 0.25})
    alone = VersionScores(scored(0.2).scores, {0: 0.0})

    assert heavy.quality((0, 0, 0)) == pytest.approx(0.35)
    assert alone.quality((0, 0, 0)) == pytest.approx(0.2)


def first(tested: VersionScores, count: int) -> VersionScores:
    return VersionScores({key: score for key, score in tested.scores.items() if key[0] < count})


def in_looks(parent: VersionScores, *candidates: VersionScores) -> tuple[list[tuple[int, ...]], Challenge]:
    """What was open after each of two looks, and what it came to."""
    staged = StagedChallenge.begin(len(candidates), cases=60, looks=2, ledger=LEDGER)
    opened: list[tuple[int, ...]] = []
    for count in (30, 60):
        seen = first(parent, count)
        sides = {at: first(one, count) for at, one in enumerate(candidates)}
        staged.look(seen, {at: (one, Compared(seen, one)) for at, one in sides.items()})
        opened.append(staged.open)
    return opened, staged.conclude()


def test_what_is_decided_at_the_first_look_needs_no_second_one() -> None:
    opened, decided = in_looks(*(scored(quality, cases=MANY) for quality in (0.5, 0.8, 0.5)))

    assert (opened, decided.adopted) == ([(), ()], 0)
    assert decided.outcomes[0] is not None
    assert decided.outcomes[0].comparison.difference.cases == 30
    assert decided.ledger.rounds_decided == 1


def test_what_cannot_become_better_is_dropped_and_the_others_go_on() -> None:
    uneven = scored(0.5, cases=MANY)
    hopeless = VersionScores(
        {
            key: score.changed(qualities=((0, 0.3 + 0.02 * (key[0] % 5)),))
            for key, score in uneven.scores.items()
        }
    )
    slow = VersionScores(
        {
            key: score.changed(
                qualities=((0, min(1.0, score.qualities[0][1] + (0.3 if key[0] % 3 else -0.1))),)
            )
            for key, score in uneven.scores.items()
        }
    )

    opened, decided = in_looks(uneven, hopeless, slow)

    assert opened == [(1,), ()]
    assert decided.outcomes[0] is not None
    assert decided.outcomes[0].verdict in ("worse", "not_yet_known")
    assert decided.adopted == 1


@pytest.mark.parametrize(
    ("late", "opened", "verdict"),
    [(0.2, [(0,), ()], "better"), (0.0, [(0,), ()], "held_back"), (-0.2, [(), ()], "held_back")],
)
def test_what_one_judge_does_not_see_yet_is_looked_at_again_unless_that_is_hopeless(
    late: float, opened: list[tuple[int, ...]], verdict: str
) -> None:
    parent, candidate = scored(0.5, 0.5, cases=MANY), scored(0.8, 0.5, cases=MANY)
    early = 0.05 if late >= 0 else -0.05
    slow = VersionScores(
        {
            key: score.changed(
                qualities=(score.qualities[0], (1, score.qualities[1][1] + _swing(key[0], early, late)))
            )
            for key, score in candidate.scores.items()
        }
    )

    seen, decided = in_looks(parent, slow)

    assert (seen, only(decided).verdict) == (opened, verdict)


def _swing(case: int, early: float, late: float) -> float:
    """More than chance would do only from the second look on."""
    return (early if case < 30 else late) + 0.2 * (-1) ** case


def test_where_nothing_was_judged_nothing_is_said() -> None:
    _, decided = in_looks(scored(), scored())

    assert (decided.outcomes, decided.adopted) == ((None,), None)


def cell(number: int, **changes: object) -> CellScore:
    return CellScore(
        **{"cell": number, "place": HERE, "status": OutputStatus.OK, "qualities": ((0, 0.5),), **changes}
    )


def test_where_judges_compare_the_share_of_the_candidate_decides() -> None:
    parent = VersionScores({(case, 0, 0): cell(case) for case in CASES})
    candidate = VersionScores({(case, 0, 0): cell(100 + case) for case in CASES})
    preferred = {(case, 100 + case): [(1, 1.0 if case % 8 else 0.0)] for case in CASES}

    side = Compared.of_preferences(parent, candidate, preferred=preferred)
    decided = decide_challenge(parent, [candidate], sides=[side], ledger=LEDGER)

    assert (decided.adopted, only(decided).comparison.baseline_mean) == (0, 0.5)
    assert only(decided).comparison.candidate_mean == pytest.approx(21 / 24)


def test_an_answer_beats_none_without_anybody_being_asked() -> None:
    refused = {"status": OutputStatus.SEMANTIC_FAILURE, "reason": "refusal"}
    states = [
        (cell(0), cell(9, **refused)),
        (cell(1, **refused), cell(8)),
        (cell(2, **refused), cell(7, **refused)),
    ]
    unknown = [(cell(3), cell(6, status=OutputStatus.ERROR)), (cell(4), cell(5))]
    both = [*states, *unknown]
    parent, candidate = (
        VersionScores({(at, 0, 0): pair[side] for at, pair in enumerate(both)}) for side in (0, 1)
    )
    candidate = VersionScores({**candidate.scores, (99, 0, 0): cell(98)})

    side = Compared.of_preferences(parent, candidate, preferred={})

    assert {key[0]: side.candidate.quality(key) for key in side.candidate.scores} == {0: 0.0, 1: 1.0, 2: 0.5}
