"""Checks made again on what is stored: what changes, what is told of it, and what a kill leaves behind."""

import tracemalloc
from collections.abc import Callable, Mapping, Sequence
from typing import Any, cast

import pytest

from edison.actions.house import House
from edison.actions.results.rechecking import Tally, recheck_run
from edison.domain import (
    Board,
    Chance,
    Check,
    CheckResult,
    Event,
    EventType,
    FaultPoint,
    Finding,
    FrozenClock,
    RunId,
    Settlement,
    StageName,
    no_fault,
)
from edison.errors import CasesDoNotFit, CheckBroken, RunMissing
from edison.store import Store
from tests.factories import SOME_TIME, a_case, a_ranking, a_run, a_snapshot, a_wave, an_arm
from tests.store.filling import RUN, Filler

PASSED, FAILED, NOT_CHECKED = Finding.PASSED, Finding.FAILED, Finding.NOT_CHECKED

CONTAINS = Check(kind="contains", value="Four")
STRICT, LOOSE = (Check(kind="similarity", value={"to": "Four.", "at_least": least}) for least in (0.9, 0.5))
TEXTS = ["Four.", "For.", "Five.", "Four."]


@pytest.fixture
def house(store: Store) -> House:
    return a_house(store)


def a_house(store: Store, fault: FaultPoint = no_fault) -> House:
    return House(
        database=store.url,
        open_archive=lambda _: store,
        # Nobody is asked, so nobody needs a key.
        keys=cast(Any, None),
        clock=FrozenClock(),
        chance=Chance(1),
        fault=fault,
    )


def fill(
    store: Store,
    texts: Sequence[str] = TEXTS,
    *,
    checks: Sequence[Check] = (CONTAINS,),
    own: Sequence[Check] = (),
    arms: int = 1,
) -> None:
    """A run with an output for each text, on which no check was made yet; cases may have checks of their own."""
    cases = len(texts) // max(arms, 1)
    snapshot = a_snapshot(
        cases=cases,
        arms=tuple(an_arm(id=f"arm_{arm}", name=f"arm {arm}") for arm in range(arms)),
        checks=tuple(checks),
    )
    with store.work() as work:
        work.datasets.add(
            snapshot.dataset,
            (a_case(id=f"case_{at}", name=f"case {at}", checks=tuple(own)) for at in range(cases)),
        )
        work.runs.add(a_run(snapshot=snapshot), budget_microusd=None)
        work.waves.add(RUN, a_wave(units=len(texts), body=snapshot.grid.model_dump_json()))
        filler = Filler(work)
        for cell, text in enumerate(texts):
            filler.output(cell, text=text)


def findings(store: Store) -> list[tuple[CheckResult, ...]]:
    with store.reading() as work:
        return [report.checks for report in work.results.reports(RUN)]


def events(store: Store) -> list[Event]:
    with store.reading() as work:
        return work.events.since(0, run_id=RUN)


def test_the_checks_of_the_run_are_made_on_all_its_outputs(house: House) -> None:
    fill(house.store, arms=2)

    rechecked = recheck_run(house, RUN)

    assert rechecked.tally == Tally(outputs=4, findings=4, replaced=4, added=4)
    assert [one.finding for (one,) in findings(house.store)] == [PASSED, FAILED, FAILED, PASSED]
    assert rechecked.run.id == RUN


def test_what_is_the_same_as_before_is_neither_counted_nor_told(house: House) -> None:
    fill(house.store)
    recheck_run(house, RUN)

    again = recheck_run(house, RUN)

    assert again.tally == Tally(outputs=4, findings=4)
    assert len(events(house.store)) == 1


def test_a_limit_is_moved_and_moved_back(house: House) -> None:
    fill(house.store, checks=(STRICT,))
    recheck_run(house, RUN)
    before = findings(house.store)

    moved = recheck_run(house, RUN, checks=[LOOSE])
    after = findings(house.store)
    back = recheck_run(house, RUN)

    # "For." is like "Four." by 2 × 4 of 9 characters, "Five." by 2 × 2 of 10.
    assert [one.finding for (one,) in before] == [PASSED, FAILED, FAILED, PASSED]
    assert [one.finding for (one,) in after] == [PASSED, PASSED, FAILED, PASSED]
    assert [one.measured for (one,) in before] == [one.measured for (one,) in after]
    assert (moved.tally.changed, moved.tally.mended, moved.tally.broken) == (1, 1, 0)
    assert (back.tally.changed, back.tally.mended, back.tally.broken) == (1, 0, 1)
    assert findings(house.store) == before


def test_every_page_that_changed_tells_of_it_and_no_other_does(house: House) -> None:
    fill(house.store, [*TEXTS, "Five.", "Five."])
    recheck_run(house, RUN)

    recheck_run(
        house, RUN, checks=[Check(kind="contains", value="Fo"), Check(kind="empty", negated=True)], page=2
    )
    recheck_run(house, RUN, checks=[Check(kind="contains", value="For")], page=2)
    told = [dict(event.about) for event in events(house.store)]

    counts = {"replaced": "2", "changed": "0", "added": "2", "dropped": "0", "mended": "0", "broken": "0"}
    assert {event.type for event in events(house.store)} == {EventType.CHECKS_REPLACED}
    assert told[0]["checks"] == "suite"
    assert len({one["checks"] for one in told}) == 3
    assert _without_source(told[1:4]) == [
        {"first": "0", "last": "1", **counts, "changed": "1", "mended": "1"},
        {"first": "2", "last": "3", **counts},
        {"first": "4", "last": "5", **counts},
    ]
    assert _without_source(told[4:]) == [
        {"first": "0", "last": "1", **counts, "added": "0", "dropped": "2", "changed": "1", "broken": "1"},
        {"first": "2", "last": "3", **counts, "added": "0", "dropped": "2", "changed": "1", "broken": "1"},
        {"first": "4", "last": "5", **counts, "added": "0", "dropped": "2"},
    ]


def _without_source(told: Sequence[Mapping[str, str]]) -> list[dict[str, str]]:
    return [{name: value for name, value in one.items() if name not in ("by", "checks")} for one in told]


def test_the_cases_keep_the_checks_of_their_own(house: House) -> None:
    fill(house.store, checks=[STRICT], own=[Check(kind="contains", value="{{ question }}")])

    recheck_run(house, RUN, checks=[CONTAINS, CONTAINS])

    assert [[one.check for one in found] for found in findings(house.store)] == [["contains"] * 3] * 4
    assert findings(house.store)[0][2].reason == "It does not contain 'How much is it?'."


def test_an_error_is_looked_at_and_fails_nobody(house: House) -> None:
    fill(house.store, ["Four."])
    with house.store.work() as work:
        work.generations.ask(RUN, StageName.GENERATE, [(0, 0)])
        Filler(work).output(0, generation=2, status="error", reason="timed_out", text="")

    recheck_run(house, RUN)

    assert [one.finding for (one,) in findings(house.store)] == [NOT_CHECKED]


def test_only_the_current_output_of_a_cell_is_checked_again(house: House) -> None:
    fill(house.store, ["Four.", "Four."])
    recheck_run(house, RUN)
    with house.store.work() as work:
        work.generations.ask(RUN, StageName.GENERATE, [(0, 0), (1, 0)])
        Filler(work).output(0, generation=2, text="Five.")

    again = recheck_run(house, RUN)

    assert again.tally == Tally(outputs=1, findings=1, replaced=1, added=1)
    assert [len(found) for found in findings(house.store)] == [1, 0]
    assert findings(house.store)[0][0].finding is FAILED


@pytest.mark.parametrize(
    ("checks", "error", "sentence"),
    [
        ([Check(kind="regex", value="(")], CheckBroken, "is no pattern that can be used"),
        (
            [LOOSE, Check(kind="contains", value="{{ expect }}")],
            CasesDoNotFit,
            "The cases of Questions do not fit:\n  case 0: .*not given: expect.*\n  … and 5 more.",
        ),
        (
            [Check(kind="regex", value="{{ question }}(")],
            CasesDoNotFit,
            "case 19: The check 'regex' cannot be made",
        ),
    ],
)
def test_checks_that_cannot_be_made_are_refused_before_anything_is_changed(
    house: House, checks: list[Check], error: type[Exception], sentence: str
) -> None:
    fill(house.store, ["Four."] * 25)
    recheck_run(house, RUN)
    before = findings(house.store)

    with pytest.raises(error, match=f"(?s){sentence}"):
        recheck_run(house, RUN, checks=checks)

    assert findings(house.store) == before
    assert len(events(house.store)) == 1


def test_placeholders_are_filled_from_every_case(house: House) -> None:
    fill(house.store, ["How much is it?", "Four."])

    recheck_run(house, RUN, checks=[Check(kind="equals", value="{{ question }}")])

    assert [one.finding for (one,) in findings(house.store)] == [PASSED, FAILED]


def test_there_is_nothing_to_check_in_a_run_that_is_not_there(house: House) -> None:
    with pytest.raises(RunMissing):
        recheck_run(house, RunId("run_0"))


@pytest.mark.parametrize("texts", [[], ["Four."]])
def test_where_nothing_is_answered_yet_there_is_nothing_to_check(house: House, texts: list[str]) -> None:
    fill(house.store, texts)
    with house.store.work() as work:
        work.generations.ask(RUN, StageName.GENERATE, [(0, 0)])

    assert recheck_run(house, RUN).tally == Tally()
    assert events(house.store) == []


class Killed(Exception):
    """As if the process had died here."""


def die_at(point: str, visit: int) -> Callable[[str], None]:
    left = visit

    def reach(reached: str) -> None:
        nonlocal left
        left -= reached == point
        if left == 0:
            left = -1
            raise Killed

    return reach


@pytest.mark.parametrize("visit", [1, 2, 3])
@pytest.mark.parametrize("point", ["commit.before", "commit.after"])
def test_killed_anywhere_it_has_done_whole_pages_and_a_repetition_does_the_rest(
    store: Store, point: str, visit: int
) -> None:
    fill(store, [*TEXTS, "For."], checks=(STRICT,))
    recheck_run(a_house(store), RUN)
    old = findings(store)

    with pytest.raises(Killed):
        recheck_run(a_house(store, die_at(point, visit)), RUN, checks=[LOOSE, CONTAINS], page=2)
    halfway, told = findings(store), len(events(store))
    repeated = recheck_run(a_house(store), RUN, checks=[LOOSE, CONTAINS], page=2)

    pages = visit if point == "commit.after" else visit - 1
    whole = findings(store)
    done = min(2 * pages, 5)
    assert halfway == [*whole[:done], *old[done:]]
    assert told == 1 + pages
    assert (repeated.tally.outputs, repeated.tally.replaced) == (5, 5 - done)
    assert [[one.check for one in found] for found in whole] == [["contains", "similarity"]] * 5
    assert sum(int(event.about["replaced"]) for event in events(store)[1:]) == 5


def settle(store: Store, settlement: Settlement = Settlement.ALL_CELLS_DONE) -> None:
    with store.work() as work:
        work.runs.settle(RUN, epoch=work.runs.standing(RUN).epoch, settlement=settlement, at=SOME_TIME)


def boards(store: Store) -> dict[Board, Any]:
    with store.reading() as work:
        return {ranking.board: ranking for ranking in work.rankings.of_run(RUN)}


def test_the_board_of_the_checks_of_a_run_that_ended_is_made_anew(house: House) -> None:
    fill(house.store, arms=2)
    speed = a_ranking(board="speed", lower_is_better=True, wave=3)
    with house.store.work() as work:
        work.rankings.put(speed)
    settle(house.store)

    recheck_run(house, RUN)
    first = boards(house.store)
    recheck_run(house, RUN)
    second = boards(house.store)
    recheck_run(house, RUN, checks=[Check(kind="contains", value=".")])
    third = boards(house.store)

    assert first == second, "what is the same is not made anew"
    assert first[Board.SPEED] == third[Board.SPEED] == speed
    assert first[Board.CHECKS].wave == 3
    assert [item.strength for item in first[Board.CHECKS].items] == [0.5, 0.5]
    assert [item.strength for item in third[Board.CHECKS].items] == [1.0, 1.0]


def test_a_board_on_which_nobody_has_a_result_any_more_is_taken_away(house: House) -> None:
    long = "ab" * 100_000
    fill(house.store, [long, long])
    with house.store.work() as work:
        work.rankings.put(a_ranking(board="speed", lower_is_better=True))
    settle(house.store)
    recheck_run(house, RUN)
    before = boards(house.store)

    recheck_run(house, RUN, checks=[Check(kind="regex", value="(?:[ab]{0,100}a){9}c")])

    assert [one.finding for (one,) in findings(house.store)] == [NOT_CHECKED, NOT_CHECKED]
    assert (set(before), set(boards(house.store))) == ({Board.SPEED, Board.CHECKS}, {Board.SPEED})


@pytest.mark.parametrize("settlement", [None, Settlement.CANCELLED])
def test_a_run_without_boards_gets_none(house: House, settlement: Settlement | None) -> None:
    fill(house.store)
    if settlement is not None:
        settle(house.store, settlement)

    recheck_run(house, RUN)

    assert boards(house.store) == {}


def test_texts_that_were_handed_in_have_no_board_of_arms(house: House) -> None:
    fill(house.store, arms=0)
    with house.store.work() as work:
        work.rankings.put(a_ranking())
    settle(house.store)

    recheck_run(house, RUN)

    assert set(boards(house.store)) == {Board.QUALITY}


def test_a_large_run_is_checked_a_page_at_a_time(house: House) -> None:
    size, count = 20_000, 600
    fill(house.store, [f"{at}{'x' * size}" for at in range(count)])
    tracemalloc.start()

    try:
        rechecked = recheck_run(house, RUN, page=20)
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()

    assert rechecked.tally.outputs == count
    assert peak < size * count / 3
