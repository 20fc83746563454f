"""Logging: structured, on standard error, and never with a secret in it."""

import json
import logging
import sys
from collections.abc import Callable, Iterable, MutableMapping
from contextlib import suppress
from typing import TextIO, cast

import structlog

from edison.text import redact

Fields = MutableMapping[str, object]

_LEVELS = {"debug": logging.DEBUG, "info": logging.INFO, "warning": logging.WARNING, "error": logging.ERROR}


def configure_logs(
    *, level: str, style: str, secrets: Callable[[], Iterable[str]] = tuple, stream: TextIO | None = None
) -> None:
    """Set up logging for this process; `secrets` is asked anew for every event, so that new keys are covered."""

    def hide_secrets(_logger: object, _method: str, event: Fields) -> Fields:
        known = tuple(secrets())
        return {
            name: redact(_as_text(value), secrets=known) if _may_tell(value) else value
            for name, value in event.items()
        }

    renderer = (
        structlog.processors.JSONRenderer()
        if style == "json"
        else structlog.dev.ConsoleRenderer(colors=(stream or sys.stderr).isatty())
    )
    _listen_to_libraries(_LEVELS[level])
    structlog.configure(
        processors=[
            structlog.contextvars.merge_contextvars,
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso", utc=True),
            structlog.processors.format_exc_info,
            hide_secrets,
            renderer,
        ],
        wrapper_class=structlog.make_filtering_bound_logger(_LEVELS[level]),
        logger_factory=structlog.WriteLoggerFactory(cast("TextIO", _Listener(stream))),
        cache_logger_on_first_use=False,
    )


def note_event(event: str, **fields: str) -> None:
    """Write an event on standard error whatever the level: what a command tells people where all else is events."""
    stamped = structlog.processors.TimeStamper(fmt="iso", utc=True)(
        None, "info", {**fields, "event": event, "level": "info"}
    )
    _Listener(None).write(f"{json.dumps(stamped)}\n")
    _Listener(None).flush()


class _Libraries(logging.Handler):
    """What libraries say, as events among ours: a line that is no event would break whoever reads them."""

    def emit(self, record: logging.LogRecord) -> None:
        with suppress(Exception):
            fields: dict[str, object] = {"library": record.name, "said": record.getMessage()}
            if record.exc_info and record.exc_info[1] is not None:
                fields["error"] = repr(record.exc_info[1])
            structlog.get_logger().log(record.levelno, "library.spoke", **fields)


def _listen_to_libraries(level: int) -> None:
    """Take in what libraries log, from warnings on unless everything is wished for, and Python's own warnings."""
    root = logging.getLogger()
    for handler in [one for one in root.handlers if isinstance(one, _Libraries)]:
        root.removeHandler(handler)
    root.addHandler(_Libraries())
    root.setLevel(level if level == logging.DEBUG else max(level, logging.WARNING))
    logging.captureWarnings(True)


class _Listener:
    """Standard error as it is at the moment. When nobody listens there, work goes on all the same."""

    def __init__(self, stream: TextIO | None) -> None:
        self._stream = stream

    def write(self, text: str) -> None:
        with suppress(OSError, ValueError):
            (self._stream or sys.stderr).write(text)

    def flush(self) -> None:
        with suppress(OSError, ValueError):
            (self._stream or sys.stderr).flush()


def _may_tell(value: object) -> bool:
    return not isinstance(value, bool | int | float | None)


def _as_text(value: object) -> str:
    return value if isinstance(value, str) else repr(value)
