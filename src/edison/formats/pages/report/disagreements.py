"""The outputs on which judges disagree, for a person to look at."""

from collections.abc import Iterator

from edison.domain import Disagreement, Disagreements

from ...words.notes import tell_disagreements
from ..text import escaped


def draw_disagreements(found: Disagreements | None) -> Iterator[str]:
    """The widest first; nothing where judges agree or nobody has looked."""
    if found is None or not found.count:
        return
    yield f"<h2>Where judges disagree ({found.count:,})</h2>\n<p class='dim'>{tell_disagreements(found)}</p>\n"
    yield "<div class='wide'><table><thead><tr><th>Case</th><th>Arm</th><th class='number'>Version</th>"
    yield "<th class='number'>Repeat</th><th class='number'>Apart</th><th>Why</th></tr></thead><tbody>\n"
    for cell in found.cells:
        yield _line(cell)
    yield "</tbody></table></div>\n"
    if found.count > len(found.cells):
        yield f"<p class='dim'>The widest {len(found.cells):,} of {found.count:,} are listed.</p>\n"


def _line(cell: Disagreement) -> str:
    return (
        f"<tr><td>{escaped(cell.case)}</td><td>{escaped(cell.arm)}</td><td class='number'>{cell.version}</td>"
        f"<td class='number'>{cell.repeat}</td><td class='number'>{cell.spread:.2f}</td>"
        f"<td>{'<br>'.join(map(escaped, cell.reasons))}</td></tr>\n"
    )
