"""The suite file, key by key; the published schema is made from these forms, so that it cannot differ from them."""

from typing import Annotated, ClassVar, Literal

from pydantic import AfterValidator, BeforeValidator, Field, JsonValue, Tag

from edison.domain import MOST_UNREADABLE, to_microusd, to_usd
from edison.text import DURATION, read_duration

from ..reading.nodes import tell
from ..reading.shapes import (
    LIST,
    MAPPING,
    MOST_CASES,
    MOST_ITEMS,
    TEXT,
    FileForm,
    Label,
    ModelName,
    Name,
    ShortName,
    ToolName,
    Words,
    as_list,
    either,
    told,
)
from .arm_forms import LARGEST_INTEGER, ArmEntry, ModelForm, Samples, SamplingForm, TechniqueName
from .case_forms import CaseForm, CheckEntry
from .provider_forms import ProviderForm
from .safety_forms import SafetyEntry

FOREVER = "forever"


def _counts_in_micro(dollars: float) -> float:
    if to_usd(to_microusd(dollars)) != dollars:
        raise told(
            f"{dollars} is finer than a millionth of a dollar",
            advice="Write at most six decimals, such as 0.25.",
        )
    return dollars


Dollars = Annotated[float, Field(ge=0, le=1_000_000_000), AfterValidator(_counts_in_micro)]


def _is_age(age: object) -> object:
    if isinstance(age, bool) or age == FOREVER or (isinstance(age, str) and read_duration(age) is not None):
        return age
    what = f"{tell(age)} does not say how old a kept answer may be"
    raise told(what, advice="Write true or forever, a time such as 30m, 1h or 7d, or false.")


KeptAge = Annotated[
    bool | str,
    BeforeValidator(
        _is_age, json_schema_input_type=bool | Annotated[str, Field(pattern=f"^({FOREVER}|{DURATION})$")]
    ),
]

AnswerFormName = Literal["json", "tool", "suffix"]

Show = Literal["anonymise_stages", "hide_labels", "shuffle_stages"]

Shows = Annotated[
    list[Show],
    Field(max_length=MOST_ITEMS),
    BeforeValidator(as_list, json_schema_input_type=Show | list[Show]),
]


class JudgeForm(SamplingForm):
    """Who assesses, with parameters of its own; null sends no temperature, and one that is not given is 0.

    For self_consistency it is 0.7 then, because samples at 0 are much alike.
    """

    keeps_null: ClassVar[frozenset[str]] = frozenset({"temperature"})

    model: ModelName
    """provider/model."""
    name: Name | None = None
    """What it is called in reports; the model's name unless it is given."""
    instructions: str = ""
    """Added to what every judge is told."""
    prompt: Words | None = None
    """Said in place of that: a text with {{ rubric }} and {{ answer }}, or {{ text_a }} and {{ text_b }} for pairs."""
    mode: Literal["pointwise", "pairwise", "verdict"] = "pointwise"
    """What it gives back: scores for one answer, the better of two, or a stage of a scale for one."""
    form: AnswerFormName | None = None
    """How it writes down its finding; json unless it is given."""
    answer_form: AnswerFormName | None = None
    """Another name for form."""
    technique: TechniqueName | None = None
    """How it is led to its finding; reason_first unless it is given."""
    thinking: TechniqueName | None = None
    """Another name for technique."""
    samples: Samples | None = None
    """How many findings self-consistency or a panel combines, an odd number; 3 unless it is given."""
    display: Shows = Field(default_factory=list[Show])
    """How the stages of a verdict are shown, so that nothing but their text tells them apart."""
    scrub: bool = False
    """Whether what an answer says about who wrote it is cut out before the judge sees it."""
    family: Name | None = None
    """Which models it counts with: one family has one vote; as the model's name tells unless it is given."""
    may_tie: bool = False
    """Whether a pairwise judge may call a tie."""
    may_abstain: bool = False
    """Whether a judge that names stages may say that it cannot tell."""
    may_name_several: bool = False
    """Whether a judge that names stages may name a set of them."""


Share = Annotated[float, Field(ge=0, le=1)]


class MinQualityForm(FileForm):
    """What every arm has to reach with every prompt; what is left out is not asked for."""

    quality: Share | None = None
    """The judges' scores on the rubric, from 0 to 1."""
    quality_low: Share | None = None
    """The same by the lower end of the interval: it has to be sure."""
    criteria: dict[str, Share] = {}
    """The same for single criteria of the rubric, by name, each from 0 to 1 on its own scale."""
    criteria_low: dict[str, Share] = {}
    """The same by the lower end of the interval."""
    evaluator: Share | None = None
    """The judges' impression of the whole, from 0 to 1."""
    evaluator_low: Share | None = None
    """The same by the lower end of the interval."""


class FewShotForm(FileForm):
    """An example of the conversation that is wanted, sent before the real question."""

    user: Words
    """What is asked."""
    assistant: Words
    """What should be answered."""


class ToolForm(FileForm):
    """A tool that is offered to the model."""

    name: ToolName
    """Letters, digits, _ and -."""
    description: str = ""
    """What it does, for the model."""
    parameters: dict[str, JsonValue] = {"type": "object", "properties": {}}
    """A JSON schema of an object."""


class ToolChoiceForm(FileForm):
    """The one tool that must be called."""

    name: ToolName
    """One of the prompt's tools."""


class FormatForm(FileForm):
    """A JSON schema that the answer must follow."""

    json_schema: dict[str, JsonValue] = Field(alias="schema")
    """The schema itself."""
    name: ToolName = "answer"
    """Some providers want one."""
    strict: bool = True
    """Whether the provider must enforce it."""


class PromptForm(FileForm):
    """One version of the prompt. Texts are templates: {{ name }} stands for a value of the case."""

    name: Name | None = None
    """What it is called in reports."""
    file: Label | None = None
    """A file with the user text, relative to the suite; or a YAML or JSON file with a mapping like this one."""
    system: str = ""
    """What the model is told about its task."""
    user: str = ""
    """What it is asked."""
    few_shots: list[FewShotForm] = Field(default=[], max_length=MOST_ITEMS)
    """Examples, sent in this order."""
    tools: list[ToolForm] = Field(default=[], max_length=MOST_ITEMS)
    """Tools it may call."""
    tool_choice: (
        Annotated[
            Annotated[ToolName, Tag(TEXT)] | Annotated[ToolChoiceForm, Tag(MAPPING)],
            either("auto, none, required, or the name of a tool"),
        ]
        | None
    ) = None
    """auto, none, required, or the name of the tool that must be called."""
    json_schema: dict[str, JsonValue] | None = Field(default=None, alias="schema")
    """A JSON schema that the answer must follow; short for response_format: {schema: …}."""
    response_format: (
        Annotated[
            Annotated[Literal["text", "json"], Tag(TEXT)] | Annotated[FormatForm, Tag(MAPPING)],
            either("text, json, or {schema: …}"),
        ]
        | None
    ) = None
    """text, json, or a mapping with a schema."""


ScaleEnd = Annotated[float, Field(ge=-1_000_000_000, le=1_000_000_000)]


class ScaleForm(FileForm):
    """The values a score may have."""

    min: ScaleEnd
    """The worst."""
    max: ScaleEnd
    """The best."""
    labels: dict[str, Words] = {}
    """What values mean, such as {0: wrong, 5: right}."""


class CriterionForm(FileForm):
    """One thing that makes an answer good."""

    name: ShortName
    """What it is called."""
    description: Words | None = None
    """What the judge looks for; the name unless it is given."""
    weight: float | None = Field(default=None, ge=0, le=1)
    """Its share; all weights sum to 1. Where no criterion has one, all count the same."""
    scale: Annotated[
        Annotated[Words, Tag(TEXT)]
        | Annotated[list[ScaleEnd], Field(min_length=2, max_length=2), Tag(LIST)]
        | Annotated[ScaleForm, Tag(MAPPING)],
        either("0-5, [0, 5] or {min: 0, max: 5}"),
    ] = "1-5"
    """From worst to best: 0-5, [0, 5] or {min, max, labels}."""


PromptEntry = Annotated[
    Annotated[Words, Tag(TEXT)] | Annotated[PromptForm, Tag(MAPPING)],
    either("a text, the name of a file, or {system: …, user: …}"),
]

PromptEntries = Annotated[
    Annotated[Words, Tag(TEXT)]
    | Annotated[PromptForm, Tag(MAPPING)]
    | Annotated[list[PromptEntry], Field(min_length=1, max_length=MOST_ITEMS), Tag(LIST)],
    either("a text, the name of a file, {system: …, user: …}, or a list of these"),
]


class RefineForm(FileForm):
    """How `edison refine` improves the prompt of a suite, round after round."""

    refiner: (
        Annotated[
            Annotated[ModelName, Tag(TEXT)] | Annotated[ModelForm, Tag(MAPPING)],
            either("a model such as openai/gpt-4o, or {model: openai/gpt-4o, temperature: 0.7}"),
        ]
        | None
    ) = None
    """Who writes the next version; the first judge's model unless it is given."""
    technique: TechniqueName = "direct"
    """How whoever writes is led to what it writes."""
    samples: Samples | None = None
    """How many texts self-consistency or a panel combines, an odd number; 3 unless it is given."""
    prompt: Name | None = None
    """The prompt in the database whose history goes on; the suite's name unless it is given."""
    autonomy: Literal["autopilot", "approve_each", "manual"] = "autopilot"
    """Adopt what is surely better, ask a person before that, or ask about every change that was tried."""
    strategy: Literal["ensemble", "rewrite", "gepa"] = "ensemble"
    """How changes come about: small edits, the whole text written anew, or evolved by the library gepa."""
    challenge: Literal["scores", "pairwise"] = "scores"
    """What decides on held-out cases: what judges think of each answer, or which of two answers they prefer."""
    looks: int = Field(default=3, ge=1, le=5)
    """In how many steps held-out cases are answered; what is decided or hopeless early costs no more."""
    rounds: int = Field(default=5, ge=1, le=100)
    """It ends after so many rounds at the latest."""
    candidates: int = Field(default=2, ge=1, le=8)
    """How many changes are written and tried in each round."""
    gain: float = Field(default=0.02, ge=0, le=1)
    """It ends when a round that helps brings less than this, in quality from 0 to 1."""
    window: int = Field(default=2, ge=2, le=100)
    """It ends when so many rounds in a row bring nothing that is surely better."""
    most_changed: float | None = Field(default=None, gt=0, le=1)
    """The largest share of the text that one change may touch; 0.3 unless given, 0.9 of a text written anew."""
    tokens: int | None = Field(default=None, ge=1)
    """No further step of a round is begun once so many tokens were sent and received; sealed cases come on top."""


class SuiteForm(FileForm):
    """A suite: who answers which cases with which prompt, how that is checked and judged, how far it may go."""

    name: Name | None = None
    """What the run is called; the file's name unless it is given."""
    goal: str = ""
    """What the prompt is for, in words that judges are shown."""
    providers: Annotated[
        Annotated[Label, Tag(TEXT)] | Annotated[dict[str, ProviderForm], Tag(MAPPING)],
        either("a mapping of names to providers, or the name of a file with one"),
    ] = {}
    """How providers are reached, by name, or a file with that; well-known ones need only a key in the environment."""
    arms: list[ArmEntry] = Field(min_length=1, max_length=MOST_ITEMS)
    """Who answers: models, or applications, scripts and functions."""
    prompt: PromptEntries | None = None
    """What is asked: a text, a mapping, a file, or a list of these, each a version that is compared."""
    prompts: PromptEntries | None = None
    """Another name for prompt."""
    cases: Annotated[
        Annotated[Label, Tag(TEXT)]
        | Annotated[list[CaseForm], Field(min_length=1, max_length=MOST_CASES), Tag(LIST)],
        either("the name of a JSONL, CSV, JSON or YAML file, or a list of cases"),
    ]
    """What it is asked about: a file, or the cases themselves."""
    checks: list[CheckEntry] = Field(default=[], max_length=MOST_ITEMS)
    """What must be true of every answer, found without asking anyone."""
    embedder: ModelName | None = None
    """Who makes the vectors that checks by meaning go by: provider/model; this machine unless it is given."""
    safety: SafetyEntry | None = None
    """What must not stand in any output: private data, secrets, signs of a jailbreak, what judges call toxic."""
    rubric: list[CriterionForm] = Field(default=[], max_length=MOST_ITEMS)
    """What makes an answer good, for the judges."""
    judges: list[
        Annotated[
            Annotated[ModelName, Tag(TEXT)] | Annotated[JudgeForm, Tag(MAPPING)],
            either("a model such as anthropic/claude-sonnet-4-5, or {model: …, instructions: …}"),
        ]
    ] = Field(default=[], max_length=MOST_ITEMS)
    """Who assesses the answers by the rubric."""
    refine: RefineForm = RefineForm()
    """How `edison refine` improves the prompt."""
    repeats: int = Field(default=1, ge=1, le=10_000)
    """Independent answers to every question."""
    budget_usd: Dollars | None = None
    """What the run may cost, judges included; it stops before it would cost more."""
    concurrency: int = Field(default=64, ge=1, le=10_000)
    """Calls in flight per endpoint, for the whole run, all workers together."""
    seed: int | None = Field(default=None, ge=0, le=LARGEST_INTEGER)
    """Makes the run's own randomness repeatable; one is drawn and stored unless it is given."""
    preset: str | None = Field(default=None, pattern=r"^[a-z][a-z0-9-]{0,63}$")
    """What is done with all this; unless it is given, every cell is answered, checked and judged."""
    fail_under: float | None = Field(default=None, ge=0, le=1)
    """The least share of cells, from 0 to 1, that must pass for the run to pass."""
    min_quality: MinQualityForm | None = None
    """What judges have to think of every contender for the run to pass."""
    most_unreadable: float = Field(default=MOST_UNREADABLE, ge=0, le=1)
    """The largest share of questions, from 0 to 1, a judge may leave open before the run is not trustworthy."""
    cache: KeptAge = False
    """Keep answers to questions asked at temperature 0 or with a seed, and take them instead of asking again.

    A time such as 30m, 1h or 7d takes only answers that are no older; true and forever take any.
    """
