"""What the archive refuses, and what keeps it from answering."""

from collections.abc import Sequence
from typing import ClassVar

from .base import EdisonError, ErrorKind


class DatabaseUrlBroken(EdisonError):
    """An address at which no database of ours can be."""

    code: ClassVar[str] = "database_url"
    kind: ClassVar[ErrorKind] = ErrorKind.INVALID

    def __init__(self, url: str, cause: str) -> None:
        super().__init__(
            f"{url!r} is no database of ours: {cause}; give a file, sqlite:///FILE or postgresql://HOST/NAME.",
            url=url,
            cause=cause,
        )


class DatabaseUnavailable(EdisonError):
    """The database cannot be reached now, or is held by others; the same request may succeed later."""

    code: ClassVar[str] = "database_unavailable"
    kind: ClassVar[ErrorKind] = ErrorKind.UNAVAILABLE

    def __init__(self, cause: str) -> None:
        super().__init__(
            f"The database does not answer ({cause}); it is tried again where that helps.", cause=cause
        )


class DatabaseFull(EdisonError):
    """There is no room for what should be written."""

    code: ClassVar[str] = "database_full"
    kind: ClassVar[ErrorKind] = ErrorKind.EXHAUSTED

    def __init__(self, cause: str) -> None:
        super().__init__(
            f"The database has no room left ({cause}); free some disk space, then resume.", cause=cause
        )


class DatabaseReadOnly(EdisonError):
    """A database that may be read and not written: a protected file, or a server that only follows another."""

    code: ClassVar[str] = "database_read_only"
    kind: ClassVar[ErrorKind] = ErrorKind.FORBIDDEN

    def __init__(self, cause: str) -> None:
        super().__init__(
            f"The database cannot be written ({cause}); get write access to it, free some disk space if it is full, "
            "or use another.",
            cause=cause,
        )


class DatabaseBroken(EdisonError):
    """The disk failed, or the file is damaged: what was written last may not be there."""

    code: ClassVar[str] = "database_broken"
    kind: ClassVar[ErrorKind] = ErrorKind.BROKEN

    def __init__(self, cause: str) -> None:
        super().__init__(
            f"The database is damaged or its disk failed ({cause}); run `edison doctor`, then restore a backup.",
            cause=cause,
        )


class SqliteTooOld(EdisonError):
    """A SQLite in which two writers can damage the file."""

    code: ClassVar[str] = "sqlite_too_old"
    kind: ClassVar[ErrorKind] = ErrorKind.INVALID

    def __init__(self, found: str, *, least: str) -> None:
        super().__init__(
            f"SQLite {found} can damage a database that two processes use; install one from {least} on.",
            found=found,
            least=least,
        )


class SchemaTooNew(EdisonError):
    """A database that a later version of Edison has changed."""

    code: ClassVar[str] = "schema_too_new"
    kind: ClassVar[ErrorKind] = ErrorKind.CONFLICT

    def __init__(self, found: str, *, known: str) -> None:
        super().__init__(
            f"The database has schema {found} and this version of Edison knows {known}; upgrade Edison.",
            found=found,
            known=known,
        )


class SchemaTooOld(EdisonError):
    """A database that must be migrated before it can be used."""

    code: ClassVar[str] = "schema_too_old"
    kind: ClassVar[ErrorKind] = ErrorKind.CONFLICT

    def __init__(self, found: str | None, *, needed: str) -> None:
        super().__init__(
            f"The database has schema {found or 'none'} and {needed} is needed; run `edison migrate`.",
            found=found,
            needed=needed,
        )


class CellMissing(EdisonError):
    """A run has no cell of this number."""

    code: ClassVar[str] = "cell_missing"
    kind: ClassVar[ErrorKind] = ErrorKind.MISSING

    def __init__(self, run: str, cell: int) -> None:
        super().__init__(f"{run} has no cell {cell}; choose one of its grid.", run=run, cell=cell)


class CallMissing(EdisonError):
    """Nothing was kept of a try, or there never was one of this id."""

    code: ClassVar[str] = "call_missing"
    kind: ClassVar[ErrorKind] = ErrorKind.MISSING

    def __init__(self, attempt: str) -> None:
        super().__init__(
            f"Nothing is kept of the try {attempt!r}; choose one of a run's calls.", attempt=attempt
        )


class RunMissing(EdisonError):
    """Nobody started such a run here."""

    code: ClassVar[str] = "run_missing"
    kind: ClassVar[ErrorKind] = ErrorKind.MISSING

    def __init__(self, text: str) -> None:
        super().__init__(f"There is no run {text!r}; `edison runs` lists them.", text=text)


class RunAmbiguous(EdisonError):
    """A part of an id that several runs have."""

    code: ClassVar[str] = "run_ambiguous"
    kind: ClassVar[ErrorKind] = ErrorKind.CONFLICT

    def __init__(self, text: str, candidates: Sequence[str]) -> None:
        super().__init__(
            f"{text!r} may be any of {', '.join(candidates)}; give more of the id.",
            text=text,
            candidates=tuple(candidates),
        )


class DatasetMissing(EdisonError):
    """No dataset with this id was ever stored."""

    code: ClassVar[str] = "dataset_missing"
    kind: ClassVar[ErrorKind] = ErrorKind.MISSING

    def __init__(self, dataset_id: str) -> None:
        super().__init__(f"There is no dataset {dataset_id!r}; add it first.", dataset_id=dataset_id)


class BackupRefused(EdisonError):
    """A backup that cannot be made, or must not be restored there."""

    code: ClassVar[str] = "backup_refused"
    kind: ClassVar[ErrorKind] = ErrorKind.CONFLICT

    def __init__(self, place: str, cause: str) -> None:
        super().__init__(f"{place} was left as it was: {cause}.", place=place, cause=cause)


class BundleTooLarge(EdisonError):
    """A bundle that unpacks to more than is taken in: by far more than it is packed, or than there is room for."""

    code: ClassVar[str] = "bundle_too_large"
    kind: ClassVar[ErrorKind] = ErrorKind.INVALID

    def __init__(self, file: str, *, unpacked: int, cause: str) -> None:
        super().__init__(
            f"{file} was not unpacked, and nothing of it was stored: it would take {unpacked:,} bytes, {cause}.",
            file=file,
            unpacked=unpacked,
            cause=cause,
        )


class KeyNotReadable(EdisonError):
    """A stored key that does not open: another master key, another provider or another address."""

    code: ClassVar[str] = "key_not_readable"
    kind: ClassVar[ErrorKind] = ErrorKind.FORBIDDEN

    def __init__(self, provider: str, cause: str) -> None:
        super().__init__(
            f"The stored key of provider {provider!r} cannot be read: {cause}; set EDISON_MASTER_KEY (or the "
            "file of EDISON_MASTER_KEY_FILE) as on the machine that stored it, or give the key again with "
            "`edison providers add`.",
            provider=provider,
            cause=cause,
        )


class ProjectMissing(EdisonError):
    """A project that is not there."""

    code: ClassVar[str] = "project_missing"
    kind: ClassVar[ErrorKind] = ErrorKind.MISSING

    def __init__(self, slug: str) -> None:
        super().__init__(f"There is no project {slug}; edison project list names those there are.", slug=slug)


class ProjectInUse(EdisonError):
    """A project that runs belong to."""

    code: ClassVar[str] = "project_in_use"
    kind: ClassVar[ErrorKind] = ErrorKind.CONFLICT

    def __init__(self, slug: str) -> None:
        super().__init__(
            f"Runs belong to {slug}, and they are evidence; archive it, or delete them with it: --with-runs.",
            slug=slug,
        )


class ProjectCapReached(EdisonError):
    """A run that might spend more than its project may."""

    code: ClassVar[str] = "project_cap_reached"
    kind: ClassVar[ErrorKind] = ErrorKind.EXHAUSTED

    def __init__(self, slug: str, *, cap_usd: float, taken_usd: float) -> None:
        super().__init__(
            f"The project {slug} may spend ${cap_usd:.4f}, and ${taken_usd:.4f} of it are spent or set aside for runs "
            "that go on; nothing was sent. Raise it with edison project change --cap-usd, end a run, or give this one "
            "a smaller budget.",
            slug=slug,
            cap_usd=cap_usd,
            taken_usd=taken_usd,
        )


class AssignmentMissing(EdisonError):
    """An assignment that is not there."""

    code: ClassVar[str] = "assignment_missing"
    kind: ClassVar[ErrorKind] = ErrorKind.MISSING

    def __init__(self, name: str) -> None:
        super().__init__(
            f"There is no assignment {name}; edison assignment list names those there are.", name=name
        )


class PromptMissing(EdisonError):
    """A prompt that is not there."""

    code: ClassVar[str] = "prompt_missing"
    kind: ClassVar[ErrorKind] = ErrorKind.MISSING

    def __init__(self, name: str) -> None:
        super().__init__(f"There is no prompt {name}; edison prompt list names those there are.", name=name)


class VersionMissing(EdisonError):
    """A version that a prompt does not have."""

    code: ClassVar[str] = "version_missing"
    kind: ClassVar[ErrorKind] = ErrorKind.MISSING

    def __init__(self, prompt: str, number: int) -> None:
        super().__init__(
            f"{prompt} has no version {number}; edison prompt log {prompt} lists its versions.",
            prompt=prompt,
            number=number,
        )


class NameTaken(EdisonError):
    """A name that something else of its kind has."""

    code: ClassVar[str] = "name_taken"
    kind: ClassVar[ErrorKind] = ErrorKind.CONFLICT

    def __init__(self, what: str, name: str) -> None:
        super().__init__(f"There is a {what} {name} already; choose another name.", what=what, name=name)


class KeyUsed(EdisonError):
    """The key of a request was used for another request: what that one made stays, and this one was not done."""

    code: ClassVar[str] = "key_used"
    kind: ClassVar[ErrorKind] = ErrorKind.CONFLICT

    def __init__(self, key: str) -> None:
        super().__init__(
            f"The idempotency key {key} was used for another request, and nothing was done now; "
            "send this one under a key of its own.",
            key=key,
        )


class ChangedMeanwhile(EdisonError):
    """Somebody else changed it after it was read: nothing was overwritten."""

    code: ClassVar[str] = "changed_meanwhile"
    kind: ClassVar[ErrorKind] = ErrorKind.CONFLICT

    def __init__(self, what: str, name: str) -> None:
        super().__init__(
            f"The {what} {name} was changed meanwhile; look at what it is now, then change it again.",
            what=what,
            name=name,
        )
