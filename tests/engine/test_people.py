"""Runs that wait for people: an answer lets them go on, and so does the end of the time that was given."""

from dataclasses import dataclass
from datetime import timedelta

import pytest

from edison.actions.presets import PRESETS
from edison.actions.presets.grid import BATTERY
from edison.domain import (
    PEOPLE,
    CellReport,
    DesiredState,
    EventType,
    PersonAnswer,
    PersonQuestion,
    PersonQuestions,
    Run,
    Settlement,
    StageName,
)
from edison.engine import Next, Results, Story, all_cells, ask_people, find_open_questions
from edison.errors import AnsweredBefore
from tests.invariants import Evidence

from .house import House, a_run_of

QUESTIONS = (PersonQuestion(text="Is it good?", choices=("yes", "no")), PersonQuestion(text="Why?"))
JUDGE = StageName.JUDGE


@dataclass(frozen=True)
class AsksFirst:
    """Asks two questions, and ends with what the answers make of it."""

    minutes: float | None = None
    name: str = "asks-first"

    def next(self, story: Story) -> Next:
        if not story.waves:
            ends = None if self.minutes is None else story.at + timedelta(minutes=self.minutes)
            return ask_people(PersonQuestions(questions=QUESTIONS, until=ends))
        said = [answer.choice for answer in story.person_answers.values()]
        if said == [None, None]:
            return Settlement.NO_PROGRESS
        if len(story.waves) == 1 and said[0] == "yes":
            return all_cells(story.run.snapshot.grid)
        return Settlement.ALL_CELLS_DONE if said[0] == "yes" else Settlement.STOPPED_BY_PERSON

    def results(self, story: Story, settlement: Settlement) -> Results:
        return BATTERY.results(story, settlement)


@pytest.fixture
def asking(monkeypatch: pytest.MonkeyPatch) -> None:
    for preset in (AsksFirst(), AsksFirst(minutes=0, name="asks-briefly")):
        monkeypatch.setitem(PRESETS, preset.name, preset)  # pyright: ignore[reportArgumentType]


def _asking(preset: str) -> Run:
    run = a_run_of(3)
    return run.model_copy(update={"experiment": run.experiment.model_copy(update={"preset": preset})})


def _answer(house: House, unit: int, choice: str) -> PersonAnswer:
    return PersonAnswer(unit=unit, by="Ada", choice=choice, at=house.clock.now())


def _answered(evidence: Evidence) -> list[CellReport]:
    return [cell for cell in evidence.cells if cell.output is not None]


def _judged(evidence: Evidence) -> int:
    return sum(len(cell.judgments) for cell in evidence.cells)


def _read(house: House, run: Run) -> Run:
    with house.store.reading() as work:
        return work.runs.get(run.id)


@pytest.mark.usefixtures("asking")
async def test_a_run_waits_without_a_worker_and_goes_on_when_all_is_answered(house: House) -> None:
    run = house.start(_asking("asks-first"))

    waiting = await house.work_on(run)
    house.control.answer(run.id, [_answer(house, 0, "yes")])
    still = _read(house, run)
    assert not house.control.resume(run.id)
    house.control.answer(run.id, [_answer(house, 1, "It is short.")])
    ended = await house.work_on(run)

    assert (waiting.desired, still.desired) == (DesiredState.PAUSED, DesiredState.PAUSED)
    assert waiting.halted is not None
    assert not waiting.halted.is_trouble
    assert ended.settlement is Settlement.ALL_CELLS_DONE
    assert len(_answered(house.check(run))) == run.snapshot.cases
    with pytest.raises(AnsweredBefore):
        house.control.answer(run.id, [_answer(house, 0, "no")])


@pytest.mark.usefixtures("asking")
async def test_an_answer_that_came_before_the_run_waits_is_not_missed(house: House) -> None:
    run = house.start(_asking("asks-first"))
    house.control.answer(run.id, [_answer(house, 0, "no"), _answer(house, 1, "No.")])

    assert house.sweeps.wait_for_people(run.id, run.epoch) is False
    assert (await house.work_on(run)).settlement is Settlement.STOPPED_BY_PERSON


@pytest.mark.usefixtures("asking")
async def test_a_run_goes_on_without_an_answer_when_the_time_is_over(house: House) -> None:
    run = house.start(_asking("asks-briefly"))
    await house.work_on(run)

    house.control.reconcile(only=run.id)

    assert (await house.work_on(run)).settlement is Settlement.NO_PROGRESS
    with house.store.reading() as work:
        assert [(one.by, one.choice) for one in work.people.answers(run.id)] == [(None, None)] * 2
        assert find_open_questions(work, run.id) == []
        planned = work.waves.planned(run.id, lane=PEOPLE)
    assert planned == 2


@pytest.mark.parametrize(
    ("stage", "judged_before"), [(StageName.GENERATE, 0), (StageName.CHECK, 0), (JUDGE, 1)]
)
async def test_a_run_pauses_after_the_stage_that_was_named(
    house: House, stage: StageName, judged_before: int
) -> None:
    run = house.start(a_run_of(3, judges=("edison-judge-fair",)).model_copy(update={"pause_after": stage}))

    waiting = await house.work_on(run)
    before = house.evidence(run)
    assert house.control.resume(run.id)
    ended = await house.work_on(run)

    cases = run.snapshot.cases
    assert waiting.halted is not None
    assert stage.value in waiting.halted.sentence
    assert (len(_answered(before)), _judged(before)) == (cases, cases * judged_before)
    assert ended.settlement is Settlement.ALL_CELLS_DONE
    evidence = house.check(run)
    assert _judged(evidence) == cases
    told = [
        event.about["stage"]
        for event in evidence.events
        if event.type in (EventType.STAGE_STARTED, EventType.STAGE_FINISHED)
    ]
    assert sorted(told) == sorted(["generate", "check", "judge"] * 2)
