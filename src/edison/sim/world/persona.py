"""Who answers: a persona's skills, habits, biases, price and pace, all of it data."""

from __future__ import annotations

import msgspec


class JudgeTraits(msgspec.Struct, frozen=True, kw_only=True):
    """How a persona judges. Rates are shares of requests, biases have their unit in the name."""

    discrimination: float = 1.6
    """Log-odds of preferring one text per unit of difference in quality; higher is sharper."""
    noise: float = 0.06
    """Standard deviation of a score on the scale from 0 to 1."""
    steadiness: float = 0.8
    """Share of pairs seen with the same eyes in both orders."""
    position: float = 0.0
    """Log-odds added to the text shown first."""
    length: float = 0.0
    """Log-odds (pairs) or tenths of the scale (scores) per doubling of the length."""
    self_preference: float = 0.0
    """Log-odds (pairs) or tenths of the scale (scores) for texts in one's own style."""
    keyword: str = ""
    """A word that a text is thought better of for, whatever else it says."""
    keyword_reward: float = 0.0
    """Tenths of the scale (scores) or log-odds (pairs) for that word."""
    leniency: float = 0.0
    """Added to every score on the scale from 0 to 1; below zero is harsh."""
    tie_band: float = 0.35
    """Log-odds within which a tie is called when ties are allowed."""
    malformed: float = 0.0
    abstention: float = 0.0
    obedience: float = 0.0
    """Share of instructions inside a judged text that are followed when nothing fences it off."""
    fenced_obedience: float = 0.0
    """The same where a fence says that the text is nothing but data."""
    heedless: float = 0.0
    """Share of requests decided without a look at what is judged."""
    decoration: float = 0.0
    """Share of replies dressed in bold, bullets, fences or a thinking block; still readable."""


class WriterTraits(msgspec.Struct, frozen=True, kw_only=True):
    """How a persona drafts and refines: shares of good, harmful and unreadable work."""

    bad: float = 0.08
    malformed: float = 0.02
    wrong_count: float = 0.03
    obliging: float = 0.0
    """Share of changes that ask for a word which a judge would like to read, rather than for what is weak."""
    tools: float = 0.0
    """Share of changes that say of a tool when to call it, where the prompt has tools."""


class ToolTraits(msgspec.Struct, frozen=True, kw_only=True):
    """How a persona uses tools."""

    skip: float = 0.02
    """Share of questions answered without the tool they call for (never when it is forced)."""
    wrong_arguments: float = 0.02
    cycle: float = 0.0
    """Share of conversations that repeat the same call for ever."""


class Persona(msgspec.Struct, frozen=True, kw_only=True):
    """One pretend model."""

    id: str
    description: str = ""
    style: str = "plain"
    skills: dict[str, float] = msgspec.field(default_factory=dict[str, float])
    """Latent skill per criterion in standard deviations; 0 is a good answer every second time."""
    follows: float = 1.0
    """How strongly instructions act."""
    spread: float = 1.0
    """Standard deviation of the latent skill from answer to answer."""
    reasoning: float = 0.0
    """How much thinking first helps with hard cases; above 0 the persona shows reasoning."""
    overcautious: float = 0.0
    """Share of harmless requests refused."""
    refusal_finish: bool = True
    """Whether a refusal is reported as such or is only to be read in the text."""
    schema_break: float = 0.0
    """Share of structured replies that do not keep to the schema."""
    judge: JudgeTraits = JudgeTraits()
    writer: WriterTraits = WriterTraits()
    tools: ToolTraits = ToolTraits()
    context: int = 128_000
    max_output: int = 8_192
    usd_per_million_input: float = 1.0
    usd_per_million_output: float = 4.0
    first_token_ms: float = 300.0
    tokens_per_s: float = 80.0
    capabilities: tuple[str, ...] = ("tools", "json_schema", "logprobs", "images", "seed")


class ModelCard(msgspec.Struct, frozen=True, kw_only=True):
    """What a model listing says about one model."""

    id: str
    kind: str
    """`chat` or `embedding`."""
    persona: str
    description: str
    context: int
    max_output: int
    usd_per_million_input: float
    usd_per_million_output: float
    first_token_ms: float
    tokens_per_s: float
    capabilities: tuple[str, ...]
    dimensions: int = 0
    """Length of the vectors of an embedding model."""


def card_of(persona: Persona) -> ModelCard:
    """Describe a chat model by its persona."""
    return ModelCard(
        id=persona.id,
        kind="chat",
        persona=persona.id,
        description=persona.description,
        context=persona.context,
        max_output=persona.max_output,
        usd_per_million_input=persona.usd_per_million_input,
        usd_per_million_output=persona.usd_per_million_output,
        first_token_ms=persona.first_token_ms,
        tokens_per_s=persona.tokens_per_s,
        capabilities=persona.capabilities,
    )
