"""A plan for people and for machines."""

from collections.abc import Iterator

from edison.stats.comparing import MOST_CASES, MOST_JUDGES, MOST_REPEATS, Design, Goal, Option
from edison.stats.means.rule import FEW_CASES
from edison.text import several, write_number, write_percent

from ..results.showing import shown
from .planning import COMPONENT_WORDS, PowerPlan
from .showing import ShownFinding, ShownTable, spaced, tell_level


def show_plan(found: PowerPlan) -> ShownFinding:
    """A plan for people."""
    question = found.question
    aim = (
        f"say same within {question.effect:g} if nothing differs"
        if question.goal is Goal.SAME
        else f"show a difference of {question.effect:g} if it is there"
    )
    return ShownFinding(
        sentences=(
            f"To {aim}, with {100 * question.power:g} % power and intervals of {tell_level(question.level)}.",
            _where_from(found),
        ),
        tables=(_option_table(found), _variance_table(found)),
        remarks=tuple(_remarks(found)),
    )


def _where_from(found: PowerPlan) -> str:
    source = "Variances as given"
    if found.file is not None and found.values is not None:
        source = f"Variances from {several(found.values, 'result')} of {shown(found.file)}"
    if not found.now.cases:
        return f"{source}; nothing measured yet."
    return f"{source}; {_told(found.now)} now, with a power of {write_percent(found.plan.power_now)}."


def options_of(found: PowerPlan) -> dict[str, Option | None]:
    """What would do, by its name; None where that way alone cannot."""
    plan = found.plan
    options = {
        "more_cases": plan.more_cases,
        "more_judges": plan.more_judges,
        "more_repeats": plan.more_repeats,
        "cheapest": plan.cheapest,
    }
    return options if found.budget is None else {**options, "within_budget": found.within_budget}


_TOO_FEW = {
    "more_cases": f"more than {MOST_CASES:,} cases",
    "more_judges": f"up to {MOST_JUDGES} judges would not do",
    "more_repeats": f"up to {MOST_REPEATS} repeats would not do",
    "cheapest": f"more than {MOST_CASES:,} cases",
    "within_budget": "nothing",
}
"""What is said where no design will do."""


def _option_table(found: PowerPlan) -> ShownTable:
    rows: list[tuple[str, ...]] = []
    for name, option in options_of(found).items():
        if option is None:
            rows.append((spaced(name).capitalize(), _TOO_FEW[name], "–", "–"))
        else:
            told = (_told(option.design), write_percent(option.power), _cost(option.added_cost))
            rows.append((spaced(name).capitalize(), *told))
    return ShownTable("What would do", ("", "Design", "Power", "Added cost"), tuple(rows), words=2)


def _cost(added: float) -> str:
    return write_number(added) if 0 < added < 0.1 else f"{added:,.2f}"


def _variance_table(found: PowerPlan) -> ShownTable:
    components = found.components
    values = {
        "Between cases": components.case,
        "Between judges": components.judge,
        "Between repeats of a case": components.repeat,
        "The rest": components.residual,
    }
    rows = tuple((name, f"{value:.4g}") for name, value in values.items())
    return ShownTable("How much the difference varies", ("", "Variance"), rows)


def _remarks(found: PowerPlan) -> Iterator[str]:
    yield from flags_of_plan(found).values()
    if _scale_would_help(found):
        yield (
            "Without the ends of the scale (--scale) a comparison of fewer than 15 cases is never decided, so that "
            "none is planned."
        )
    if found.components.judge and not found.question.judges_vary:
        yield "The conclusion will be about these judges; say that judges vary to have it hold for others too."


def _scale_would_help(found: PowerPlan) -> bool:
    """Whether the ends of the scale could have made a smaller plan."""
    return (
        found.question.scale is None
        and found.plan.more_cases is not None
        and (found.plan.more_cases.design.cases <= FEW_CASES)
    )


def flags_of_plan(found: PowerPlan) -> dict[str, str]:
    """Everything a reader must know, by its name."""
    flags = found.components.flags
    return {spaced(flag.value): words for flag, words in COMPONENT_WORDS.items() if flag in flags}


def _told(design: Design) -> str:
    return ", ".join(
        (several(design.cases, "case"), several(design.judges, "judge"), several(design.repeats, "repeat"))
    )
