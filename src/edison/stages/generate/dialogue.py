"""The conversation that gets one answer."""

from edison.domain import Answer, CellId, Dialogue, Failure, Output, OutputId
from edison.errors import EdisonError

from .loop.going import go_round
from .prompts import ask_for_answer
from .reply import failed_output, read_reply, with_own_names
from .talk.turns import hold_talk
from .units import GenerateUnit


def answer_cell(unit: GenerateUnit, *, output_id: OutputId, cell_id: CellId) -> Dialogue[Output]:
    """Ask once and take what comes, or go on until a loop or a conversation is done.

    A question that cannot be put ends as an error without being asked.
    """
    if unit.task is not None and unit.task.loop is not None:
        output = yield from go_round(unit, unit.task, unit.task.loop)
        return output.model_copy(update={"id": output_id, "cell_id": cell_id})
    if unit.talk is not None:
        try:
            output = yield from hold_talk(unit, unit.talk)
        except EdisonError as error:
            return failed_output(error.code, sentence=error.sentence, output_id=output_id, cell_id=cell_id)
        return output.model_copy(update={"id": output_id, "cell_id": cell_id})
    try:
        ask = ask_for_answer(unit)
    except EdisonError as error:
        return failed_output(error.code, sentence=error.sentence, output_id=output_id, cell_id=cell_id)
    reply = yield ask
    assert isinstance(reply, Answer | Failure)
    output = read_reply(reply, output_id=output_id, cell_id=cell_id)
    return output if unit.task is None else with_own_names(output, unit.task)
