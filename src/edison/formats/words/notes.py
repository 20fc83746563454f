"""What stands below a board, in sentences: who is tied, who judged, and whom nobody beats on quality and cost."""

from collections.abc import Callable, Iterator, Sequence

from edison.domain import (
    CardMeasure,
    Disagreements,
    FrontierPoint,
    FrontierStanding,
    Panel,
    PanelJudge,
    Ranking,
    Snapshot,
)
from edison.text import several, write_number

from ..cards.seen import tell_seen
from .wording import share

Quote = Callable[[str], str]
"""How a name that somebody else chose is written, so that it can do nothing."""

TIES = "Who shares a letter is not told apart by these results."

NO_SECOND_OPINION = (
    "Judges that err together are no second opinion; where several pairs stand out, some of them may be those "
    "whom the others leave alone."
)

FRONTIER_MEANING = "Whom nobody beats on both quality and cost; each is compared on its own board, by 95 %."

_MOST_NAMED = 3

_POINTS = {
    FrontierStanding.ON: "nobody beats it on both; everybody else is told apart as worse or as dearer.",
    FrontierStanding.PERHAPS_ON: (
        "by these numbers nobody beats it on both, but that {rivals} might is not ruled out."
    ),
    FrontierStanding.PERHAPS_OFF: (
        "by these numbers {rivals} is at least as good and as cheap, but that is not beyond doubt."
    ),
    FrontierStanding.OFF: "{rivals} is both better and cheaper, beyond doubt.",
}


def tell_notes(ranking: Ranking, *, quote: Quote) -> Iterator[str]:
    """All of it, a sentence or two in each piece."""
    if ranking.groups:
        yield TIES
    if ranking.panel is not None:
        yield from tell_panel(ranking.panel, quote=quote)
    for point in ranking.frontier:
        yield f"Quality against cost, {quote(point.name)}: {tell_point(point, quote=quote)}"


def tell_panel(panel: Panel, *, quote: Quote) -> Iterator[str]:
    """How much each judge counts, how often each could not be read, what its card says, and who errs with whom."""
    is_panel = len(panel.judges) > 1
    told = "; ".join(_judge(judge, is_panel=is_panel, quote=quote) for judge in panel.judges)
    yield f"Judged by {told}."
    for judge in panel.judges:
        yield f"Card of {quote(judge.name)}: {tell_seen(judge.card)}."
    for judge in panel.judges:
        if judge.akin:
            yield tell_akin(judge, quote=quote)
    for judge in panel.judges:
        if judge.people is not None:
            yield f"{quote(judge.name)} agrees with people {_agreement(judge.people)}."
    if is_panel:
        yield f"Weights of the judges: {panel.rule}."
    yield from _shared_errors(panel, quote=quote)


def tell_akin(judge: PanelJudge, *, quote: Quote = str) -> str:
    """That a judge may prefer what is like its own."""
    return _akin(judge.name, judge.akin, quote=quote)


def tell_kinship(snapshot: Snapshot, *, quote: Quote) -> Iterator[str]:
    """Which judges assess models of their own family, before anybody is asked."""
    for judge in snapshot.judges:
        if arms := snapshot.akin_to(judge):
            yield _akin(judge.name, arms, quote=quote)


def tell_point(point: FrontierPoint, *, quote: Quote) -> str:
    """Whether somebody is as good and as cheap, and how sure that is."""
    return _POINTS[point.standing].format(rivals=tell_some([quote(name) for name in point.rivals]))


def tell_disagreements(found: Disagreements) -> str:
    """How often judges disagree, and what that means."""
    return (
        f"Judges disagree on {found.count:,} of {several(found.compared, 'answer')} that two or more of them judged: "
        f"by more than {found.beyond:g} on a scale from 0 to 1, or in what they warn of."
    )


def tell_some(names: Sequence[str], join: str = "or") -> str:
    """A few names, and how many more there are."""
    if len(names) <= _MOST_NAMED:
        return f" {join} ".join(names)
    more = len(names) - _MOST_NAMED
    return f"{', '.join(names[:_MOST_NAMED])} {join} {'one of ' if join == 'or' else ''}{more:,} more"


def _judge(judge: PanelJudge, *, is_panel: bool, quote: Quote) -> str:
    weight = [f"weight {share(judge.weight)}"] if is_panel else []
    missing = f"{judge.not_judged:,} of {judge.asked:,} without a finding ({share(judge.unreadable)})"
    return f"{quote(judge.name)} ({', '.join((*weight, missing))})"


def _akin(judge: str, arms: Sequence[str], *, quote: Quote) -> str:
    return (
        f"{quote(judge)} is of one family with {tell_some([quote(arm) for arm in arms], 'and')}, whose answers it may "
        "prefer because they are like its own; add a judge of another family."
    )


def _agreement(people: CardMeasure) -> str:
    between = people.interval
    known = "" if between is None else f" ({share(between.low)} to {share(between.high)})"
    return f"in {share(people.value)} of {several(people.n, 'labelled case')}{known}"


def _shared_errors(panel: Panel, *, quote: Quote) -> Iterator[str]:
    called = {judge.judge_id: quote(judge.name) for judge in panel.judges}
    certain = [error for error in panel.shared_errors if error.is_certain]
    for error in certain or panel.shared_errors[:1]:
        pair = f"{called[error.first]} and {called[error.second]}"
        end = "beyond chance" if error.is_certain else "which may be chance"
        yield f"Errors of {pair} correlate by {write_number(error.correlation)}, {end}."
    if certain:
        yield NO_SECOND_OPINION
    if panel.no_shared_errors:
        yield f"Whether the judges err together is not known. {panel.no_shared_errors}"
