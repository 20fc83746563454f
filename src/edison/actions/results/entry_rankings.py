"""A ranking of texts, as doors show it: for machines, in words, and as files."""

import json
from collections.abc import Callable, Iterator, Mapping
from math import floor
from pathlib import Path

from edison.domain import (
    CellId,
    ComparingJudge,
    EntryRanking,
    Output,
    OutputId,
    OutputStatus,
    ProjectedGrade,
    Right,
    RunId,
    Snapshot,
    is_published,
    known_microusd,
)
from edison.errors import FormatUnknown
from edison.formats.cards.seen import tell_seen
from edison.formats.exports.ranking_tables import (
    write_comparisons,
    write_order,
    write_ranking_markdown,
    write_reasons,
)
from edison.formats.pages.ranking.page import entry_ranking_html
from edison.formats.pages.ranking.run import EntryRankingRun
from edison.formats.pages.ranking.trust import tell_unplaced
from edison.formats.pages.ranking.words import (
    CERTAINTY_WORDS,
    cautions,
    score_teller,
    tell_halves,
    write_effect,
    write_reliability,
)
from edison.formats.pages.ranking.worth import tell_worth
from edison.formats.words.wording import tell_end
from edison.stages.judge import PairUnit, ask_comparison
from edison.text import write_percent

from ..access import verb
from ..files import write_file
from ..house import House
from ..views.ranking import view_entry_ranking
from .comparisons import list_comparisons

_BY_SUFFIX = {".htm": "html", ".markdown": "md"}


def warnings_of(entry_ranking: EntryRanking, about: EntryRankingRun) -> list[str]:
    """What to know before believing the order, a sentence each."""
    return [*tell_unplaced(entry_ranking), *cautions(entry_ranking, is_adaptive=about.is_adaptive)]


def worth_of(entry_ranking: EntryRanking, about: EntryRankingRun) -> str:
    """What the order is worth: the first thing to be said of it."""
    return tell_worth(entry_ranking, about.settlement)


def published_of(entry_ranking: EntryRanking, about: EntryRankingRun) -> bool:
    """Whether the order is a result, whatever it is worth."""
    return is_published(entry_ranking, about.settlement)


def is_usable(entry_ranking: EntryRanking, about: EntryRankingRun) -> bool:
    """Whether the order is a result that may be used for something."""
    return is_published(entry_ranking, about.settlement) and entry_ranking.worth.is_usable


def halves_of(entry_ranking: EntryRanking) -> str:
    """What the split-half reliability is of, or why there is none."""
    return tell_halves(entry_ranking.reliability)


def card_of(judge: ComparingJudge) -> str:
    """How a judge did when it was examined, in a line."""
    return tell_seen(judge.card)


def numbers_of(entry_ranking: EntryRanking) -> list[tuple[str, str]]:
    """The score of each text and its standard error, as finely as the narrowest range is worth."""
    tell = score_teller(entry_ranking.items)
    return [
        (tell(item.score), "" if item.se is None else tell(item.se).lstrip("+"))
        for item in entry_ranking.items
    ]


def effect_of(entry_ranking: EntryRanking) -> str | None:
    """What being shown first is worth, in logits; None where that is not known."""
    effect = entry_ranking.first_position
    return None if effect is None else write_effect(effect)


def reliabilities_of(entry_ranking: EntryRanking) -> list[str]:
    """How well the order would be found again, by each way that told it."""
    found = entry_ranking.reliability
    ways = {
        "two streams": found.streams,
        "hierarchical": found.hierarchical,
        "split half": found.split_half,
        "SSR": found.ssr,
    }
    return [f"{name} {write_reliability(value)}" for name, value in ways.items() if value is not None]


def certainty_of(projected: ProjectedGrade) -> str:
    """How sure a grade is: in a word, and how likely it is."""
    # Rounded down: nothing that rests on comparisons is quite certain.
    return (
        f"{CERTAINTY_WORDS[projected.certainty]} ({write_percent(floor(100 * projected.confidence) / 100)})"
    )


def ending_of(about: EntryRankingRun) -> str:
    """How it ended: by its name, and in a sentence."""
    return f"{about.settlement.value.replace('_', ' ')}. {tell_end(about.settlement)}"


def entry_ranking_format(path: Path, *, name: str | None = None) -> str:
    """The format that was named, or the one that the end of a file's name says.

    Raises:
        FormatUnknown: rankings are not written so.
    """
    suffix = path.suffix.lower()
    return _known(name or _BY_SUFFIX.get(suffix, suffix.removeprefix(".")))


def write_entry_ranking(entry_ranking: EntryRanking, *, about: EntryRankingRun, name: str) -> Iterator[bytes]:
    """A ranking in a format that takes nothing but the order, piece by piece."""
    if name not in _FORMATS:
        raise FormatUnknown(name, _FORMATS)
    return _FORMATS[name](entry_ranking, about)


def save_entry_ranking(
    path: Path, entry_ranking: EntryRanking, *, about: EntryRankingRun, name: str | None = None
) -> None:
    """Put a ranking into a file, whole or not at all: a page for people, or JSON for machines."""
    write_file(
        path, write_entry_ranking(entry_ranking, about=about, name=entry_ranking_format(path, name=name))
    )


def _known(name: str) -> str:
    if name not in _FORMATS and name not in _OF_COMPARISONS:
        raise FormatUnknown(name, (*_FORMATS, *_OF_COMPARISONS))
    return name


def _as_order(entry_ranking: EntryRanking, about: EntryRankingRun) -> Iterator[bytes]:
    return write_order(entry_ranking, scale=about.scale)


def _as_markdown(entry_ranking: EntryRanking, about: EntryRankingRun) -> Iterator[bytes]:
    return write_ranking_markdown(entry_ranking, about=about)


def _as_page(entry_ranking: EntryRanking, about: EntryRankingRun) -> Iterator[bytes]:
    return entry_ranking_html(entry_ranking, about=about)


def _as_json(entry_ranking: EntryRanking, about: EntryRankingRun) -> Iterator[bytes]:
    told = view_entry_ranking(entry_ranking, about=about).as_json()
    text = json.dumps(told, ensure_ascii=False, indent=2, allow_nan=False)
    yield f"{text}\n".encode()


_FORMATS: Mapping[str, Callable[[EntryRanking, EntryRankingRun], Iterator[bytes]]] = {
    "html": _as_page,
    "json": _as_json,
    "csv": _as_order,
    "md": _as_markdown,
}

_OF_COMPARISONS = ("comparisons", "reasons")
"""Tables that are made from every comparison, and not from the order alone."""


@verb(Right.READ)
def export_entry_ranking(house: House, run_id: RunId, *, name: str) -> Iterator[bytes]:
    """A ranking in a format, or its comparisons or the reasons of judges as CSV."""
    entry_ranking, about = show_entry_ranking(house, run_id)
    if name == "comparisons":
        return write_comparisons(list_comparisons(house, run_id))
    if name == "reasons":
        placed = [item.name for item in entry_ranking.items]
        return write_reasons(list_comparisons(house, run_id), order=[*placed, *entry_ranking.unplaced])
    return write_entry_ranking(entry_ranking, about=about, name=name)


_NOT_RANKED = EntryRanking(flags=("not placed",), without_grades="Grades come with the order.")
"""Of a run that goes on or was cancelled."""


@verb(Right.READ)
def show_entry_ranking(house: House, run_id: RunId) -> tuple[EntryRanking, EntryRankingRun]:
    """Where the texts of a run stand, and about which run that is told."""
    with house.store.reading() as work:
        run = work.runs.get(run_id)
        entry_ranking = work.entry_rankings.get(run.id) or _NOT_RANKED
        counts, standing = work.comparisons.counts(run.id), work.runs.standing(run.id)
        unpriced = work.ledger.count_unpriced(run.id)
        adaptive = work.comparisons.is_any_adaptive(run.id)
    contest = run.snapshot.contest
    return entry_ranking, EntryRankingRun(
        name=run.experiment.name,
        settlement=run.settlement,
        comparisons=counts.compared,
        spent_microusd=known_microusd(standing.spent_microusd, unpriced=unpriced),
        is_spent_in_part=unpriced > 0,
        scale=None if contest is None else contest.scale,
        is_adaptive=adaptive,
        goal=run.snapshot.goal,
        run_id=run.id,
        began_at=run.began_at,
        prompts=tuple(tell_prompts(run.snapshot)),
    )


__all__ = [
    "EntryRankingRun",
    "card_of",
    "certainty_of",
    "effect_of",
    "ending_of",
    "entry_ranking_format",
    "export_entry_ranking",
    "halves_of",
    "is_usable",
    "numbers_of",
    "published_of",
    "reliabilities_of",
    "save_entry_ranking",
    "show_entry_ranking",
    "warnings_of",
    "worth_of",
    "write_entry_ranking",
]


_BOUNDARY = "x" * 20
"""Stands for the marks around a text, which nobody can guess in a real question."""


def tell_prompts(snapshot: Snapshot) -> Iterator[tuple[str, str]]:
    """Each judge that is asked, with the very words of its question; only the two texts are left out."""
    left, right = _text("(the one text)"), _text("(the other text)")
    for index in snapshot.pair_judges:
        judge, rubric = snapshot.judges[index], snapshot.rubric
        assert rubric is not None, "a snapshot with judges has a rubric"
        unit = PairUnit(judge=judge, rubric=rubric, goal=snapshot.goal, task=None, left=left, right=right)
        ask = ask_comparison(unit, boundary=_BOUNDARY)
        yield judge.name, "\n\n".join(message.text for message in ask.messages)


def _text(words: str) -> Output:
    return Output(id=OutputId("shown"), cell_id=CellId("shown"), status=OutputStatus.OK, text=words)
