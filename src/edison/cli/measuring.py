"""The commands that measure what texts mean: geometry drift, variants, vary, trajectory, compare."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, TypeVar

import typer

from .battery_options import EmbedderOption
from .door import AsJson, ProvidersFile, opened, percent, say, say_json, several

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from edison.actions.agents.session import AgentSession
    from edison.actions.house import House
    from edison.actions.views.agents import TrajectoryView, VariantsView

T = TypeVar("T")
PANEL = "Numbers"

app = typer.Typer(no_args_is_help=True)

Text = Annotated[str, typer.Argument(help="A text, or @FILE.", metavar="TEXT")]
Threshold = Annotated[float, typer.Option(min=0.0001, help="From which change of pace on it is a spike.")]


@app.command()
def drift(
    one: Text,
    other: Text,
    embedder: EmbedderOption = None,
    providers: ProvidersFile = None,
    as_json: AsJson = False,
) -> None:
    """How far two texts lie apart in meaning, and whether that is far beside texts that have nothing in common."""
    from edison.actions.agents.measuring import place_drift

    found = _measure(
        "drift",
        lambda house, session: place_drift(house, session, _read(one), _read(other)),
        embedder=embedder,
        providers=providers,
    )
    if as_json:
        say_json(found)
        return
    say(f"Drift {_told(found.distance)}: {found.band} by the usual reading.")
    if found.z is None or found.closer_unrelated is None:
        say(f"Measured by {found.embedder}, for which no distances of unrelated texts could be calibrated.")
        return
    closer = percent(found.closer_unrelated, decimals=1)
    say(f"z {_told(found.z)} of unrelated texts ({found.embedder}); {closer} of them lie as close.")


@app.command()
def variants(
    written: Annotated[
        list[str], typer.Argument(help="The variants, each as LABEL=TEXT.", metavar="LABEL=TEXT")
    ],
    baseline: Annotated[
        str | None, typer.Option(help="Which of them the others are held against; the first.")
    ] = None,
    embedder: EmbedderOption = None,
    providers: ProvidersFile = None,
    as_json: AsJson = False,
) -> None:
    """How far variants of an instruction lie from a baseline and from each other, and which test robustness best."""
    from edison.actions.agents.measuring import measure_variants

    texts = dict(_labelled(one) for one in written)
    chosen = baseline or next(iter(texts))
    found = _measure(
        "variants",
        lambda house, session: measure_variants(house, session, texts, baseline=chosen, name="unnamed"),
        embedder=embedder,
        providers=providers,
    )
    if as_json:
        say_json(found)
    else:
        _tell_variants(found)


@app.command()
def vary(
    text: Text,
    model: Annotated[str, typer.Option(metavar="MODEL", help="Who writes the variants: provider/model.")],
    dimensions: Annotated[
        str | None,
        typer.Option(metavar="A,B", help="Of mood, voice, person, tense, frame; all but tense if not given."),
    ] = None,
    embedder: EmbedderOption = None,
    providers: ProvidersFile = None,
    as_json: AsJson = False,
) -> None:
    """Have a model put an instruction into other grammatical forms, and measure how far they lie apart."""
    import asyncio

    from edison.actions.agents.measuring import vary_and_measure

    chosen = None if dimensions is None else tuple(one.strip() for one in dimensions.split(","))
    with opened(providers) as house:
        made = asyncio.run(
            vary_and_measure(house, _read(text), model=model, dimensions=chosen, embedder=embedder)
        )
    if as_json:
        say_json(made)
        return
    from edison.actions.results.showing import shown

    for label, variant in made.variants.items():
        say(shown(f"{label}: {variant}"))
    _tell_variants(made.distances)


@app.command()
def trajectory(
    text: Text,
    threshold: Threshold = 0.3,
    embedder: EmbedderOption = None,
    providers: ProvidersFile = None,
    as_json: AsJson = False,
) -> None:
    """How a text of two sentences or more moves through meaning: pace, spikes, and whether it goes in circles."""
    from edison.actions.agents.measuring import measure_trajectory

    found = _measure(
        "trajectory",
        lambda house, session: measure_trajectory(
            house, session, _read(text), threshold=threshold, whole=as_json
        ),
        embedder=embedder,
        providers=providers,
    )
    if as_json:
        say_json(found)
    else:
        _tell_trajectory(found)


@app.command()
def compare(
    golden: Text,
    synthetic: Text,
    threshold: Threshold = 0.3,
    embedder: EmbedderOption = None,
    providers: ProvidersFile = None,
    as_json: AsJson = False,
) -> None:
    """How well the movement of a text follows that of a golden one; the lower the fitness, the better."""
    from edison.actions.agents.measuring import match_trajectories

    found = _measure(
        "compare",
        lambda house, session: match_trajectories(
            house, session, golden=_read(golden), synthetic=_read(synthetic), threshold=threshold
        ),
        embedder=embedder,
        providers=providers,
    )
    if as_json:
        say_json(found)
        return
    say(f"Fitness {_told(found.fitness_score)}: {found.interpretation}")
    warped = "none" if found.acceleration_dtw is None else _told(found.acceleration_dtw)
    say(f"Warping {warped}, correlation {_told(found.acceleration_correlation)}.")
    say(f"Spikes: places {_told(found.spike_position_match)}, number {_told(found.spike_count_match)}.")


def _measure(
    name: str,
    measuring: "Callable[[House, AgentSession], Awaitable[T]]",
    *,
    embedder: str | None,
    providers: Path | None,
) -> "T":
    """What comes of measuring something, on this machine or with the vectors of a provider's model."""
    import asyncio

    from edison.actions.agents.measuring import measuring_session

    async def measure() -> "T":
        async with measuring_session(house, name=f"geometry {name}", embedder=embedder) as session:
            return await measuring(house, session)

    with opened(providers) as house:
        return asyncio.run(measure())


def _read(text: str) -> str:
    """What a text says, or the file it names."""
    if not text.startswith("@"):
        return text
    from edison.actions.files import read_whole

    return read_whole(Path(text[1:])).decode("utf-8", "replace")


def _told(value: float | None) -> str:
    from edison.actions.results.showing import shown_number

    return shown_number(value)


def _labelled(written: str) -> tuple[str, str]:
    label, equals, text = written.partition("=")
    if not equals or not label.strip():
        raise typer.BadParameter(f"{written[:60]!r} is no LABEL=TEXT")
    return label.strip(), _read(text)


def _tell_variants(found: "VariantsView") -> None:
    from edison.actions.results.showing import shown

    for label, distance in found.from_baseline.items():
        say(shown(f"  {_told(distance)}  {label}"))
    if found.recommendations:
        told = ", ".join(one.variant for one in found.recommendations)
        say(shown(f"Far and still close enough to say the same: {told}."))
    else:
        say("None is close enough to say the same.")


def _tell_trajectory(found: "TrajectoryView") -> None:
    say(f"{several(found.n_sentences, 'sentence')}, {several(len(found.acceleration_spikes), 'spike')}.")
    say(f"Mean pace {_told(found.mean_velocity)}, greatest change {_told(found.max_acceleration)}.")
    say(f"Deadpan {_told(found.deadpan_score)}: {found.adams_interpretation}")
    say(f"Heller {_told(found.heller_score)}: {found.heller_interpretation}")
