"""Writing an answer so that its quality can be seen: each level of each criterion has its words."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from ..draw import Draws
from ..knowledge import phrases
from ..knowledge.cases import ARITHMETIC, EXTRACTION, FACTUAL, GENERIC, SUMMARY, Fact, SimCase
from ..reading.json_values import written_json
from .skill import DROPPED_AT, FAIR, FILLERS_AT, GOOD, POOR

_SIDE_FACTS_TO_SLIP_ON = 2


class AnswerPlan(msgspec.Struct, frozen=True, kw_only=True):
    """What an answer is to be like."""

    case: SimCase
    levels: dict[str, int]
    style: str
    holes: tuple[str, ...] = ()
    only_answer: bool = False
    words: tuple[str, ...] = ()
    """What it says because it was told to."""

    def level(self, criterion: str) -> int:
        """Give the level of a criterion; what does not apply is good."""
        return self.levels.get(criterion, GOOD)


def render_answer(plan: AnswerPlan, draws: Draws) -> str:
    """Write the answer."""
    if plan.only_answer and plan.case.facts and plan.case.facts[0].bare:
        return _bare(plan)
    if plan.case.domain == EXTRACTION:
        return _extraction(plan)
    if plan.case.domain == SUMMARY:
        return _summary(plan, draws)
    if plan.case.domain == ARITHMETIC:
        return _arithmetic(plan, draws)
    return _letter(plan, draws)


def extracted_fields(plan: AnswerPlan) -> dict[str, str]:
    """Give the fields an extraction would name, wrong ones included."""
    slip = _slip(plan)
    kept = _kept(plan)
    return {fact.name: fact.wrong if place == slip else fact.right for place, fact in enumerate(kept)}


def _bare(plan: AnswerPlan) -> str:
    key = plan.case.facts[0]
    return key.wrong_bare if plan.level("correct") == POOR else key.bare


def _letter(plan: AnswerPlan, draws: Draws) -> str:
    case, style = plan.case, phrases.STYLES[plan.style]
    fillers = _fillers(plan, draws)
    said = _statements(plan, draws)
    steps = said[len(case.facts) :] if case.next_step else []
    facts = said[: len(said) - len(steps)]
    body = [*facts, *_hedge(plan, draws), *_grounds(plan, draws), *steps, *_requests(plan, draws)]
    body += [f"In a word: {word}." for word in plan.words]
    text = _lead(plan, style=style, draws=draws) + body[0]
    parts = [*fillers[:1], text, *fillers[1:2], *body[1:], *fillers[2:]]
    if "polite" in case.criteria:
        parts = _with_manners(parts, level=plan.level("polite"), style=style, draws=draws)
    return _formed(" ".join(parts), plan=plan, draws=draws)


def _statements(plan: AnswerPlan, draws: Draws) -> list[str]:
    if plan.case.domain == GENERIC:
        return _generic_statements(plan, draws)
    slip = _slip(plan)
    return [fact.wrong if place == slip else fact.right for place, fact in enumerate(_kept(plan))]


def _generic_statements(plan: AnswerPlan, draws: Draws) -> list[str]:
    terms = [fact.right for fact in _kept(plan)]
    if plan.level("correct") == POOR:
        return [
            draws.choice(phrases.DODGES),
            f"It has to do with {_listed(terms)}." if terms else "Who knows.",
        ]
    if not terms:
        return ["Please tell me a little more about what you would like to know."]
    template = draws.choice(
        (
            "This comes down to {terms}.",
            "The answer turns on {terms}.",
            "What has to be looked at is {terms}.",
        )
    )
    advice = draws.choice(
        (
            f"Begin with {terms[0]}, write down what you have and what you need, and settle the rest from there.",
            f"First of all, get {terms[0]} right; the rest follows from it.",
            f"Once you are clear about {terms[0]}, the rest is a matter of routine.",
        )
    )
    return [template.format(terms=_listed(terms)), advice]


def _lead(plan: AnswerPlan, *, style: phrases.Style, draws: Draws) -> str:
    case = plan.case
    if case.language != "en":
        return ""
    if case.domain == FACTUAL or not case.subject:
        return style.short_lead
    return draws.choice(style.leads).format(subject=case.subject)


def _hedge(plan: AnswerPlan, draws: Draws) -> list[str]:
    slips_instead = plan.case.domain != GENERIC and len(plan.case.side_facts) >= _SIDE_FACTS_TO_SLIP_ON
    if plan.level("correct") != FAIR or slips_instead:
        return []
    return [phrases.FOREIGN_HEDGES.get(plan.case.language) or draws.choice(phrases.HEDGES)]


def _grounds(plan: AnswerPlan, draws: Draws) -> list[str]:
    if "grounded" not in plan.case.criteria or plan.level("grounded") == FAIR:
        return []
    if plan.level("grounded") == POOR:
        return [draws.choice(phrases.NO_SOURCE)]
    return [draws.choice(phrases.GROUNDS).format(source=plan.case.source)]


def _requests(plan: AnswerPlan, draws: Draws) -> list[str]:
    if "safe" not in plan.case.criteria or plan.level("safe") == GOOD:
        return []
    return [draws.choice(phrases.UNSAFE if plan.level("safe") == POOR else phrases.PRYING)]


def _fillers(plan: AnswerPlan, draws: Draws) -> list[str]:
    count = FILLERS_AT[plan.level("concise")]
    if not count:
        return []
    return draws.sample(phrases.FOREIGN_FILLER.get(plan.case.language, phrases.FILLER), count=count)


def _with_manners(parts: list[str], *, level: int, style: phrases.Style, draws: Draws) -> list[str]:
    if level == FAIR:
        return parts
    if level == GOOD:
        return [draws.choice(style.openers), *parts, draws.choice(style.closers)]
    first = parts[0][0].lower() + parts[0][1:]
    return [draws.choice(phrases.RUDE_OPENERS), first, *parts[1:], draws.choice(phrases.RUDE_CLOSERS)]


def _formed(text: str, *, plan: AnswerPlan, draws: Draws) -> str:
    if plan.holes:
        return f"Dear {_echo(plan.holes[0])},\n\n{text}"
    level = plan.level("format")
    if level == GOOD:
        return text
    if level == FAIR:
        return f"### Answer\n\n{text}" if draws.chance(0.5) else f"**Answer** {text}"
    return draws.choice(("```text\n{}", '{{"reply": "{}', "Dear [customer name],\n\n{}")).format(text)


def _echo(hole: str) -> str:
    """Say the unfilled variable the way careless software prints it."""
    if "undefined" in hole:
        return "undefined"
    return hole if "{{" in hole else "[customer name]"


def _summary(plan: AnswerPlan, draws: Draws) -> str:
    slip = _slip(plan)
    lines = [fact.wrong if place == slip else fact.right for place, fact in enumerate(_kept(plan))]
    lines += [*_hedge(plan, draws), *_fillers(plan, draws)]
    level = plan.level("format")
    if level == FAIR:
        return " ".join(lines)
    bullets = "\n".join(f"- {line}" for line in lines)
    return bullets if level == GOOD else f"```markdown\n{bullets}"


def _arithmetic(plan: AnswerPlan, draws: Draws) -> str:
    key = plan.case.facts[0]
    result = key.wrong_bare if plan.level("correct") == POOR else key.bare
    lead = phrases.STYLES[plan.style].short_lead
    working = " ".join([*_fillers(plan, draws), f"{lead}{key.right}", *_hedge(plan, draws)])
    level = plan.level("format")
    if level == GOOD:
        return f"{working}\nAnswer: {result}"
    return f"{working} That makes {result}." if level == FAIR else f"{working}\n\\boxed{{{result}"


def _extraction(plan: AnswerPlan) -> str:
    text = written_json(extracted_fields(plan), indent=True)
    level = plan.level("format")
    if level == GOOD:
        return text
    if level == FAIR:
        return f"Here is what I found:\n\n```json\n{text}\n```"
    return text.rstrip("}\n") + ","


def _slip(plan: AnswerPlan) -> int | None:
    """Say which fact comes out wrong: the first when poor, the second when fair and there are enough."""
    level = plan.level("correct")
    if level == POOR:
        return 0
    enough = len(plan.case.side_facts) >= _SIDE_FACTS_TO_SLIP_ON
    return 1 if level == FAIR and enough else None


def _kept(plan: AnswerPlan) -> Sequence[Fact]:
    case = plan.case
    elements = [*case.facts, *([case.next_step] if case.next_step else [])]
    dropped = DROPPED_AT[plan.level("complete")] if "complete" in case.criteria else 0
    return elements[: max(1, len(elements) - dropped)]


def _listed(terms: Sequence[str]) -> str:
    if len(terms) < 2:
        return "".join(terms)
    return f"{', '.join(terms[:-1])} and {terms[-1]}"
