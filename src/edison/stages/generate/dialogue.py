"""The conversation that gets one answer."""

from edison.domain import Answer, ArmMode, CellId, Dialogue, Failure, Output, OutputId
from edison.errors import EdisonError

from .prompts import ask_for_answer
from .reply import failed_output, read_reply
from .units import GenerateUnit


def answer_cell(unit: GenerateUnit, *, output_id: OutputId, cell_id: CellId) -> Dialogue[Output]:
    """Ask once and take what comes; a question that cannot be put ends as an error without being asked."""
    if unit.arm.mode is not ArmMode.SINGLE:
        sentence = f"The arm {unit.arm.name!r} answers in the mode {unit.arm.mode}, which is not offered yet."
        return failed_output("mode_not_offered", sentence=sentence, output_id=output_id, cell_id=cell_id)
    try:
        ask = ask_for_answer(unit)
    except EdisonError as error:
        return failed_output(error.code, sentence=error.sentence, output_id=output_id, cell_id=cell_id)
    reply = yield ask
    assert isinstance(reply, Answer | Failure)
    return read_reply(reply, output_id=output_id, cell_id=cell_id)
