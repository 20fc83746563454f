"""Standings and people: every reason is told with its number and with what was wanted."""

import re

import pytest

from edison.domain import CardMeasure, CardStanding, CardThresholds, Interval, SuiteMatch
from edison.stages.rank.cards.biases import Leaning
from edison.stages.rank.cards.standing import CardFindings, remark_on, stand_by
from edison.stats.judges import cohen_kappa, krippendorff_alpha

from .cards import a_suite, card, evidence, pairs

USUAL = CardThresholds()


def a_measure(value: float, *, between: tuple[float, float] | None = None) -> CardMeasure:
    interval = None if between is None else Interval(low=between[0], high=between[1])
    return CardMeasure(value=value, interval=interval, n=100)


def findings(measures: dict[str, CardMeasure], **changes: object) -> CardFindings:
    given: dict[str, object] = {"leanings": (), "biases": (), "cases": 30, **changes}
    return CardFindings(measures=measures, **given)  # pyright: ignore[reportArgumentType] (a test's defaults)


@pytest.mark.parametrize(
    ("name", "value", "told", "standing"),
    [
        (
            "pair_accuracy",
            0.80,
            "right in 80 % of the comparisons .* at least 85 %",
            CardStanding.WITH_WARNINGS,
        ),
        ("pair_accuracy", 0.60, "right in 60 %", CardStanding.UNQUALIFIED),
        ("verdict_accuracy", 0.70, "gave 70 % of the answers the right verdict", CardStanding.WITH_WARNINGS),
        ("verdict_accuracy", 0.40, "40 %", CardStanding.UNQUALIFIED),
        (
            "self_consistency",
            0.70,
            "noisy: asked the same again, it said the same in 70 %",
            CardStanding.WITH_WARNINGS,
        ),
        ("self_consistency", 0.55, "noisy", CardStanding.UNQUALIFIED),
        (
            "flip_rate",
            0.30,
            "noisy: when the sides were exchanged .* 30 % .* at most 15 %",
            CardStanding.WITH_WARNINGS,
        ),
        ("flip_rate", 0.45, "noisy", CardStanding.UNQUALIFIED),
        ("parse_rate", 0.95, "Of its replies 95 % could be read; at least 97 %", CardStanding.WITH_WARNINGS),
        ("parse_rate", 0.50, "50 %", CardStanding.UNQUALIFIED),
        ("kappa_with_people", 0.30, r"kappa 0.30\); at least 0.60 is wanted", CardStanding.WITH_WARNINGS),
        ("anchor_tau", 0.20, r"tau 0.20\); at least 0.90 is wanted", CardStanding.UNQUALIFIED),
    ],
)
def test_a_measure_that_falls_short_is_a_reason(
    name: str, value: float, told: str, standing: CardStanding
) -> None:
    (remark,) = remark_on(findings({name: a_measure(value)}), thresholds=USUAL)

    assert stand_by((remark,)) is standing
    assert re.search(told, remark.sentence)


def test_a_kappa_is_told_with_its_interval() -> None:
    low = findings({"kappa_with_people": a_measure(0.24, between=(-0.13, 0.49))})

    (remark,) = remark_on(low, thresholds=USUAL)

    assert "(kappa 0.24, -0.13 to 0.49); at least 0.60 is wanted" in remark.sentence


def test_good_measures_are_no_reason() -> None:
    good = {
        "pair_accuracy": a_measure(0.95, between=(0.9, 0.98)),
        "flip_rate": a_measure(0.05),
        "parse_rate": a_measure(1.0),
    }

    assert remark_on(findings(good), thresholds=USUAL) == ()
    assert stand_by(()) is CardStanding.QUALIFIED


@pytest.mark.parametrize(
    ("between", "is_chance"), [((0.45, 0.99), True), ((0.51, 0.99), False), (None, False)]
)
def test_whoever_may_be_at_chance_is_not_qualified(
    between: tuple[float, float] | None, is_chance: bool
) -> None:
    found = findings({"pair_accuracy": a_measure(0.9, between=between)})

    assert [remark.about for remark in remark_on(found, thresholds=USUAL)] == ["chance"] * is_chance


def test_a_small_card_is_a_first_impression() -> None:
    (remark,) = remark_on(findings({}, cases=14), thresholds=USUAL)

    assert remark.sentence == "All of this rests on 14 cases; 15 are the least."
    assert stand_by((remark,)) is CardStanding.WITH_WARNINGS


@pytest.mark.parametrize(
    ("bias", "value", "told"),
    [
        ("position", -12.0, "prefers what is shown second, by 12 points"),
        ("length", -12.0, "prefers the shorter text, by 12 points"),
        ("own_style", 12.0, "favours texts in its own style, by 12 points"),
        ("own_style", -12.0, "holds down texts in its own style, by 12 points"),
    ],
)
def test_a_bias_is_told_with_its_direction(bias: str, value: float, told: str) -> None:
    leaning = Leaning(bias, (("some", a_measure(value)),), p_value=0.001, is_large=True)
    other = Leaning("obedience", (("other", a_measure(0.5)),), p_value=0.4, is_large=False)

    (remark,) = remark_on(findings({}, leanings=(leaning, other), biases=(bias,)), thresholds=USUAL)

    assert told in remark.sentence


def test_the_gravest_reason_comes_first() -> None:
    found = findings({"pair_accuracy": a_measure(0.8), "parse_rate": a_measure(0.2)})

    assert [remark.about for remark in remark_on(found, thresholds=USUAL)] == ["parse_rate", "pair_accuracy"]


def test_agreement_with_people_is_plain_and_beyond_chance() -> None:
    said = [{"anna": "a", "ben": "a"}, {"anna": "b", "ben": "b"}, {"anna": "a", "ben": "b"}, {"ben": "a"}] * 4
    people = [[{"person": name, "choice": choice} for name, choice in labels.items()] for labels in said]
    suite = a_suite(
        pairs=[{**pair, "people": labels} for pair, labels in zip(pairs(16), people, strict=True)]
    )

    def chooses(match: SuiteMatch, a_first: bool, _: int) -> str:
        assert match.pair is not None
        # About every fourth pair it is divided, which is a tie.
        return "a" if match.pair.id in ("p3", "p7") and a_first else match.right.value

    found = card(suite, evidence(suite, chooses=chooses)).measures

    # By hand, as the share of side a: the judge, then people by majority, then each of them.
    judge = [1, 0, 1, 0.5, 1, 0, 1, 0.5, 1, 0, 1, 0, 1, 0, 1, 0]
    together = [1, 0, 0.5, 1] * 4
    nan = float("nan")
    table = [
        [mine, *theirs] for mine, theirs in zip(judge, [[1, 1], [0, 0], [1, 0], [nan, 1]] * 4, strict=True)
    ]
    assert found["kappa_with_people"].value == pytest.approx(cohen_kappa(judge, together).value)
    assert found["alpha_with_people"].value == pytest.approx(krippendorff_alpha(table).value)
    assert found["agreement_with_people"].value == pytest.approx((4 + 4 + 4 * 0.5) / 16)


def test_without_labels_nothing_is_said_about_people() -> None:
    suite = a_suite(pairs=pairs(4))

    assert not any("people" in name for name in card(suite, evidence(suite)).measures)


def test_a_judge_that_decided_nothing_is_not_qualified() -> None:
    remarks = remark_on(findings({}, cases=0), thresholds=USUAL)

    assert stand_by(remarks) is CardStanding.UNQUALIFIED


@pytest.mark.parametrize(
    ("between", "told"),
    [
        ((-10.0, 10.0), "of the pairs, without leaning to one side by more than 20 points; at most"),
        ((-40.0, 100.0), "and whether it leans to one side is not known from so few; at most"),
        (None, "and whether it leans to one side is not known; at most"),
    ],
)
def test_flips_are_said_to_be_without_leaning_only_where_that_is_known(
    between: tuple[float, float] | None, told: str
) -> None:
    place = {} if between is None else {"position_preference": a_measure(0.0, between=between)}

    (remark,) = remark_on(findings({"flip_rate": a_measure(0.3), **place}), thresholds=USUAL)

    assert told in remark.sentence


def test_a_judge_that_always_takes_the_first_of_two_pairs_is_not_said_to_be_without_leaning() -> None:
    suite = a_suite(pairs=pairs(2))

    found = card(suite, evidence(suite, chooses=lambda _, first, __: "a" if first else "b"))

    position = found.measures["position_preference"]
    assert position.interval is not None
    assert -100 <= position.interval.low < position.interval.high <= 100
    assert not any("without leaning" in reason for reason in found.reasons)


def test_why_questions_were_not_decided_is_told_by_the_commonest_reason() -> None:
    reasons = ("The provider does not have this model.",) * 3 + ("It was cut off.",)
    measured = {"judged_rate": a_measure(0.2)}

    told = remark_on(findings(measured, undecided=reasons), thresholds=USUAL)

    assert [(one.about, one.sentence) for one in told] == [
        (
            "undecided",
            "4 questions were not decided, 3 of them because: The provider does not have this model.",
        )
    ]
    assert stand_by(told) is CardStanding.WITH_WARNINGS
    assert remark_on(findings({"judged_rate": a_measure(0.95)}, undecided=reasons), thresholds=USUAL) == ()
    assert remark_on(findings({}, undecided=reasons), thresholds=USUAL) == ()
