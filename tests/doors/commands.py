"""Commands as people and scripts give them: in this process where that will do, as processes of their own where not."""

import gc
import json
import logging
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from edison.cli import main

SECRETS = ("OPENAI_API_KEY", "ANTHROPIC_API_KEY", "GEMINI_API_KEY")


@dataclass(frozen=True)
class Said:
    """What a command said, and how it ended."""

    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        return json.loads(self.out)


class Terminal:
    """A person's terminal: a folder, an environment, a database."""

    def __init__(
        self,
        folder: Path,
        *,
        database: str,
        monkeypatch: pytest.MonkeyPatch,
        capfd: pytest.CaptureFixture[str],
    ) -> None:
        self.folder = folder
        self.database = database
        self._patch = monkeypatch
        self._captured = capfd
        for name in SECRETS:
            monkeypatch.delenv(name, raising=False)
        monkeypatch.setenv("HOME", str(folder))
        monkeypatch.setenv("XDG_DATA_HOME", str(folder / "data"))
        monkeypatch.setenv("EDISON_DATABASE_URL", database)
        monkeypatch.chdir(folder)

    def set(self, variable: str, value: str) -> None:
        """Set an environment variable, for this process and for those it starts."""
        self._patch.setenv(variable, value)

    def edison(self, *arguments: str) -> Said:
        """Give a command in this process: the same as in one of its own, without the time it takes to start."""
        self._captured.readouterr()
        self._patch.setattr(sys, "argv", ["edison", *arguments])
        code, collecting = 0, gc.get_threshold()
        try:
            main()
        except SystemExit as left:
            code = left.code if isinstance(left.code, int) else 0 if left.code is None else 1
        finally:
            # A process of its own would end now; this one has other tests to run.
            gc.set_threshold(*collecting)
        # The durable library keeps the stream it first logged to, which ends with its test.
        logging.getLogger("dbos").handlers.clear()
        shown = self._captured.readouterr()
        return Said(code, shown.out, shown.err)

    def process(self, *arguments: str, text: str | None = None) -> Said:
        """Give a command in a process of its own."""
        done = subprocess.run(
            [sys.executable, "-m", "edison", *arguments],
            input=text,
            capture_output=True,
            text=True,
            timeout=120,
            check=False,
            cwd=self.folder,
        )
        return Said(done.returncode, done.stdout, done.stderr)

    def begin(self, *arguments: str) -> "subprocess.Popen[str]":
        """Start a command and go on."""
        return subprocess.Popen(
            [sys.executable, "-m", "edison", *arguments],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            cwd=self.folder,
        )

    def write(self, name: str, content: object) -> str:
        """Put a file into the folder; what is no text is written as JSON, which YAML contains."""
        text = content if isinstance(content, str) else json.dumps(content)
        (self.folder / name).write_text(text, encoding="utf-8")
        return name
