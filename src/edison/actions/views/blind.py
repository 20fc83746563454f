"""Two outputs as somebody sees them who is not to know whose they are."""

from enum import StrEnum

from pydantic import JsonValue

from edison.domain import CellReport, Output, PairReview, ToolCall, to_usd

from .cell import SHOWN_CHARS
from .view import BaseView, Ends, Moment


class Preference(StrEnum):
    """What somebody finds about two outputs, by the side they stood on."""

    LEFT = "left"
    TIE = "tie"
    RIGHT = "right"
    NOT_JUDGED = "not_judged"


class BlindCallView(BaseView):
    """A tool that is called; ids of calls would tell whose they are."""

    name: str
    arguments: dict[str, JsonValue]
    unparsed: str | None


class BlindSideView(BaseView):
    """One side: its words and nothing else. Troubles are not told, for their sentences name who had them."""

    has_answer: bool
    text: str
    chars: int
    """How long the whole is."""
    tool_calls: tuple[BlindCallView, ...]


class PreferenceView(BaseView):
    """What somebody found about two outputs."""

    preference: Preference
    why_not: str | None
    """Why it is not judged."""
    note: str
    revision: int
    is_revealed: bool
    """Whether the names were shown; from then on it stays."""
    at: Moment


class RevealedSideView(BaseView):
    """Whose an output is, told after a finding is stored."""

    cell: int
    name: str
    version: int
    model: str | None
    latency_ms: int | None
    cost_usd: float | None


class BlindPairView(BaseView):
    """Two outputs side by side. What is not told before a finding is stored stands in `revealed`."""

    at: int
    """Which pair, from 0."""
    total: int
    case: str
    """The name of the case; empty where whole texts are compared."""
    variables: dict[str, JsonValue]
    expected: JsonValue
    must: str | None
    must_not: str | None
    left: BlindSideView
    right: BlindSideView
    preference: PreferenceView | None
    """What whoever looks found before."""
    revealed: tuple[RevealedSideView, RevealedSideView] | None
    """The left and the right side."""


class TallyView(BaseView):
    """What people found of two contenders, where names were shown already."""

    one: str
    other: str
    for_one: int
    ties: int
    for_other: int
    not_judged: int
    share: float | None
    """Of the findings, those for the first; a tie counts half. Null where there is none."""
    interval: Ends | None


class PairsView(BaseView):
    """How far somebody is with comparing, and what is known of those pairs whose names were shown."""

    total: int
    judged: int
    hidden: int
    """Findings of whoever looks whose names were not shown yet."""
    next: int | None
    """The first pair that whoever looks found nothing about yet."""
    tallies: tuple[TallyView, ...]


def view_side(output: Output | None) -> BlindSideView:
    """An output without anything that tells whose it is."""
    text = "" if output is None else output.text
    calls: tuple[ToolCall, ...] = () if output is None else output.tool_calls
    return BlindSideView(
        has_answer=bool(text.strip() or calls),
        text=text[:SHOWN_CHARS],
        chars=len(text),
        tool_calls=tuple(
            BlindCallView(name=call.name, arguments=call.arguments, unparsed=call.unparsed) for call in calls
        ),
    )


def view_preference(review: PairReview) -> PreferenceView:
    """What somebody found, for whoever found it."""
    found = Preference.NOT_JUDGED if review.winner is None else Preference(review.winner.value)
    return PreferenceView(
        preference=found,
        why_not=review.not_judged,
        note=review.note,
        revision=review.revision,
        is_revealed=review.is_revealed,
        at=review.at,
    )


def view_revealed(report: CellReport, *, name: str) -> RevealedSideView:
    """Whose an output is, what it cost and how long it took."""
    answered = report.answered
    return RevealedSideView(
        cell=report.number,
        name=name,
        version=report.version,
        model=answered.model,
        latency_ms=answered.latency_ms,
        cost_usd=to_usd(answered.microusd),
    )
