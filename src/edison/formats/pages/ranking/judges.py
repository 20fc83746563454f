"""The judges of a placing: how much each said, how it fits the others, and which side it leans to."""

from collections.abc import Iterator

from edison.domain import ComparingJudge, EntryRanking

from ...cards.seen import tell_seen
from ..text import escaped
from .trust import leaning_of
from .words import listed

_WIDTH, _HEIGHT = 110, 18
_MEANING = (
    "An unbiased judge chooses the text shown first in about half of its comparisons. Whoever leans to one side is "
    "noted here; the order allows for it. In line means: decided as the whole order does."
)


def draw_judges(entry_ranking: EntryRanking) -> Iterator[str]:
    """The section about judges; nothing where nobody is known."""
    if not entry_ranking.judges:
        return
    yield f"<h2>Judges</h2>\n<p class='dim'>{_MEANING}</p>\n<div class='wide'><table><thead><tr><th>Judge</th>"
    yield "<th class='number'>Comparisons</th><th class='number'>Not judged</th><th class='number'>In line</th>"
    yield "<th>Chose the first</th><th class='number'>Changed with the order</th><th>Remarks</th>"
    yield "<th>Card</th></tr></thead><tbody>\n"
    for judge in entry_ranking.judges:
        yield _row(judge)
    yield "</tbody></table></div>\n"


def _row(judge: ComparingJudge) -> str:
    kind = " <span class='tag'>person</span>" if judge.is_person else ""
    remarks = " ".join(f"<span class='tag'>{remark}</span>" for remark in _remarks(judge))
    return (
        f"<tr><td class='text'>{escaped(judge.name)}{kind}{_answered_by(judge)}</td>"
        f"<td class='number'>{judge.comparisons:,}</td><td class='number'>{judge.not_judged:,}</td>"
        f"<td class='number'>{_percent(judge.agreement)}</td><td>{_lean(judge.first_chosen)}</td>"
        f"<td class='number'>{_percent(judge.flips)}</td><td>{remarks}</td>"
        f"<td class='dim'>{_card(judge)}</td></tr>\n"
    )


def _card(judge: ComparingJudge) -> str:
    """How it did when it was examined; a person has no card."""
    return "" if judge.is_person else escaped(tell_seen(judge.card))


def _answered_by(judge: ComparingJudge) -> str:
    """Which models answered by their own word, where that is not the word they were asked by."""
    others = (one for one in judge.answered_by if one.model and not one.endpoint.endswith(f"/{one.model}"))
    models = dict.fromkeys(one.model or "" for one in others)
    if not models:
        return ""
    return f"<br><span class='dim'>answered by {escaped(listed(models, most=3))}</span>"


def _remarks(judge: ComparingJudge) -> Iterator[str]:
    if side := leaning_of(judge):
        yield f"leans to the {side}"
    if judge.misfits:
        yield "judges unlike the others"


def _lean(share: float | None) -> str:
    if share is None:
        return "–"
    half, at = _WIDTH / 2, share * _WIDTH
    told = f"{share:.0%} first"
    return (
        f"<svg class='lean' viewBox='-6 0 {_WIDTH + 46} {_HEIGHT}' role='img' aria-label='{told}'>"
        f"<line class='axis' x1='0' x2='{_WIDTH}' y1='9' y2='9'/>"
        f"<line class='half' x1='{half}' x2='{half}' y1='1' y2='17'/>"
        f"<circle class='dot' cx='{at:.1f}' cy='9' r='5'/>"
        f"<text x='{_WIDTH + 9}' y='13'>{share:.0%}</text></svg>"
    )


def _percent(share: float | None) -> str:
    return "–" if share is None else f"{share:.0%}"
