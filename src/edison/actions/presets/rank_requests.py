"""A ranking as people ask for it: by the names of files, judges and scales, read into what is planned."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING

from pydantic import ValidationError

from edison.domain import (
    Assignment,
    Contest,
    Endpoint,
    GradeSteps,
    JudgeMode,
    PairingKind,
    StopRule,
    StoredAnchor,
    Suite,
    SuiteJudge,
    to_microusd,
)
from edison.errors import ChoiceUnknown, ContestRefused
from edison.stages.plan import in_both_modes
from edison.text import read_duration

from ..files import SentFile
from .rankings import ANY_GOOD, RankInput
from .suites import SentSuite, open_suite

if TYPE_CHECKING:
    from edison.formats.entries.anchors import AnchorFile

    from .web_texts import WebTexts

PUBLISH, FAIL = "publish", "fail"
"""What becomes of an order when the money ends before it stands."""


USUAL_AT_ONCE = 64
"""Calls in flight to each endpoint."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RankRequest:
    """A ranking as people ask for it: by the names of files, judges and scales."""

    name: str = ""
    """What it is called; the name of the assignment or of the first file if not given."""
    paths: tuple[Path, ...] = ()
    texts: Mapping[str, str] = field(default_factory=dict[str, str])
    """Texts themselves, by id, besides those that lie at the paths."""
    sent: tuple[SentFile, ...] = ()
    """Files of texts, besides those."""
    addresses: tuple[str, ...] = ()
    """Where further texts lie on the web, on servers that are allowed."""
    assignment: str | None = None
    """Whose task, rubric, scale, judges, anchors and texts are taken where the request says nothing of its own."""
    judges: tuple[str, ...] = ()
    judges_of: Path | SentSuite | None = None
    """A suite file whose judges compare, with the parameters and instructions that it gives them."""
    anchors: Path | None = None
    graded: tuple[StoredAnchor, ...] = ()
    """Anchors themselves, where no file of them is named."""
    scale: str | SentFile | None = None
    rubric: Path | SentFile | None = None
    goal: str = ""
    people: Path | SentFile | None = None
    comparisons: int | None = None
    budget_usd: float | None = None
    pairing: str = PairingKind.ADAPTIVE.value
    seed: int | None = None
    both_orders: bool = False
    ties: bool = False
    concurrency: int = USUAL_AT_ONCE
    least_comparisons: int | None = None
    """Before so many it is not called stable; few texts meet again until there are so many."""
    shift: float | None = None
    success_rate: float | None = None
    """The least share of comparisons that must bring a finding; 0 asks for none."""
    wave: int | None = None
    deadline: str | None = None
    """After so long it ends with what there is: `90s`, `30m`, `2h`."""
    budget_ends: str = PUBLISH
    weights: Mapping[str, float] = field(default_factory=dict[str, float])
    """How much each judge counts, people among them, by name; 1 where nothing is said."""
    allow_files: tuple[Path, ...] = ()
    """Folders in which files that `judges_of` or a file of addresses names may lie, besides its own."""


def read_rank_request(
    request: RankRequest, *, assignment: Assignment | None = None, web: "WebTexts | None" = None
) -> RankInput:
    """Find and read the files that a request names, and the texts that they name on the web.

    Raises:
        EdisonError: something it names is not there or cannot be read; nothing was asked.
    """
    from .entries import open_entries, open_people, open_rubric

    if assignment is not None:
        request = _filled(request, assignment)
    written = (
        None if request.judges_of is None else open_suite(request.judges_of, also=request.allow_files).suite
    )
    judges = (*_judges_named(request), *_judges_written(request, suite=written))
    if not _has_texts(request) or not judges:
        raise ContestRefused("there is nothing to compare or nobody who compares", "Name texts and judges.")
    scale, anchors = _open_grades(request, assignment)
    entries = open_entries(
        request.paths,
        scale=scale,
        anchors=anchors,
        inline=request.texts,
        sent=request.sent,
        addresses=request.addresses,
        also=request.allow_files,
        web=web,
    )
    names = () if request.people is None else [case.name for case in entries.cases()]
    return RankInput(
        entries=entries,
        judges=judges,
        name=request.name or (assignment.name if assignment else _name_of(request.paths)),
        goal=request.goal,
        criteria=(
            open_rubric(request.rubric)
            if request.rubric is not None
            else (assignment.criteria if assignment else ()) or ANY_GOOD
        ),
        contest=Contest(
            pairing=_pairing(request.pairing),
            both_orders=request.both_orders,
            scale=scale,
            assignment=None if assignment is None else f"{assignment.name}@{assignment.revision}",
        ),
        comparisons=request.comparisons,
        budget_microusd=to_microusd(request.budget_usd),
        stop=_stop_rule(request),
        success_rate=request.success_rate,
        publish_unfinished=_choose("budget-ends", request.budget_ends, (PUBLISH, FAIL)) == PUBLISH,
        weights=request.weights,
        concurrency=request.concurrency,
        seed=request.seed,
        people=() if request.people is None else open_people(request.people, entries=names),
        providers={} if written is None else written.providers,
    )


def _filled(request: RankRequest, assignment: Assignment) -> RankRequest:
    """What the request leaves open, as the assignment has it."""
    is_judged = request.judges or request.judges_of is not None
    return replace(
        request,
        goal=request.goal or assignment.goal,
        judges=request.judges if is_judged else assignment.judges,
        paths=request.paths if _has_texts(request) else tuple(map(Path, assignment.texts)),
    )


def _has_texts(request: RankRequest) -> bool:
    return bool(request.paths or request.texts or request.sent or request.addresses)


def _open_grades(
    request: RankRequest, assignment: Assignment | None
) -> "tuple[GradeSteps | None, AnchorFile | None]":
    """The scale and the anchors that were named, or else those of the assignment."""
    from edison.formats.entries.anchors import keep_anchors

    from .entries import open_anchors, open_scale

    kept = assignment.scale if assignment else None
    scale = kept if request.scale is None else open_scale(request.scale)
    stored = request.graded or (assignment.anchors if assignment else ())
    if request.anchors is None and not stored:
        return scale, None
    if scale is None:
        raise ContestRefused("anchors are graded on a scale, and none is named", "Name it with --scale.")
    if request.anchors is not None:
        return scale, open_anchors(request.anchors, scale=scale)
    return scale, keep_anchors(stored, scale=scale)


def _judges_named(request: RankRequest) -> Iterator[SuiteJudge]:
    return (judge_named(name, may_tie=request.ties) for name in request.judges)


def _judges_written(request: RankRequest, *, suite: Suite | None) -> Iterator[SuiteJudge]:
    """The judges of a suite as judges of pairs; whatever else it says of them holds for every question."""
    for judge in () if suite is None else suite.judges:
        of_pairs = in_both_modes(judge).of_pairs
        yield of_pairs.model_copy(update={"may_tie": of_pairs.may_tie or request.ties})


def _stop_rule(request: RankRequest) -> StopRule:
    """What the request says of the end; what it leaves open is as usual."""
    given: dict[str, float | int | None] = {
        "least_comparisons": request.least_comparisons,
        "shift": request.shift,
        "wave": request.wave,
        "deadline_s": None if request.deadline is None else _read_deadline(request.deadline),
    }
    try:
        said = {name: value for name, value in given.items() if value is not None}
        return StopRule.model_validate({"comparisons": 10**9, **said})
    except ValidationError as error:
        [first, *_] = error.errors()
        raise ContestRefused(f"{first['loc'][0]}: {first['msg']}", "Give a number above zero.") from error


def _read_deadline(text: str) -> int:
    seconds = read_duration(text)
    if seconds is None:
        raise ContestRefused(f"{text!r} is no length of time", "Write it as 90s, 30m, 2h or 7d.")
    return seconds


def judge_named(name: str, *, may_tie: bool = False) -> SuiteJudge:
    """A judge of pairs by its endpoint, as people write it."""
    return SuiteJudge(endpoint=Endpoint.parse(name), mode=JudgeMode.PAIRWISE, may_tie=may_tie)


def _pairing(name: str) -> PairingKind:
    return PairingKind(_choose("pairing", name, tuple(PairingKind)))


def _choose(what: str, name: str, choices: Sequence[str]) -> str:
    if name not in choices:
        raise ChoiceUnknown(what, name, choices)
    return name


def _name_of(paths: Sequence[Path]) -> str:
    """What a ranking of these files is called."""
    return ((paths[0].stem or paths[0].name) if paths else "")[:200] or "ranking"
