"""The judges behind a board: weights, what could not be read, and who errs with whom."""

from collections.abc import Iterator, Mapping

from edison.domain import JudgeId, Panel, PanelJudge, SharedError

from ...cards.seen import tell_seen
from ...words.notes import NO_SECOND_OPINION
from ...words.trust import share
from ..text import escaped

_MOST_PAIRS = 30


def draw_panel(panel: Panel, *, is_open: bool) -> Iterator[str]:
    """A table of the judges, and one of what they share beyond the cases where that is known."""
    yield f"<details{' open' if is_open else ''}><summary>Who judged</summary>\n"
    if len(panel.judges) > 1:
        yield f"<p class='dim'>Weights: {escaped(panel.rule)}.</p>\n"
    yield "<div class='wide'><table><thead><tr><th>Judge</th><th>Family</th><th class='number'>Weight</th>"
    yield "<th class='number'>Asked</th><th class='number'>Without a finding</th>"
    yield "<th>Card</th></tr></thead><tbody>\n"
    yield "".join(map(_judge, panel.judges))
    yield "</tbody></table></div>\n"
    yield from _errors(panel)
    yield "</details>\n"


def _judge(judge: PanelJudge) -> str:
    return (
        f"<tr><td>{escaped(judge.name)}</td><td>{escaped(judge.family)}</td>"
        f"<td class='number'>{share(judge.weight)}</td><td class='number'>{judge.asked:,}</td>"
        f"<td class='number'>{judge.not_judged:,} ({share(judge.unreadable)})</td>"
        f"<td>{escaped(tell_seen(judge.card))}</td></tr>\n"
    )


def _errors(panel: Panel) -> Iterator[str]:
    if panel.no_shared_errors:
        why = escaped(panel.no_shared_errors)
        yield f"<p class='dim'>Whether they err together is not known. {why}</p>\n"
    if not panel.shared_errors:
        return
    called = {judge.judge_id: judge.name for judge in panel.judges}
    yield "<p class='dim'>How far their errors correlate, beyond what the cases explain:</p>\n"
    yield "<div class='wide'><table><thead><tr><th>Judge</th><th>Judge</th><th class='number'>Correlation</th>"
    yield "<th></th></tr></thead><tbody>\n"
    for error in panel.shared_errors[:_MOST_PAIRS]:
        yield _error(error, called)
    yield "</tbody></table></div>\n"
    if any(error.is_certain for error in panel.shared_errors):
        yield f"<p class='dim'>{NO_SECOND_OPINION}</p>\n"


def _error(error: SharedError, called: Mapping[JudgeId, str]) -> str:
    verdict = "<b class='bad'>beyond chance</b>" if error.is_certain else "may be chance"
    return (
        f"<tr><td>{escaped(called[error.first])}</td><td>{escaped(called[error.second])}</td>"
        f"<td class='number'>{error.correlation:.2f}</td><td>{verdict}</td></tr>\n"
    )
