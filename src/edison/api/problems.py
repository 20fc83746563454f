"""Errors as problem details (RFC 9457): a code, a sentence, what to do next; never a traceback."""

from typing import Any, ClassVar, cast

import structlog
from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from pydantic import BaseModel, ConfigDict, JsonValue
from starlette.exceptions import HTTPException

from edison.actions.results.showing import shown_breakage
from edison.errors import EdisonError, ErrorKind

log = structlog.get_logger()

MEDIA_TYPE = "application/problem+json"

_STATUS = {
    ErrorKind.MISSING: 404,
    ErrorKind.CONFLICT: 409,
    ErrorKind.INVALID: 422,
    ErrorKind.FORBIDDEN: 403,
    ErrorKind.EXHAUSTED: 507,
    ErrorKind.UNAVAILABLE: 503,
    ErrorKind.BROKEN: 500,
}
_MOST_SHOWN = 5


class ProblemDetails(BaseModel):
    """Why something was refused or failed."""

    model_config: ClassVar[ConfigDict] = ConfigDict(frozen=True)

    type: str
    title: str
    status: int
    code: str
    """Stable; the reference of errors explains it."""
    detail: str
    """One sentence that says what to do next."""
    fields: dict[str, JsonValue]


PROBLEMS: dict[int | str, dict[str, Any]] = {
    status: {"model": ProblemDetails, "content": {MEDIA_TYPE: {}}, "description": description}
    for status, description in (
        (401, "The token is missing."),
        (403, "It is not allowed."),
        (404, "There is no such thing."),
        (409, "It does not fit what is there."),
        (422, "The request cannot be read, or what it asks for is refused."),
        (500, "Something broke."),
        (503, "Something that is needed does not answer."),
        (507, "There is no room, or no money left."),
    )
}


def refuse(status: int, code: str, detail: str, **fields: JsonValue) -> JSONResponse:
    """An answer that says no."""
    told = ProblemDetails(
        type=f"urn:edison:problem:{code}",
        title=code.replace("_", " "),
        status=status,
        code=code,
        detail=detail,
        fields=fields,
    )
    return JSONResponse(told.model_dump(mode="json"), status_code=status, media_type=MEDIA_TYPE)


def tell_problems(app: FastAPI) -> None:
    """Have every failure told in one form."""
    app.add_exception_handler(EdisonError, _of_ours)
    app.add_exception_handler(RequestValidationError, _unreadable)
    app.add_exception_handler(HTTPException, _of_http)
    app.add_exception_handler(Exception, _unforeseen)


async def _of_ours(_: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, EdisonError)
    fields = {name: _plain(value) for name, value in error.fields.items()}
    told = {name: value for name, value in fields.items() if value is not None}
    return refuse(_STATUS[error.kind], error.code, error.sentence, **told)


def _plain(value: object) -> JsonValue:
    """What of an error's fields goes out: plain values, and texts in a row."""
    if isinstance(value, tuple):
        texts = [text for text in cast("tuple[object, ...]", value) if isinstance(text, str)]
        return [*texts] or None
    return value if isinstance(value, str | int | float | bool) else None


async def _unreadable(_: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, RequestValidationError)
    told = [
        f"{'.'.join(str(part) for part in one['loc'])}: {one['msg']}" for one in error.errors()[:_MOST_SHOWN]
    ]
    return refuse(422, "request_invalid", f"The request cannot be taken: {'; '.join(told)}.")


async def _of_http(_: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, HTTPException)
    code = {404: "not_found", 405: "method_not_allowed"}.get(error.status_code, "http_error")
    return refuse(error.status_code, code, f"{error.detail}.")


async def _unforeseen(request: Request, error: Exception) -> JSONResponse:
    log.error("request.broken", path=request.url.path, error=shown_breakage(error))
    sentence = "Something broke that should not have; what was committed is kept, and the log of the server says more."
    return refuse(500, "broken", sentence)
