"""What we make of an answer: an output, with the reason where it is none."""

from edison.domain import (
    HANDED_IN,
    Case,
    CaseTask,
    CellId,
    Failure,
    LoopStop,
    LoopTrace,
    Outcome,
    Output,
    OutputId,
    OutputStatus,
    Reply,
    ToolCall,
)
from edison.text import sent_names

from .units import IN_NO_CELL, NOWHERE

_SENTENCES = {
    Outcome.LENGTH: "The answer was cut off at the limit of tokens.",
    Outcome.CONTENT_FILTER: "The provider's content filter stopped the answer.",
    Outcome.REFUSAL: "The model refused to answer.",
    Outcome.EMPTY: "The answer is empty.",
}


def read_reply(reply: Reply, *, output_id: OutputId, cell_id: CellId) -> Output:
    """What came back for a cell.

    Whether an answer is a refusal is what the provider says. One that only sounds like a refusal is an answer: the
    check `refusal` finds it, where a phrase that was merely quoted costs a finding and not the whole output.
    """
    if isinstance(reply, Failure):
        return failed_output(reply.code, sentence=reply.sentence, output_id=output_id, cell_id=cell_id)
    outcome = _outcome_of(reply.outcome, text=reply.text, calls=reply.tool_calls)
    return _made(outcome, text=reply.text, calls=reply.tool_calls).model_copy(
        update={"id": output_id, "cell_id": cell_id, "trace": reply.trace}
    )


def _made(outcome: Outcome, *, text: str, calls: tuple[ToolCall, ...]) -> Output:
    sentence = _SENTENCES.get(outcome)
    return Output(
        id=NOWHERE,
        cell_id=IN_NO_CELL,
        status=OutputStatus.OK if sentence is None else OutputStatus.SEMANTIC_FAILURE,
        text=text,
        tool_calls=calls,
        reason=None if sentence is None else outcome.value,
        sentence=sentence,
    )


def with_own_names(output: Output, task: CaseTask) -> Output:
    """The same output, in which tools are called as their case calls them."""
    own = {sent: name for name, sent in sent_names(tool.name for tool in task.tools).items()}
    if all(own.get(call.name, call.name) == call.name for call in output.tool_calls):
        return output
    calls = tuple(
        call.model_copy(update={"name": own.get(call.name, call.name)}) for call in output.tool_calls
    )
    return output.model_copy(update={"tool_calls": calls})


def conclude_loop(reply: Reply, *, text: str, trace: LoopTrace) -> Output:
    """What a loop came to with the last reply of the model; its trace is kept in any case."""
    if isinstance(reply, Failure):
        output = failed_output(reply.code, sentence=reply.sentence, output_id=NOWHERE, cell_id=IN_NO_CELL)
        return output.model_copy(update={"trace": trace})
    # A call of the tool that ends the loop is an end like any other.
    ended = Outcome.STOP if reply.outcome is Outcome.TOOL_CALLS else reply.outcome
    output = _made(_outcome_of(ended, text=text, calls=()), text=text, calls=())
    is_done = output.status is OutputStatus.OK
    return output.model_copy(update={"trace": trace.model_copy(update={"completed": is_done})})


def stopped_output(stop: LoopStop, sentence: str, *, trace: LoopTrace) -> Output:
    """A loop that was stopped, because it went round in circles or on for too long."""
    return Output(
        id=NOWHERE,
        cell_id=IN_NO_CELL,
        status=OutputStatus.SEMANTIC_FAILURE,
        reason=stop.value,
        sentence=sentence,
        trace=trace,
    )


def take_handed_in(case: Case, *, output_id: OutputId, cell_id: CellId) -> Output:
    """What was written elsewhere and handed in with the case; nobody is asked."""
    text = case.variables.get(HANDED_IN)
    if not isinstance(text, str) or not text.strip():
        return Output(
            id=output_id,
            cell_id=cell_id,
            status=OutputStatus.SEMANTIC_FAILURE,
            handed_in=True,
            reason=Outcome.EMPTY.value,
            sentence="Nothing was handed in.",
        )
    return Output(id=output_id, cell_id=cell_id, status=OutputStatus.OK, text=text, handed_in=True)


def failed_output(code: str, *, sentence: str, output_id: OutputId, cell_id: CellId) -> Output:
    """An output that says why there is no answer."""
    return Output(id=output_id, cell_id=cell_id, status=OutputStatus.ERROR, reason=code, sentence=sentence)


def _outcome_of(outcome: Outcome, *, text: str, calls: tuple[ToolCall, ...]) -> Outcome:
    """As the provider put it, except that an answer without a word is empty, however it ended."""
    if outcome is Outcome.STOP and not text.strip() and not calls:
        return Outcome.EMPTY
    return outcome
