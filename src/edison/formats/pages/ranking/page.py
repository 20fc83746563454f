"""A placing as one page that a teacher can read: no scripts, nothing fetched, every text escaped."""

from collections.abc import Iterator, Sequence
from datetime import UTC

from edison.domain import LEAST_RELIABILITY, EntryRanking

from ...words.grade_colours import GradeColours
from ...words.wording import tell_end
from ..page import open_page
from ..text import escaped
from .grades import draw_grades
from .judges import draw_judges
from .plots import draw_placing
from .run import EntryRankingRun
from .style import PLACING_STYLE
from .texts import draw_legend, draw_texts
from .trust import weigh_trust
from .words import DEPENDABLE, FLAG_WORDS, in_words, listed, several, tell_halves, tell_reliability

MOST_ROWS = 2_000
"""A page shows so many texts, the strongest first; all of them are in the JSON."""

# Bradley and Terry 1952: the odds of winning are e to the distance.
_HOW_TO_READ = (
    "Each dot is a text, and the line through it is the range in which its true strength probably lies. "
    "Where two lines do not touch, one text is clearly stronger. Of two texts that are one step apart on the scale "
    "below, the stronger one wins about 73 of 100 comparisons; two steps, 88; three steps, 95."
)


def entry_ranking_html(entry_ranking: EntryRanking, *, about: EntryRankingRun) -> Iterator[bytes]:
    """The whole page, piece by piece; bounded, however many texts there are."""
    for piece in _page(entry_ranking, about=about):
        yield piece.encode()


def _page(entry_ranking: EntryRanking, *, about: EntryRankingRun) -> Iterator[str]:
    shown = entry_ranking.model_copy(update={"items": entry_ranking.items[:MOST_ROWS]})
    colours = GradeColours(about.scale.grades if about.scale else entry_ranking.grade_means)
    yield from open_page(about.name, style=PLACING_STYLE)
    yield from _head(entry_ranking, about=about)
    if not entry_ranking.items:
        yield from _nothing(entry_ranking)
        return
    yield from _verdict(entry_ranking)
    yield from _trust(entry_ranking, about=about)
    yield f"<h2>Where the texts stand</h2>\n<p class='dim'>{_HOW_TO_READ}</p>\n"
    yield from draw_legend(entry_ranking, colours=colours)
    yield "<div class='wide'>\n"
    yield from draw_placing(shown, colours=colours)
    yield "</div>\n"
    yield from draw_texts(shown, colours=colours, left_out=len(entry_ranking.items) - len(shown.items))
    yield from draw_grades(entry_ranking, about=about)
    yield from draw_judges(entry_ranking)
    yield from _numbers(entry_ranking, about=about)
    yield from _prompts(about)
    yield "</body></html>\n"


def _head(entry_ranking: EntryRanking, *, about: EntryRankingRun) -> Iterator[str]:
    yield f"<h1>{escaped(about.name)}</h1>\n<p class='lead'>{escaped(tell_end(about.settlement))}</p>\n"
    if about.goal:
        yield f"<p>{escaped(about.goal)}</p>\n"
    facts = "".join(f"<li><b>{count}</b> {what}</li>" for count, what in _facts(entry_ranking, about=about))
    yield f"<ul class='facts'>{facts}</ul>\n"


def _facts(entry_ranking: EntryRanking, *, about: EntryRankingRun) -> Iterator[tuple[str, str]]:
    anchors = sum(item.anchor_grade is not None for item in entry_ranking.items)
    yield f"{len(entry_ranking.items) + len(entry_ranking.unplaced):,}", "texts"
    if anchors:
        yield f"{anchors:,}", "of them graded by people"
    yield f"{about.comparisons:,}", "comparisons"
    if entry_ranking.judges:
        people = sum(judge.is_person for judge in entry_ranking.judges)
        yield (
            f"{len(entry_ranking.judges):,}",
            ("judge" if len(entry_ranking.judges) == 1 else "judges")
            + (f", {people:,} of them people" if people else ""),
        )
    if about.spent_microusd is not None:
        yield f"${about.spent_microusd / 1_000_000:,.4f}", "spent"


def _nothing(entry_ranking: EntryRanking) -> Iterator[str]:
    """Why there is no order, and how the judges did: that is what one has to know then."""
    told = [in_words(flag, words=FLAG_WORDS) for flag in entry_ranking.flags] or ["No text was compared."]
    items = "".join(f"<li>{escaped(sentence)}</li>" for sentence in told)
    yield f"<section><h2>There is no order to show</h2>\n<ul>{items}</ul></section>\n"
    yield from draw_judges(entry_ranking)
    yield "</body></html>\n"


def _verdict(entry_ranking: EntryRanking) -> Iterator[str]:
    value = entry_ranking.reliability.headline
    words, told = tell_reliability(value)
    tone = "poor" if value is None or value < LEAST_RELIABILITY else "fine" if value >= DEPENDABLE else "fair"
    number = "" if value is None else f" <span class='dim'>(reliability {value:.2f} of 1)</span>"
    yield f"<div class='verdict {tone}'><p>The order is <b>{words}</b>{number}.</p><p>{told}</p></div>\n"


def _trust(entry_ranking: EntryRanking, *, about: EntryRankingRun) -> Iterator[str]:
    trust = weigh_trust(entry_ranking, about=about)
    yield "<div class='trust'>\n"
    yield from _sentences("What you can rely on", trust.rely, empty="Nothing yet: compare more.")
    yield from _sentences("What to be careful with", trust.careful, empty="Nothing stands out.")
    yield "</div>\n"


def _sentences(title: str, sentences: Sequence[str], *, empty: str) -> Iterator[str]:
    items = "".join(f"<li>{escaped(sentence)}</li>" for sentence in sentences or (empty,))
    yield f"<section><h2>{title}</h2>\n<ul>{items}</ul></section>\n"


def _numbers(entry_ranking: EntryRanking, *, about: EntryRankingRun) -> Iterator[str]:
    found = entry_ranking.reliability
    rows = (
        ("Two independent halves of the pairs", found.streams, "the two never saw each other's results"),
        ("Split-half", found.split_half, escaped(tell_halves(found))),
        ("Hierarchical", found.hierarchical, "scores drawn towards the middle where little is known"),
        ("Scale separation (SSR)", found.ssr, _about_separation(is_adaptive=about.is_adaptive)),
    )
    yield "<h2>For those who want the numbers</h2>\n<div class='wide'><table><thead><tr><th>Reliability</th>"
    yield "<th class='number'>Value</th><th>How it was found</th></tr></thead><tbody>\n"
    for name, value, how in rows:
        number = "–" if value is None else f"{value:.3f}"
        yield f"<tr><td>{name}</td><td class='number'>{number}</td><td class='dim'>{how}</td></tr>\n"
    yield "</tbody></table></div>\n"
    yield f"<p class='dim'>{escaped(_origin(entry_ranking, about=about))}</p>\n"


def _about_separation(*, is_adaptive: bool) -> str:
    if is_adaptive:
        return "too high, because pairs were chosen by earlier results: do not quote it"
    return "how much the scores differ beyond their uncertainty"


def _origin(entry_ranking: EntryRanking, *, about: EntryRankingRun) -> str:
    told = [f"Made from {several(about.comparisons, 'comparison')}"]
    if entry_ranking.method:
        told.append(f"scores by the method {entry_ranking.method}, in logits around their mean")
    if entry_ranking.first_position is not None:
        told.append(f"being shown first is worth {entry_ranking.first_position:+.2f} logits")
    if entry_ranking.agreement is not None:
        told.append(f"agreement of the judges {entry_ranking.agreement:.2f} (Krippendorff's alpha)")
    if about.run_id:
        told.append(f"run {about.run_id}")
    if about.began_at is not None:
        told.append(f"begun {about.began_at.astimezone(UTC):%Y-%m-%d %H:%M} UTC")
    return f"{'; '.join(told)}."


def _prompts(about: EntryRankingRun) -> Iterator[str]:
    """The very words of the question, once for all judges that were asked alike."""
    alike: dict[str, list[str]] = {}
    for judge, words in about.prompts:
        alike.setdefault(words, []).append(judge)
    for words, judges in alike.items():
        yield f"<details><summary>What was asked of {escaped(listed(judges))}</summary>\n"
        yield f"<pre dir='auto'>{escaped(words)}</pre></details>\n"
