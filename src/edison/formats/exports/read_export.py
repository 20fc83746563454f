"""JSON that `edison export` wrote, read again: what another run is compared with."""

import msgspec

from edison.errors import Problem, TableBroken


class ExportedJudge(msgspec.Struct, frozen=True):
    """Who judged: the id is made from all that it is."""

    id: str
    name: str


class ExportedProvenance(msgspec.Struct, frozen=True):
    """What the numbers rest on."""

    judges: tuple[ExportedJudge, ...] = ()


class ExportedArm(msgspec.Struct, frozen=True):
    """Who answered, and how far its answers are drawn."""

    name: str
    temperature: float | None = None


class ExportedRun(msgspec.Struct, frozen=True):
    """Which run it was."""

    id: str
    arms: tuple[ExportedArm, ...]
    provenance: ExportedProvenance


class ExportedCheck(msgspec.Struct, frozen=True):
    """A check that was made."""

    check: str


class ExportedJudgment(msgspec.Struct, frozen=True):
    """What a judge gave."""

    judge: str
    quality: float | None = None


class ExportedCell(msgspec.Struct, frozen=True):
    """The part of a cell by which runs are compared."""

    case_id: str
    arm: str
    version: int
    repeat: int
    status: str
    checks: tuple[ExportedCheck, ...] = ()
    judgments: tuple[ExportedJudgment, ...] = ()
    tags: tuple[str, ...] = ()


class Export(msgspec.Struct, frozen=True):
    """A run with its cells."""

    run: ExportedRun
    cells: tuple[ExportedCell, ...]


_READER = msgspec.json.Decoder(Export)


def read_export(content: bytes, *, name: str) -> Export:
    """A run that was written as JSON.

    Raises:
        TableBroken: it is something else.
    """
    try:
        return _READER.decode(content)
    except msgspec.MsgspecError as error:
        raise TableBroken(
            Problem(
                file=name,
                what=f"it is no run that was exported as JSON ({error})",
                advice="Make one with: edison export RUN --out FILE.json",
            )
        ) from error
