"""Judges count by how far they agree with people, or by their cards, or all alike; and it is told which."""

from collections.abc import Sequence

import pytest

from edison.actions.house import House
from edison.actions.labels import LabelRequest, OutputRef, label_output
from edison.actions.presets.refine_plans import trust_judges
from edison.domain import LOCAL_USER, JudgeTrust, Snapshot
from edison.store import Store
from tests.actions.test_rechecking import a_house
from tests.factories import a_case
from tests.store.filling import RUN, Filler, add_run

CASES = 24


@pytest.fixture
def house(store: Store) -> House:
    """Two judges: what the first thinks follows the case, and the second thinks well of everything."""
    cases = [a_case(id=f"case_{at}", name=f"c{at}", variables={"question": f"{at}?"}) for at in range(CASES)]
    add_run(store, cases=CASES, arms=1, judges=2, stored=cases)
    with store.work() as work:
        filler = Filler(work)
        for cell in range(CASES):
            filler.output(cell)
            for judge, score in enumerate((5 * (cell % 2), 5)):
                filler.judgment(
                    cell, judge=judge, said={"scores": ({"criterion": "Accuracy", "score": score},)}
                )
    return a_house(store).acting_for(LOCAL_USER)


def snapshot(house: House) -> Snapshot:
    with house.store.reading() as work:
        found = work.runs.get(RUN).snapshot
    apart = [judge.model_copy(update={"family": f"family {at}"}) for at, judge in enumerate(found.judges)]
    return found.model_copy(update={"judges": tuple(apart)})


def weights(trusted: Sequence[JudgeTrust]) -> list[float]:
    return [round(one.weight, 2) for one in trusted]


def test_without_labels_and_cards_all_count_alike(house: House) -> None:
    trusted = trust_judges(house, snapshot(house))

    assert weights(trusted) == [0.5, 0.5]
    assert trusted[0].basis.startswith("all alike: ")


def test_who_agrees_with_people_counts_more(house: House) -> None:
    for case in range(CASES):
        label_output(house, RUN, OutputRef(f"c{case}"), LabelRequest(label="pass" if case % 2 else "fail"))

    trusted = trust_judges(house, snapshot(house))

    assert trusted[0].weight > 0.6
    assert sum(one.weight for one in trusted) == pytest.approx(1.0)
    assert trusted[0].basis == "agreement with people on 24 labelled cases or more"
