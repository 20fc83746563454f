"""The error catalogue, read from the error classes themselves."""

import ast
import importlib
import inspect
import pkgutil
import textwrap
from collections.abc import Iterator
from types import ModuleType
from typing import TypeGuard

import edison.errors
from edison.errors import EdisonError, ErrorKind

NEXT_STEPS: dict[ErrorKind, str] = {
    ErrorKind.MISSING: "Name something that exists; the sentence says what was looked for.",
    ErrorKind.CONFLICT: "Look at what changed in the meantime, then decide again.",
    ErrorKind.INVALID: "Change what was asked for; repeating it as it is will not help.",
    ErrorKind.FORBIDDEN: "Get the right or the key that is missing, from whoever may give it.",
    ErrorKind.EXHAUSTED: "Wait, or have the limit raised; the sentence says which one.",
    ErrorKind.UNAVAILABLE: "Try again later; nothing needs to be changed.",
    ErrorKind.BROKEN: "Something behaved as it never should; keep the sentence and report it.",
}

KEPT: dict[str, str] = {
    "actions": "Nothing was started; runs and their results are kept as they were.",
    "domain": "Nothing was made and nothing was changed.",
    "formats": "Nothing was planned, stored or sent; the file is as it was.",
    "engine": "Everything that was written is kept; nothing is begun that is not written down first.",
    "gateway": "Nothing was sent and nothing was billed; all earlier answers are kept.",
    "library": "Everything is kept as it was; nothing of what was refused was written.",
    "provider": (
        "The attempt is in the ledger with its raw exchange, bounded, and with its cost or the word that the "
        "cost is unknown; all earlier answers are kept."
    ),
    "settings": "Nothing was started; the settings are as they were.",
    "stages": "Nothing was asked and nothing was billed; the suite is as it was.",
    "stats": "The values are kept as they came; nothing was computed from them.",
    "store": "What was committed before is kept; nothing of what was refused was written.",
    "text": "The text itself is kept as it came.",
}


def error_classes() -> dict[str, list[type[EdisonError]]]:
    """All error classes by the module they live in, in the order in which they are written."""
    return {module.__name__.rpartition(".")[2]: list(_classes_of(module)) for module in error_modules()}


def error_modules() -> Iterator[ModuleType]:
    """The drawers of the errors room that hold classes, the base left out."""
    for found in pkgutil.iter_modules(edison.errors.__path__):
        if found.name != "base":
            yield importlib.import_module(f"edison.errors.{found.name}")


def draw_tree(top: type[EdisonError] = EdisonError) -> str:
    """The tree of error classes, as it is drawn on the card of the errors room."""
    # A class is known to its parent only once its module was imported.
    list(error_modules())
    return "\n".join(_branch(top, depth=1))


def render_errors() -> str:
    """The catalogue page."""
    lines = [
        "# Errors",
        "",
        "<!-- Generated from the error classes by `make map`; do not edit. -->",
        "",
        "A wish that Edison refuses, or a failure of its own, is one of these. A bad answer of a model is",
        "none of them: it is data. Every error has a stable *code*, a *kind* that the doors translate,",
        "fields, and one sentence that says what to do next.",
        "",
        "## Kinds",
        "",
        "| ErrorKind | Next step |",
        "|---|---|",
        *(f"| {kind} | {step} |" for kind, step in NEXT_STEPS.items()),
    ]
    for name, classes in error_classes().items():
        lines += ["", *_section(name, classes)]
    return "\n".join(lines) + "\n"


def _classes_of(module: ModuleType) -> Iterator[type[EdisonError]]:
    for value in vars(module).values():
        if inspect.isclass(value) and issubclass(value, EdisonError) and value.__module__ == module.__name__:
            yield value


def _branch(top: type[EdisonError], *, depth: int) -> Iterator[str]:
    yield f"{'    ' * depth}{top.__name__}"
    ours = [child for child in top.__subclasses__() if child.__module__.startswith("edison.errors.")]
    for child in sorted(ours, key=lambda child: (child.__module__, child.__name__)):
        yield from _branch(child, depth=depth + 1)


def _section(name: str, classes: list[type[EdisonError]]) -> Iterator[str]:
    module = inspect.getmodule(classes[0]) if classes else None
    yield f"## {name.capitalize()}"
    yield ""
    yield (inspect.getdoc(module) or "").partition("\n")[0]
    yield ""
    yield f"**What was kept:** {KEPT[name]}"
    yield ""
    yield "| Code | ErrorKind | Meaning | What it says |"
    yield "|---|---|---|---|"
    for error in classes:
        meaning = (inspect.getdoc(error) or "").partition("\n")[0]
        yield f"| `{error.code}` | {error.kind} | {meaning} | {_sentence(error)} |"


def _sentence(error: type[EdisonError]) -> str:
    """The template of the sentence, with its fields in braces."""
    tree = ast.parse(textwrap.dedent(inspect.getsource(error)))
    for node in ast.walk(tree):
        if _is_super_init(node) and node.args and isinstance(node.args[0], ast.JoinedStr | ast.Constant):
            return _template(node.args[0]).replace("|", "\\|")
    return "*What it means, then what the provider said.*"


def _is_super_init(node: ast.AST) -> TypeGuard[ast.Call]:
    return isinstance(node, ast.Call) and ast.unparse(node.func) == "super().__init__"


def _template(text: ast.JoinedStr | ast.Constant) -> str:
    if isinstance(text, ast.Constant):
        return str(text.value)
    return "".join(_piece(piece) for piece in text.values)


def _piece(piece: ast.expr) -> str:
    if isinstance(piece, ast.FormattedValue):
        names = [node.id for node in ast.walk(piece.value) if isinstance(node, ast.Name)]
        return f"{{{names[0] if names else '…'}}}"
    return str(piece.value) if isinstance(piece, ast.Constant) else ""
