"""Runs as people are shown them: words and numbers, safe for a terminal, without a decision left to make."""

from dataclasses import dataclass
from datetime import datetime

from edison.domain import Ranking, RunReport, known_microusd, to_microusd
from edison.formats.words.boards import FLAG_WORDS, MEANINGS, TITLES, Names, contenders
from edison.formats.words.notes import tell_notes
from edison.formats.words.wording import tell_counts, tell_doubts, tell_known, tell_settlement, tell_spent
from edison.store import RunSize
from edison.text import decimals_for, printable, redact, several, write_interval, write_number, write_percent

from ..views.chat import ChatLineView, ChatView
from .verdicts import passing_of


@dataclass(frozen=True, slots=True)
class ShownPlace:
    """One line of a board."""

    place: str
    ties: str
    name: str
    value: str
    interval: str
    observations: int
    remarks: str


@dataclass(frozen=True, slots=True)
class ShownBoard:
    """Who is ahead by one measure, and how sure that is."""

    title: str
    meaning: str
    caution: str
    places: tuple[ShownPlace, ...]
    notes: tuple[str, ...]
    """Who is tied, who judged, and whom nobody beats on quality and cost."""


@dataclass(frozen=True, slots=True)
class ShownRun:
    """A run in words."""

    id: str
    name: str
    sentence: str
    doubts: tuple[str, ...]
    """Why its numbers are not trustworthy."""
    counts: tuple[tuple[str, str], ...]
    boards: tuple[ShownBoard, ...]


def shown(text: str) -> str:
    """Text of any origin in one line, without anything that could move a cursor or hide words."""
    return printable(text, keep_newlines=False)


def tell_several(count: int, noun: str, plural: str | None = None) -> str:
    """A count with its noun, in the plural unless it is one."""
    return several(count, noun, plural)


def shown_estimate(value: float, interval: tuple[float, float], *, signed: bool = False) -> str:
    """A number and its interval, with as many digits as the interval is worth."""
    written = write_number(value, decimals=decimals_for(*interval), signed=signed)
    return f"{written} ({write_interval(*interval, signed=signed)})"


def shown_number(value: float | None) -> str:
    """A number of which nobody knows how sure it is: three digits of it."""
    return write_number(value)


def shown_percent(share: float | None, *, decimals: int = 0) -> str:
    """A share in per cent."""
    return write_percent(share, decimals=decimals)


def shown_whole(text: str) -> str:
    """The same with its lines kept apart."""
    return printable(text)


def shown_cost(report: RunReport) -> str:
    """What was spent, in a word: unknown, or at least so much where a price is missing."""
    return tell_spent(report, digits=4)


def known_cost(size: RunSize) -> str:
    """The same of a run that is removed."""
    known = known_microusd(size.spent_microusd, unpriced=size.unpriced)
    return tell_known(known, is_part=size.unpriced > 0, digits=4)


def chat_cost(chat: ChatLineView | ChatView) -> str:
    """The same of a chat."""
    return tell_known(to_microusd(chat.taken_usd), is_part=chat.unpriced_answers > 0, digits=6)


def shown_passing(report: RunReport) -> str:
    """How many cells had to pass and did; where nothing was checked, how many were answered."""
    passing = passing_of(report)
    return f"{passing.passed:,}/{passing.counted:,}"


def shown_age(began: datetime, *, now: datetime) -> str:
    """How long ago, in the largest unit that is whole."""
    seconds = max(int((now - began).total_seconds()), 0)
    for unit, length in (("d", 86_400), ("h", 3_600), ("min", 60)):
        if seconds >= length:
            return f"{seconds // length} {unit}"
    return f"{seconds} s"


def shown_breakage(error: Exception) -> str:
    """What an error that nobody foresaw says of itself, without anything that looks like a key."""
    # An escape sequence could hide where a key begins.
    return redact(shown(f"{type(error).__name__}: {error}"))


def show_report(report: RunReport) -> ShownRun:
    """A run in words."""
    run = report.run
    names = Names.of(run.snapshot)
    return ShownRun(
        id=run.id,
        name=shown(run.experiment.name),
        sentence=shown(tell_settlement(report)),
        doubts=tuple(map(shown, tell_doubts(report))),
        counts=tuple(tell_counts(report)),
        boards=tuple(_board(ranking, names) for ranking in report.boards),
    )


def _board(ranking: Ranking, names: Names) -> ShownBoard:
    return ShownBoard(
        title=TITLES[ranking.board],
        meaning=MEANINGS[ranking.board],
        caution="; ".join(FLAG_WORDS[flag] for flag in ranking.flags),
        places=tuple(
            ShownPlace(
                line.place,
                line.ties,
                shown(line.name),
                line.value,
                line.interval,
                line.observations,
                line.remarks,
            )
            for line in contenders(ranking, names=names)
        ),
        notes=tuple(tell_notes(ranking, quote=shown)),
    )
