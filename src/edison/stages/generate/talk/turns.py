"""A conversation of several turns: what is said to the arm, and what whoever plays the user is told."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from edison.domain import (
    Answer,
    Ask,
    CaseTalk,
    Dialogue,
    Failure,
    LoopTrace,
    Message,
    Output,
    OutputStatus,
    Purpose,
    Reply,
    SimulatedUser,
    Speaker,
    TraceStep,
    Utterance,
)

from ..prompts import ask_for_turn
from ..reply import failed_output, read_reply
from ..units import IN_NO_CELL, NOWHERE, GenerateUnit

DONE = "[DONE]"
"""What whoever plays the user writes when there is nothing left to say."""

_PLAYING = """\
You play a user who talks to an assistant. What you want:

{goal}

Write only what the user says next, in a few sentences of plain text, and nothing about your role. Stay with what you \
want, answer what the assistant asks, and invent no other facts than it takes. When you have what you want, or it has \
become clear that you will not get it, write {done} and nothing else."""
_BEGIN = "(The conversation begins. Say what you want.)"


@dataclass(slots=True)
class _Progress:
    """What was said so far, and by whom."""

    said: list[Utterance] = field(default_factory=list[Utterance])
    history: list[Message] = field(default_factory=list[Message])
    """The same as it was sent to the arm."""
    steps: list[TraceStep] = field(default_factory=list[TraceStep])
    last: Output | None = None

    @property
    def turns(self) -> int:
        return sum(one.by is Speaker.ASSISTANT for one in self.said)

    def trace(self, *, completed: bool) -> LoopTrace:
        return LoopTrace(
            steps=tuple(self.steps), turns=self.turns, completed=completed, said=tuple(self.said)
        )


def hold_talk(unit: GenerateUnit, talk: CaseTalk) -> Dialogue[Output]:
    """The whole conversation; its last answer is the output, and what was said stands in its trace.

    It ends early with an answer that is none, or where the simulated user cannot be heard.

    Raises:
        EdisonError: the prompt cannot be filled.
    """
    progress = _Progress()
    is_over = talk.user is None
    for number in range(talk.most_turns):
        if talk.user is None:
            words = talk.turns[number]
        else:
            heard = yield from _hear_user(talk.user, progress.said)
            if isinstance(heard, Output):
                return heard.model_copy(update={"trace": progress.trace(completed=False)})
            if heard is None:
                is_over = True
                break
            words = heard
        output = yield from _answer(unit, words, progress)
        if output.status is not OutputStatus.OK:
            return output.model_copy(update={"trace": progress.trace(completed=False)})
    if progress.last is None:
        sentence = f"{DONE} was the first thing that the simulated user said."
        return failed_output("silent_user", sentence=sentence, output_id=NOWHERE, cell_id=IN_NO_CELL)
    return progress.last.model_copy(update={"trace": progress.trace(completed=is_over)})


def ask_user(user: SimulatedUser, said: Sequence[Utterance]) -> Ask:
    """The question what the user says next: for whoever plays it, the assistant is the one who asks."""
    spoken = [
        Message.assistant(one.text) if one.by is Speaker.USER else Message.user(one.text) for one in said
    ]
    playing = _PLAYING.format(goal=user.goal.strip(), done=DONE)
    return Ask(
        to=user.endpoint,
        messages=(Message.system(playing), Message.user(_BEGIN), *spoken),
        sampling=user.sampling,
        purpose=Purpose.ASSIST,
    )


def _hear_user(user: SimulatedUser, said: Sequence[Utterance]) -> Dialogue[str | Output | None]:
    """What the user says; None when there is nothing left to say, and an output where nothing can be heard."""
    reply = _only((yield ask_user(user, said)))
    output = read_reply(reply, output_id=NOWHERE, cell_id=IN_NO_CELL)
    if output.status is not OutputStatus.OK:
        sentence = f"The simulated user could not be heard: {output.sentence}"
        return failed_output("silent_user", sentence=sentence, output_id=NOWHERE, cell_id=IN_NO_CELL)
    return None if DONE in output.text else output.text.strip()


def _answer(unit: GenerateUnit, words: str, progress: _Progress) -> Dialogue[Output]:
    """Put one turn to the arm, and keep both sides of it."""
    ask = ask_for_turn(unit, words, history=progress.history)
    reply = _only((yield ask))
    output = read_reply(reply, output_id=NOWHERE, cell_id=IN_NO_CELL)
    progress.said.append(Utterance(by=Speaker.USER, text=words))
    if output.status is OutputStatus.ERROR:
        return output
    progress.said.append(Utterance(by=Speaker.ASSISTANT, text=output.text))
    progress.history = [*ask.messages, Message.assistant(output.text)]
    steps = () if output.trace is None else output.trace.steps
    progress.steps += [step.model_copy(update={"turn": progress.turns}) for step in steps]
    progress.last = output
    return output


def _only(reply: Reply | Sequence[Reply]) -> Reply:
    assert isinstance(reply, Answer | Failure)
    return reply
