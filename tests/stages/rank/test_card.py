"""Cards: numbers by hand, intervals from the stats room, and nothing said where there is nothing to say."""

import pytest

from edison.domain import Answered, CardStanding, Reading, SuiteMatch, SuiteVerdict, content_hash
from edison.stages.rank import CardEvidence, SeenPair, SeenVerdict
from edison.stats.judges import order_flips, self_consistency
from edison.stats.means import mean_interval
from tests.factories import a_comparison, a_judgment

from .cards import Chooses, a_suite, card, evidence, pairs, the_right_one, verdicts


def right_but_for(*wrong: str) -> Chooses:
    """A judge that is right about all pairs except these."""

    def chooses(match: SuiteMatch, _: bool, __: int) -> str:
        assert match.pair is not None
        right = match.right.value
        return right if match.pair.id not in wrong else {"a": "b", "b": "a"}[right]

    return chooses


def test_accuracy_is_the_share_of_right_findings_with_an_interval_over_cases() -> None:
    suite = a_suite(pairs=pairs(20), verdicts=verdicts(10))

    found = card(suite, evidence(suite, chooses=right_but_for("p0", "p1", "p2"))).measures

    expected = mean_interval([0.0] * 6 + [1.0] * 34, scale=(0, 1), cases=[n // 2 for n in range(40)], seed=0)
    assert found["pair_accuracy"].value == pytest.approx(17 / 20)
    assert found["pair_accuracy"].n == 40
    assert found["pair_accuracy"].interval is not None
    assert found["pair_accuracy"].interval.low == pytest.approx(expected.low, abs=0.02)
    assert found["verdict_accuracy"].value == 1.0
    assert found["accuracy"].value == pytest.approx(27 / 30)


def test_twins_count_as_one_case() -> None:
    twins = [{**pair, "family": f"f{n // 2}"} for n, pair in enumerate(pairs(20))]
    suite = a_suite(pairs=twins)
    alone = a_suite(pairs=pairs(20))

    together = card(suite, evidence(suite, chooses=right_but_for("p0"))).measures["pair_accuracy"].interval
    apart = card(alone, evidence(alone, chooses=right_but_for("p0"))).measures["pair_accuracy"].interval

    assert together is not None
    assert apart is not None
    assert together.low < apart.low


def test_every_category_has_its_own_accuracy() -> None:
    suite = a_suite(pairs=[*pairs(4), *pairs(4, id="g", category="gaming")], verdicts=verdicts(3))

    found = card(suite, evidence(suite, chooses=right_but_for("g0", "g1"))).measures

    assert found["accuracy.gaming"].value == 0.5
    assert found["accuracy.clear_discrimination"].value == 1.0
    assert found["accuracy.edge_case"].value == 1.0
    assert "accuracy.equivalence" not in found


def test_own_categories_and_sources_are_slices_of_the_card() -> None:
    law = pairs(6, category="law", source="our archive")
    suite = a_suite(pairs=[*law, *pairs(4, id="g")], verdicts=verdicts(4, source="exam 2026"))

    found = card(suite, evidence(suite, chooses=right_but_for("p0", "p1", "p2"))).measures

    slices = {name: measure.value for name, measure in found.items() if name.startswith("accuracy.")}
    assert slices == {
        "accuracy.law": 0.5,
        "accuracy.clear_discrimination": 1.0,
        "accuracy.edge_case": 1.0,
        "accuracy.source.our archive": 0.5,
        "accuracy.source.exam 2026": 1.0,
    }


@pytest.mark.parametrize(
    ("may_tie", "says", "share"), [(True, "tie", 1.0), (True, "a", 0.0), (False, "a", None)]
)
def test_equals_are_held_against_a_judge_only_where_it_may_call_a_tie(
    may_tie: bool, says: str, share: float | None
) -> None:
    suite = a_suite(pairs=pairs(4, right="tie", category="equivalence"))

    found = card(suite, evidence(suite, chooses=lambda *_: says, may_tie=may_tie)).measures

    measure = found.get("accuracy.equivalence")
    assert (measure.value if measure else None) == share
    assert "pair_accuracy" not in found
    assert "flip_rate" not in found


def test_a_tie_is_half_right_where_one_side_is_better() -> None:
    suite = a_suite(pairs=pairs(6))

    found = card(suite, evidence(suite, chooses=lambda *_: "tie", may_tie=True)).measures

    assert found["pair_accuracy"].value == 0.5


def test_one_of_several_stages_is_partly_right_and_an_abstention_is_not() -> None:
    suite = a_suite(verdicts=verdicts(2, right="pass"))

    found = card(suite, evidence(suite, names=lambda case, _: (2, 3) if case.id == "v0" else ())).measures

    assert found["verdict_accuracy"].value == 0.25
    assert found["abstained"].value == 0.5


def test_flips_and_repeats_are_measured_as_the_stats_room_does() -> None:
    suite = a_suite(pairs=pairs(20))

    def chooses(match: SuiteMatch, a_first: bool, repeat: int) -> str:
        assert match.pair is not None
        unsteady = match.pair.id in ("p0", "p1") and (repeat == 1 or a_first)
        return {"a": "b", "b": "a"}[match.right.value] if unsteady else match.right.value

    found = card(suite, evidence(suite, chooses=chooses, repeats=2)).measures

    flips = order_flips([0, 1] + [1, 0] * 9, [0, 1] + [0, 1] * 9)
    again = self_consistency([[0, 0], [0, 1]] * 2 + [[1, 1]] * 36)
    assert found["flip_rate"].value == pytest.approx(flips.rate.value) == pytest.approx(0.1)
    assert found["self_consistency"].value == pytest.approx(again.agreement.value) == pytest.approx(38 / 40)
    assert found["self_consistency"].n == 80


def test_repeated_verdicts_count_for_consistency() -> None:
    suite = a_suite(verdicts=verdicts(4))

    found = card(
        suite,
        evidence(suite, names=lambda case, repeat: (1 + (repeat if case.id == "v0" else 0),), repeats=2),
    ).measures

    assert found["self_consistency"].value == 0.75


def test_of_replies_each_counts_however_often_a_question_was_asked_again() -> None:
    suite = a_suite(pairs=pairs(10))
    said = evidence(suite)
    asked_again = said.pairs[0].comparison.model_copy(
        update={"readings": (Reading.UNREADABLE,) * 10 + (Reading.STRICT,)}
    )
    again = CardEvidence(
        pairs=[SeenPair(said.pairs[0].left, said.pairs[0].right, asked_again), *said.pairs[1:]]
    )

    found = card(suite, again).measures["parse_rate"]

    assert (found.value, found.n) == (pytest.approx(20 / 30), 30)


def test_what_was_not_judged_is_no_finding_and_lowers_what_could_be_read() -> None:
    suite = a_suite(pairs=pairs(10), verdicts=verdicts(2))

    def chooses(match: SuiteMatch, a_first: bool, repeat: int) -> str | None:
        return None if match.a == 2 and a_first else the_right_one(match, a_first, repeat)

    def names(case: SuiteVerdict, _: int) -> tuple[int, ...] | None:
        return None if case.id == "v0" else (2,)

    found = card(suite, evidence(suite, chooses=chooses, names=names)).measures

    assert found["parse_rate"].value == pytest.approx(20 / 22)
    assert found["judged_rate"].value == pytest.approx(20 / 22)
    assert found["pair_accuracy"].value == 1.0
    assert found["pair_accuracy"].n == 19
    assert found["verdict_accuracy"].n == 1


def test_comparisons_and_judgments_of_other_cells_are_left_aside() -> None:
    suite = a_suite(pairs=pairs(2))
    stray = a_judgment(scores=(), verdict={"scale_size": 3, "stages": (1,)})

    found = card(
        suite, CardEvidence(pairs=[SeenPair(0, 3, a_comparison())], verdicts=[SeenVerdict(7, stray)])
    ).measures

    assert set(found) == {"judged_rate"}


def test_cost_and_latency_are_those_of_a_judgment() -> None:
    suite = a_suite(pairs=pairs(2))
    answered = [Answered(latency_ms=1000 * (n + 1), microusd=100 + 10 * n) for n in range(20)] + [Answered()]

    found = card(suite, evidence(suite, answered=answered)).measures

    assert found["cost_usd"].value == pytest.approx(195e-6)
    assert found["cost_usd"].interval is not None
    assert (found["latency_s"].value, found["latency_p95_s"].value, found["latency_s"].n) == (10.0, 19.0, 20)
    assert found["latency_s"].interval is not None
    assert found["latency_s"].interval.low < 10 < found["latency_s"].interval.high


def test_a_cost_that_does_not_vary_has_no_interval() -> None:
    suite = a_suite(pairs=pairs(2))

    found = card(suite, evidence(suite, answered=[Answered(microusd=0)] * 3)).measures

    assert (found["cost_usd"].value, found["cost_usd"].interval) == (0.0, None)
    assert "latency_s" not in found


def test_anchors_are_held_against_their_grades() -> None:
    texts = [{"id": f"t{n}", "text": f"Text {n}.", "grade": "CBA"[n // 2]} for n in range(6)]
    suite = a_suite(anchors=texts, grades=("C", "B", "A"))

    good = card(suite, evidence(suite)).measures
    bad = card(
        suite, evidence(suite, chooses=lambda match, *_: {"a": "b", "b": "a"}[match.right.value])
    ).measures

    assert (good["anchor_accuracy"].value, bad["anchor_accuracy"].value) == (1.0, 0.0)
    assert good["anchor_tau"].value > 0.8
    assert bad["anchor_tau"].value < -0.8
    assert good["anchor_tau"].n == 6
    assert "pair_accuracy" not in good


def test_a_judge_that_is_right_throughout_is_qualified() -> None:
    suite = a_suite(pairs=pairs(20), verdicts=verdicts(6))

    found = card(suite, evidence(suite, repeats=2))

    assert (found.standing, found.reasons, found.biases) == (CardStanding.QUALIFIED, (), ())
    assert found.suite_digest == content_hash(suite)
    assert found.measures["flip_rate"].value == 0.0


def test_equal_seeds_give_equal_cards() -> None:
    suite = a_suite(pairs=pairs(20))

    assert card(suite, evidence(suite)) == card(suite, evidence(suite))
