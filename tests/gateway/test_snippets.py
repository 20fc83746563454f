"""Snippets as they are run: in a process of their own, in Python and, where there is node, in JavaScript."""

import json
import os
import shutil
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Literal

import pytest

from edison.domain import CheckCall, CheckReply, Snippet
from edison.gateway import ProgramRunner
from edison.gateway.programs import CheckRunner

GIVEN = json.dumps({"output": "It is Paris.", "context": {"vars": {"city": "Paris"}}}).encode()
NODE = shutil.which("node")
BODY = "const v = output.toLowerCase();\nreturn v.includes(context.vars.city.toLowerCase());"


@pytest.fixture
async def runner() -> AsyncIterator[ProgramRunner]:
    path = os.pathsep.join([os.defpath, *([str(Path(NODE).parent)] if NODE else [])])
    runner = ProgramRunner({"PATH": path, "OPENAI_API_KEY": "sk-secret"})
    yield runner
    await runner.close()


async def _run(
    runner: ProgramRunner,
    language: Literal["python", "javascript"],
    *,
    source: str = "",
    file: str = "",
    folder: Path | None = None,
) -> CheckReply:
    call = CheckCall(snippet=Snippet(language=language, source=source, file=file), given=GIVEN, timeout_s=20)
    replies = await CheckRunner(runner, folder=str(folder) if folder else None).run_all([call])
    return replies[call]


@pytest.mark.parametrize(
    ("source", "said"),
    [
        ("context['vars']['city'] in output", {"value": True}),
        ("'OPENAI_API_KEY' in __import__('os').environ", {"value": False}),
        ("import math\nprint('noise')\nreturn math.floor(len(output) / 5)", {"value": 2}),
        ("if output:\n  return {'pass': True, 'score': 1, 'reason': 'ok'}", None),
        ("output['x']", {"error": "TypeError: string indices must be integers, not 'str'"}),
        ("bytearray(3 << 30)", {"error": "MemoryError: "}),
    ],
)
async def test_python_is_an_expression_or_the_body_of_a_function(
    runner: ProgramRunner, source: str, said: object
) -> None:
    reply = await _run(runner, "python", source=source)

    assert json.loads(reply.said) == (said or {"value": {"pass": True, "score": 1, "reason": "ok"}})


async def test_a_function_lies_in_a_file_beside(runner: ProgramRunner, tmp_path: Path) -> None:
    (tmp_path / "words.py").write_text("WORD = 'Paris'\n")
    (tmp_path / "fair.py").write_text(
        "from words import WORD\n\nasync def get_assert(output, context):\n    return WORD in output\n"
        "\ndef other(output, context):\n    return 0.5\n"
    )

    usual = await _run(runner, "python", file="fair.py", folder=tmp_path)
    named = await _run(runner, "python", file="fair.py:other", folder=tmp_path)

    assert (usual.said, named.said) == (b'{"value": true}', b'{"value": 0.5}')


@pytest.mark.skipif(NODE is None, reason="there is no node on this machine")
@pytest.mark.parametrize(
    ("source", "said"),
    [
        ("output.length <= 280;", {"value": True}),
        (BODY, {"value": True}),
        ("const s = output; s === 'a;b'", {"value": False}),
        ("let s = 1", {"value": None}),
        ("console.log('noise') || Promise.resolve(0.5)", {"value": 0.5}),
        ("gone.x", {"error": "ReferenceError: gone is not defined"}),
    ],
)
async def test_javascript_is_run_by_node(runner: ProgramRunner, source: str, said: object) -> None:
    reply = await _run(runner, "javascript", source=source)

    assert json.loads(reply.said) == said


@pytest.mark.skipif(NODE is None, reason="there is no node on this machine")
async def test_javascript_may_lie_in_a_file(runner: ProgramRunner, tmp_path: Path) -> None:
    (tmp_path / "old.js").write_text("module.exports = (output) => output.includes('Paris');")
    (tmp_path / "new.mjs").write_text(
        "export const fair = (o, c) => ({pass: true, score: 1, reason: c.vars.city});"
    )

    old = await _run(runner, "javascript", file="old.js", folder=tmp_path)
    new = await _run(runner, "javascript", file="new.mjs:fair", folder=tmp_path)

    assert json.loads(old.said) == {"value": True}
    assert json.loads(new.said)["value"]["reason"] == "Paris"


async def test_without_node_javascript_comes_to_no_end() -> None:
    runner = ProgramRunner({"PATH": "/nowhere"})

    reply = await _run(runner, "javascript", source="true")

    assert (reply.exit_code, b"node cannot be started" in reply.said) == (127, True)
