"""The texts of a placing as a table, each with its grade and the chances of all others."""

from collections.abc import Iterator

from edison.domain import EntryRanking, RankedEntry

from ...words.grade_colours import GradeColours
from ..text import escaped
from .plots import draw_chances
from .words import CERTAINTY_WORDS

_DOT = "<svg class='key' viewBox='0 0 12 12' aria-hidden='true'><circle cx='6' cy='6' r='5' fill='{}'/></svg>"
_DIAMOND = (
    "<svg class='key' viewBox='0 0 12 12' aria-hidden='true'>"
    "<polygon points='6,0 12,6 6,12 0,6' fill='var(--dim)'/></svg>"
)


def draw_legend(entry_ranking: EntryRanking, *, colours: GradeColours) -> Iterator[str]:
    """What colours and marks mean; nothing where there are neither grades nor anchors."""
    keys: list[str] = []
    if any(item.projected is not None for item in entry_ranking.items):
        keys += [f"<li>{_DOT.format(colours.of(grade))} {escaped(grade)}</li>" for grade in colours.grades]
    if any(item.anchor_grade is not None for item in entry_ranking.items):
        keys.append(f"<li>{_DIAMOND} graded by people</li>")
    if keys:
        yield f"<ul class='legend dim'>{''.join(keys)}</ul>\n"


def draw_texts(entry_ranking: EntryRanking, *, colours: GradeColours, left_out: int) -> Iterator[str]:
    """Every text of the placing, and how many more there are."""
    is_graded = any(item.projected is not None for item in entry_ranking.items)
    grades = "<th>Grade</th><th>How likely each grade is</th>" if is_graded else ""
    yield "<h2>Every text</h2>\n<div class='wide'><table><thead><tr><th class='number'>Place</th><th>Text</th>"
    yield f"{grades}<th class='number'>Score</th><th class='number'>Range</th><th class='number'>Won</th>"
    yield "<th>Remarks</th></tr></thead><tbody>\n"
    for item in entry_ranking.items:
        yield _row(item, colours=colours, is_graded=is_graded)
    yield "</tbody></table></div>\n"
    if left_out:
        yield f"<p class='dim'>{left_out:,} more texts are left out here; all of them are in the JSON.</p>\n"


def _row(item: RankedEntry, *, colours: GradeColours, is_graded: bool) -> str:
    remarks = " ".join(f"<span class='tag'>{remark}</span>" for remark in _remarks(item))
    reach = item.interval
    between = "–" if reach is None else f"{reach.low:+.1f} to {reach.high:+.1f}"
    return (
        f"<tr><td class='number'>{item.rank:,}</td><td class='text'>{escaped(item.name)}</td>"
        f"{_grade(item, colours=colours) if is_graded else ''}"
        f"<td class='number'>{item.score:+.2f}</td><td class='number dim'>{between}</td>"
        f"<td class='number'>{item.wins:g} of {item.comparisons:,}</td>"
        f"<td>{remarks}</td></tr>\n"
    )


def _grade(item: RankedEntry, *, colours: GradeColours) -> str:
    projected = item.projected
    if projected is None:
        return "<td class='dim'>none</td><td></td>"
    sure = CERTAINTY_WORDS[projected.certainty]
    return (
        f"<td class='grade'><b>{escaped(projected.fine)}</b> <small class='dim'>{sure}</small></td>"
        f"<td>{draw_chances(projected, colours=colours)}</td>"
    )


def _remarks(item: RankedEntry) -> Iterator[str]:
    if item.anchor_grade is not None:
        yield f"people gave {escaped(item.anchor_grade)}"
    if item.misfits:
        yield "judges disagree"
