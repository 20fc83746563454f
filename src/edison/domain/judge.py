"""Who assesses, and how it is asked."""

import re
from collections.abc import Iterable, Mapping
from enum import StrEnum
from functools import cache
from typing import Self, cast

from pydantic import Field, model_validator

from .ask import Sampling
from .endpoint import Endpoint, EndpointKind
from .ids import JudgeId, ProjectId, RubricId
from .noun import Noun
from .rubric import Criterion
from .technique import MOST_SAMPLES, USUAL_SAMPLES, Technique, refuse_samples

SAMPLING_TEMPERATURE = 0.7
"""For self-consistency, unless it is told: at 0 all samples are much alike (Wang et al. 2023 draw at 0.5 to 0.7)."""

_SEVERAL_TURNS = {Technique.CRITIQUE_AND_REVISE: 3, Technique.DEBATE: 5}
"""Questions of techniques that take turns: finding, critique, finding; two cases made, two replies, a finding."""

_MAKERS = {
    "openai": r"gpt|chatgpt|davinci|o[1-9]",
    "anthropic": r"claude",
    "google": r"gemini|gemma|palm|learnlm",
    "meta": r"llama|codellama",
    "mistral": r"mistral|mixtral|ministral|magistral|codestral|devstral|pixtral",
    "qwen": r"qwen|qwq|qvq",
    "deepseek": r"deepseek",
    "xai": r"grok",
    "cohere": r"command|aya",
    "microsoft": r"phi|wizardlm",
    "amazon": r"nova|titan",
    "zhipu": r"glm|chatglm",
    "moonshot": r"kimi",
}
"""Whose models these are, by the beginnings of their names; the first that fits counts."""


class JudgeMode(StrEnum):
    """What a judge gives back: scores for one output, a winner of two, a set of stages for one."""

    POINTWISE = "pointwise"
    PAIRWISE = "pairwise"
    VERDICT = "verdict"


class AnswerForm(StrEnum):
    """How a judge writes down its finding; one tolerant reader takes all of them."""

    JSON = "json"
    TOOL = "tool"
    SUFFIX = "suffix"


class Display(Noun):
    """How the stages of a scale are shown, so that a judge cannot lean on labels or order; drawn for each judgment."""

    anonymise_stages: bool = False
    """Random ids instead of letters: no cue of order remains."""
    hide_labels: bool = False
    """Of a stage `label :: what tells it` only the second part; a text without `::` has no label to hide."""
    shuffle_stages: bool = False


class JudgeProfile(Noun):
    """Everything about a judge that can change what it finds."""

    endpoint: Endpoint
    sampling: Sampling = Sampling(temperature=0.0)
    """Cold, except that self-consistency draws at 0.7 unless it is told otherwise."""
    instructions: str = ""
    """Added to what it is told."""
    prompt: str = ""
    """Said in place of our rules and order: a template with what it is shown; the form of a finding stays ours."""
    mode: JudgeMode = JudgeMode.POINTWISE
    answer_form: AnswerForm = AnswerForm.JSON
    thinking: Technique = Technique.REASON_FIRST
    samples: int = Field(default=1, ge=1, le=MOST_SAMPLES)
    """How many findings are combined, an odd number; 3 where the thinking takes samples and nothing is said."""
    display: Display = Display()
    scrub: bool = False
    """Whether what an answer says about who wrote it is cut out before the judge is shown it."""
    family: str | None = Field(default=None, min_length=1, max_length=200)
    """Which models it counts with; None: as its endpoint's name tells. See `votes_with`."""
    may_tie: bool = False
    may_abstain: bool = False
    may_name_several: bool = False
    """Whether a verdict may be a set of stages rather than one."""

    @property
    def compares(self) -> bool:
        """Whether it says which of two outputs is better."""
        return self.mode is JudgeMode.PAIRWISE

    @property
    def scores_criteria(self) -> bool:
        """Whether it gives an output a score on every criterion."""
        return self.mode is JudgeMode.POINTWISE

    @property
    def names_stages(self) -> bool:
        """Whether it names the stages of one scale that an output is at."""
        return self.mode is JudgeMode.VERDICT

    @model_validator(mode="before")
    @classmethod
    def _suits_its_thinking(cls, given: object) -> object:
        if not isinstance(given, Mapping):
            return given
        written = cast("Mapping[str, object]", given)
        usual: dict[str, object] = {}
        if written.get("thinking") in (Technique.SELF_CONSISTENCY, Technique.PANEL):
            usual["samples"] = USUAL_SAMPLES
        if written.get("thinking") == Technique.SELF_CONSISTENCY:
            usual["sampling"] = Sampling(temperature=SAMPLING_TEMPERATURE)
        return {**usual, **written}

    @model_validator(mode="after")
    def _may_do_what_its_mode_knows(self) -> Self:
        if self.may_tie and self.mode is not JudgeMode.PAIRWISE:
            raise ValueError("only a judge of pairs can call a tie")
        if self.mode is not JudgeMode.VERDICT and (self.may_abstain or self.may_name_several):
            raise ValueError("only a judge that names stages can abstain or name several")
        if self.mode is not JudgeMode.VERDICT and self.display != Display():
            raise ValueError("only a judge that names stages is shown them in a chosen way")
        return self

    @model_validator(mode="after")
    def _can_be_outvoted(self) -> Self:
        refuse_samples(self.samples, self.thinking)
        return self

    @property
    def votes_with(self) -> str:
        """The family of models it counts with: one family has one vote, however many of it judge."""
        return self.family or family_of(self.endpoint)

    def is_akin_to(self, endpoint: Endpoint) -> bool:
        """Whether it is of the family of a model, whose answers it may prefer because they are like its own."""
        return endpoint.kind is EndpointKind.MODEL and family_of(endpoint) == self.votes_with

    @property
    def calls(self) -> int:
        """How many questions a finding takes at least."""
        return _SEVERAL_TURNS.get(self.thinking, self.samples)


class Judge(JudgeProfile):
    """One frozen version of a judge. Whatever is changed about it makes another, so that its results compare.

    How good it is at judging is not part of it: that is measured, and shown beside it.
    """

    id: JudgeId
    project_id: ProjectId
    name: str = Field(min_length=1, max_length=200)
    version: int = Field(default=1, ge=1)
    rubric_id: RubricId
    """Names one version of a rubric."""


def shown_in_prompt(mode: JudgeMode) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The placeholders that a judge's own prompt must have in a mode, and those that it may have besides."""
    judged = ("text_a", "text_b") if mode is JudgeMode.PAIRWISE else ("answer",)
    return ("rubric", *judged), ("task", "reference")


def family_of(endpoint: Endpoint) -> str:
    """Whose model it is, by its name, wherever it is served; a model of an unknown maker is a family of its own."""
    return next((family for family, names in _families() if names.search(endpoint.model)), endpoint.model)


@cache
def _families() -> list[tuple[str, re.Pattern[str]]]:
    return [
        (family, re.compile(rf"(?<![a-z])(?:{names})(?![a-z])", re.IGNORECASE))
        for family, names in _MAKERS.items()
    ]


def staged_criterion(criteria: Iterable[Criterion]) -> Criterion | None:
    """The criterion whose labels are the stages of a verdict: the first with two or more of them."""
    return next((criterion for criterion in criteria if len(criterion.scale.labels) > 1), None)
