"""People: questions that are answered from outside, days later perhaps; meanwhile the run stands still."""

from collections.abc import Iterator
from datetime import datetime
from typing import ClassVar, NamedTuple, NoReturn

from edison.domain import (
    PEOPLE,
    EventType,
    PersonQuestion,
    PersonQuestions,
    Run,
    RunId,
    Stage,
    StageName,
    StoredSuggestion,
    Wave,
    suggestion_id,
)
from edison.store import UnitOfWork

from .lane import Lane, UnitWork


class OpenQuestion(NamedTuple):
    """A question that nobody has answered yet."""

    unit: int
    question: PersonQuestion
    until: datetime | None
    """When the run goes on without an answer."""


class PeopleLane(Lane[UnitWork]):
    """Walks nothing: an answer is stored by whoever brings it, and the run goes on from there."""

    name: ClassVar[str] = PEOPLE
    is_walked: ClassVar[bool] = False

    @staticmethod
    def missing(work: UnitOfWork, run: Run, units: range, *, size: int) -> list[tuple[int, int]]:
        answered = {answer.unit for answer in work.people.answers(run.id)}
        return [(unit, unit + 1) for unit in units if unit not in answered]

    @classmethod
    def count(cls, work: UnitOfWork, run: Run) -> tuple[Stage, ...]:
        answers = work.people.answers(run.id)
        answered = sum(1 for answer in answers if answer.by is not None)
        planned = work.waves.planned(run.id, lane=PEOPLE)
        reviewed = Stage(
            name=StageName.REVIEW, planned=planned, succeeded=answered, failed=len(answers) - answered
        )
        return (reviewed,)

    @staticmethod
    def load(work: UnitOfWork, run: Run, units: range) -> Iterator[NoReturn]:
        raise AssertionError("nobody walks people")

    async def walk(self, unit: UnitWork) -> NoReturn:
        raise AssertionError("nobody walks people")

    async def give_up(self, unit: UnitWork) -> NoReturn:
        raise AssertionError("nobody walks people")


def find_open_questions(work: UnitOfWork, run_id: RunId) -> list[OpenQuestion]:
    """What people have not said yet, in the order in which it was asked."""
    answered = {answer.unit for answer in work.people.answers(run_id)}
    return [
        OpenQuestion(unit, question, asked.until)
        for wave in work.waves.of_run(run_id, lane=PEOPLE)
        for asked in (PersonQuestions.model_validate_json(wave.body),)
        for unit, question in enumerate(asked.questions, wave.first_unit)
        if unit not in answered
    ]


def keep_suggestions(work: UnitOfWork, run: Run, wave: Wave, *, at: datetime) -> None:
    """Keep the changes that a wave asks people about, so that they can decide hunk by hunk."""
    questions = PersonQuestions.model_validate_json(wave.body).questions
    for unit, question in enumerate(questions, wave.first_unit):
        if question.change is None:
            continue
        suggestion = StoredSuggestion(
            id=suggestion_id(run.id, unit), change=question.change, run_id=run.id, unit=unit, made_at=at
        )
        work.suggestions.add(suggestion)
        about: dict[str, str] = {"suggestion": suggestion.id}
        work.events.append(run.id, EventType.SUGGESTION_MADE, at=at, about=about)
