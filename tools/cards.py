"""Reading the rooms' cards: what each `__init__.py` says about itself, without importing anything."""

import ast
import re
from configparser import ConfigParser
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
SOURCE = ROOT / "src" / "edison"

FIELDS = ("In", "Out", "May use", "Never")

_LAYERS = "importlinter:contract:layers"
_FIELD = re.compile(r"^(In|Out|May use|Never):\s+(.*)$")


class CardBroken(Exception):
    """A card that is missing or does not have the form."""


@dataclass(frozen=True, slots=True)
class Card:
    """What a room says about itself."""

    room: str
    sentence: str
    fields: dict[str, str]
    note: str
    names: tuple[str, ...]


def floors(root: Path = ROOT) -> list[list[str]]:
    """The rooms from the top floor down, as the import rule lists them."""
    rule = ConfigParser()
    rule.read(root / ".importlinter", encoding="utf-8")
    return [line.replace("|", " ").split() for line in rule[_LAYERS]["layers"].splitlines() if line.strip()]


def read_card(room: str, *, source: Path = SOURCE, required: tuple[str, ...] = FIELDS) -> Card:
    """The card of a room or of a stage, given as a dotted name below `edison`."""
    tree = ast.parse(_home(room, source).read_text(encoding="utf-8"))
    text = ast.get_docstring(tree)
    if text is None:
        raise CardBroken(
            f"{room} has no card; begin its __init__.py with: Name: what it is. In, Out, May use, Never."
        )
    title, _, body = text.partition("\n")
    _, colon, sentence = title.partition(": ")
    fields, note = _split(body)
    missing = [name for name in required if name not in fields]
    if not colon or missing:
        lacks = f"it lacks {', '.join(missing)}" if missing else "its first line is not `Name: what it is.`"
        raise CardBroken(f"{room} has a card that cannot be read: {lacks}.")
    return Card(room, sentence, fields, note, _public_names(tree))


def _home(room: str, source: Path) -> Path:
    folder = source.joinpath(*room.split("."))
    candidates = (folder / "__init__.py", folder.with_suffix(".py"))
    for candidate in candidates:
        if candidate.is_file():
            return candidate
    raise CardBroken(f"{room} has no card: there is no {candidates[0].relative_to(source.parent)}.")


def _split(body: str) -> tuple[dict[str, str], str]:
    """The fields, whose lines may be continued by indented ones, and the paragraphs after them."""
    fields: dict[str, str] = {}
    note: list[str] = []
    current: str | None = None
    for line in body.strip("\n").splitlines():
        found = _FIELD.match(line)
        if found:
            current = str(found[1])
            fields[current] = str(found[2]).strip()
        elif current and line.startswith(" "):
            fields[current] += f" {line.strip()}"
        else:
            current = None
            note.append(line)
    return fields, "\n".join(note).strip()


def _public_names(tree: ast.Module) -> tuple[str, ...]:
    """What a room offers: listed in `__all__`, or imported as itself."""
    for statement in tree.body:
        if isinstance(statement, ast.Assign) and _assigns_all(statement):
            return tuple(ast.literal_eval(statement.value))
    imports = (statement for statement in tree.body if isinstance(statement, ast.ImportFrom))
    return tuple(sorted(one.name for line in imports for one in line.names if one.asname == one.name))


def _assigns_all(statement: ast.Assign) -> bool:
    return any(isinstance(target, ast.Name) and target.id == "__all__" for target in statement.targets)
