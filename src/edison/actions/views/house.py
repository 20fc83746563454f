"""The house itself: what is set, which providers are kept, who is made to wait."""

from edison.domain import RunId, known_microusd, to_usd
from edison.formats.suite.provider_forms import PriceForm
from edison.store import Bundle, Diagnosis, Health, RunSize, Unbundled

from ..limits import Waiting
from ..providers.models import ProviderModels
from ..providers.providers import KeyPlace, KnownProvider, ProbedProvider
from .view import BaseView, Moment

_LIMITS = {"requests_per_minute", "tokens_per_minute", "concurrency"}
_TOLD = {"kind", "base_url", "servers", "region", "api_key_env", "price"} | _LIMITS
"""What a view tells of a provider's form; the rest it names."""


class SettingView(BaseView):
    """A setting: its variable, what holds without it, and whether it is set. Its value is never told."""

    variable: str
    default: str
    meaning: str
    is_set: bool


class ProviderView(BaseView):
    """A provider of the archive, without its key."""

    name: str
    kind: str
    address: str
    base_url: str | None
    """As it was given; null where the address is that of its kind, or of a pool."""
    servers: tuple[str, ...]
    """Of a pool."""
    region: str | None
    key: KeyPlace
    variable: str | None
    price_in: float | None
    """Dollars per million tokens sent; null where the tables of models say it, or nobody does."""
    price_out: float | None
    requests_per_minute: float | None
    tokens_per_minute: float | None
    concurrency: int | None
    further: tuple[str, ...]
    """What else was written of it, field by field."""
    changed_at: Moment


class WaitingView(BaseView):
    """A limit at which calls wait now."""

    endpoint: str
    address: str
    unit: str
    paused_s: float
    taken_s: float


class KindView(BaseView):
    """A kind of provider."""

    name: str
    address: str | None
    """Where it is well known; null where one has to be given. May hold {region}."""
    variable: str | None
    """Where its key is looked for when none is stored."""
    needs_key: bool


class HouseView(BaseView):
    """All of it."""

    version: str
    archive: str
    settings: tuple[SettingView, ...]
    providers: tuple[ProviderView, ...]
    limits: tuple[WaitingView, ...]
    kinds: tuple[KindView, ...]
    """What a provider may be."""
    allowed: tuple[str, ...] | None
    """Which endpoints may be asked; null where all may be."""


class ProbeView(BaseView):
    """A provider that answered."""

    name: str
    models: int | None
    """How many models it lists; null where it offers no list."""


class AnsweredProbeView(ProbeView):
    """The same for scripts that look for a word."""

    ok: bool


class ListedModelView(BaseView):
    """A model, as one writes it in a suite."""

    model: str
    context_tokens: int | None
    max_output_tokens: int | None
    described: bool
    """Whether it is known what it takes; of others what their kind of provider takes is assumed."""


class ProviderModelsView(BaseView):
    """What one provider lists, or why it does not."""

    provider: str
    problem: str | None
    models: tuple[ListedModelView, ...]


class RemovedRunView(BaseView):
    """What a run held that is gone, and what it cost, which stays counted."""

    id: RunId
    cells: int
    comparisons: int
    calls: int
    spent_usd: float | None
    unpriced_calls: int


class DiagnosisView(BaseView):
    """One thing that can go bad, and how it is."""

    subject: str
    health: Health
    sentence: str


class OldRunView(BaseView):
    """A run that ended a while ago: what would go with it, and what it cost."""

    name: str
    ended_at: Moment
    held: RemovedRunView


class OldRunsView(BaseView):
    """Runs that ended before a time, oldest first."""

    items: tuple[OldRunView, ...]
    more: int
    """How many others there are besides these."""


class BundleView(BaseView):
    """What a bundle says that it holds."""

    project: str
    runs: tuple[str, ...]
    left_out: int
    """Runs that had not ended."""
    rows: dict[str, int]
    """By table."""
    made_at: str
    sha256: str
    """Of the rows."""


class UnbundledView(BaseView):
    """What an import brought."""

    runs: tuple[RunId, ...]
    known: int
    """Runs that were there already and stay as they are."""
    rows: int


class OpenWorkbenchView(BaseView):
    """Where the workbench is open, and the token that opens it."""

    address: str
    port: int
    token: str


class ServerView(BaseView):
    """What is listed at one address, or why nothing is."""

    provider: str
    address: str
    models: tuple[str, ...]
    loaded: tuple[str, ...] | None
    """Those of them that it has in memory; null where it does not say."""
    slots: int | None
    """How many calls it takes at once; null where it does not say."""
    problem: str | None


def view_provider(known: KnownProvider) -> ProviderView:
    """A provider."""
    form = known.form
    price = PriceForm(input=0, output=0) if form.price == 0 else form.price
    return ProviderView(
        name=known.name,
        kind=known.kind,
        address=known.address,
        base_url=form.base_url,
        servers=tuple(form.servers),
        region=form.region,
        key=known.key,
        variable=known.variable,
        price_in=price and price.input,
        price_out=price and price.output,
        requests_per_minute=form.requests_per_minute,
        tokens_per_minute=form.tokens_per_minute,
        concurrency=form.concurrency,
        further=tuple(sorted(form.model_fields_set - _TOLD)),
        changed_at=known.changed_at,
    )


def view_probe(probed: ProbedProvider) -> AnsweredProbeView:
    """A provider that answered."""
    return AnsweredProbeView(name=probed.name, models=probed.models, ok=True)


def view_models(found: ProviderModels) -> ProviderModelsView:
    """The models of a provider."""
    return ProviderModelsView(
        provider=found.provider,
        problem=found.problem,
        models=tuple(
            ListedModelView(
                model=one.endpoint,
                context_tokens=one.listing.context_tokens,
                max_output_tokens=one.listing.max_output_tokens,
                described=one.is_described,
            )
            for one in found.models
        ),
    )


def view_diagnosis(found: Diagnosis) -> DiagnosisView:
    """What was looked at, and how it is."""
    return DiagnosisView(subject=found.subject, health=found.health, sentence=found.sentence)


def view_bundle(found: Bundle) -> BundleView:
    """What a bundle holds."""
    return BundleView(
        project=found.project,
        runs=found.runs,
        left_out=found.left_out,
        rows=found.rows,
        made_at=found.made_at,
        sha256=found.sha256,
    )


def view_unbundled(added: Unbundled) -> UnbundledView:
    """What came of an import."""
    return UnbundledView(runs=added.runs, known=added.known, rows=added.rows)


def view_removed(size: RunSize) -> RemovedRunView:
    """A run that was removed."""
    return RemovedRunView(
        id=size.run_id,
        cells=size.cells,
        comparisons=size.comparisons,
        calls=size.calls,
        spent_usd=to_usd(known_microusd(size.spent_microusd, unpriced=size.unpriced)),
        unpriced_calls=size.unpriced,
    )


def view_waiting(waiting: Waiting) -> WaitingView:
    """A limit."""
    return WaitingView(
        endpoint=waiting.endpoint,
        address=waiting.address,
        unit=waiting.unit,
        paused_s=waiting.paused_s,
        taken_s=waiting.taken_s,
    )
