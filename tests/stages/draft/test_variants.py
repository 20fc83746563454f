"""Variants of an instruction: what is asked, and what is made of the reply."""

import json

import pytest

from edison.domain import Endpoint, Failure, Purpose, Sampling
from edison.stages.draft import USUAL_DIMENSIONS, VariantRequest, draft_variants
from edison.text import Unreadable
from tests.factories import an_answer
from tests.stages.dialogues import Held, hold

BOUNDARY = "k3x9a2m4n5p6q7r8s9t2"
WISH = VariantRequest(
    writer=Endpoint(provider="local", model="writer"),
    baseline="File a bug first.",
    dimensions=("mood", "voice"),
    sampling=Sampling(temperature=0.3),
)


def held(*texts: str) -> Held[dict[str, str] | Unreadable]:
    return hold(draft_variants(WISH, boundary=BOUNDARY), *(an_answer(text=text) for text in texts))


def test_every_form_of_the_wished_dimensions_is_asked_for() -> None:
    [ask] = held('{"passive": "A bug is filed first."}').asks

    text = ask.messages[-1].text
    assert "File a bug first." in text
    assert [form in text for form in ("interrogative", "passive", "third_person")] == [True, True, False]
    assert (ask.purpose, ask.sampling.temperature) == (Purpose.DRAFT, 0.3)
    assert USUAL_DIMENSIONS == ("mood", "voice", "person", "frame")


def test_the_instruction_itself_is_always_among_the_variants() -> None:
    reply = '```json\n{"passive": " A bug is filed first. ", "imperative": "Do."}\n```'

    assert held(reply).conclusion == {
        "passive": "A bug is filed first.",
        "imperative": "File a bug first.",
    }


@pytest.mark.parametrize("bad", ["I will not.", "{}", '{"passive": 3}', '{"passive": " "}'])
def test_anything_but_texts_is_asked_for_once_more(bad: str) -> None:
    mended = held(bad, json.dumps({"passive": "A bug is filed."}))

    assert isinstance(mended.conclusion, dict)
    assert "could not be used" in mended.asks[1].messages[-1].text
    assert isinstance(held(bad, bad).conclusion, Unreadable)


def test_what_was_not_answered_is_told() -> None:
    failure = Failure(code="overloaded", sentence="The provider is overloaded.")

    found = hold(draft_variants(WISH, boundary=BOUNDARY), failure, failure).conclusion

    assert isinstance(found, Unreadable)
    assert found.detail == "The provider is overloaded."
