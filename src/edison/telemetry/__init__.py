"""Telemetry: how what happens is logged; it may be lost, unlike events.

In:      a level, a format, the secrets that must not be shown.
Out:     a configured logging library: an event name in the past tense plus fields, on standard error.
May use: text; structlog.
Never:   be imported below wiring; hold up a result.
"""

from .logs import configure_logs, note_event

__all__ = ["configure_logs", "note_event"]
