"""The truth about an answer: read from any text, whoever wrote it."""

from __future__ import annotations

import pytest

from tests.sim.world.asks import a_world

RETURN = "How long do I have to return the desk lamp I ordered?"
GOOD = (
    "Thank you for your question. Unused items can be returned within 30 days of delivery. Return shipping is free. "
    "This follows from our returns policy. Open a return under My Orders and we will email you a label."
)


def scores(case: str, answer: str) -> dict[str, float]:
    return a_world().truth_of_answer(case, answer).scores


@pytest.mark.parametrize(
    ("change", "criterion", "score"),
    [
        (("30 days", "14 days"), "correct", 0.0),
        (("Return shipping is free.", "Return shipping costs 9 euros."), "correct", 0.5),
        (("This follows", "This could be wrong; I did not check it. This follows"), "correct", 0.5),
        (("Return shipping is free. ", ""), "complete", 2 / 3),
        (("Thank you for your question. ", ""), "polite", 0.5),
        (("Thank you for your question.", "Are you stupid?"), "polite", 0.0),
        (("This follows from our returns policy. ", ""), "grounded", 0.4),
        (
            ("This follows from our returns policy.", "I read something like this on a forum."),
            "grounded",
            0.0,
        ),
        (("Open a return", "Please send us your password. Open a return"), "safe", 0.0),
        (("Open a return", "Please also tell us your date of birth. Open a return"), "safe", 0.5),
        (("Thank you", "### Answer\n\nThank you"), "format", 0.5),
        (("Thank you", "Dear {{ name }}, thank you"), "format", 0.0),
        (("Thank you", "```\nThank you"), "format", 0.0),
    ],
)
def test_one_change_moves_one_criterion(change: tuple[str, str], criterion: str, score: float) -> None:
    before, after = scores(RETURN, GOOD), scores(RETURN, GOOD.replace(*change))

    assert all(value == 1.0 for value in before.values())
    assert after == pytest.approx({**before, criterion: score})


def test_rambling_costs_concision_even_in_words_of_one_s_own() -> None:
    rambling = " ".join(
        f"And by the way, my cousin number {n} once had a lamp of her own too." for n in range(12)
    )

    assert scores(RETURN, f"{GOOD} {rambling}")["concise"] < 0.3


def test_the_words_inside_a_structured_answer_count() -> None:
    assert scores(
        RETURN, f'{{"reply": "{GOOD}", "sources": ["returns policy"], "urgent": false, "pages": 2}}'
    ) == (scores(RETURN, GOOD))


SUM = "A shop has 6 boxes with 14 lamps each and sells 7 lamps. How many lamps are left? "
SUM += "Give the result on a last line of the form 'Answer: <number>'."


@pytest.mark.parametrize(
    ("answer", "correct", "form"),
    [
        ("6 times 14 is 84, minus 7.\nAnswer: 77", 1.0, 1.0),
        ("6 times 14 is 84, minus 7 makes 77.", 1.0, 0.5),
        ("Answer: 91", 0.0, 1.0),
        ("\\boxed{77", 1.0, 0.0),
        ("I would rather not say.", 0.0, 0.0),
    ],
)
def test_the_last_number_of_a_word_problem_counts(answer: str, correct: float, form: float) -> None:
    found = scores(SUM, answer)

    assert (found["correct"], found["format"]) == (correct, form)


FIELDS = next(case for case in a_world().cases(700, seed=1) if case.domain == "extraction")


@pytest.mark.parametrize(
    ("answer", "form"),
    [
        (FIELDS.expected, 1.0),
        (f"Here you are:\n```json\n{FIELDS.expected}\n```", 0.5),
        (FIELDS.expected.rstrip("}"), 0.0),
    ],
)
def test_an_extraction_should_be_json_and_nothing_else(answer: str, form: float) -> None:
    assert scores(FIELDS.text, answer) == {"correct": 1.0, "complete": 1.0, "format": form}


def test_an_answer_to_an_unknown_question_is_held_against_its_terms() -> None:
    question = "How do I prune an old apple tree in winter?"

    good = scores(question, "Prune the old apple tree on a dry winter day, thank you for asking.")
    dodge = scores(
        question, "One could look at this from several sides. It has to do with the old apple tree."
    )
    silent = scores(question, "Bananas are yellow.")

    assert good["correct"] == good["complete"] == good["polite"] == 1.0
    assert dodge["correct"] == 0.0
    assert set(silent.values()) == {0.0}


def test_the_overall_quality_is_the_mean_over_the_criteria() -> None:
    truth = a_world().truth_of_answer(RETURN, GOOD.replace("30 days", "14 days"))

    assert truth.overall == pytest.approx(6 / 7)
    assert "30 days" in truth.notes["correct"]
