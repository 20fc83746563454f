"""debate: two who each answer, each say what is wrong with the other's answer, and a third who concludes."""

from edison.domain import Answer, Ask, Dialogue, Failure, Reply

from ..applied import AppliedTechnique
from ..asking import WorkingPaper, every, in_prose, only, redraw, text_of, usable, with_exhibits, with_rules

_SIDES = (
    "Settle on what you hold to be right, and stand for it.",
    "Do not settle on what comes to mind first: look for what others would overlook, and stand for that.",
)
_ARGUE = (
    "The first is what you wrote for this, the second what another wrote. Say in at most 150 words what is wrong with "
    "the other's, what it has that yours lacks, and why yours should stand where they differ. Concede what you cannot "
    "hold. Do not give what was asked for anew."
)
_CONCLUDE = (
    "Two others did this and then argued about it; all of that is shown. Go by what was argued, not by who was more "
    "sure, and give what you were asked for, in the form it was asked for, and nothing else. Do not speak of the two."
)


def lead(question: Ask, applied: AppliedTechnique) -> Dialogue[Reply]:
    """Two answers, two replies to them, and a conclusion; with one answer there is nothing to argue about."""
    openings = every(
        (yield [with_rules(redraw(question, sample=at, samples=2), side) for at, side in enumerate(_SIDES)])
    )
    answers = [answer for reply in openings if (answer := usable(reply))]
    if len(answers) < 2:
        return answers[0] if answers else openings[0]
    first, second = map(text_of, answers)
    boundary = applied.mark(1)
    replies = every(
        (
            yield [
                _argue(question, own, other, sample=at, boundary=boundary)
                for at, (own, other) in enumerate(((first, second), (second, first)))
            ]
        )
    )
    failed = next((reply for reply in replies if isinstance(reply, Failure)), None)
    if failed is not None:
        return failed
    argued = [reply.text for reply in replies if isinstance(reply, Answer)]
    shown = [
        *(WorkingPaper(f"SIDE {at}", text) for at, text in enumerate((first, second), 1)),
        *(WorkingPaper(f"ARGUMENT OF SIDE {at}", text) for at, text in enumerate(argued, 1)),
    ]
    return only((yield with_exhibits(question, shown, _CONCLUDE, boundary=applied.mark(2))))


def _argue(question: Ask, own: str, other: str, *, sample: int, boundary: str) -> Ask:
    drawn = in_prose(redraw(question, sample=sample, samples=2))
    exhibits = [WorkingPaper("YOURS", own), WorkingPaper("THE OTHER", other)]
    return with_exhibits(drawn, exhibits, _ARGUE, boundary=boundary)
