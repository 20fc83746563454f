"""What we make of an answer: an output, with the reason where it is none."""

from edison.domain import (
    HANDED_IN,
    Answer,
    Case,
    CellId,
    Failure,
    Outcome,
    Output,
    OutputId,
    OutputStatus,
    Reply,
)

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
    outcome = _outcome_of(reply)
    sentence = _SENTENCES.get(outcome)
    if sentence is None:
        return Output(
            id=output_id,
            cell_id=cell_id,
            status=OutputStatus.OK,
            text=reply.text,
            tool_calls=reply.tool_calls,
        )
    return Output(
        id=output_id,
        cell_id=cell_id,
        status=OutputStatus.SEMANTIC_FAILURE,
        text=reply.text,
        tool_calls=reply.tool_calls,
        reason=outcome.value,
        sentence=sentence,
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


def _outcome_of(answer: Answer) -> Outcome:
    """As the provider put it, except that an answer without a word is empty, however it ended."""
    if answer.outcome is Outcome.STOP and not answer.text.strip() and not answer.tool_calls:
        return Outcome.EMPTY
    return answer.outcome
