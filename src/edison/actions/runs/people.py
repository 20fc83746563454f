"""What people do with runs that wait for them: see what is asked, and answer it."""

from edison.domain import Decision, PersonAnswer, Right, Run, RunId, suggestion_id
from edison.engine import OpenQuestion, find_open_questions
from edison.errors import ChoiceUnknown, NothingAsked

from ..access import verb
from ..house import House
from ..reviews import HunkRequest, decide_hunks


@verb(Right.READ)
def list_questions(house: House, run_id: RunId) -> list[OpenQuestion]:
    """What a run asks people and nobody has answered yet."""
    with house.store.reading() as work:
        return find_open_questions(work, run_id)


@verb(Right.CHANGE)
def answer_question(
    house: House, run_id: RunId, choice: str, *, question: int | None = None, note: str = ""
) -> Run:
    """Answer a question of a run, which goes on as soon as nothing more is asked.

    Args:
        house: The house.
        run_id: Which run.
        choice: One of the choices, or any words where there are none.
        question: Which question, by its number; may be left out where only one is open.
        note: What else there is to say.

    Raises:
        NothingAsked: no such question is open, or several are and none was named.
        ChoiceUnknown: there are other choices.
        AnsweredBefore: somebody was quicker.
    """
    asked = list_questions(house, run_id)
    meant = [one for one in asked if question in (None, one.unit)]
    if len(meant) != 1:
        raise NothingAsked(run_id, question, [one.unit for one in asked])
    choices = meant[0].question.choices
    if choices and choice not in choices:
        raise ChoiceUnknown("choice", choice, choices)
    if meant[0].question.change is not None:
        request = HunkRequest(Decision(choice), note=note)
        decide_hunks(house, suggestion_id(run_id, meant[0].unit), request)
        with house.store.reading() as work:
            return work.runs.get(run_id)
    answer = PersonAnswer(
        unit=meant[0].unit, by=house.actor.name, choice=choice, note=note, at=house.clock.now()
    )
    house.control.answer(run_id, [answer])
    with house.store.reading() as work:
        return work.runs.get(run_id)
