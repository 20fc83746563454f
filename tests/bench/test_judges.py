"""A short slice of the judges of known kinds; the figures proper come from `python -m bench judges`."""

import pytest

from bench.judge_world import card_in_world, judge_world, known_suite, personas
from bench.judges import BIASES, NOISY, Kind, examine, judges, kinds, said_by
from edison.formats.judge_suite.suite import starter_suite

WORLDS = 15
SPREAD = 3.0
KNOWN = [kind for kind in (*kinds(SPREAD), *NOISY) if kind.found_as]
FAIR = [kind for kind in (*kinds(SPREAD), *NOISY) if kind.name in ("fair", "sharp")]


@pytest.mark.parametrize("kind", KNOWN, ids=lambda kind: kind.name)
def test_what_is_wrong_with_a_judge_stands_on_its_card(kind: Kind) -> None:
    rates, _ = examine(kind, worlds=WORLDS)

    # With a chance of 95 in 100 each, fewer than 12 of 15 are found once in 600 times.
    assert rates[kind.found_as].hits >= 12


@pytest.mark.parametrize("kind", [*FAIR, *(kind for kind in KNOWN if kind.found_as in ("chance", "noise"))])
def test_a_judge_without_a_bias_is_rarely_said_to_have_one(kind: Kind) -> None:
    rates, _ = examine(kind, worlds=WORLDS)

    assert max(rates[bias].hits for bias in BIASES) <= 3


def test_the_table_is_printed_and_every_promise_is_among_the_bars(capsys: pytest.CaptureFixture[str]) -> None:
    bars = judges(worlds=2)

    assert "sharp, ignoring 30 %" in capsys.readouterr().out
    assert len(bars) == 2 * (5 + 5) + 5 + 5


def test_the_suite_of_the_pretend_world_has_the_design_of_the_starter_suite() -> None:
    assert (len(known_suite().pairs), len(known_suite().verdicts)) == (
        len(starter_suite().pairs),
        len(starter_suite().verdicts),
    )


@pytest.mark.parametrize("name", [name for name, (_, found_as) in personas().items() if found_as])
def test_a_judge_of_the_pretend_world_is_found_out_by_what_it_replies(name: str) -> None:
    persona, found_as = personas()[name]

    said = [said_by(card_in_world(persona, world=world)) for world in range(3)]

    assert sum(found_as in words for words in said) >= 2


def test_a_fair_judge_of_the_pretend_world_is_told_no_bias() -> None:
    card = card_in_world(personas()["fair"][0], world=1)

    assert card.biases == ()
    assert card.measures["pair_accuracy"].value > 0.8
    assert card.measures["verdict_accuracy"].value > 0.8


def test_the_table_of_the_pretend_world_is_printed(capsys: pytest.CaptureFixture[str]) -> None:
    bars = judge_world(worlds=1)

    assert "ignoring 30 %" in capsys.readouterr().out
    # Six have something wrong with them; three have no bias, two are better than chance, and one is not noisy.
    assert len(bars) == 6 + 3 * len(BIASES) + 2 + 1
