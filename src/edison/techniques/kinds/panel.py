"""panel: several viewpoints at once, and somebody in the chair who makes one answer of them."""

from edison.domain import Ask, Dialogue, Reply

from ..applied import AppliedTechnique
from ..asking import WorkingPaper, every, only, redraw, text_of, usable, with_exhibits, with_rules

VIEWPOINTS: tuple[str, ...] = (
    "Go about it as the person who asked would need it: so that one can act on it.",
    "Go about it as an expert in the matter: let no claim, number or step stand that is not right.",
    "Go about it as a sceptic: take nothing for granted, and say what is not known.",
    "Go about it as a careful reader: hold on to every word of what is asked.",
    "Go about it as a teacher: make it clear to someone new to the matter.",
    "Go about it as an editor: leave out whatever does not earn its place.",
    "Go about it as whoever answers for it: nobody may be harmed, misled or exposed by it.",
    "Go about it as a practitioner: think of what goes wrong in practice.",
    "Go about it as someone from another trade: look for a way that others would not see.",
)
"""A panel of three takes the first three."""

_CHAIR = (
    "Several members of a panel did this, each from another viewpoint; what they wrote is shown. Take what is right "
    "and leave what is not, and give what you were asked for, as one whole, in the form it was asked for, and nothing "
    "else. Do not speak of the panel."
)


def lead(question: Ask, applied: AppliedTechnique) -> Dialogue[Reply]:
    """A question to each member at once, and one to the chair where more than one of them answers."""
    seats = [
        with_rules(redraw(question, sample=seat, samples=applied.samples), viewpoint)
        for seat, viewpoint in enumerate(VIEWPOINTS[: applied.samples])
    ]
    replies = every((yield seats))
    answers = [answer for reply in replies if (answer := usable(reply))]
    if len(answers) < 2:
        return answers[0] if answers else replies[0]
    shown = [WorkingPaper(f"MEMBER {number}", text_of(answer)) for number, answer in enumerate(answers, 1)]
    return only((yield with_exhibits(question, shown, _CHAIR, boundary=applied.mark(1))))
