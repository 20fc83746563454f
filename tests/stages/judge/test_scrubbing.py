"""What an answer says about who wrote it is cut out on demand, and what it says about anything else stays."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from edison.domain import AnswerForm
from edison.stages.judge import ask_comparison, ask_judgment
from edison.stages.judge.kinds import scrub
from tests.factories import an_output

from .units import BOUNDARY, a_pair, a_unit_to_judge

MARK = "[self-identification removed]"


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("As an AI made by Acme, I cannot.", f"{MARK} I cannot."),
        ("As an AI language model trained by OpenAI, I say no.", f"{MARK} I say no."),
        ("As a large language model, I say no.", f"{MARK} I say no."),
        ("As ChatGPT, I would say 5.", f"{MARK} I would say 5."),
        ("I am GPT-4. It is 5.", f"{MARK}. It is 5."),
        ("i'm claude 3.5 sonnet and it is 5.", f"{MARK} and it is 5."),
        ("I’m Claude, an AI assistant made by Anthropic, and it is 5.", f"{MARK}, and it is 5."),
        ("It is 5. My name is Gemini 1.5 Pro.", f"It is 5. {MARK}."),
        ("I am an AI assistant called Bob, developed by Acme Labs.", f"{MARK}."),
        ("I was created by Mistral AI in Paris.", f"{MARK} in Paris."),
        ("You are talking to a helpful AI assistant.", f"{MARK}."),
        ("My developers, OpenAI, forbid it.", f"{MARK}, forbid it."),
        ("This was written by Llama 3.1 70b.", f"This was {MARK}."),
        ("It is 5.\n— ChatGPT", f"It is 5.\n{MARK}"),
    ],
)
def test_who_names_itself_is_cut_short_and_a_mark_says_so(text: str, left: str) -> None:
    assert scrub(text) == left


@pytest.mark.parametrize(
    "text",
    [
        "GPT-4 was released by OpenAI in 2023, before Claude 3.",
        "The AI Act speaks of language models.",
        "I am an assistant professor, as my father was.",
        "As a model citizen, I vote.",
        "I am large, I contain multitudes.",
        "It was made by Acme.",
        "Claude Monet painted it.",
        "- gemini is a constellation",
        "",
    ],
)
def test_what_is_about_something_else_stays(text: str) -> None:
    assert scrub(text) == text


@given(st.text())
def test_nothing_but_known_phrases_is_touched(text: str) -> None:
    assert scrub(text) == text or MARK in scrub(text)


@pytest.mark.parametrize(
    "piece", ["as an ", "i am ", "as gpt-4-", "as a helpful large small ", "- ", "as gpt 4 4 4 4, "]
)
def test_hostile_repetitions_are_scrubbed_in_time(piece: str) -> None:
    assert scrub(piece * 5_000) is not None


@pytest.mark.parametrize("form", list(AnswerForm))
def test_a_judge_that_scrubs_sees_the_mark_and_others_see_the_answer(form: AnswerForm) -> None:
    output = an_output(text="I am GPT-4. It is 5.")

    shown = ask_judgment(
        a_unit_to_judge(form, judge={"scrub": True}, output=output), boundary=BOUNDARY
    ).messages[-1]
    plain = ask_judgment(a_unit_to_judge(form, output=output), boundary=BOUNDARY).messages[-1]

    assert f"\n{MARK}. It is 5.\n" in shown.text
    assert "\nI am GPT-4. It is 5.\n" in plain.text


def test_both_sides_of_a_pair_are_scrubbed_and_the_task_is_not() -> None:
    unit = a_pair(
        judge={"scrub": True},
        left=an_output(text="I am GPT-4: five."),
        right=an_output(id="out_2", text="As Claude, I say six."),
        task="I am ChatGPT. What are you?",
    )

    text = ask_comparison(unit, boundary=BOUNDARY).messages[-1].text

    assert f"{MARK}: five." in text
    assert f"{MARK} I say six." in text
    assert "I am ChatGPT. What are you?" in text
