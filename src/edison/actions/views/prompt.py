"""Projects and prompts as they go out."""

from pydantic import JsonValue

from edison.domain import Project, Prompt, PromptChange, PromptChangeKind, StoredVersion, to_usd
from edison.store import CountedPrompt

from .review import ProofView, view_proof
from .view import BaseView, Moment


class ProjectView(BaseView):
    """A project."""

    slug: str
    name: str
    description: str
    is_archived: bool
    revision: int
    prompts: int
    runs: int
    """Those that were not removed."""
    cap_usd: float | None
    """What all its runs together may spend; null: no cap."""
    taken_usd: float
    """What they spent, and what those that go on are allowed to spend."""
    allow_list: tuple[str, ...] | None
    """What its runs may ask; null: all that may be asked at all."""


class PromptView(BaseView):
    """A prompt in a list."""

    name: str
    versions: int
    production: int | None
    """The number of the version in use."""
    revision: int


class FewShotView(BaseView):
    """An example of a conversation."""

    user: str
    assistant: str


class ToolView(BaseView):
    """A tool that is offered with a prompt."""

    name: str
    description: str
    parameters: dict[str, JsonValue]


class PromptVersionView(BaseView):
    """One version, whole."""

    prompt: str
    id: str
    number: int
    parent: int | None
    system: str
    user: str
    few_shots: tuple[FewShotView, ...]
    tools: tuple[ToolView, ...]
    changelog: str
    author: str
    made_at: Moment
    is_production: bool
    proof: ProofView | None
    """What was measured of it; null where nothing was."""
    revision: int
    """Of its prompt; whoever changes that by what he saw here gives it back."""


class PromptChangeView(BaseView):
    """One change of a prompt."""

    revision: int
    kind: PromptChangeKind
    version: int
    author: str
    at: Moment
    note: str


class PromptHistoryView(BaseView):
    """Every version of a prompt, and everything that was changed about it."""

    versions: tuple[PromptVersionView, ...]
    changes: tuple[PromptChangeView, ...]


def view_project(project: Project, *, prompts: int, runs: int, taken_microusd: int) -> ProjectView:
    """A project for whoever asks."""
    return ProjectView(
        slug=project.slug,
        name=project.name,
        description=project.description,
        is_archived=project.is_archived,
        revision=project.revision,
        prompts=prompts,
        runs=runs,
        cap_usd=to_usd(project.cap_microusd),
        taken_usd=to_usd(taken_microusd),
        allow_list=project.allow_list,
    )


def view_prompt(one: CountedPrompt) -> PromptView:
    """A prompt for a list."""
    return PromptView(
        name=one.prompt.name,
        versions=one.versions,
        production=one.production,
        revision=one.prompt.revision,
    )


def view_version(prompt: Prompt, kept: StoredVersion, *, parent: int | None) -> PromptVersionView:
    """A version for whoever asks."""
    version = kept.version
    return PromptVersionView(
        prompt=prompt.name,
        id=version.id,
        number=version.number,
        parent=parent,
        system=version.system,
        user=version.user,
        few_shots=tuple(FewShotView(user=shot.user, assistant=shot.assistant) for shot in version.few_shots),
        tools=tuple(
            ToolView(name=tool.name, description=tool.description, parameters=tool.parameters)
            for tool in version.tools
        ),
        changelog=version.changelog,
        author=kept.author,
        made_at=kept.made_at,
        is_production=version.id == prompt.production_id,
        proof=view_proof(kept.proof),
        revision=prompt.revision,
    )


def view_change(change: PromptChange) -> PromptChangeView:
    """A change for whoever asks."""
    return PromptChangeView(
        revision=change.revision,
        kind=change.kind,
        version=change.version,
        author=change.author,
        at=change.at,
        note=change.note,
    )
