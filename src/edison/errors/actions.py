"""Wishes that cannot be granted as they were spoken."""

from collections.abc import Iterable, Sequence
from typing import ClassVar

from .base import EdisonError, ErrorKind

_MOST_NAMED = 20


class NotPermitted(EdisonError):
    """Somebody wanted what they have not the right to."""

    code: ClassVar[str] = "not_permitted"
    kind: ClassVar[ErrorKind] = ErrorKind.FORBIDDEN

    def __init__(self, actor: str, verb: str, right: str) -> None:
        super().__init__(
            f"{actor} may not {verb.replace('_', ' ')}: that takes the right to {right}; "
            "ask whoever gives out rights.",
            actor=actor,
            verb=verb,
            right=right,
        )


class ModelsNotNamed(EdisonError):
    """A battery that is to be run, and nobody to answer it."""

    code: ClassVar[str] = "models_not_named"
    kind: ClassVar[ErrorKind] = ErrorKind.INVALID

    def __init__(self, battery: str) -> None:
        super().__init__(
            f"{battery} does not say which models answer; name them: --models openai/gpt-4o-mini,local/qwen.",
            battery=battery,
        )


class OptionNotForSuites(EdisonError):
    """An option for batteries, given with a suite, in which the same is written."""

    code: ClassVar[str] = "option_not_for_suites"
    kind: ClassVar[ErrorKind] = ErrorKind.INVALID

    def __init__(self, option: str) -> None:
        super().__init__(f"{option} is for batteries; a suite says that itself.", option=option)


class FileNotReadable(EdisonError):
    """A file that was named is not there, or is none that can be read."""

    code: ClassVar[str] = "file_not_readable"
    kind: ClassVar[ErrorKind] = ErrorKind.MISSING

    def __init__(self, place: str, cause: str) -> None:
        super().__init__(f"{place} cannot be read ({cause}); check its name.", place=place, cause=cause)


class FileOutside(EdisonError):
    """A file that a suite names and that does not lie with it."""

    code: ClassVar[str] = "file_outside"
    kind: ClassVar[ErrorKind] = ErrorKind.FORBIDDEN

    def __init__(self, name: str, folder: str) -> None:
        super().__init__(
            f"{name} lies outside of {folder}, links followed, and was not read; "
            "put it there, or allow its folder with --allow-files DIR.",
            name=name,
            folder=folder,
        )


class FileNotWritable(EdisonError):
    """A place where no file can be made."""

    code: ClassVar[str] = "file_not_writable"
    kind: ClassVar[ErrorKind] = ErrorKind.INVALID

    def __init__(self, place: str, cause: str) -> None:
        super().__init__(
            f"{place} cannot be written ({cause}); name another place.", place=place, cause=cause
        )


class FileNotWritten(EdisonError):
    """Writing a file failed halfway; what stood there before still stands there."""

    code: ClassVar[str] = "file_not_written"
    kind: ClassVar[ErrorKind] = ErrorKind.UNAVAILABLE

    def __init__(self, place: str, cause: str) -> None:
        super().__init__(
            f"{place} was not written ({cause}); the results are kept, export them again.",
            place=place,
            cause=cause,
        )


class FilesInTheWay(EdisonError):
    """Files that would have been overwritten."""

    code: ClassVar[str] = "files_in_the_way"
    kind: ClassVar[ErrorKind] = ErrorKind.CONFLICT

    def __init__(self, folder: str, files: Sequence[str]) -> None:
        super().__init__(
            f"{folder} has {', '.join(files)} already, and nothing was written; name another folder.",
            folder=folder,
            files=tuple(files),
        )


class TemplateUnknown(EdisonError):
    """A suite to begin with that does not come with Edison."""

    code: ClassVar[str] = "template_unknown"
    kind: ClassVar[ErrorKind] = ErrorKind.MISSING

    def __init__(self, name: str, known: Sequence[str]) -> None:
        super().__init__(
            f"There is no template {name}; there are {', '.join(known)}.", name=name, known=tuple(known)
        )


class DurationBroken(EdisonError):
    """A length of time that was not written as one."""

    code: ClassVar[str] = "duration_broken"
    kind: ClassVar[ErrorKind] = ErrorKind.INVALID

    def __init__(self, text: str) -> None:
        super().__init__(
            f"{text} is no length of time; write a whole number with s, m, h or d, such as 7d.", text=text
        )


class CasesDoNotFit(EdisonError):
    """Cases that do not have what the prompts or the checks need; told before anything is sent."""

    code: ClassVar[str] = "cases_do_not_fit"
    kind: ClassVar[ErrorKind] = ErrorKind.INVALID

    def __init__(self, source: str, *, problems: Sequence[str], more: int = 0) -> None:
        lines = [*problems, f"… and {more} more."] if more else list(problems)
        told = f" {lines[0]}" if len(lines) == 1 else "".join(f"\n  {line}" for line in lines)
        super().__init__(
            f"The cases of {source} do not fit:{told}", source=source, problems=tuple(problems), more=more
        )


class ContestRefused(EdisonError):
    """A ranking that could not come to anything; told before anything is sent."""

    code: ClassVar[str] = "contest_refused"
    kind: ClassVar[ErrorKind] = ErrorKind.INVALID

    def __init__(self, cause: str, advice: str) -> None:
        super().__init__(f"This cannot be ranked: {cause}. {advice}", cause=cause, advice=advice)


class AssignmentRefused(EdisonError):
    """An assignment that could not be ranked by; nothing was kept."""

    code: ClassVar[str] = "assignment_refused"
    kind: ClassVar[ErrorKind] = ErrorKind.INVALID

    def __init__(self, name: str, cause: str) -> None:
        super().__init__(
            f"{name} cannot be kept as an assignment: {cause}. Change that, and give the rest again.",
            name=name,
            cause=cause,
        )


class ExaminationRefused(EdisonError):
    """Judges that cannot be examined as somebody wished; told before anything is sent."""

    code: ClassVar[str] = "examination_refused"
    kind: ClassVar[ErrorKind] = ErrorKind.INVALID

    def __init__(self, cause: str, advice: str) -> None:
        super().__init__(f"Judges cannot be examined so: {cause}. {advice}", cause=cause, advice=advice)


class ChoiceUnknown(EdisonError):
    """A word that is none of those one may choose from."""

    code: ClassVar[str] = "choice_unknown"
    kind: ClassVar[ErrorKind] = ErrorKind.INVALID

    def __init__(self, what: str, name: str, known: Iterable[str]) -> None:
        super().__init__(f"There is no {what} {name!r}; there are {', '.join(known)}.", what=what, name=name)


class NothingAsked(EdisonError):
    """An answer to a question that a run has not asked, or of which it is not clear which of several is meant."""

    code: ClassVar[str] = "nothing_asked"
    kind: ClassVar[ErrorKind] = ErrorKind.INVALID

    def __init__(self, run_id: str, question: int | None, asked: Sequence[int]) -> None:
        named = "one" if question is None else f"question {question}"
        there = f"open are {', '.join(map(str, asked))}" if asked else "no question is open"
        super().__init__(
            f"Run {run_id} was not given an answer to {named}: {there}; see `edison answer {run_id}`.",
            run_id=run_id,
            question=question,
        )


class ColumnsUnclear(EdisonError):
    """A table was named, but not which of its columns hold what."""

    code: ClassVar[str] = "columns_unclear"
    kind: ClassVar[ErrorKind] = ErrorKind.INVALID

    def __init__(self, file: str, cause: str, *, known: Sequence[str]) -> None:
        super().__init__(
            f"Which columns of {file} to use is not clear: {cause}. It has {', '.join(known)}.",
            file=file,
            cause=cause,
            known=tuple(known),
        )


class FormatUnknown(EdisonError):
    """A format in which nothing is exported."""

    code: ClassVar[str] = "format_unknown"
    kind: ClassVar[ErrorKind] = ErrorKind.INVALID

    def __init__(self, name: str, known: Iterable[str]) -> None:
        super().__init__(
            f"Nothing is exported as {name!r}; there are {', '.join(known)}.",
            name=name,
        )


class BaselineDiffers(EdisonError):
    """Two runs that have no cell in common cannot be compared."""

    code: ClassVar[str] = "baseline_differs"
    kind: ClassVar[ErrorKind] = ErrorKind.CONFLICT

    def __init__(self, run_id: str, baseline_id: str) -> None:
        super().__init__(
            f"No cell of {run_id} has the same case, arm and repeat as one of {baseline_id}; "
            "choose a baseline that asked the same.",
            run_id=run_id,
            baseline_id=baseline_id,
        )


class LibraryMissing(EdisonError):
    """Something that an optional library is needed for."""

    code: ClassVar[str] = "library_missing"
    kind: ClassVar[ErrorKind] = ErrorKind.MISSING

    def __init__(self, library: str, *, extra: str) -> None:
        super().__init__(
            f"{library} is not installed; install edison-workbench[{extra}].", library=library, extra=extra
        )


class SlugBroken(EdisonError):
    """A name that a project cannot have in commands and addresses."""

    code: ClassVar[str] = "slug_broken"
    kind: ClassVar[ErrorKind] = ErrorKind.INVALID

    def __init__(self, slug: str) -> None:
        super().__init__(
            f"{slug} cannot name a project; write small letters, digits and hyphens, such as support-bot.",
            slug=slug,
        )


class NotRefinable(EdisonError):
    """A suite whose prompt cannot be refined as it stands."""

    code: ClassVar[str] = "not_refinable"
    kind: ClassVar[ErrorKind] = ErrorKind.INVALID

    def __init__(self, name: str, cause: str, advice: str) -> None:
        super().__init__(f"{name} cannot be refined: {cause}; {advice}", name=name, cause=cause)


class NotRefined(EdisonError):
    """A run that has no refinement to show."""

    code: ClassVar[str] = "not_refined"
    kind: ClassVar[ErrorKind] = ErrorKind.MISSING

    def __init__(self, run_id: str) -> None:
        super().__init__(
            f"{run_id} has refined nothing: it goes on, or is a run of another kind; "
            f"edison show {run_id} says which.",
            run_id=run_id,
        )


class ModelUnknown(EdisonError):
    """A model that nobody lists, or that its provider does not."""

    code: ClassVar[str] = "model_unknown"
    kind: ClassVar[ErrorKind] = ErrorKind.MISSING

    def __init__(self, name: str, known: Sequence[str] = ()) -> None:
        more = f" and {len(known) - _MOST_NAMED} more" if len(known) > _MOST_NAMED else ""
        listed = f"There is no {name}; choose one of {', '.join(known[:_MOST_NAMED])}{more}."
        nobody = f"No provider lists a model {name!r}; write it as PROVIDER/MODEL, or list the models first."
        super().__init__(listed if known else nobody, name=name)


class ModelAmbiguous(EdisonError):
    """A model's name alone that several providers have."""

    code: ClassVar[str] = "model_ambiguous"
    kind: ClassVar[ErrorKind] = ErrorKind.CONFLICT

    def __init__(self, name: str, candidates: Sequence[str]) -> None:
        super().__init__(
            f"{name!r} may be any of {', '.join(candidates)}; write which.",
            name=name,
            candidates=tuple(candidates),
        )


class ReplyUnusable(EdisonError):
    """A model wrote something else than it was asked for, twice."""

    code: ClassVar[str] = "reply_unusable"
    kind: ClassVar[ErrorKind] = ErrorKind.UNAVAILABLE

    def __init__(self, endpoint: str, detail: str) -> None:
        super().__init__(
            f"What {endpoint} wrote cannot be used, twice: {detail} Ask another model, or allow it more tokens.",
            endpoint=endpoint,
            detail=detail,
        )
