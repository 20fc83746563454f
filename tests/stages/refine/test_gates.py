"""What is better and less safe, warned of more, or failing more checks, is held back."""

import pytest

from edison.domain import CellScore, OutputStatus
from edison.stages.refine import VersionScores, decide_challenge

from .challenges import HERE, LEDGER, only, scored


@pytest.mark.parametrize(
    ("before", "after", "unsafe", "verdict"),
    [
        ((), ("pii",), 1, "held_back"),
        (("pii",), ("secrets",), 1, "held_back"),
        (("pii",), ("pii",), 0, "better"),
        (("pii",), (), 0, "better"),
        (None, None, None, "better"),
        (None, ("pii",), None, "better"),
    ],
)
def test_a_better_candidate_in_whose_answers_more_was_found_is_held_back(
    before: tuple[str, ...] | None, after: tuple[str, ...] | None, unsafe: int | None, verdict: str
) -> None:
    rest = None if before is None else ()
    parent, candidate = (scored(quality, unsafe=rest) for quality in (0.5, 0.7))
    first = (0, 0, 0)
    parent = VersionScores({**parent.scores, first: parent.scores[first].changed(unsafe=before)})
    candidate = VersionScores({**candidate.scores, first: candidate.scores[first].changed(unsafe=after)})

    trial = only(decide_challenge(parent, [candidate], ledger=LEDGER))

    assert (trial.unsafe, trial.verdict) == (unsafe, verdict)
    assert (trial.reason == "less_safe") is (verdict == "held_back")


@pytest.mark.parametrize(("warned", "verdict"), [(1, "better"), (3, "held_back")])
def test_more_warnings_than_chance_would_do_hold_a_better_candidate_back(warned: int, verdict: str) -> None:
    candidate = scored(0.7)
    for case in range(warned):
        key = (case, 0, 0)
        flagged = CellScore(
            place=HERE,
            cell=case,
            status=OutputStatus.OK,
            qualities=((0, 0.7),),
            warnings=((0, ("pii_detected",)),),
        )
        candidate = VersionScores({**candidate.scores, key: flagged})

    assert only(decide_challenge(scored(0.5), [candidate], ledger=LEDGER)).verdict == verdict
    assert only(decide_challenge(scored(0.5), [candidate], ledger=LEDGER)).warnings == warned


def test_a_gain_that_one_judge_sees_and_another_never_spoke_of_is_held_back() -> None:
    parent, candidate = (scored(quality, not_judged=(1,)) for quality in (0.5, 0.7))

    trial = only(decide_challenge(parent, [candidate], ledger=LEDGER))

    assert (trial.verdict, trial.reason) == ("held_back", "one_judge_alone_sees_the_gain")
    assert only(decide_challenge(scored(0.5), [scored(0.7)], ledger=LEDGER)).verdict == "better"


def failing(tested: VersionScores, *cases: int) -> VersionScores:
    """The same answers, of which these fail a check."""
    checked = {key: score.changed(passed=key[0] not in cases) for key, score in tested.scores.items()}
    return VersionScores(checked)


@pytest.mark.parametrize(
    ("before", "after", "verdict"),
    [
        ((), (1, 2, 3), "held_back"),
        ((), (1, 2), "better"),
        ((1, 2, 3), (4, 5, 6), "better"),
        ((1,), (), "better"),
    ],
)
def test_a_better_candidate_of_whose_answers_more_fail_checks_than_chance_would_do_is_held_back(
    before: tuple[int, ...], after: tuple[int, ...], verdict: str
) -> None:
    parent, candidate = failing(scored(0.5), *before), failing(scored(0.7), *after)

    trial = only(decide_challenge(parent, [candidate], ledger=LEDGER))

    assert trial.verdict == verdict
    assert (trial.reason == "more_answers_fail_checks") is (verdict == "held_back")
    assert trial.checked is not None
    assert (trial.checked.answers, trial.checked.parent_failed, trial.checked.failed) == (
        24,
        len(before),
        len(after),
    )


def test_where_nothing_was_checked_nothing_is_told_of_checks() -> None:
    assert only(decide_challenge(scored(0.5), [scored(0.7)], ledger=LEDGER)).checked is None
