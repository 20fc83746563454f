"""What the world knows: consistent facts, cases and entries with known truth, and a world made of data."""

from __future__ import annotations

import math

import pytest

from edison.sim.world import Persona, World, default_world
from edison.sim.world.knowledge.cases import ARITHMETIC, Fact
from edison.sim.world.knowledge.corpus import corpus, find_case
from edison.sim.world.knowledge.essays import GRADES, quality_of_text
from edison.sim.world.reading.key_terms import contains_phrase
from edison.sim.world.truth import truth_of
from tests.sim.world.asks import a_request, a_world, mean


def test_no_two_cases_share_an_id_or_a_text() -> None:
    assert (
        len({case.id for case in corpus()}) == len({case.text for case in corpus()}) == len(corpus()) >= 600
    )


def test_right_and_wrong_sentences_can_be_told_apart() -> None:
    facts = [fact for case in corpus() if case.domain != ARITHMETIC for fact in case.facts]

    assert len(facts) > 1000
    assert [fact for fact in facts if not is_clear(fact)] == []


def is_clear(fact: Fact) -> bool:
    """Whether each of its two sentences shows which of them it is."""
    right, wrong = fact.right.lower(), fact.wrong.lower()
    return (
        any(contains_phrase(right, tell) for tell in fact.tells)
        and any(contains_phrase(wrong, tell) for tell in fact.wrong_tells)
        and not any(contains_phrase(right, tell) for tell in fact.wrong_tells)
        and not any(contains_phrase(wrong, tell) for tell in fact.tells)
    )


def test_the_reference_answer_of_every_case_is_right_and_complete() -> None:
    for case in corpus():
        scores = truth_of(case.text, case.expected).scores

        assert scores["correct"] == scores.get("complete", 1.0) == scores["format"] == 1.0, case.id


def test_there_are_cases_of_every_domain_language_and_difficulty() -> None:
    facets = [case.facets for case in corpus()]

    assert {facet["domain"] for facet in facets} == {
        "support",
        "factual",
        "summary",
        "arithmetic",
        "extraction",
    }
    assert {facet["language"] for facet in facets} == {"en", "de", "fr", "es"}
    assert {facet["difficulty"] for facet in facets} == {"easy", "medium", "hard"}
    assert {facet["length"] for facet in facets} == {"short", "medium", "long"}
    assert {facet["tricky"] for facet in facets} == {"yes", "no"}


@pytest.mark.parametrize("count", [1, 50, 3000])
def test_cases_are_different_and_known_however_many_are_drawn(count: int) -> None:
    cases = a_world().cases(count, seed=9)

    assert len({case.text for case in cases}) == count
    assert all(find_case(case.text) for case in cases)


def test_the_same_seed_draws_the_same_cases_and_entries() -> None:
    one, two = default_world(1), default_world(2)

    assert one.cases(40, seed=3) == two.cases(40, seed=3) != one.cases(40, seed=4)
    assert one.entries(40, seed=3) == two.entries(40, seed=3) != one.entries(40, seed=4)


def test_entries_carry_their_quality_in_the_text() -> None:
    entries = a_world().entries(300, seed=5)

    assert len({entry.text for entry in entries}) == 300
    assert all(entry.quality == quality_of_text(entry.text) and len(entry.text) >= 100 for entry in entries)


def test_better_entries_have_better_grades() -> None:
    entries = sorted(a_world().entries(300, seed=5), key=lambda entry: entry.quality)
    grades = [GRADES.index(entry.grade) for entry in entries]

    assert grades == sorted(grades)
    assert len(set(grades)) >= 6


@pytest.mark.parametrize("count", [10, 60, 300])
def test_a_fifth_of_the_entries_are_anchors_of_different_grades(count: int) -> None:
    anchors = [entry for entry in a_world().entries(count, seed=6) if entry.is_anchor]

    assert len(anchors) == round(0.2 * count)
    assert len({entry.grade for entry in anchors}) >= 2


def test_similar_texts_lie_near_each_other() -> None:
    texts = [
        "How do I return a desk lamp?",
        "How can I send the desk lamp back, is a return possible?",
        "What is the capital of France?",
    ]
    one, near, far = a_world().embed(texts)

    def cosine(a: list[float], b: list[float]) -> float:
        return sum(x * y for x, y in zip(a, b, strict=True))

    assert cosine(one, near) > cosine(one, far) + 0.2
    assert math.isclose(cosine(one, one), 1.0)


@pytest.mark.parametrize(
    ("model", "dimensions", "length"),
    [("edison-embed-small", None, 256), ("edison-embed-large", None, 1024), ("edison-embed-large", 64, 64)],
)
def test_vectors_have_the_length_asked_for(model: str, dimensions: int | None, length: int) -> None:
    vectors = a_world().embed(["", "one two", "\ud800"], model=model, dimensions=dimensions)

    assert [len(vector) for vector in vectors] == [length] * 3
    assert vectors == a_world().embed(["", "one two", "\ud800"], model=model, dimensions=dimensions)


def test_every_model_is_listed_with_price_and_limits() -> None:
    cards = {card.id: card for card in a_world().models()}

    assert len([card for card in cards.values() if card.kind == "chat"]) >= 20
    assert all(card.context > 0 and card.usd_per_million_input > 0 for card in cards.values())
    assert "reasoning" in cards["edison-sim-reasoner"].capabilities
    assert "tools" not in cards["edison-sim-legacy"].capabilities


def test_a_persona_changed_in_a_copy_leaves_the_world_alone() -> None:
    world = default_world(1)
    wrong = Persona(id="edison-sim-large", skills={"correct": -9.0})

    changed = world.with_persona(wrong)

    assert mean_correct(world) > 0.8
    assert mean_correct(changed) < 0.1


def mean_correct(world: World) -> float:
    answers = [
        (case.text, world.reply(a_request(case.text, model="edison-sim-large")).text)
        for case in world.cases(60, seed=1)
    ]
    return mean([world.truth_of_answer(case, answer).scores["correct"] for case, answer in answers])
