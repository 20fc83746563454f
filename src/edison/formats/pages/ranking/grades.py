"""How grades were found, how far they hold, and how the judges' order fits the grades that people gave."""

from collections.abc import Iterator, Sequence

from edison.domain import AnchorAlignment, EntryRanking, RankedEntry

from ..text import escaped
from .run import EntryRankingRun
from .words import MISS_WORDS, WEAKNESS_WORDS, in_words, listed

_CLOSE, _LOOSE = 0.9, 0.6
_MOST_INVERSIONS = 10


def draw_grades(entry_ranking: EntryRanking, *, about: EntryRankingRun) -> Iterator[str]:
    """The section about grades: where they come from, or why there are none."""
    yield "<h2>Grades</h2>\n"
    if entry_ranking.without_grades is not None:
        yield f"<p>There are no grades: {escaped(entry_ranking.without_grades)}</p>\n"
    else:
        scale = f" on the scale <b>{escaped(about.scale.name)}</b>" if about.scale else ""
        yield (
            f"<p>Grades{scale} come from the texts that people graded: they took part in the comparisons like all "
            "others, and where they ended up tells where each grade begins. A grade is called sure only where hardly "
            "another one is possible.</p>\n"
        )
    if entry_ranking.weaknesses:
        yield _listed(in_words(weakness, words=WEAKNESS_WORDS) for weakness in entry_ranking.weaknesses)
    anchors = [item for item in entry_ranking.items if item.anchor_grade is not None]
    if anchors:
        yield from _draw_anchors(anchors)
    if entry_ranking.alignment is not None:
        yield from _draw_alignment(entry_ranking.alignment)


def _draw_anchors(anchors: Sequence[RankedEntry]) -> Iterator[str]:
    yield "<h3>Texts that people graded</h3>\n<div class='wide'><table><thead><tr><th>Text</th><th>People gave</th>"
    yield "<th>The judges' order suggests</th><th class='number'>Place</th></tr></thead><tbody>\n"
    for item in anchors:
        suggested = "–" if item.projected is None else item.projected.fine
        differs = item.projected is not None and item.projected.grade != item.anchor_grade
        yield (
            f"<tr><td class='text'>{escaped(item.name)}</td><td>{escaped(item.anchor_grade or '')}</td>"
            f"<td>{f'<b>{escaped(suggested)}</b>' if differs else escaped(suggested)}</td>"
            f"<td class='number'>{item.rank:,}</td></tr>\n"
        )
    yield "</tbody></table></div>\n"


def _draw_alignment(alignment: AnchorAlignment) -> Iterator[str]:
    yield f"<p>{_tell_tau(alignment.tau)}</p>\n"
    if alignment.inversions:
        told = listed(
            (f"{lower} beat {higher}" for lower, higher in alignment.inversions), most=_MOST_INVERSIONS
        )
        yield f"<p>Lower-graded texts that won against higher-graded ones: {escaped(told)}.</p>\n"
    if alignment.without_a_win:
        yield f"<p>Graded texts that won nothing: {escaped(listed(alignment.without_a_win))}.</p>\n"
    if alignment.misses:
        yield _listed(in_words(miss, words=MISS_WORDS) for miss in alignment.misses)


def _tell_tau(tau: float | None) -> str:
    if tau is None:
        return "Whether the judges' order fits the grades that people gave cannot be told."
    number = f"<span class='dim'>(Kendall's tau {tau:.2f}; 1 is the same order, 0 is chance)</span>"
    if tau >= _CLOSE:
        return f"The judges' order fits the grades that people gave closely {number}."
    if tau >= _LOOSE:
        return f"The judges' order fits the grades that people gave on the whole, with exceptions {number}."
    return f"The judges' order fits the grades that people gave badly {number}: do not use these grades."


def _listed(sentences: Iterator[str]) -> str:
    return f"<ul>{''.join(f'<li>{escaped(sentence)}</li>' for sentence in sentences)}</ul>\n"
