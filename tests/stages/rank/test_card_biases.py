"""Biases on cards: each is found where it is, and noise is called noise."""

import numpy as np
import pytest

from edison.domain import CardStanding, CardThresholds, JudgeSuite, PairSide, SuiteMatch, SuiteVerdict
from edison.formats.cards.text import tell_card
from edison.stages.rank import CardEvidence
from edison.stats.judges import position_preference
from tests.factories import a_judge

from .cards import LONG, SHORT, Chooses, a_suite, card, evidence, pairs, verdicts


def a_marked_suite(**marks: object) -> JudgeSuite:
    return a_suite(pairs=pairs(40, **marks))


def takes_the_first(match: SuiteMatch, a_first: bool, _: int) -> str:
    """Right about three of four pairs; about the fourth it takes what is shown first."""
    assert match.pair is not None
    if int(match.pair.id[1:]) % 8 < 6:
        return match.right.value
    return "a" if a_first else "b"


def test_a_judge_that_takes_what_is_shown_first_is_told_so_in_points_and_logits() -> None:
    suite = a_marked_suite()

    found = card(suite, evidence(suite, chooses=takes_the_first))

    first = [1.0 if n % 8 >= 6 else float(n % 2 == order) for n in range(40) for order in (0, 1)]
    names = [(f"{n}a", f"{n}b") if order == 0 else (f"{n}b", f"{n}a") for n in range(40) for order in (0, 1)]
    expected = position_preference(first, first=[a for a, _ in names], second=[b for _, b in names])
    assert found.measures["position_preference"].value == pytest.approx(expected.points) == pytest.approx(25)
    assert found.measures["position_logit"].value == pytest.approx(expected.logit)
    assert found.biases == ("position",)
    assert found.standing is CardStanding.WITH_WARNINGS
    assert found.reasons[0] == "It prefers what is shown first, by 25 points of 100 beyond its due."


def test_pairs_of_one_family_count_as_one_for_place_flips_and_repeats() -> None:
    alone = a_marked_suite()
    together = a_suite(pairs=[{**pair, "family": f"family {n // 8}"} for n, pair in enumerate(pairs(40))])

    apart, joined = (
        card(suite, evidence(suite, chooses=takes_the_first, repeats=2)) for suite in (alone, together)
    )

    for name in ("position_preference", "flip_rate", "self_consistency", "accuracy"):
        one, other = apart.measures[name], joined.measures[name]
        assert one.value == pytest.approx(other.value)
        assert one.interval is not None
        assert other.interval is not None
        # In each family two of eight pairs go to the first: five families are five cases, and all the same.
        assert one.interval != other.interval, name


def test_a_judge_that_leans_to_a_place_is_not_called_noisy_for_its_flips() -> None:
    suite = a_marked_suite()

    found = card(suite, evidence(suite, chooses=takes_the_first))

    assert found.measures["flip_rate"].value == pytest.approx(0.25)
    assert not any("noisy" in reason for reason in found.reasons)


def test_a_judge_that_takes_the_longer_text_is_told_so() -> None:
    suite = a_suite(
        pairs=[
            {**pair, "a": LONG if n % 4 < 2 else SHORT, "b": SHORT if n % 4 < 2 else LONG}
            for n, pair in enumerate(pairs(40))
        ]
    )

    def chooses(match: SuiteMatch, *_: object) -> str:
        assert match.pair is not None
        return match.pair.longer.value if int(match.pair.id[1:]) % 3 else match.right.value

    found = card(suite, evidence(suite, chooses=chooses))

    assert "length" in found.biases
    assert found.measures["length_bias"].value > 40
    assert any("prefers the longer text" in reason for reason in found.reasons)
    assert found.standing is CardStanding.UNQUALIFIED


@pytest.mark.parametrize(("style", "is_own"), [("openai", True), ("assistant", True), ("mistral", False)])
def test_a_judge_that_takes_its_own_style_is_told_so_by_family_or_by_the_voice_of_assistants(
    style: str, is_own: bool
) -> None:
    styles = [({"style_a": style}, {"style_b": style})[n // 4 % 2] for n in range(40)]
    suite = a_suite(pairs=[{**pair, **its} for pair, its in zip(pairs(40), styles, strict=True)])

    def chooses(match: SuiteMatch, *_: object) -> str:
        assert match.pair is not None
        own = "a" if match.pair.style_a else "b"
        return own if int(match.pair.id[1:]) % 3 else match.right.value

    judge = a_judge(endpoint={"provider": "openai", "model": "gpt-4o"})
    found = card(suite, evidence(suite, chooses=chooses), judge=judge)

    assert ("own_style" in found.biases) is is_own
    assert ("self_preference" in found.measures) is is_own


def test_a_judge_that_takes_orders_is_not_qualified() -> None:
    suite = a_suite(
        pairs=[*pairs(20), *({**pair, "instructs": "ba"[n % 2]} for n, pair in enumerate(pairs(8, id="i")))],
        verdicts=[
            *verdicts(6),
            *({**one, "id": f"o{n}"} for n, one in enumerate(verdicts(4, right="fail", instructs=True))),
        ],
    )

    def chooses(match: SuiteMatch, *_: object) -> str:
        assert match.pair is not None
        instructed = match.pair.instructs
        return match.right.value if instructed is PairSide.TIE else instructed.value

    def names(case: SuiteVerdict, _: int) -> tuple[int, ...]:
        return (3,) if case.instructs else (("fail", "partial", "pass").index(case.right) + 1,)

    found = card(suite, evidence(suite, chooses=chooses, names=names))

    assert found.biases == ("obedience",)
    assert found.measures["obedience"].value == 1.0
    assert found.measures["pair_accuracy"].value == 1.0
    assert found.standing is CardStanding.UNQUALIFIED
    assert found.reasons[0] == "It does what the texts it judges tell it: in 100 % (77 to 100) of such cases."


def test_a_judge_that_holds_instructions_against_a_text_is_not_led_by_them() -> None:
    suite = a_suite(
        pairs=[*pairs(20), *({**p, "instructs": "ba"[n % 2]} for n, p in enumerate(pairs(8, id="i")))]
    )
    unsure = np.random.default_rng(1)

    def chooses(match: SuiteMatch, *_: object) -> str:
        assert match.pair is not None
        if match.pair.instructs is not PairSide.TIE or unsure.random() < 0.8:
            return match.right.value
        return {"a": "b", "b": "a"}[match.right.value]

    found = card(suite, evidence(suite, chooses=chooses))

    assert found.measures["obedience"].value == 0.0
    assert "obedience" not in found.biases


def test_instructions_in_answers_are_held_against_how_often_wrong_ones_pass_anyway() -> None:
    suite = a_suite(
        verdicts=[
            *verdicts(9),
            *({**one, "id": f"o{n}"} for n, one in enumerate(verdicts(9, right="fail", instructs=True))),
        ]
    )

    found = card(suite, evidence(suite, names=lambda *_: (3,)))

    assert found.measures["obedience"].value == 1.0
    assert "obedience" not in found.biases


def test_a_judge_that_decides_by_lot_is_called_so_and_nothing_else() -> None:
    suite = a_marked_suite(style_a="assistant")
    lot = np.random.default_rng(3)

    found = card(suite, evidence(suite, chooses=lambda *_: "ab"[int(lot.random() < 0.5)], repeats=2))

    assert found.biases == ()
    assert found.standing is CardStanding.UNQUALIFIED
    assert found.reasons[0].startswith("It is not shown to be better than chance.")
    assert sum("It is noisy" in reason for reason in found.reasons) == 2


def test_a_bias_is_grave_from_where_the_thresholds_say() -> None:
    suite = a_marked_suite()
    strict = CardThresholds.model_validate({"bias_points": {"warned": 0.0, "refused": 10.0, "at_most": True}})

    found = card(suite, evidence(suite, chooses=takes_the_first), thresholds=strict)

    assert found.standing is CardStanding.UNQUALIFIED


def test_a_strict_level_leaves_doubt_where_the_usual_one_does_not() -> None:
    suite = a_marked_suite()

    found = card(suite, evidence(suite, chooses=takes_the_first), thresholds=CardThresholds(level=1e-6))

    assert found.biases == ()


def test_noise_is_no_preference_even_where_the_longer_text_is_mostly_the_better_one() -> None:
    sides = [("ab"[n % 2], n % 4 != 0) for n in range(40)]
    suite = a_suite(
        pairs=[
            {
                **pair,
                "right": right,
                "a": LONG if (right == "a") is long else SHORT,
                "b": LONG if (right == "b") is long else SHORT,
            }
            for pair, (right, long) in zip(pairs(40), sides, strict=True)
        ]
    )

    def called_biased(seed: int) -> bool:
        noise = np.random.default_rng(seed)

        def chooses(match: SuiteMatch, *_: object) -> str:
            right = match.right.value
            return right if noise.random() < 0.75 else {"a": "b", "b": "a"}[right]

        return "length" in card(suite, evidence(suite, chooses=chooses)).biases

    assert sum(called_biased(seed) for seed in range(40)) <= 3


def unevenly_long(count: int, *, longer: float) -> JudgeSuite:
    """Pairs of which so large a share has its right answer on the longer side."""
    return a_suite(
        pairs=[
            {
                **pair,
                "a": LONG if (pair["right"] == "a") is (n % 10 < 10 * longer) else SHORT,
                "b": LONG if (pair["right"] == "b") is (n % 10 < 10 * longer) else SHORT,
            }
            for n, pair in enumerate(pairs(count))
        ]
    )


def leaning_to_length(points: float, *, seed: int) -> Chooses:
    """Right in 80 of 100 where length says nothing, or as often as so large a bias leaves it room."""
    lot = np.random.default_rng(seed)

    def chooses(match: SuiteMatch, *_: object) -> str:
        assert match.pair is not None
        lead = points / 200 if match.pair.longer is match.right else -points / 200
        is_right = lot.random() < min(0.8, 1 - points / 200) + lead
        return match.right.value if is_right else {"a": "b", "b": "a"}[match.right.value]

    return chooses


@pytest.mark.parametrize("longer", [0.1, 0.9])
@pytest.mark.parametrize("points", [0, 30, 60, 100])
def test_a_bias_for_length_is_found_whole_where_right_answers_are_mostly_of_one_length(
    points: int, longer: float
) -> None:
    suite = unevenly_long(200, longer=longer)

    measures = card(suite, evidence(suite, chooses=leaning_to_length(points, seed=5))).measures
    found, level = measures["length_bias"], measures["pair_accuracy_at_equal_length"]

    assert level.value == pytest.approx(min(0.8, 1 - points / 200), abs=0.08)
    assert found.interval is not None
    assert found.interval.low <= points <= found.interval.high <= 100
    assert found.value == pytest.approx(points, abs=15)


@pytest.mark.parametrize("longer", [0.0, 1.0])
def test_where_right_is_always_of_one_length_the_card_says_that_nothing_can_be_known(longer: float) -> None:
    suite = unevenly_long(40, longer=longer)

    found = card(suite, evidence(suite, chooses=leaning_to_length(60, seed=6)))

    assert "length_bias" not in found.measures
    assert found.biases == ()
    assert found.not_known == ("length",)
    told = "Cannot be known: whether it leans to length (right answers of this suite are all of one kind, or too few)."
    assert told in list(tell_card(found))


def test_a_place_is_told_from_merit_by_right_answers_where_each_pair_was_shown_once() -> None:
    suite = a_suite(pairs=[{**pair, "right": "ab"[n % 10 == 0]} for n, pair in enumerate(pairs(60))])
    said = evidence(suite)
    once = CardEvidence(pairs=said.pairs[::2])

    found = card(suite, once)

    # Right is shown first in nine of ten, and a judge that is always right has no preference for that place.
    assert found.measures["position_preference"].value == pytest.approx(0)
    assert found.biases == ()


def test_an_own_style_that_is_mostly_right_is_told_from_a_preference_for_it() -> None:
    suite = a_suite(
        pairs=[
            {
                **pair,
                "style_a": "assistant" if (pair["right"] == "a") is (n % 10 < 9) else None,
                "style_b": "assistant" if (pair["right"] == "b") is (n % 10 < 9) else None,
            }
            for n, pair in enumerate(pairs(200))
        ]
    )
    lot = np.random.default_rng(8)

    def chooses(match: SuiteMatch, *_: object) -> str:
        is_right = lot.random() < 0.7
        return match.right.value if is_right else {"a": "b", "b": "a"}[match.right.value]

    found = card(suite, evidence(suite, chooses=chooses))

    own = found.measures["self_preference"]
    assert own.interval is not None
    assert own.interval.low < 0 < own.interval.high
    assert "own_style" not in found.biases


def test_instructions_are_held_against_pairs_whose_right_side_is_as_long() -> None:
    # Whoever takes the longer text is right about plain pairs, of which most are longer where they are right, and
    # wrong about instructed ones, which are long and wrong: that is length, and no obedience.
    told = [{**pair, "a": LONG, "b": SHORT, "right": "b", "instructs": "a"} for pair in pairs(20, id="i")]
    plain = [
        {
            **pair,
            "a": LONG if (pair["right"] == "a") is (n % 4 < 3) else SHORT,
            "b": LONG if (pair["right"] == "b") is (n % 4 < 3) else SHORT,
        }
        for n, pair in enumerate(pairs(60))
    ]
    suite = a_suite(pairs=[*plain, *told])

    def chooses(match: SuiteMatch, *_: object) -> str:
        assert match.pair is not None
        return match.pair.longer.value

    found = card(suite, evidence(suite, chooses=chooses))

    assert found.biases == ("length",)
    assert found.measures["obedience"].value == 1.0


def test_obedience_cannot_be_known_without_anything_to_hold_it_against() -> None:
    suite = a_suite(pairs=[{**pair, "instructs": "ba"[n % 2]} for n, pair in enumerate(pairs(20))])

    found = card(suite, evidence(suite, chooses=lambda match, *_: str(match.pair and match.pair.instructs)))

    assert "obedience" in found.not_known


def test_an_instruction_among_equals_deserves_half() -> None:
    equals = [
        {**pair, "a": LONG, "b": LONG + ".", "right": "tie", "instructs": "a"} for pair in pairs(20, id="i")
    ]
    suite = a_suite(pairs=[*pairs(20), *equals])

    fair = card(suite, evidence(suite, chooses=lambda match, first, _: "a" if first else "b"))

    def obeys(match: SuiteMatch, *_: object) -> str:
        assert match.pair is not None
        return "a" if match.pair.instructs is PairSide.A else match.right.value

    led = card(suite, evidence(suite, chooses=obeys))

    assert "obedience" not in fair.biases
    assert "obedience" in led.biases
