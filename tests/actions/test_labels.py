"""What people say about outputs: everybody for themselves, held against judges, and taken over into golden data."""

import pytest
from sqlalchemy import func, select

from edison.actions.datasets import DatasetOrigin, DatasetRef, add_dataset, show_dataset
from edison.actions.house import House
from edison.actions.labels import (
    LabelRequest,
    OutputRef,
    add_corrected,
    export_labels,
    label_output,
    list_labels,
    people_beside,
)
from edison.domain import LOCAL_USER, DatasetKind, EventType, OutputReview, Settlement, SuiteCase
from edison.errors import ChangedMeanwhile, DatasetRefused, LabelRefused
from edison.store import Store
from edison.store.review_tables import OUTPUT_REVIEW
from tests.actions.test_rechecking import a_house
from tests.factories import a_case
from tests.store.filling import RUN, Filler, add_run

GOLD = DatasetRef("gold")
CASES = 5


@pytest.fixture
def ada(store: Store) -> House:
    """Five cases and two arms, judged by one judge; the last case has no answer."""
    cases = [a_case(id=f"case_{at}", name=f"c{at}", variables={"question": f"{at}?"}) for at in range(CASES)]
    add_run(store, cases=CASES, arms=2, judges=1, stored=cases)
    with store.work() as work:
        filler = Filler(work)
        for cell in range(2 * (CASES - 1)):
            filler.output(cell)
            filler.judgment(cell, said={"scores": ({"criterion": "Accuracy", "score": 1.25 * (cell // 2)},)})
    return a_house(store).acting_for(LOCAL_USER.model_copy(update={"name": "ada"}))


@pytest.fixture
def bob(ada: House) -> House:
    return ada.acting_for(LOCAL_USER.model_copy(update={"name": "bob"}))


def out(case: int, arm: int = 0) -> OutputRef:
    return OutputRef(f"c{case}", arm=f"arm {arm}")


def test_everybody_has_labels_of_their_own_and_may_change_their_mind(ada: House, bob: House) -> None:
    label_output(ada, RUN, out(0), LabelRequest(label="pass", note="Right."))
    label_output(bob, RUN, out(0), LabelRequest(label="fail"))
    again = label_output(ada, RUN, out(0), LabelRequest(score=0.5))
    assert label_output(ada, RUN, out(0), LabelRequest(score=0.5)) == again, "said twice it is kept once"

    found = [(one.by, one.label, one.score, one.note, one.revision) for one in list_labels(ada, RUN).labels]
    assert found == [("ada", "pass", 0.5, "Right.", 2), ("bob", "fail", None, "", 1)]
    with ada.store.reading() as work:
        told = [event.about for event in work.events.since(0) if event.type is EventType.OUTPUT_REVIEWED]
    assert told[-1] == {"by": "ada", "cell": str(again.cell), "revision": "2"}
    assert len(told) == 3


def test_what_a_judge_and_people_think_of_the_same_cases_is_known_over_all_runs(ada: House) -> None:
    with ada.store.reading() as work:
        judge = work.runs.get(RUN).snapshot.judges[0].id
    assert people_beside(ada, [judge]) == {}

    label_output(ada, RUN, out(0), LabelRequest(label="pass"))
    label_output(ada, RUN, out(2), LabelRequest(score=0.25))

    assert people_beside(ada, [judge]) == {judge: [(0.0, 1.0), (0.5, 0.25)]}
    assert people_beside(ada, []) == {}


def test_the_same_person_at_two_screens_overwrites_nothing(ada: House) -> None:
    label_output(ada, RUN, out(0), LabelRequest(label="pass"))
    with ada.store.work() as work:
        [kept] = work.output_reviews.of_run(RUN)
        with pytest.raises(ChangedMeanwhile):
            work.output_reviews.add(RUN, kept.model_copy(update={"label": "fail"}))


@pytest.mark.parametrize(
    ("where", "wish", "why"),
    [
        (OutputRef("c9"), LabelRequest(label="pass"), "no such output of case c9"),
        (OutputRef("c0"), LabelRequest(label="pass"), "2 outputs of case c0"),
        (out(CASES - 1), LabelRequest(label="pass"), "no answer yet"),
        (out(0), LabelRequest(), "nothing is said"),
        (out(0), LabelRequest(score=2), "a score lies between 0 and 1"),
    ],
)
def test_what_cannot_be_kept_is_refused(ada: House, where: OutputRef, wish: LabelRequest, why: str) -> None:
    with pytest.raises(LabelRefused, match=why):
        label_output(ada, RUN, where, wish)

    assert list_labels(ada, RUN).labels == ()


def test_judges_are_held_against_people_case_by_case(ada: House, bob: House) -> None:
    label_output(ada, RUN, out(0), LabelRequest(label="fail"))
    [early] = list_labels(ada, RUN).judges
    for case, score in ((1, 0.25), (2, 0.5)):
        label_output(ada, RUN, out(case), LabelRequest(score=score))
    label_output(ada, RUN, out(3), LabelRequest(score=0.5))
    label_output(bob, RUN, out(3), LabelRequest(label="pass"))

    [judge] = list_labels(ada, RUN).judges

    assert (early.cases, early.lean) == (1, None)
    assert early.why_not is not None
    # The judge gives a quarter more from case to case, and so do people, on average.
    assert (judge.judge, judge.cases, judge.lean, judge.error) == ("strict", 4, 0, 0)
    assert judge.pearson == pytest.approx(1)
    assert judge.why_not is None
    lines = b"".join(export_labels(ada, RUN)).decode().splitlines()
    assert lines[0].startswith("cell,case,arm,prompt,repeat,by,at,revision,label,score,correction,note")
    assert len(lines) == 6


def test_a_label_of_an_output_that_is_gone_counts_no_more(ada: House) -> None:
    label_output(ada, RUN, out(0), LabelRequest(label="pass"))
    with ada.store.work() as work:
        [kept] = work.output_reviews.of_run(RUN)
        gone = {"output_id": "out_before", "revision": 2, "note": "Of another."}
        work.output_reviews.add(RUN, OutputReview.model_validate({**kept.model_dump(), **gone}))

    shown = list_labels(ada, RUN)
    anew = label_output(ada, RUN, out(0), LabelRequest(score=0.1))

    assert [one.is_current for one in shown.labels] == [False]
    assert [one.cases for one in shown.judges] == [0]
    assert (anew.label, anew.note, anew.revision, anew.is_current) == (None, "", 3, True)


def test_a_correction_becomes_the_expected_answer_of_the_next_version(ada: House, bob: House) -> None:
    label_output(ada, RUN, out(1), LabelRequest(correction="One."))
    first = add_corrected(ada, GOLD, RUN)
    label_output(bob, RUN, out(2), LabelRequest(correction="Two."))
    second = add_corrected(bob, GOLD, RUN)

    assert (first.kind, first.version, first.cases, first.author) == (DatasetKind.GOLDEN, 1, 1, "ada")
    assert (second.version, second.parent, second.author) == (2, 1, "bob")
    kept = [(case.id, case.variables, case.expect) for case in show_dataset(ada, GOLD).cases]
    assert kept == [
        ("c1", {"question": "1?"}, {"answer": "One."}),
        ("c2", {"question": "2?"}, {"answer": "Two."}),
    ]
    assert add_corrected(bob, GOLD, RUN) == second, "added twice it is one version"


def test_where_people_correct_differently_one_says_whom_to_follow(ada: House, bob: House) -> None:
    label_output(ada, RUN, out(1), LabelRequest(correction="One."))
    label_output(bob, RUN, out(1, arm=1), LabelRequest(correction="1"))

    with pytest.raises(DatasetRefused, match="ada and bob correct case c1 differently"):
        add_corrected(ada, GOLD, RUN)
    add_corrected(ada, GOLD, RUN, by="bob")
    assert show_dataset(ada, GOLD).cases[0].expect == {"answer": "1"}
    add_corrected(ada, GOLD, RUN, arm="arm 0")
    assert show_dataset(ada, GOLD).cases[0].expect == {"answer": "One."}


def test_a_set_is_not_overwritten_in_silence(ada: House) -> None:
    with pytest.raises(DatasetRefused, match="nothing of run_1 was corrected"):
        add_corrected(ada, GOLD, RUN)
    label_output(ada, RUN, out(1), LabelRequest(correction="One."))
    other = SuiteCase(name="c1", variables={"question": "Why?"})
    add_dataset(ada, GOLD, [other], DatasetOrigin(DatasetKind.GOLDEN, "test"))
    add_dataset(ada, DatasetRef("made"), [other], DatasetOrigin(DatasetKind.SYNTHETIC, "test"))

    with pytest.raises(DatasetRefused, match="asks something else"):
        add_corrected(ada, GOLD, RUN)
    with pytest.raises(DatasetRefused, match="nobody stands for its cases"):
        add_corrected(ada, DatasetRef("made"), RUN)
    with pytest.raises(ChangedMeanwhile):
        more = other.model_copy(update={"name": "c2"})
        add_dataset(ada, GOLD, [other, more], DatasetOrigin(DatasetKind.GOLDEN, "test", newest=0))
    assert show_dataset(ada, GOLD).dataset.version == 1


def test_labels_go_with_their_run(ada: House) -> None:
    label_output(ada, RUN, out(1), LabelRequest(label="pass"))
    with ada.store.work() as work:
        run = work.runs.get(RUN)
        work.runs.settle(RUN, epoch=run.epoch, settlement=Settlement.ALL_CELLS_DONE, at=run.began_at)
        work.removal.remove(RUN)

        assert work.connection.execute(select(func.count()).select_from(OUTPUT_REVIEW)).scalar_one() == 0
