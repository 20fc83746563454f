"""Errors as tool results: `isError`, our code and one sentence; never a traceback."""

from collections.abc import Iterable

from mcp_types import CallToolResult, TextContent
from pydantic import ValidationError

from edison.errors import EdisonError

_MOST_SHOWN = 5


def refused(error: EdisonError) -> CallToolResult:
    """A wish that was not granted, or a failure of ours."""
    return refuse(error.code, error.sentence)


def misread(error: ValidationError) -> CallToolResult:
    """Arguments that do not fit the tool."""
    told = [
        f"{'.'.join(str(part) for part in one['loc'])}: {one['msg']}" for one in error.errors()[:_MOST_SHOWN]
    ]
    return refuse("arguments_broken", f"The arguments cannot be taken: {'; '.join(told)}.")


def not_taken(names: Iterable[str], *, known: Iterable[str]) -> CallToolResult:
    """Arguments that the tool does not have: nothing is dropped in silence."""
    return refuse(
        "argument_unknown",
        f"The tool takes no {', '.join(sorted(names))}; it takes {', '.join(known) or 'nothing'}.",
    )


def refuse(code: str, sentence: str) -> CallToolResult:
    """A result that says no; for programs it says so in `_meta`.

    Some clients hold whatever is structured against the schema of the tool's results, and break where it does not fit.
    """
    return CallToolResult(
        content=[TextContent(type="text", text=f"{sentence} [{code}]")],
        _meta={"edison/error": {"code": code, "sentence": sentence}},
        is_error=True,
    )
