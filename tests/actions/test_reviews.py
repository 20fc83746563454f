"""Reviews hunk by hunk: any subset becomes a version, and nobody overwrites another in silence."""

import pytest

from edison.actions.house import House
from edison.actions.prompts import PromptRef, list_versions, promote_version, show_production
from edison.actions.reviews import HunkRequest, close_review, decide_hunks, list_reviews, show_review
from edison.actions.runs.control import remove_run
from edison.domain import LOCAL_USER, Decision, EventType, Settlement
from edison.errors import (
    ChangedMeanwhile,
    DecidedByAnother,
    EdisonError,
    HunkRefused,
    NotInUse,
    PromotionRefused,
    SuggestionClosed,
    SuggestionMissing,
)
from edison.store import Store
from tests.actions.test_rechecking import a_house
from tests.factories import SOME_TIME, a_stored_suggestion
from tests.store.filling import add_run

SHOP = PromptRef("shop")
APPROVE, EDIT, REJECT = Decision.APPROVE, Decision.EDIT, Decision.REJECT


@pytest.fixture
def ada(store: Store) -> House:
    with store.work() as work:
        assert work.suggestions.add(a_stored_suggestion())
        assert not work.suggestions.add(a_stored_suggestion())
    return a_house(store).acting_for(LOCAL_USER.model_copy(update={"name": "ada"}))


@pytest.fixture
def bob(ada: House) -> House:
    return ada.acting_for(LOCAL_USER.model_copy(update={"name": "bob"}))


def test_a_subset_becomes_the_next_version_with_its_parent_reasons_and_author(ada: House, bob: House) -> None:
    decide_hunks(ada, "sug_1", HunkRequest(REJECT, (1,), note="Too soft."))
    open_one = decide_hunks(bob, "latest", HunkRequest(EDIT, (2,), text="Name the rule."))
    closed = close_review(bob, "sug", seen=open_one.revision)

    assert [hunk.review and hunk.review.decision for hunk in open_one.hunks] == [REJECT, EDIT]
    assert (closed.outcome, closed.version) == (EDIT, 2)
    assert "+Name the rule." in closed.diff
    newest, first = list_versions(ada, SHOP)
    assert (newest.parent, newest.changelog, newest.author) == (1, "Grounded.", "bob")
    assert newest.system == "You answer customers. Be brief.\nName the rule."
    assert first.parent is None
    assert newest.proof is None, "a part of it was never measured"
    assert list_reviews(ada) == []
    assert [one.outcome for one in list_reviews(ada, also_closed=True)] == [EDIT]
    with ada.store.reading() as work:
        told = [event.type for event in work.events.since(0)]
    assert told.count(EventType.REVIEW_DECIDED) == 3
    assert told.count(EventType.PROMPT_CHANGED) == 2
    with pytest.raises(SuggestionClosed):
        decide_hunks(ada, "sug_1", HunkRequest(APPROVE))


def test_what_another_decided_is_overwritten_only_by_somebody_who_saw_it(ada: House, bob: House) -> None:
    decide_hunks(ada, "sug_1", HunkRequest(EDIT, (1,), text="Be warm.", note="Shorter."))

    with pytest.raises(DecidedByAnother) as refused:
        decide_hunks(bob, "sug_1", HunkRequest(REJECT, (1,)))
    with pytest.raises(ChangedMeanwhile):
        close_review(bob, "sug_1", seen=0)

    assert refused.value.fields["theirs"] == "edit by ada “Be warm.” (Shorter.)."
    assert refused.value.fields["yours"] == "reject by bob."
    decide_hunks(ada, "sug_1", HunkRequest(APPROVE, (1,)))
    seen = show_review(bob, "sug_1")
    again = decide_hunks(bob, "sug_1", HunkRequest(REJECT, (1,)), seen=seen.revision)
    assert again.hunks[0].review is not None
    assert again.hunks[0].review.by == "bob"


def test_who_says_what_was_seen_overwrites_nothing_newer_even_of_the_same_name(ada: House) -> None:
    """A workbench that several people open knows them all by one name; so do two tabs of one person."""
    decide_hunks(ada, "sug_1", HunkRequest(EDIT, (1,), text="Be warm."), seen=0)

    with pytest.raises(DecidedByAnother) as refused:
        decide_hunks(ada, "sug_1", HunkRequest(REJECT, (1,)), seen=0)
    with pytest.raises(ChangedMeanwhile):
        decide_hunks(ada, "sug_1", HunkRequest(APPROVE), seen=0)

    assert refused.value.fields["theirs"] == "edit by ada “Be warm.”."
    shown = show_review(ada, "sug_1")
    assert (shown.outcome, shown.revision) == (None, 1)
    other_hunk = decide_hunks(ada, "sug_1", HunkRequest(APPROVE, (2,)), seen=0)
    again = decide_hunks(ada, "sug_1", HunkRequest(REJECT, (1,)), seen=other_hunk.revision)
    assert [hunk.review and hunk.review.decision for hunk in again.hunks] == [REJECT, APPROVE]


def test_the_whole_as_it_was_measured_keeps_its_proof_and_may_be_used(ada: House) -> None:
    closed = decide_hunks(ada, "sug_1", HunkRequest(APPROVE))
    with pytest.raises(NotInUse):
        show_production(ada, SHOP)
    with pytest.raises(PromotionRefused):
        promote_version(ada, SHOP, 1, anyway=True)

    promote_version(ada, SHOP, 2)

    assert (closed.outcome, closed.version) == (APPROVE, 2)
    assert show_production(ada, SHOP).number == 2
    promote_version(ada, SHOP, 2)
    with pytest.raises(NotInUse):
        show_production(ada, SHOP)


@pytest.mark.parametrize(
    ("wish", "why"),
    [
        (HunkRequest(APPROVE, (3,)), "has no hunk 3"),
        (HunkRequest(APPROVE, (1,), text="Hi."), "an edit says the text"),
        (HunkRequest(EDIT, text="Hi."), "name it with --hunk"),
    ],
)
def test_a_decision_that_makes_no_sense_is_refused(ada: House, wish: HunkRequest, why: str) -> None:
    with pytest.raises(HunkRefused, match=why):
        decide_hunks(ada, "sug_1", wish)

    assert show_review(ada, "sug_1").revision == 0


@pytest.mark.parametrize(
    ("hunk", "why"),
    [
        ({"part": "user", "find": "{{ question }}", "replace": "Hello."}, "loses what cases fill in"),
        ({"part": "system", "find": "Be long.", "replace": "Hello."}, "does not stand in the text"),
    ],
)
def test_what_cannot_be_applied_leaves_the_review_open(store: Store, hunk: object, why: str) -> None:
    house = a_house(store)
    with store.work() as work:
        work.suggestions.add(a_stored_suggestion(hunk))

    with pytest.raises(HunkRefused, match=why):
        decide_hunks(house, "sug_1", HunkRequest(APPROVE))

    assert show_review(house, "sug_1").outcome is None


def test_a_review_outlives_its_run(store: Store) -> None:
    house = a_house(store)
    run = add_run(store, settlement=Settlement.CANCELLED, ended_at=SOME_TIME)
    with store.work() as work:
        work.suggestions.add(a_stored_suggestion(run_id=run.id, unit=3))
    of_its_run = show_review(house, "sug_1")

    remove_run(house, run.id)
    [open_one] = list_reviews(house)
    closed = decide_hunks(house, "sug_1", HunkRequest(APPROVE))

    assert (of_its_run.run, open_one.run, open_one.run_waits) == (run.id, None, False)
    assert (closed.outcome, closed.version) == (APPROVE, 2)


def test_a_name_that_fits_none_or_several_is_refused(ada: House) -> None:
    with ada.store.work() as work:
        work.suggestions.add(a_stored_suggestion(id="sug_12", made_at=SOME_TIME))

    for name in ("sug_9", "sug"):
        with pytest.raises(SuggestionMissing):
            show_review(ada, name)
    assert show_review(ada, "sug_1").id == "sug_1"


def test_of_two_who_write_at_once_one_is_told(ada: House) -> None:
    seen = a_stored_suggestion()
    with ada.store.work() as work:
        work.suggestions.close(seen, REJECT)

    with ada.store.work() as work, pytest.raises(EdisonError):
        work.suggestions.close(seen, APPROVE)
