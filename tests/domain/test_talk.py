"""Conversations: one user, and what a prompt can be filled with."""

import pytest
from pydantic import ValidationError

from edison.domain import CaseTalk, values_for_prompt
from tests.factories import an_endpoint, an_output


def test_a_conversation_has_either_turns_or_a_user() -> None:
    user = {"goal": "Get a refund.", "endpoint": an_endpoint()}

    for wrong in ({}, {"turns": ("Hello",), "user": user}):
        with pytest.raises(ValidationError, match="either turns or a simulated user"):
            CaseTalk.model_validate(wrong)


def test_a_prompt_is_filled_with_all_turns_where_one_has_to_stand_for_them() -> None:
    talk = CaseTalk(turns=("Hello",))

    assert values_for_prompt({"a": 1}, None) == {"a": 1}
    assert values_for_prompt({"a": 1}, talk) == {"a": 1, "turn": talk.task}


def test_an_output_without_a_conversation_is_shown_as_its_answer() -> None:
    assert an_output(text="Four.").shown == "Four."
