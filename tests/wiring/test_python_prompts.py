"""Prompts and reviews from Python."""

import pytest

import edison
from edison.actions.prompts import PromptRef, promote_version
from edison.actions.reviews import HunkRequest, decide_hunks
from edison.domain import Chance, Decision, FrozenClock
from edison.errors import PromptMissing, VariablesMissing
from edison.store import open_store
from edison.wiring.house import open_house
from edison.wiring.python_prompts import settings_for
from tests.factories import a_stored_suggestion


def test_a_reviewed_version_is_used_by_an_application(database_url: str) -> None:
    store = open_store(database_url, clock=FrozenClock(), chance=Chance(0))
    with store.work() as work:
        work.suggestions.add(a_stored_suggestion())
    store.close()
    with pytest.raises(PromptMissing):
        edison.prompt.production("shop", database=database_url)

    [waiting] = edison.reviews(database=database_url)
    edison.review(waiting.id, "approve", hunks=[1], database=database_url)
    shown = edison.review(waiting.id, database=database_url)
    closed = edison.review(waiting.id, "apply", seen=shown.revision, database=database_url)
    assert closed.version == 2


def test_messages_are_filled_and_what_is_missing_is_an_error(database_url: str) -> None:
    with open_house(settings_for(database_url)) as house:
        with house.store.work() as work:
            work.suggestions.add(a_stored_suggestion())
        decide_hunks(house, "latest", HunkRequest(Decision.APPROVE))
        promote_version(house, PromptRef("shop"), 2)

    used = edison.prompt.production("shop", database=database_url)

    assert used.number == 2
    assert used.messages(question="Why?") == [
        {"role": "system", "content": "You answer customers. Be brief and kind.\nName the policy."},
        {"role": "user", "content": "Why?"},
    ]
    with pytest.raises(VariablesMissing):
        used.messages()
