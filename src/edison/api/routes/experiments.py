"""Experiments: list, begin, write, check and run; templates to begin with."""

from typing import Annotated

from fastapi import APIRouter, Path, Query
from fastapi.responses import Response
from pydantic import Field, JsonValue

from edison.actions.experiments.editing import (
    ExperimentRequest,
    add_experiment,
    change_experiment,
    duplicate_experiment,
    list_experiments,
    remove_experiment,
    show_experiment,
)
from edison.actions.experiments.files import (
    add_from_template,
    import_experiment,
    list_experiment_templates,
    pack_experiment,
    show_template,
)
from edison.actions.experiments.running import How, Portion, check_experiment, start_experiment
from edison.actions.files import Texts
from edison.actions.house import House
from edison.actions.requests import do_once, start_once
from edison.actions.runs.looking import show_run_page
from edison.actions.views.experiment import (
    ExperimentCheckView,
    ExperimentLineView,
    ExperimentView,
    TemplateView,
    WholeTemplateView,
)
from edison.actions.views.page import RunPageView
from edison.domain import ExperimentStatus, Run

from ..access import Changing, Paying, Reading
from .shapes import LARGEST, MOST_USD, IdempotencyKey, Project, RequestBody, SomeCases

router = APIRouter(prefix="/api", tags=["experiments"])

Id = Annotated[str, Path(min_length=1, max_length=200, description="The id of an experiment.")]
Name = Annotated[str, Field(min_length=1, max_length=200)]
Model = Annotated[
    str | None, Query(max_length=200, description="As provider/model; the simulator if not given.")
]


class NewExperiment(RequestBody):
    """An experiment, whole or not; from a template, from a file's text, or as a copy of another one."""

    name: Name | None = None
    description: str | None = None
    definition: dict[str, JsonValue] | None = None
    """In the form of edison.yaml."""
    files: dict[str, str] = {}
    """What the definition or the suite names."""
    template: str | None = Field(default=None, min_length=1, max_length=100)
    model: str | None = Field(default=None, min_length=1, max_length=200)
    """Who answers in place of the template's simulator."""
    judge: str | None = Field(default=None, min_length=1, max_length=200)
    copy_of: str | None = Field(default=None, min_length=1, max_length=200)
    """The id of another one."""
    suite: str | None = Field(default=None, min_length=1)
    """The text of an edison.yaml."""


class ExperimentChange(RequestBody):
    """What is given anew, and by which revision that was decided; null leaves a value as it is."""

    seen: int = Field(ge=0, le=LARGEST)
    name: Name | None = None
    description: str | None = None
    definition: dict[str, JsonValue] | None = None
    """The whole of it, in the form of edison.yaml."""
    files: dict[str, str] | None = None
    is_archived: bool | None = None


class ExperimentLook(SomeCases):
    """What it is looked at for, and with which of its cases."""

    how: How | None = None

    @property
    def portion(self) -> Portion:
        return Portion(choice=self.choice, pause_after=self.stage)


class ExperimentRun(ExperimentLook):
    """What is done with it, where that is not what its definition says, and for how much."""

    budget_usd: float | None = Field(default=None, gt=0, le=MOST_USD)


@router.get("/experiments")
def experiments(
    house: Reading,
    *,
    project: Project = None,
    status: ExperimentStatus | None = None,
    archived: Annotated[bool, Query(description="Archived ones, too.")] = False,
    everywhere: Annotated[bool, Query(description="Of all projects, and of none.")] = False,
) -> list[ExperimentLineView]:
    """Experiments, the one that was changed last first."""
    return list_experiments(house, project=project, status=status, archived=archived, everywhere=everywhere)


@router.post("/experiments", status_code=201)
def add(
    house: Changing, *, request: NewExperiment, key: IdempotencyKey, project: Project = None
) -> ExperimentView:
    """Begin an experiment; the same key gives the one that was begun with it."""
    made = do_once(house, key, lambda keyed: _added(keyed, request, project))
    return show_experiment(house, made)


@router.get("/experiments/{experiment}")
def experiment(house: Reading, experiment: Id) -> ExperimentView:
    """One experiment, whole, with its runs."""
    return show_experiment(house, experiment)


@router.patch("/experiments/{experiment}")
def change(
    house: Changing, experiment: Id, *, request: ExperimentChange, key: IdempotencyKey
) -> ExperimentView:
    """Give parts of it anew; where somebody else did so meanwhile, both are told and nothing is overwritten."""
    given = ExperimentRequest(
        name=request.name,
        description=request.description,
        definition=request.definition,
        files=request.files,
        is_archived=request.is_archived,
    )
    do_once(
        house,
        key,
        lambda keyed: change_experiment(keyed, experiment, given, seen=request.seen),
    )
    return show_experiment(house, experiment)


@router.delete("/experiments/{experiment}", status_code=204)
def remove(
    house: Changing,
    experiment: Id,
    *,
    seen: Annotated[int, Query(ge=0, le=LARGEST, description="The revision that was looked at.")],
    key: IdempotencyKey,
) -> None:
    """Delete one of which no run is left; one with runs is archived instead."""
    do_once(house, key, lambda keyed: remove_experiment(keyed, experiment, seen=seen))


@router.post("/experiments/{experiment}/check")
def check(house: Reading, experiment: Id, request: ExperimentLook) -> ExperimentCheckView:
    """All mistakes with their paths, what is missing, and what a run may cost; nothing paid for is sent."""
    return check_experiment(house, experiment, how=request.how, portion=request.portion)


@router.post("/experiments/{experiment}/runs", status_code=201)
def run(house: Paying, experiment: Id, request: ExperimentRun, key: IdempotencyKey) -> RunPageView:
    """Run it as it is now, or refine its prompt; the same key gives the run that was started with it."""

    def start(keyed: House) -> Run:
        return start_experiment(
            keyed,
            experiment,
            how=request.how,
            budget_usd=request.budget_usd,
            portion=request.portion,
            start_key=key.key,
        )

    return show_run_page(house, start_once(house, key, start))


@router.get("/experiments/{experiment}/export", response_class=Response)
def export(house: Reading, experiment: Id) -> Response:
    """Its edison.yaml; with the files that it names, where it names some, as a zip."""
    file = pack_experiment(house, experiment)
    named = {"Content-Disposition": f'attachment; filename="{file.name}"'}
    media = "application/zip" if file.name.endswith(".zip") else "application/yaml"
    return Response(file.content, media_type=media, headers=named)


@router.get("/templates")
def templates(house: Reading) -> list[TemplateView]:
    """What one can begin with."""
    return list_experiment_templates(house)


@router.get("/templates/{template}")
def template(house: Reading, template: str, *, model: Model = None, judge: Model = None) -> WholeTemplateView:
    """One of them, whole, for a model and a judge where they are given."""
    return show_template(house, template, model=model, judge=judge)


def _added(house: Changing, request: NewExperiment, project: str | None) -> ExperimentView:
    if request.template is not None:
        return add_from_template(
            house,
            request.template,
            name=request.name,
            model=request.model,
            judge=request.judge,
            project=project,
        )
    if request.copy_of is not None:
        return duplicate_experiment(house, request.copy_of, name=request.name)
    if request.suite is not None:
        name = request.name or "edison.yaml"
        return import_experiment(
            house, name, request.suite.encode(), files=Texts(request.files), project=project
        )
    given = ExperimentRequest(
        name=request.name, description=request.description, definition=request.definition, files=request.files
    )
    return add_experiment(house, given, project=project)
