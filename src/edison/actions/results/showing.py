"""Runs as people are shown them: words and numbers, safe for a terminal, without a decision left to make."""

from collections.abc import Mapping
from dataclasses import dataclass

from pydantic import JsonValue

from edison.domain import Ranking, RunReport
from edison.formats.words.boards import FLAG_WORDS, MEANINGS, TITLES, contenders
from edison.formats.words.names import Names
from edison.formats.words.notes import tell_notes
from edison.formats.words.trust import tell_doubts
from edison.formats.words.wording import tell_counts, tell_settlement
from edison.text import printable, redact

from .reports import state_of

_MICRO = 1_000_000


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


def shown_whole(text: str) -> str:
    """The same with its lines kept apart."""
    return printable(text)


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


def summarise(report: RunReport) -> dict[str, JsonValue]:
    """A run for machines: its id, where it stands, why it ended, and its counts by outcome."""
    run = report.run
    doubts = tell_doubts(report)
    counts: Mapping[str, int] = {outcome.value: count for outcome, count in report.outcomes.items()}
    return {
        "id": run.id,
        "name": run.experiment.name,
        "state": state_of(run).value,
        "settlement": run.settlement.value,
        "halted": run.halted.model_dump(mode="json") if run.halted else None,
        "began_at": run.began_at.isoformat(),
        "ended_at": run.ended_at.isoformat() if run.ended_at else None,
        "planned": report.planned,
        "done": report.done,
        "counts": dict(counts),
        "checks": {
            "passed": report.checks_passed,
            "failed": report.checks_failed,
            "not_checked": report.not_checked,
        },
        "judgments": {
            "planned": report.judgments_planned,
            "judged": report.judged,
            "not_judged": report.not_judged,
            "by_judge": [judge.model_dump(mode="json") for judge in report.judges],
        },
        "disagreements": report.disagreements.count if report.disagreements else None,
        "trustworthy": not doubts,
        "doubts": list(doubts),
        "attempts": report.attempts,
        "spent_usd": report.spent_microusd / _MICRO,
        "held_usd": report.held_microusd / _MICRO,
        "seed": run.seed,
    }


def summarise_boards(report: RunReport) -> list[JsonValue]:
    """The boards of a run for machines."""
    return [board.model_dump(mode="json", exclude={"id", "run_id"}) for board in report.boards]


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
