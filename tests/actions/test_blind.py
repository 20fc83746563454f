"""Outputs compared by people without names: nothing tells whose they are before a finding is stored."""

import json

import pytest

from edison.actions.blind import (
    PairRef,
    PairRequest,
    export_pairs,
    judge_pair,
    reveal_pairs,
    show_pair,
    show_pairs,
)
from edison.actions.house import House
from edison.actions.views.blind import BlindPairView, Preference
from edison.domain import LOCAL_USER, Chance, EventType, PresetName
from edison.errors import CellMissing, ChangedMeanwhile, LabelRefused
from edison.store import Store
from tests.actions.test_rechecking import a_house
from tests.factories import a_case, a_design
from tests.store.filling import RUN, Filler, add_run

CASES = 12
LEFT, RIGHT = PairRequest(Preference.LEFT), PairRequest(Preference.RIGHT)
HIDDEN = ("arm", "cell", "model", "latency", "cost", "token", "quality", "version")


@pytest.fixture
def ada(store: Store) -> House:
    """Twelve cases and two arms; the last case has one answer only."""
    cases = [a_case(id=f"case_{at}", name=f"c{at}", variables={"question": f"{at}?"}) for at in range(CASES)]
    add_run(store, cases=CASES, arms=2, stored=cases)
    with store.work() as work:
        filler = Filler(work)
        for cell in range(2 * CASES - 1):
            filler.output(cell, text=f"Answer {cell}.")
    return a_house(store).acting_for(LOCAL_USER.model_copy(update={"name": "ada"}))


def left_cell(house: House, at: int) -> int:
    judge_pair(house, RUN, PairRef(at), PairRequest(Preference.TIE, reveal=True))
    revealed = show_pair(house, RUN, PairRef(at)).revealed
    assert revealed is not None
    return revealed[0].cell


def told_names(view: BlindPairView) -> set[str]:
    """Every key of an answer, those within it as well."""
    found: set[str] = set()

    def walk(value: object) -> None:
        if isinstance(value, dict):
            for key, inner in value.items():
                found.add(str(key))
                walk(inner)
        elif isinstance(value, list):
            for inner in value:
                walk(inner)

    walk(json.loads(view.model_dump_json(exclude={"revealed"})))
    return found


def test_nothing_tells_whose_an_output_is_before_the_names_are_asked_for(ada: House) -> None:
    before = show_pair(ada, RUN, PairRef(0))
    stored = judge_pair(ada, RUN, PairRef(0), LEFT)

    for view in (before, stored):
        assert view.revealed is None
        assert not any(hidden in name for name in told_names(view) for hidden in HIDDEN)
        assert "arm 0" not in view.model_dump_json()
    revealed = judge_pair(ada, RUN, PairRef(0), PairRequest(Preference.LEFT, seen=1, reveal=True)).revealed
    assert revealed is not None
    assert {side.name for side in revealed} == {"arm 0", "arm 1"}


def test_sides_are_drawn_for_each_pair_and_person_and_stay(ada: House) -> None:
    bob = ada.acting_for(LOCAL_USER.model_copy(update={"name": "bob"}))

    mine = [left_cell(ada, at) % 2 for at in range(CASES - 1)]
    theirs = [left_cell(bob, at) % 2 for at in range(CASES - 1)]

    assert set(mine) == {0, 1}
    assert mine != theirs
    turned = [show_pair(ada, RUN, PairRef(at, (1, 0))).left for at in range(CASES - 1)]
    assert turned == [show_pair(ada, RUN, PairRef(at)).left for at in range(CASES - 1)]


def test_a_mind_is_changed_until_the_names_were_shown(ada: House) -> None:
    judge_pair(ada, RUN, PairRef(3), LEFT)
    again = judge_pair(ada, RUN, PairRef(3), PairRequest(Preference.TIE, note="Equal.", seen=1))
    with pytest.raises(ChangedMeanwhile):
        judge_pair(ada, RUN, PairRef(3), PairRequest(Preference.RIGHT, seen=1))
    counted = show_pairs(ada, RUN)
    revealed = reveal_pairs(ada, RUN)

    assert again.preference is not None
    assert (again.preference.preference, again.preference.revision) == (Preference.TIE, 2)
    assert (counted.judged, counted.hidden, counted.next, counted.tallies) == (1, 1, 0, ())
    assert (revealed.hidden, revealed.tallies[0].ties, revealed.tallies[0].share) == (0, 1, 0.5)
    with pytest.raises(LabelRefused, match="names of this pair were shown"):
        judge_pair(ada, RUN, PairRef(3), PairRequest(Preference.RIGHT, seen=3))
    with ada.store.reading() as work:
        told = [event.about for event in work.events.since(0) if event.type is EventType.PAIR_REVIEWED]
    assert told[-1] == {"by": "ada", "pair": "6-7", "revision": "3"}


def test_findings_count_for_the_contender_whichever_side_it_stood_on(ada: House) -> None:
    for at in range(4):
        side = Preference.LEFT if _stands_left(ada, 2 * at) else Preference.RIGHT
        judge_pair(ada, RUN, PairRef(at), PairRequest(side))
    judge_pair(ada, RUN, PairRef(4), PairRequest(Preference.NOT_JUDGED, why_not="Both wrong."))

    [tally] = reveal_pairs(ada, RUN).tallies

    assert (tally.one, tally.other) == ("arm 0", "arm 1")
    assert (tally.for_one, tally.ties, tally.for_other, tally.not_judged) == (4, 0, 0, 1)
    assert tally.share == 1
    assert tally.interval is not None
    assert tally.interval[0] < 1
    lines = b"".join(export_pairs(ada, RUN)).decode().splitlines()
    assert lines[0] == "case,left,right,result,person,note,at"
    assert len(lines) == 6
    assert any("Both wrong." in line and ",,ada," in line for line in lines)


def _stands_left(house: House, cell: int) -> bool:
    """Whether a cell of an even number stands on the left, by the draw that the server makes."""
    with house.store.reading() as work:
        seed = work.runs.get(RUN).seed
    return not Chance(seed).stream("blind sides", house.actor.name, cell, cell + 1).below(2)


@pytest.mark.parametrize(
    ("where", "wish", "trouble"),
    [
        (PairRef(CASES), LEFT, CellMissing),
        (PairRef(0, (0, 2)), LEFT, CellMissing),
        (PairRef(0, (1, 1)), LEFT, CellMissing),
        (PairRef(CASES - 1), LEFT, LabelRefused),
        (PairRef(0), PairRequest(Preference.NOT_JUDGED), LabelRefused),
        (PairRef(0), PairRequest(Preference.LEFT, why_not="Because."), LabelRefused),
    ],
)
def test_what_cannot_be_compared_is_refused(
    ada: House, where: PairRef, wish: PairRequest, trouble: type[Exception]
) -> None:
    with pytest.raises(trouble):
        judge_pair(ada, RUN, where, wish)

    assert show_pairs(ada, RUN).judged == 0


@pytest.mark.parametrize("texts", [2, 5, 6])
def test_texts_of_a_ranking_meet_once_each_and_equally_often(store: Store, texts: int) -> None:
    experiment = a_design(preset=PresetName.RANK_ENTRIES.value)
    add_run(store, cases=texts, arms=0, experiment=experiment)
    with store.work() as work:
        filler = Filler(work)
        for cell in range(texts):
            filler.output(cell, text=f"Text {cell}.")
    house = a_house(store)
    total = show_pairs(house, RUN).total

    met: list[frozenset[str]] = []
    for at in range(total):
        assert show_pairs(house, RUN).next == at
        seen = judge_pair(house, RUN, PairRef(at), LEFT)
        assert (seen.case, seen.variables) == ("", {}), "the name of a text would tell which it is"
        met.append(frozenset((seen.left.text, seen.right.text)))

    assert total == texts * (texts - 1) // 2 == len(set(met))
    once_round = [text for pair in met[:texts] for text in pair]
    assert {once_round.count(text) for text in once_round} <= {1, 2}
    assert show_pairs(house, RUN).next is None
    assert sum(tally.for_one + tally.for_other for tally in reveal_pairs(house, RUN).tallies) == total
    assert b"case 0" in b"".join(export_pairs(house, RUN))
