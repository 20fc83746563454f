"""What is kept to be worked on, and may not be changed as somebody wished: suggestions, versions, datasets."""

from collections.abc import Sequence
from typing import ClassVar

from .base import EdisonError, ErrorKind


class SuggestionMissing(EdisonError):
    """A suggestion that is not there, or one of several that the name would fit."""

    code: ClassVar[str] = "suggestion_missing"
    kind: ClassVar[ErrorKind] = ErrorKind.MISSING

    def __init__(self, name: str, *, several: bool = False) -> None:
        why = "Several suggestions are" if several else "No suggestion is"
        super().__init__(
            f"{why} called {name}; edison reviews lists those that wait for a decision.",
            name=name,
            several=several,
        )


class SuggestionClosed(EdisonError):
    """Somebody closed the suggestion before: nothing was changed."""

    code: ClassVar[str] = "suggestion_closed"
    kind: ClassVar[ErrorKind] = ErrorKind.CONFLICT

    def __init__(self, suggestion: str, outcome: str) -> None:
        super().__init__(
            f"{suggestion} is closed already ({outcome.replace('_', ' ')}); edison review {suggestion} shows how.",
            suggestion=suggestion,
            outcome=outcome,
        )


class DecidedByAnother(EdisonError):
    """Somebody else decided about the same hunk, and whoever decides now has not seen it."""

    code: ClassVar[str] = "decided_by_another"
    kind: ClassVar[ErrorKind] = ErrorKind.CONFLICT

    def __init__(self, hunk: int, *, theirs: str, yours: str, revision: int) -> None:
        super().__init__(
            f"Hunk {hunk} was decided meanwhile. Theirs: {theirs} Yours: {yours} "
            f"To decide all the same, say that you saw it: --seen {revision}.",
            hunk=hunk,
            theirs=theirs,
            yours=yours,
            revision=revision,
        )


class HunkRefused(EdisonError):
    """A decision about a hunk that cannot be kept."""

    code: ClassVar[str] = "hunk_refused"
    kind: ClassVar[ErrorKind] = ErrorKind.INVALID

    def __init__(self, suggestion: str, cause: str) -> None:
        super().__init__(
            f"{suggestion} stays as it is: {cause}; edison review {suggestion} shows its hunks.",
            suggestion=suggestion,
            cause=cause,
        )


class PromotionRefused(EdisonError):
    """A version that does not pass the gates for the one in use."""

    code: ClassVar[str] = "promotion_refused"
    kind: ClassVar[ErrorKind] = ErrorKind.CONFLICT

    def __init__(self, prompt: str, number: int, lacking: Sequence[str]) -> None:
        super().__init__(
            f"Version {number} of {prompt} is not marked as the one in use: {', and '.join(lacking)}. "
            "Refine from it, or promote it with --anyway and say why with -m.",
            prompt=prompt,
            number=number,
            lacking=tuple(lacking),
        )


class NotInUse(EdisonError):
    """A prompt of which no version is marked as the one in use."""

    code: ClassVar[str] = "not_in_use"
    kind: ClassVar[ErrorKind] = ErrorKind.MISSING

    def __init__(self, prompt: str) -> None:
        super().__init__(
            f"No version of {prompt} is marked as the one in use; mark one with edison prompt promote.",
            prompt=prompt,
        )


class DatasetRefused(EdisonError):
    """Something that cannot be done with a set of cases; nothing was stored."""

    code: ClassVar[str] = "dataset_refused"
    kind: ClassVar[ErrorKind] = ErrorKind.INVALID

    def __init__(self, name: str, cause: str, advice: str) -> None:
        super().__init__(f"{name}: {cause}; {advice}", name=name, cause=cause)


class DatasetUnknown(EdisonError):
    """A set of cases, or a version of it, that is not there."""

    code: ClassVar[str] = "dataset_unknown"
    kind: ClassVar[ErrorKind] = ErrorKind.MISSING

    def __init__(self, name: str, number: int | None = None) -> None:
        which = f"a set of cases {name}" if number is None else f"a version {number} of {name}"
        super().__init__(f"There is not {which}; edison data list names those there are.", name=name)


class LabelRefused(EdisonError):
    """Something that cannot be said about an output; nothing was stored."""

    code: ClassVar[str] = "label_refused"
    kind: ClassVar[ErrorKind] = ErrorKind.INVALID

    def __init__(self, run_id: str, cause: str, advice: str) -> None:
        super().__init__(f"{run_id}: {cause}; {advice}", run_id=run_id, cause=cause)


class DraftRefused(EdisonError):
    """Something that nobody can write as it was wished for; nothing was asked."""

    code: ClassVar[str] = "draft_refused"
    kind: ClassVar[ErrorKind] = ErrorKind.INVALID

    def __init__(self, what: str, cause: str, advice: str) -> None:
        super().__init__(f"{what}: {cause}; {advice}", what=what, cause=cause)


class NotDrafted(EdisonError):
    """A run that wrote nothing because that was not what it was for."""

    code: ClassVar[str] = "not_drafted"
    kind: ClassVar[ErrorKind] = ErrorKind.INVALID

    def __init__(self, run_id: str) -> None:
        super().__init__(f"{run_id} drafted nothing; name a run of edison draft.", run_id=run_id)


class NothingToScan(EdisonError):
    """A run whose outputs cannot be looked through afterwards."""

    code: ClassVar[str] = "nothing_to_scan"
    kind: ClassVar[ErrorKind] = ErrorKind.INVALID

    def __init__(self, run_id: str, cause: str) -> None:
        super().__init__(
            f"{run_id} cannot be looked through: {cause}; name a run that answered cases and has ended.",
            run_id=run_id,
            cause=cause,
        )


class NotScanned(EdisonError):
    """A run that looked through nothing because that was not what it was for."""

    code: ClassVar[str] = "not_scanned"
    kind: ClassVar[ErrorKind] = ErrorKind.MISSING

    def __init__(self, run_id: str) -> None:
        super().__init__(f"{run_id} looked through nothing; name a run of edison scan.", run_id=run_id)


class NothingToExport(EdisonError):
    """A run whose results cannot be written page by page."""

    code: ClassVar[str] = "nothing_to_export"
    kind: ClassVar[ErrorKind] = ErrorKind.INVALID

    def __init__(self, run_id: str, cause: str) -> None:
        super().__init__(
            f"{run_id} cannot be written as a run of its own: {cause}; edison export {run_id} writes what there is.",
            run_id=run_id,
            cause=cause,
        )


class NotExported(EdisonError):
    """An export of which there is no file: it is not done, or it never was one."""

    code: ClassVar[str] = "not_exported"
    kind: ClassVar[ErrorKind] = ErrorKind.CONFLICT

    def __init__(self, run_id: str, cause: str) -> None:
        super().__init__(f"{run_id} has no file: {cause}.", run_id=run_id, cause=cause)


class TokenMissing(EdisonError):
    """A token of an agent that is not there, or one that was revoked."""

    code: ClassVar[str] = "token_missing"
    kind: ClassVar[ErrorKind] = ErrorKind.MISSING

    def __init__(self, name: str) -> None:
        super().__init__(
            f"No token that is in use is called {name}; edison tokens list shows all.", name=name
        )


class TokenRefused(EdisonError):
    """A token of an agent that cannot be made as somebody wished."""

    code: ClassVar[str] = "token_refused"
    kind: ClassVar[ErrorKind] = ErrorKind.INVALID

    def __init__(self, name: str, cause: str) -> None:
        super().__init__(f"No token was made for {name}: {cause}.", name=name, cause=cause)


class ExperimentMissing(EdisonError):
    """An experiment, or a part of one, that is not there, or one of several that the name would fit."""

    code: ClassVar[str] = "experiment_missing"
    kind: ClassVar[ErrorKind] = ErrorKind.MISSING

    def __init__(self, name: str, *, candidates: Sequence[str] = (), part: str | None = None) -> None:
        which = f"one of {', '.join(candidates)}" if candidates else "none of those there are"
        told = f"An experiment {name!r} is {which}; edison experiment list names all with their ids."
        if part is not None:
            told = f"No {part} {name!r} is kept; edison part list names those that are."
        super().__init__(told, name=name, candidates=tuple(candidates), part=part)


class ExperimentRefused(EdisonError):
    """Something that cannot be done with an experiment; nothing was stored or asked."""

    code: ClassVar[str] = "experiment_refused"
    kind: ClassVar[ErrorKind] = ErrorKind.INVALID

    def __init__(self, name: str, cause: str, advice: str) -> None:
        super().__init__(f"{name}: {cause}; {advice}", name=name, cause=cause)


class ExperimentEdited(EdisonError):
    """Somebody else changed the experiment after it was read; both are told, and nothing was overwritten."""

    code: ClassVar[str] = "experiment_edited"
    kind: ClassVar[ErrorKind] = ErrorKind.CONFLICT

    def __init__(self, name: str, *, by: str, revision: int, theirs: str, yours: str) -> None:
        super().__init__(
            f"{name} was changed by {by} meanwhile. Theirs: {theirs} Yours: {yours} "
            f"To keep yours, say that you saw theirs: --seen {revision}.",
            name=name,
            by=by,
            revision=revision,
            theirs=theirs,
            yours=yours,
        )


class ChatMissing(EdisonError):
    """A chat that is not there, or one of several that the name would fit."""

    code: ClassVar[str] = "chat_missing"
    kind: ClassVar[ErrorKind] = ErrorKind.MISSING

    def __init__(self, name: str, *, several: bool = False) -> None:
        why = "Several chats are" if several else "No chat is"
        super().__init__(f"{why} called {name}; edison chat list names them.", name=name, several=several)


class ChatRefused(EdisonError):
    """What cannot be asked in a chat as somebody wished."""

    code: ClassVar[str] = "chat_refused"
    kind: ClassVar[ErrorKind] = ErrorKind.INVALID

    def __init__(self, cause: str, advice: str) -> None:
        super().__init__(f"Nothing was asked: {cause}; {advice}.", cause=cause)
