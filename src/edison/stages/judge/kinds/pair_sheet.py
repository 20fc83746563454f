"""The sheet of a pairwise judge: which of two texts is better, how sure that is, and why."""

from functools import lru_cache, partial

from edison.domain import Winner
from edison.text import JsonValue, Suffix, Unreadable, WhyUnreadable, last_suffix, read_number

from .combining import combine_preferences
from .findings import PairFinding
from .form import Read, Schema, Sheet, Written, an_object, some_text
from .suffix_form import reading_of
from .wording import bounded, first_of, tokens_in, unreadable, words_of

VERDICT = "VERDICT"
CONFIDENCE = "CONFIDENCE"
TIE = "TIE"

_SIDES = {"A": Winner.LEFT, "B": Winner.RIGHT, TIE: Winner.TIE}
_LETTERS = {winner: letter for letter, winner in _SIDES.items()}
_WINNERS = ("winner", "verdict", "better", "preferred", "choice")
_REASONS = ("reason", "justification", "rationale", "explanation")
_HIGHEST_STEP = 5
_LONGEST_REASON = 400
"""Fifty long words."""


@lru_cache(maxsize=4)
def pair_sheet(*, may_tie: bool, directly: bool) -> Sheet[PairFinding]:
    """What a judge fills in for two texts; directly, the winner stands before the reason."""
    sides = ("A", "B", TIE) if may_tie else ("A", "B")
    return Sheet(
        name="comparison",
        task="Say which text is better, A or B, or that it is a tie"
        if may_tie
        else "Say which text is better, A or B",
        schema=_schema(sides, directly=directly),
        bounded=_schema(sides, directly=directly, most_chars=_LONGEST_REASON),
        keys=_WINNERS,
        lines=f"{VERDICT}: {' or '.join(sides)}\n{CONFIDENCE}: a number from 0 to 1",
        read_object=partial(_read_object, sides=sides),
        read_lines=partial(_read_lines, sides=sides),
        write=_write,
        combine=partial(combine_preferences, may_tie=may_tie),
    )


def _schema(sides: tuple[str, ...], *, directly: bool, most_chars: int | None = None) -> Schema:
    reason: Schema = {"reason": some_text("At most 50 words.", most_chars=most_chars)}
    finding: Schema = {
        "winner": {"type": "string", "enum": list(sides)},
        "confidence": {"type": "number", "description": "How sure that is, from 0 to 1."},
    }
    return an_object({**finding, **reason} if directly else {**reason, **finding})


def _read_object(written: Written, *, sides: tuple[str, ...]) -> PairFinding | Unreadable:
    whole = dict(written)
    inner = next(iter(whole.values()), None)
    if len(whole) == 1 and isinstance(inner, dict):
        whole = inner
    winner = first_of(whole, _WINNERS)
    if winner is None:
        return unreadable(WhyUnreadable.MISSING_KEY, "It names no winner.")
    reason = words_of(first_of(whole, _REASONS))
    return _preference(
        words_of(winner), sides=sides, confidence=first_of(whole, ("confidence",)), reason=reason
    )


def _read_lines(text: str, *, sides: tuple[str, ...]) -> Read[PairFinding] | Unreadable:
    verdict = last_suffix(text, label=VERDICT)
    if isinstance(verdict, Unreadable):
        return verdict
    sure = last_suffix(text, label=CONFIDENCE)
    stated = None if isinstance(sure, Unreadable) else sure.value
    reason = min((one.before for one in (verdict, sure) if isinstance(one, Suffix)), key=len)
    found = _preference(verdict.value, sides=sides, confidence=stated, reason=reason)
    return found if isinstance(found, Unreadable) else Read(found, reading_of(text, (VERDICT, verdict)))


def _preference(
    said: str, *, sides: tuple[str, ...], confidence: JsonValue, reason: str
) -> PairFinding | Unreadable:
    named = tokens_in(said, allowed=sides, ignore_case=True)
    if isinstance(named, Unreadable):
        return named
    if len(named) != 1:
        return unreadable(WhyUnreadable.WRONG_COUNT, "It names more than one winner.", said=said)
    return PairFinding(_SIDES[named[0]], confidence=_confidence(confidence), reason=bounded(reason))


def _confidence(stated: JsonValue) -> float | None:
    """From 0 to 1; above 1 it was stated in steps from 1 to 5. What cannot be told was not said."""
    if isinstance(stated, bool) or not isinstance(stated, int | float | str):
        return None
    number = read_number(stated if isinstance(stated, str) else repr(stated))
    if isinstance(number, Unreadable) or not 0 <= number <= _HIGHEST_STEP:
        return None
    return number if number <= 1 else (number - 1) / (_HIGHEST_STEP - 1)


def _write(preference: PairFinding) -> str:
    return f"{VERDICT}: {_LETTERS[preference.winner]}\nReason: {preference.reason}"
