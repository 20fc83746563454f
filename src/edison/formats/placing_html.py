"""A placing as one page that a teacher can read: no scripts, nothing fetched, every text escaped."""

from collections.abc import Iterator, Sequence
from datetime import UTC

from edison.domain import LEAST_RELIABILITY, Placing

from .grade_colours import GradeColours
from .html_page import open_page
from .html_text import escaped
from .placing_grades import draw_grades
from .placing_judges import draw_judges
from .placing_plots import draw_placing
from .placing_run import PlacingRun
from .placing_style import PLACING_STYLE
from .placing_texts import draw_legend, draw_texts
from .placing_trust import weigh_trust
from .placing_words import (
    DEPENDABLE,
    FLAG_WORDS,
    in_words,
    listed,
    several,
    tell_halves,
    tell_reliability,
)
from .wording import tell_end

MOST_ROWS = 2_000
"""A page shows so many texts, the strongest first; all of them are in the JSON."""

# Bradley and Terry 1952: the odds of winning are e to the distance.
_HOW_TO_READ = (
    "Each dot is a text, and the line through it is the range in which its true strength probably lies. "
    "Where two lines do not touch, one text is clearly stronger. Of two texts that are one step apart on the scale "
    "below, the stronger one wins about 73 of 100 comparisons; two steps, 88; three steps, 95."
)


def placing_html(placing: Placing, *, about: PlacingRun) -> Iterator[bytes]:
    """The whole page, piece by piece; bounded, however many texts there are."""
    for piece in _page(placing, about=about):
        yield piece.encode()


def _page(placing: Placing, *, about: PlacingRun) -> Iterator[str]:
    shown = placing.model_copy(update={"items": placing.items[:MOST_ROWS]})
    colours = GradeColours(about.scale.grades if about.scale else placing.grade_means)
    yield from open_page(about.name, style=PLACING_STYLE)
    yield from _head(placing, about=about)
    if not placing.items:
        yield from _nothing(placing)
        return
    yield from _verdict(placing)
    yield from _trust(placing, about=about)
    yield f"<h2>Where the texts stand</h2>\n<p class='dim'>{_HOW_TO_READ}</p>\n"
    yield from draw_legend(placing, colours=colours)
    yield "<div class='wide'>\n"
    yield from draw_placing(shown, colours=colours)
    yield "</div>\n"
    yield from draw_texts(shown, colours=colours, left_out=len(placing.items) - len(shown.items))
    yield from draw_grades(placing, about=about)
    yield from draw_judges(placing)
    yield from _numbers(placing, about=about)
    yield from _prompts(about)
    yield "</body></html>\n"


def _head(placing: Placing, *, about: PlacingRun) -> Iterator[str]:
    yield f"<h1>{escaped(about.name)}</h1>\n<p class='lead'>{escaped(tell_end(about.settlement))}</p>\n"
    if about.goal:
        yield f"<p>{escaped(about.goal)}</p>\n"
    facts = "".join(f"<li><b>{count}</b> {what}</li>" for count, what in _facts(placing, about=about))
    yield f"<ul class='facts'>{facts}</ul>\n"


def _facts(placing: Placing, *, about: PlacingRun) -> Iterator[tuple[str, str]]:
    anchors = sum(item.anchor_grade is not None for item in placing.items)
    yield f"{len(placing.items) + len(placing.unplaced):,}", "texts"
    if anchors:
        yield f"{anchors:,}", "of them graded by people"
    yield f"{about.comparisons:,}", "comparisons"
    if placing.judges:
        people = sum(judge.is_person for judge in placing.judges)
        yield (
            f"{len(placing.judges):,}",
            ("judge" if len(placing.judges) == 1 else "judges")
            + (f", {people:,} of them people" if people else ""),
        )
    if about.spent_microusd is not None:
        yield f"${about.spent_microusd / 1_000_000:,.4f}", "spent"


def _nothing(placing: Placing) -> Iterator[str]:
    """Why there is no order, and how the judges did: that is what one has to know then."""
    told = [in_words(flag, words=FLAG_WORDS) for flag in placing.flags] or ["No text was compared."]
    items = "".join(f"<li>{escaped(sentence)}</li>" for sentence in told)
    yield f"<section><h2>There is no order to show</h2>\n<ul>{items}</ul></section>\n"
    yield from draw_judges(placing)
    yield "</body></html>\n"


def _verdict(placing: Placing) -> Iterator[str]:
    value = placing.reliability.headline
    words, told = tell_reliability(value)
    tone = "poor" if value is None or value < LEAST_RELIABILITY else "fine" if value >= DEPENDABLE else "fair"
    number = "" if value is None else f" <span class='dim'>(reliability {value:.2f} of 1)</span>"
    yield f"<div class='verdict {tone}'><p>The order is <b>{words}</b>{number}.</p><p>{told}</p></div>\n"


def _trust(placing: Placing, *, about: PlacingRun) -> Iterator[str]:
    trust = weigh_trust(placing, about=about)
    yield "<div class='trust'>\n"
    yield from _sentences("What you can rely on", trust.rely, empty="Nothing yet: compare more.")
    yield from _sentences("What to be careful with", trust.careful, empty="Nothing stands out.")
    yield "</div>\n"


def _sentences(title: str, sentences: Sequence[str], *, empty: str) -> Iterator[str]:
    items = "".join(f"<li>{escaped(sentence)}</li>" for sentence in sentences or (empty,))
    yield f"<section><h2>{title}</h2>\n<ul>{items}</ul></section>\n"


def _numbers(placing: Placing, *, about: PlacingRun) -> Iterator[str]:
    found = placing.reliability
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
    yield f"<p class='dim'>{escaped(_origin(placing, about=about))}</p>\n"


def _about_separation(*, is_adaptive: bool) -> str:
    if is_adaptive:
        return "too high, because pairs were chosen by earlier results: do not quote it"
    return "how much the scores differ beyond their uncertainty"


def _origin(placing: Placing, *, about: PlacingRun) -> str:
    told = [f"Made from {several(about.comparisons, 'comparison')}"]
    if placing.method:
        told.append(f"scores by the method {placing.method}, in logits around their mean")
    if placing.first_position is not None:
        told.append(f"being shown first is worth {placing.first_position:+.2f} logits")
    if placing.agreement is not None:
        told.append(f"agreement of the judges {placing.agreement:.2f} (Krippendorff's alpha)")
    if about.run_id:
        told.append(f"run {about.run_id}")
    if about.began_at is not None:
        told.append(f"begun {about.began_at.astimezone(UTC):%Y-%m-%d %H:%M} UTC")
    return f"{'; '.join(told)}."


def _prompts(about: PlacingRun) -> Iterator[str]:
    """The very words of the question, once for all judges that were asked alike."""
    alike: dict[str, list[str]] = {}
    for judge, words in about.prompts:
        alike.setdefault(words, []).append(judge)
    for words, judges in alike.items():
        yield f"<details><summary>What was asked of {escaped(listed(judges))}</summary>\n"
        yield f"<pre dir='auto'>{escaped(words)}</pre></details>\n"
