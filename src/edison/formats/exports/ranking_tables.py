"""A ranking of texts as tables: Markdown for people, CSV for spreadsheets, with no cell that is a formula."""

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from edison.domain import Comparison, EntryRanking, GradeSteps, Winner, normalise
from edison.text import several, write_percent

from ..pages.ranking.run import EntryRankingRun
from ..pages.ranking.words import CERTAINTY_WORDS, score_teller
from ..pages.ranking.worth import tell_worth
from ..words.wording import tell_end
from .csv import csv_record
from .markdown import code_span, table_cell

_MOST_ROWS = 200
_ORDER = (
    *("rank", "text", "score", "se", "low", "high", "normalised_score", "comparisons", "wins"),
    *("anchor_grade", "grade", "fine_grade", "certainty", "probability"),
)
_COMPARISONS = (
    "wave",
    "shown_first",
    "shown_second",
    "judge",
    "winner",
    "confidence",
    "reason",
    "not_judged",
)
_REASONS = ("text", "against", "shown", "judge", "outcome", "reason")


class ComparedTexts(NamedTuple):
    """One comparison with the names of its texts and its judge."""

    wave: int
    left: str
    right: str
    judge: str
    said: Comparison
    case: str | None = None
    """What both are answers to, where cases were answered."""


def write_order(entry_ranking: EntryRanking, *, scale: GradeSteps | None) -> Iterator[bytes]:
    """A header, then a record for every text, the strongest first; texts without a place come last."""
    yield csv_record(_ORDER)
    for item in entry_ranking.items:
        ends = (None, None) if item.interval is None else (item.interval.low, item.interval.high)
        found = item.projected
        grade = (
            (None,) * 4
            if found is None
            else (found.grade, found.fine, CERTAINTY_WORDS[found.certainty], found.confidence)
        )
        yield csv_record(
            (
                *(item.rank, item.name, item.score, item.se, *ends, normalise(item, scale=scale)),
                *(item.comparisons, item.wins, item.anchor_grade, *grade),
            )
        )
    for name in entry_ranking.unplaced:
        yield csv_record((None, name, *(None,) * (len(_ORDER) - 2)))


def write_comparisons(compared: Iterable[ComparedTexts], *, by_case: bool = False) -> Iterator[bytes]:
    """A header, then a record for every comparison; those that people brought along are of wave 0."""
    yield csv_record(("case", *_COMPARISONS) if by_case else _COMPARISONS)
    for wave, left, right, judge, said, case in compared:
        winner = {Winner.LEFT: left, Winner.RIGHT: right, Winner.TIE: "tie", None: None}[said.winner]
        told = (wave, left, right, judge, winner, said.confidence, said.reason, said.not_judged)
        yield csv_record((case, *told) if by_case else told)


def write_reasons(compared: Iterable[ComparedTexts], *, order: Sequence[str]) -> Iterator[bytes]:
    """A header, then what judges said of each text, text by text in this order."""
    yield csv_record(_REASONS)
    said: dict[str, list[tuple[object, ...]]] = {name: [] for name in order}
    for one in compared:
        for name, other, shown, own in (
            (one.left, one.right, "first", Winner.LEFT),
            (one.right, one.left, "second", Winner.RIGHT),
        ):
            said.setdefault(name, []).append(
                (name, other, shown, one.judge, _outcome(one.said.winner, own=own), one.said.reason)
            )
    for rows in said.values():
        yield from map(csv_record, rows)


def _outcome(winner: Winner | None, *, own: Winner) -> str:
    if winner is None:
        return "not judged"
    if winner is Winner.TIE:
        return "tied"
    return "won" if winner is own else "lost"


def write_ranking_markdown(entry_ranking: EntryRanking, *, about: EntryRankingRun) -> Iterator[bytes]:
    """What the order is worth, how it ended, and the texts, the strongest first."""
    items = entry_ranking.items
    lines = [
        f"# {code_span(about.name)}",
        "",
        f"**{tell_worth(entry_ranking, about.settlement)}**",
        "",
        f"{tell_end(about.settlement)} {several(about.comparisons, 'judged comparison')}.",
    ]
    if entry_ranking.without_grades is not None:
        lines += ["", f"There are no grades: {code_span(entry_ranking.without_grades)}"]
    if items:
        lines += ["", "| Place | Text | Grade | Score | Won |", "|---:|---|---|---:|---:|"]
    tell_score = score_teller(items)
    for item in items[:_MOST_ROWS]:
        found = item.projected
        grade = (
            ""
            if found is None
            else f"{table_cell(found.fine)} {CERTAINTY_WORDS[found.certainty]} ({write_percent(found.confidence)})"
        )
        lines.append(
            f"| {item.rank:,} | {table_cell(item.name)} | {grade} | {tell_score(item.score)} "
            f"| {item.wins:g} of {item.comparisons:,} |"
        )
    if len(items) > _MOST_ROWS:
        lines += ["", f"{len(items) - _MOST_ROWS:,} more texts are in the JSON and the CSV."]
    yield "".join(f"{line}\n" for line in lines).encode()
