"""One case from its form, and the checks of cases and suites."""

from collections.abc import Collection, Mapping, Sequence

from pydantic import JsonValue

from edison.domain import (
    MOST_TURNS,
    CaseTalk,
    Check,
    Criterion,
    Endpoint,
    Expectation,
    SimulatedUser,
    Split,
    SuiteCase,
)

from ..reading.complaints import Complaints, nearest
from ..reading.nodes import Path, tell
from .arms import read_sampling
from .case_forms import CaseForm, ExpectForm, SimulatedUserForm

_NOT = "not_"
_RESERVED = frozenset(CaseForm.known())
_MORE_THAN_AN_ID = _RESERVED - {"id"}
_EXPECT_KEYS = frozenset(ExpectForm.known())


def build_case(
    form: CaseForm, *, written: Mapping[str, JsonValue], position: int, at: Path = (), complaints: Complaints
) -> SuiteCase:
    """The case at this position, counted from 1; keys that are not reserved are its variables."""
    return SuiteCase(
        name=form.id or f"case-{position}",
        variables={
            key: value
            for key, value in written.items()
            if key not in _RESERVED or key in _not_reserved(written)
        },
        expectation=_expectation(form.expect, at=(*at, "expect"), complaints=complaints),
        split=Split(form.split),
        tags=tuple(form.tags),
        difficulty=form.difficulty,
        checks=read_checks(form.checks),
        criteria=Criterion.of_case(form.criteria),
        family=form.family,
        metadata=form.metadata if isinstance(form.metadata, dict) else {},
        talk=_talk(form, at=at, complaints=complaints),
    )


def _not_reserved(written: Mapping[str, JsonValue]) -> set[str]:
    """Keys that hold something else than what they stand for here: variables like any other."""
    return _not_talk(written) | (set() if isinstance(written.get("metadata"), dict) else {"metadata"})


def _not_talk(written: Mapping[str, JsonValue]) -> set[str]:
    """Of the keys of a conversation, those that hold something else: variables like any other."""
    turns, user = written.get("turns"), written.get("user")
    is_told = isinstance(turns, list) and bool(turns) and all(isinstance(turn, str) for turn in turns)
    is_played = isinstance(user, dict) and "goal" in user
    return {key for key, is_talk in (("turns", is_told), ("user", is_played)) if not is_talk}


def _talk(form: CaseForm, *, at: Path, complaints: Complaints) -> CaseTalk | None:
    others = _not_talk({"turns": form.turns, "user": form.user})
    if "user" in others:
        return None if "turns" in others else _told_talk(form.turns, at=at, complaints=complaints)
    if "turns" not in others:
        what = "a conversation has turns or a simulated user, and both are given"
        complaints.add((*at, "user"), what, advice="Keep one of them.")
        return None
    played = complaints.read(SimulatedUserForm, form.user, at=(*at, "user"))
    if played is None:
        return None
    user = SimulatedUser(
        goal=played.goal,
        endpoint=Endpoint.parse(played.model),
        sampling=read_sampling(played),
        limit=played.limit,
    )
    return CaseTalk(user=user)


def _told_talk(turns: JsonValue, *, at: Path, complaints: Complaints) -> CaseTalk | None:
    said = [str(turn) for turn in turns] if isinstance(turns, list) else []
    if len(said) > MOST_TURNS or not all(turn.strip() for turn in said):
        advice = f"Write at most {MOST_TURNS} texts, none of them blank."
        complaints.add((*at, "turns"), "these are no turns of a conversation", advice=advice)
        return None
    return CaseTalk(turns=tuple(said))


def build_bare_case(written: Mapping[str, JsonValue], *, position: int) -> SuiteCase | None:
    """The same for a case of variables and at most a plain id, several times as fast; None for any other."""
    if not _MORE_THAN_AN_ID.isdisjoint(written):
        return None
    variables = dict(written)
    name = variables.pop("id") if "id" in variables else f"case-{position}"
    if not isinstance(name, str) or not name.isascii() or not name.strip():
        return None
    return SuiteCase(name=name, variables=variables)


def read_checks(entries: Sequence[str | Mapping[str, JsonValue]]) -> tuple[Check, ...]:
    """Checks from bare names and from mappings of one name to its value."""
    return tuple(_check(*_named(entry)) for entry in entries)


def check_kinds(checks: Sequence[Check], *, known: Collection[str], at: Path, complaints: Complaints) -> None:
    """Complain about kinds of checks that are not known; without a list of the known ones, about none."""
    for index, check in enumerate(checks):
        if known and check.kind not in known:
            advice = nearest(check.kind, known=tuple(sorted(known)))
            complaints.add((*at, index), f"there is no check {tell(check.name)}", advice=advice)


def _named(entry: str | Mapping[str, JsonValue]) -> tuple[str, JsonValue]:
    if isinstance(entry, str):
        return entry, None
    (name, value), *_ = entry.items()
    return name, value


def _check(name: str, value: JsonValue) -> Check:
    return Check(kind=name.removeprefix(_NOT), negated=name.startswith(_NOT), value=value)


def _expectation(value: JsonValue, *, at: Path, complaints: Complaints) -> Expectation | None:
    if value is None:
        return None
    if not isinstance(value, dict) or not _EXPECT_KEYS & value.keys():
        return Expectation(answer=value)
    form = complaints.read(ExpectForm, value, at=at)
    if form is None or (form.answer is None and form.must is None and form.must_not is None):
        return None
    return Expectation(answer=form.answer, must=form.must, must_not=form.must_not)
