import io
import json
import logging
import warnings

import pytest
import structlog

from edison.telemetry import configure_logs


def test_an_event_is_one_line_of_json_with_its_fields() -> None:
    out = io.StringIO()
    configure_logs(level="info", style="json", stream=out)

    structlog.get_logger().info("stage.finished", stage="judge", done=3)

    record = json.loads(out.getvalue())
    assert (record["event"], record["stage"], record["done"], record["level"]) == (
        "stage.finished",
        "judge",
        3,
        "info",
    )


def test_events_below_the_level_are_not_written() -> None:
    out = io.StringIO()
    configure_logs(level="warning", style="text", stream=out)

    structlog.get_logger().info("stage.finished")
    structlog.get_logger().warning("budget.low", left_usd=0.5)

    assert "stage.finished" not in out.getvalue()
    assert "budget.low" in out.getvalue()


def test_known_secrets_and_things_that_look_like_keys_are_masked() -> None:
    out = io.StringIO()
    configure_logs(level="info", style="json", secrets=lambda: ["plain-canary-word"], stream=out)

    structlog.get_logger().info(
        "call.failed",
        why="key plain-canary-word refused",
        header="Bearer abcdefghijklmnop1234",
        parts=["plain-canary-word"],
    )

    assert "canary" not in out.getvalue()
    assert "abcdefghijklmnop1234" not in out.getvalue()


def test_a_stream_that_was_closed_stops_nobody() -> None:
    out = io.StringIO()
    configure_logs(level="info", style="json", stream=out)
    out.close()

    structlog.get_logger().info("stage.finished")


def test_what_takes_the_place_of_standard_error_is_written_to(monkeypatch: pytest.MonkeyPatch) -> None:
    configure_logs(level="info", style="json")
    later = io.StringIO()
    monkeypatch.setattr("sys.stderr", later)

    structlog.get_logger().info("stage.finished")

    assert "stage.finished" in later.getvalue()


def test_what_libraries_say_is_an_event_like_any_other() -> None:
    out = io.StringIO()
    logging.captureWarnings(False)
    configure_logs(level="info", style="json", secrets=lambda: ["plain-canary-word"], stream=out)

    logging.getLogger("uvicorn.error").error("lost %s", "plain-canary-word", exc_info=ValueError("x"))
    logging.getLogger("alembic.runtime").info("noise")
    warnings.showwarning("old", DeprecationWarning, "some.py", 1)

    said, warned = map(json.loads, out.getvalue().splitlines())
    assert (said["event"], said["level"], said["library"]) == ("library.spoke", "error", "uvicorn.error")
    assert (said["said"], said["error"]) == ("lost [redacted]", "ValueError('x')")
    assert (warned["library"], warned["level"]) == ("py.warnings", "warning")
