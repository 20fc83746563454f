"""Rankings of texts: what they may be graded on and by, what one may cost, and its start."""

from typing import Annotated, Literal

from fastapi import APIRouter, Path
from pydantic import Base64Bytes, Field, FiniteFloat

from edison.actions.assignments import (
    AssignmentRequest,
    list_assignments,
    list_scales,
    put_sent_assignment,
    remove_assignment,
    show_assignment,
)
from edison.actions.files import SentFile
from edison.actions.house import House
from edison.actions.presets.rank_planning import USUAL_ACCURACY, forecast_sent
from edison.actions.presets.rank_requests import USUAL_AT_ONCE, RankRequest
from edison.actions.requests import do_once, start_once
from edison.actions.runs.looking import show_run_page
from edison.actions.runs.uploads import estimate_ranking, start_sent_ranking
from edison.actions.views.assignment import AssignmentView, ScaleView
from edison.actions.views.estimate import EstimateView, RankForecastView
from edison.actions.views.page import RunPageView
from edison.domain import PairingKind, StoredAnchor

from ..access import Changing, Paying, Reading
from .shapes import LARGEST, MOST_USD, AtOnce, IdempotencyKey, NamedFile, Project, RequestBody, SuiteText

router = APIRouter(prefix="/api", tags=["rankings"])

MOST_COMPARISONS = 1_000_000
Name = Annotated[str, Path(min_length=1, max_length=200)]


class GradedText(RequestBody):
    """A text whose grade is known."""

    grade: str = Field(min_length=1, max_length=100)
    text: str = Field(pattern=r"\S")


class SentTexts(RequestBody):
    """A file of one text, or of many: .txt, .md, .docx, .csv or .jsonl; its bytes in base64."""

    name: str = Field(min_length=1, max_length=200)
    # Bytes come as a text of JSON.
    content: Base64Bytes = Field(strict=False)

    def sent(self) -> SentFile:
        return SentFile(self.name, self.content)


class NewRanking(RequestBody):
    """Texts and who compares them; what is left open is as the assignment has it. No file of the server is named."""

    name: str = Field(default="", max_length=200)
    texts: dict[str, str] = {}
    """By their names."""
    files: list[SentTexts] = Field(default=[], max_length=10_000)
    addresses: list[Annotated[str, Field(pattern=r"^https?://", max_length=2_000)]] = Field(
        default=[], max_length=1_000
    )
    """Where further texts lie on the web; fetched from servers that this one allows."""
    anchors: dict[Annotated[str, Field(min_length=1, max_length=200)], GradedText] = {}
    scale: str | None = Field(default=None, max_length=100)
    """One of those that have names."""
    scale_file: NamedFile | None = None
    """Another scale, in YAML or JSON."""
    rubric: NamedFile | None = None
    """What makes a text good: criteria in YAML or JSON, or plain words."""
    people: NamedFile | None = None
    """Comparisons that people made: left, right, winner and judge."""
    assignment: str | None = Field(default=None, min_length=1, max_length=200)
    """Its name, after that of its project and a slash where it has one."""
    judges: list[str] = Field(default=[], max_length=100)
    judges_of: SuiteText | None = None
    """A suite whose judges compare as well, with the parameters and instructions that it gives them."""
    goal: str = ""
    comparisons: int | None = Field(default=None, ge=1, le=MOST_COMPARISONS)
    budget_usd: float | None = Field(default=None, gt=0, le=MOST_USD)
    # A text of JSON becomes the way that it names.
    pairing: PairingKind = Field(default=PairingKind.ADAPTIVE, strict=False)
    both_orders: bool = False
    """Whether every pair is shown both ways round."""
    ties: bool = False
    """Whether judges may call a tie."""
    weights: dict[Annotated[str, Field(min_length=1, max_length=200)], FiniteFloat] = {}
    """How much each judge counts, people among them, by name; 1 where nothing is said."""
    seed: int | None = Field(default=None, ge=0, le=LARGEST)
    wave: int | None = Field(default=None, ge=1, le=MOST_COMPARISONS)
    """How many pairs are dealt at once."""
    least_comparisons: int | None = Field(default=None, ge=0, le=MOST_COMPARISONS)
    """Before so many it is not called stable."""
    shift: FiniteFloat | None = Field(default=None, gt=0)
    """What a score may move per comparison and still be stable, in logits."""
    success_rate: FiniteFloat | None = Field(default=None, ge=0, le=1)
    """The least share of comparisons that must bring a finding; 0 asks for none."""
    deadline: str | None = Field(default=None, min_length=1, max_length=20)
    """After so long it ends with what there is: 90s, 30m, 2h."""
    budget_ends: Literal["publish", "fail"] = "publish"
    """What becomes of the order when the money ends before it stands."""
    concurrency: AtOnce = None

    def request(self) -> RankRequest:
        return RankRequest(
            name=self.name.strip(),
            texts=self.texts,
            graded=_stored(self.anchors),
            sent=tuple(one.sent() for one in self.files),
            scale=self.scale if self.scale_file is None else self.scale_file.sent(),
            rubric=self.rubric and self.rubric.sent(),
            people=self.people and self.people.sent(),
            weights=self.weights,
            seed=self.seed,
            wave=self.wave,
            least_comparisons=self.least_comparisons,
            shift=self.shift,
            success_rate=self.success_rate,
            deadline=self.deadline,
            budget_ends=self.budget_ends,
            assignment=self.assignment,
            judges=tuple(self.judges),
            judges_of=self.judges_of and self.judges_of.suite(),
            addresses=tuple(self.addresses),
            goal=self.goal,
            comparisons=self.comparisons,
            budget_usd=self.budget_usd,
            pairing=self.pairing.value,
            both_orders=self.both_orders,
            ties=self.ties,
            concurrency=self.concurrency or USUAL_AT_ONCE,
        )


class RankingForecast(NewRanking):
    """Texts of which nobody is asked yet, and how good judges are taken to be."""

    accuracy: float = Field(default=USUAL_ACCURACY, ge=0.51, le=0.98)
    """How often a judge is right about two texts."""


class NewAssignment(RequestBody):
    """What texts are ranked by; what is null stays as it is where the assignment is there."""

    seen: int | None = Field(default=None, ge=0, le=LARGEST)
    """The revision that was looked at; null makes a new one."""
    task: str | None = None
    instructions: str | None = None
    scale: str | None = Field(default=None, max_length=100)
    judges: list[str] | None = Field(default=None, max_length=100)
    anchors: dict[Annotated[str, Field(min_length=1, max_length=200)], GradedText] | None = None
    rubric: NamedFile | None = None

    def request(self) -> AssignmentRequest:
        return AssignmentRequest(
            task=self.task,
            instructions=self.instructions,
            scale=self.scale,
            judges=None if self.judges is None else tuple(self.judges),
            graded=None if self.anchors is None else _stored(self.anchors),
            rubric=self.rubric and self.rubric.sent(),
        )


class EndOfAssignment(RequestBody):
    """The revision of the assignment that is to go, as it was seen."""

    seen: int = Field(ge=0, le=LARGEST)


def _stored(anchors: dict[str, GradedText]) -> tuple[StoredAnchor, ...]:
    return tuple(
        StoredAnchor(label=name, grade=anchor.grade, text=anchor.text) for name, anchor in anchors.items()
    )


@router.get("/assignments")
def assignments(house: Reading, *, project: Project = None) -> list[AssignmentView]:
    """What texts are ranked by, kept under a name."""
    return list_assignments(house, project=project)


@router.put("/assignments/{assignment}")
def keep(
    house: Changing, assignment: Name, *, request: NewAssignment, key: IdempotencyKey, project: Project = None
) -> AssignmentView:
    """Keep what texts are ranked by under a name; where it was changed since it was seen, nothing is overwritten."""

    def act(keyed: House) -> None:
        put_sent_assignment(keyed, assignment, request.request(), project=project, seen=request.seen)

    do_once(house, key, act)
    return show_assignment(house, assignment, project=project)


@router.post("/assignments/{assignment}/remove")
def remove(
    house: Changing,
    assignment: Name,
    *,
    request: EndOfAssignment,
    key: IdempotencyKey,
    project: Project = None,
) -> list[AssignmentView]:
    """Delete one, and tell which are left; runs keep what they took from it.

    Where it was changed since it was seen, it stays.
    """
    do_once(
        house,
        key,
        lambda keyed: remove_assignment(keyed, assignment, project=project, seen=request.seen),
    )
    return list_assignments(house, project=project)


@router.get("/scales")
def scales(house: Reading) -> list[ScaleView]:
    """The scales that have names, with their grades from the lowest to the highest."""
    return list_scales(house)


@router.post("/rankings/estimate")
def estimate(house: Reading, ranking: NewRanking) -> EstimateView:
    """What a ranking would ask for and may cost; nothing is stored and nothing paid for is sent."""
    return estimate_ranking(house, ranking.request())


@router.post("/rankings/forecast")
def forecast(house: Reading, ranking: RankingForecast) -> RankForecastView:
    """How many comparisons a reliability will take; nobody is asked and nothing is stored."""
    return forecast_sent(house, ranking.request(), accuracy=ranking.accuracy)


@router.post("/rankings", status_code=201)
def start(house: Paying, ranking: NewRanking, key: IdempotencyKey) -> RunPageView:
    """Start a ranking; the same key gives the run that was started with it."""
    return show_run_page(
        house,
        start_once(house, key, lambda keyed: start_sent_ranking(keyed, ranking.request(), start_key=key.key)),
    )
