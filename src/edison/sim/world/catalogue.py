"""The personas of the default world: answerers, judges with one bias each, and writers."""

from __future__ import annotations

import msgspec

from .answering.skill import DEFAULT_SKILLS
from .draw import Draws
from .knowledge.phrases import STYLES
from .persona import JudgeTraits, ModelCard, Persona, ToolTraits, WriterTraits


def _skills(*values: float) -> dict[str, float]:
    """Name skills in the order correct, complete, concise, polite, format, grounded, safe."""
    return dict(zip(DEFAULT_SKILLS, values, strict=True))


ANSWERERS: tuple[Persona, ...] = (
    Persona(
        id="edison-sim-large",
        description="Knows much, follows instructions closely, expensive.",
        style="scholarly",
        skills=_skills(1.7, 0.4, 0.2, 0.3, 0.5, -0.3, 1.3),
        follows=1.15,
        judge=JudgeTraits(noise=0.05, discrimination=2.0),
        writer=WriterTraits(bad=0.03, malformed=0.01, wrong_count=0.01),
        context=400_000,
        max_output=32_768,
        usd_per_million_input=5.0,
        usd_per_million_output=20.0,
        first_token_ms=600.0,
        tokens_per_s=60.0,
    ),
    Persona(
        id="edison-sim-medium",
        description="A solid all-rounder.",
        style="plain",
        skills=_skills(1.2, 0.1, 0.1, 0.2, 0.3, -0.5, 1.0),
        judge=JudgeTraits(noise=0.08, discrimination=1.6, position=0.15),
        context=200_000,
        max_output=16_384,
        usd_per_million_input=1.0,
        usd_per_million_output=4.0,
        first_token_ms=350.0,
        tokens_per_s=110.0,
    ),
    Persona(
        id="edison-sim-small",
        description="Fast and cheap, misses details.",
        style="brisk",
        skills=_skills(0.7, -0.3, 0.1, -0.1, 0.0, -0.7, 0.7),
        follows=0.9,
        judge=JudgeTraits(noise=0.12, discrimination=1.1, position=0.4, malformed=0.02, obedience=0.3),
        writer=WriterTraits(bad=0.12, malformed=0.04, wrong_count=0.06),
        usd_per_million_input=0.2,
        usd_per_million_output=0.8,
        first_token_ms=180.0,
        tokens_per_s=220.0,
    ),
    Persona(
        id="edison-sim-tiny",
        description="Runs anywhere, often wrong.",
        style="chatty",
        skills=_skills(0.0, -0.6, -0.2, -0.1, -0.4, -0.9, 0.3),
        follows=0.7,
        judge=JudgeTraits(
            noise=0.2, discrimination=0.6, position=0.8, malformed=0.06, obedience=0.6, decoration=0.2
        ),
        writer=WriterTraits(bad=0.25, malformed=0.1, wrong_count=0.15),
        tools=ToolTraits(skip=0.1, wrong_arguments=0.1, cycle=0.05),
        context=32_000,
        max_output=4_096,
        usd_per_million_input=0.04,
        usd_per_million_output=0.1,
        first_token_ms=80.0,
        tokens_per_s=400.0,
    ),
    Persona(
        id="edison-sim-reasoner",
        description="Thinks first; slow, strong on hard cases.",
        style="formal",
        skills=_skills(1.2, 0.3, 0.0, 0.1, 0.4, -0.2, 1.2),
        follows=1.1,
        reasoning=1.2,
        judge=JudgeTraits(noise=0.05, discrimination=2.2),
        writer=WriterTraits(bad=0.04, malformed=0.01, wrong_count=0.02),
        context=200_000,
        max_output=65_536,
        usd_per_million_input=3.0,
        usd_per_million_output=15.0,
        first_token_ms=2_500.0,
        tokens_per_s=70.0,
        capabilities=("tools", "json_schema", "images", "seed", "reasoning"),
    ),
    Persona(
        id="edison-sim-chatty",
        description="Friendly and wordy.",
        style="chatty",
        skills=_skills(0.9, 0.4, -0.9, 0.7, 0.1, -0.6, 0.8),
        follows=0.85,
        judge=JudgeTraits(noise=0.1, discrimination=1.2, leniency=0.08, length=0.3),
        usd_per_million_input=0.6,
        usd_per_million_output=2.4,
        first_token_ms=250.0,
        tokens_per_s=140.0,
    ),
    Persona(
        id="edison-sim-terse",
        description="Says the least that will do.",
        style="brisk",
        skills=_skills(1.1, -0.7, 1.1, -0.6, 0.4, -0.5, 1.1),
        follows=0.95,
        judge=JudgeTraits(noise=0.08, discrimination=1.5, leniency=-0.06),
        usd_per_million_input=0.8,
        usd_per_million_output=3.2,
        first_token_ms=220.0,
        tokens_per_s=160.0,
    ),
    Persona(
        id="edison-sim-warm",
        description="Kind to everybody, sometimes at the cost of the facts.",
        style="warm",
        skills=_skills(0.6, 0.1, -0.3, 0.9, 0.1, -0.6, 0.7),
        follows=0.9,
        judge=JudgeTraits(noise=0.1, discrimination=1.2, leniency=0.12),
        usd_per_million_input=0.5,
        usd_per_million_output=2.0,
        first_token_ms=260.0,
        tokens_per_s=150.0,
    ),
    Persona(
        id="edison-sim-legacy",
        description="An old model: little heed to instructions, text only.",
        style="formal",
        skills=_skills(0.3, -0.3, -0.3, 0.0, -0.4, -0.8, 0.5),
        follows=0.6,
        overcautious=0.02,
        refusal_finish=False,
        judge=JudgeTraits(
            noise=0.18, discrimination=0.8, position=0.6, malformed=0.08, obedience=0.5, decoration=0.3
        ),
        writer=WriterTraits(bad=0.2, malformed=0.12, wrong_count=0.2),
        context=16_000,
        max_output=2_048,
        usd_per_million_input=0.5,
        usd_per_million_output=1.5,
        first_token_ms=400.0,
        tokens_per_s=90.0,
        capabilities=("logprobs",),
    ),
)

_JUDGE_TRAITS: dict[str, tuple[str, JudgeTraits]] = {
    "fair": ("Sharp and without a bias.", JudgeTraits(noise=0.03, discrimination=3.0)),
    "lenient": ("Gives everybody more than they earned.", JudgeTraits(noise=0.05, leniency=0.2)),
    "harsh": ("Gives everybody less than they earned.", JudgeTraits(noise=0.05, leniency=-0.2)),
    "left": ("Prefers whatever is shown first.", JudgeTraits(noise=0.05, position=2.0)),
    "length": ("Takes long for good.", JudgeTraits(noise=0.05, length=2.0)),
    "selfish": ("Prefers texts that sound like its own.", JudgeTraits(noise=0.05, self_preference=2.5)),
    "noisy": ("Decides by the weather.", JudgeTraits(noise=0.3, discrimination=0.3, steadiness=0.2)),
    "obedient": (
        "Does what the judged text says, unless it is fenced off.",
        JudgeTraits(noise=0.05, obedience=1.0),
    ),
    "malformed": ("Knows the answer but not the form.", JudgeTraits(noise=0.05, malformed=0.3)),
    "abstaining": ("Would rather not say.", JudgeTraits(noise=0.05, abstention=0.3)),
    "decorated": ("Right, under bold type, bullets and fences.", JudgeTraits(noise=0.05, decoration=0.8)),
}

JUDGES: tuple[Persona, ...] = tuple(
    Persona(
        id=f"edison-judge-{name}",
        description=f"A judge. {description}",
        style="warm" if name == "selfish" else "plain",
        judge=traits,
        usd_per_million_input=1.0,
        usd_per_million_output=4.0,
        first_token_ms=300.0,
        tokens_per_s=120.0,
    )
    for name, (description, traits) in _JUDGE_TRAITS.items()
)

WRITERS: tuple[Persona, ...] = (
    Persona(
        id="edison-writer-good",
        description="Drafts and refines well.",
        style="scholarly",
        writer=WriterTraits(bad=0.0, malformed=0.0, wrong_count=0.0),
        judge=JudgeTraits(noise=0.05, discrimination=2.0),
        context=200_000,
        max_output=65_536,
        usd_per_million_input=2.0,
        usd_per_million_output=8.0,
    ),
    Persona(
        id="edison-writer-harmful",
        description="Its changes do more harm than good.",
        writer=WriterTraits(bad=0.8, malformed=0.0, wrong_count=0.3),
    ),
    Persona(
        id="edison-writer-hasty",
        description="Helps more often than not; what else it writes does harm.",
        writer=WriterTraits(bad=0.4, malformed=0.0, wrong_count=0.0),
        usd_per_million_input=1.0,
        usd_per_million_output=4.0,
    ),
    Persona(
        id="edison-writer-malformed",
        description="Good ideas in unreadable form.",
        writer=WriterTraits(bad=0.0, malformed=0.5, wrong_count=0.0),
    ),
)

PERSONAS: tuple[Persona, ...] = ANSWERERS + JUDGES + WRITERS

EMBEDDERS: tuple[ModelCard, ...] = tuple(
    ModelCard(
        id=name,
        kind="embedding",
        persona="",
        description=description,
        context=8_192,
        max_output=0,
        usd_per_million_input=price,
        usd_per_million_output=0.0,
        first_token_ms=40.0,
        tokens_per_s=20_000.0,
        capabilities=("dimensions",),
        dimensions=dimensions,
    )
    for name, description, price, dimensions in (
        ("edison-embed-small", "Short vectors of hashed words.", 0.02, 256),
        ("edison-embed-large", "Long vectors of hashed words.", 0.1, 1024),
    )
)


def stranger(model: str) -> Persona:
    """Make up a middling persona for a model id the world does not know; the same id is always the same."""
    draws = Draws(0, "stranger", model)
    skills = {name: base + 0.4 * draws.normal() for name, base in DEFAULT_SKILLS.items()}
    base = Persona(id=model, description="A model this world has not met before.", skills=skills)
    return msgspec.structs.replace(base, style=draws.choice(sorted(STYLES)), follows=0.8 + 0.3 * draws.unit())
