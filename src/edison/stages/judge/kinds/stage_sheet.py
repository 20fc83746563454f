"""The sheet of a judge that places a text on a scale: a stage, or a set of them, by the names it was shown."""

from collections.abc import Collection
from dataclasses import dataclass
from functools import partial

from edison.domain import Judge, Verdict
from edison.text import JsonValue, Unreadable, WhyUnreadable, last_suffix

from .combining import combine_stages
from .findings import StageFinding
from .form import Read, Schema, Sheet, Written, an_object, some_items, some_text
from .suffix_form import reading_of
from .view import ShownStages
from .wording import bounded, first_of, tokens_in, unreadable, words_of

VERDICT = "VERDICT"
ABSTAIN = "ABSTAIN"

_STAGES = ("stages", "stage", "verdict")
_REASONS = ("reason", "justification", "rationale", "explanation")
_LONGEST_REASON = 300
"""Two sentences."""


@dataclass(frozen=True, slots=True)
class _Choice:
    """What may be named."""

    numbers: dict[str, int]
    may_abstain: bool
    may_name_several: bool

    @property
    def tokens(self) -> Collection[str]:
        return (*self.numbers, ABSTAIN) if self.may_abstain else tuple(self.numbers)


def stage_sheet(view: ShownStages, *, judge: Judge, directly: bool) -> Sheet[StageFinding]:
    """What a judge fills in for one text; directly, the stage stands before the reason."""
    choice = _Choice(view.numbers, may_abstain=judge.may_abstain, may_name_several=judge.may_name_several)
    several = judge.may_name_several
    return Sheet(
        name="verdict",
        task="Say which set of stages fits the text" if several else "Say which stage fits the text",
        schema=_schema(choice, directly=directly),
        bounded=_schema(choice, directly=directly, is_bounded=True),
        keys=_STAGES,
        lines=f"{VERDICT}: the names of the stages, with commas between them"
        if several
        else f"{VERDICT}: its name",
        read_object=partial(_read_object, choice=choice),
        read_lines=partial(_read_lines, choice=choice),
        write=partial(_write, view=view),
        combine=combine_stages,
    )


def _schema(choice: _Choice, *, directly: bool, is_bounded: bool = False) -> Schema:
    token: Schema = {"type": "string", "enum": list(choice.tokens)}
    longest = _LONGEST_REASON if is_bounded else None
    reason: Schema = {"reason": some_text("One or two sentences.", most_chars=longest)}
    finding: Schema = {"stage": token}
    if choice.may_name_several:
        finding = {"stages": some_items(token, most=len(choice.tokens) if is_bounded else None)}
    return an_object({**finding, **reason} if directly else {**reason, **finding})


def _read_object(written: Written, *, choice: _Choice) -> StageFinding | Unreadable:
    whole = dict(written)
    inner = next(iter(whole.values()), None)
    if len(whole) == 1 and isinstance(inner, dict):
        whole = inner
    named = first_of(whole, _STAGES)
    if named is None:
        return unreadable(WhyUnreadable.MISSING_KEY, "It names no stage.")
    return _staged(_listed(named), choice=choice, reason=words_of(first_of(whole, _REASONS)))


def _read_lines(text: str, *, choice: _Choice) -> Read[StageFinding] | Unreadable:
    suffix = last_suffix(text, label=VERDICT)
    if isinstance(suffix, Unreadable):
        return suffix
    found = _staged(suffix.value, choice=choice, reason=suffix.before)
    return found if isinstance(found, Unreadable) else Read(found, reading_of(text, (VERDICT, suffix)))


def _listed(named: JsonValue) -> str:
    return ", ".join(map(words_of, named)) if isinstance(named, list) else words_of(named)


def _staged(said: str, *, choice: _Choice, reason: str) -> StageFinding | Unreadable:
    # Ids are told apart by case, letters and the word for abstaining are not.
    has_letters = all(token.isupper() for token in choice.tokens)
    spelled = ABSTAIN if said.strip(" *`_.").upper() == ABSTAIN else said
    named = tokens_in(spelled, allowed=choice.tokens, ignore_case=has_letters)
    if isinstance(named, Unreadable):
        return named
    if len(named) > 1 and ABSTAIN in named:
        return unreadable(WhyUnreadable.WRONG_COUNT, "It abstains and names a stage.", said=said)
    if len(named) > 1 and not choice.may_name_several:
        return unreadable(WhyUnreadable.WRONG_COUNT, "It names more than one stage.", said=said)
    stages = sorted(choice.numbers[token] for token in named if token != ABSTAIN)
    verdict = Verdict(scale_size=len(choice.numbers), stages=tuple(stages))
    return StageFinding(verdict, reason=bounded(reason))


def _write(staged: StageFinding, *, view: ShownStages) -> str:
    named = [stage.token for stage in view.stages if stage.number in staged.verdict.stages]
    return f"{VERDICT}: {', '.join(named) or ABSTAIN}\nReason: {staged.reason}"
