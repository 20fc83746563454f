"""The prompts of a configuration: texts, conversations and files of them."""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import PurePath

from pydantic import JsonValue

from ...reading.documents import SUITE_BOUNDS
from ...reading.json import decode_json, skip_space
from ...reading.nodes import TextBroken
from ...reading.yaml import read_yaml
from .sources import NotRead, Sources, is_file
from .templates import fill, fill_all

_SUFFIXES = (".txt", ".md", ".json", ".jsonl", ".yaml", ".yml", ".j2", ".csv", ".py", ".js", ".mjs", ".ts")
_ELSEWHERE = ("exec:", "python:", "langfuse://", "portkey://", "helicone://", "huggingface://")
_BETWEEN = "\n---\n"


@dataclass(frozen=True, slots=True)
class WrittenPrompt:
    """One prompt as it is written, with what is sent beside it."""

    text: str
    label: str
    config: Mapping[str, JsonValue] = field(default_factory=dict[str, JsonValue])

    def messages(self, values: Mapping[str, JsonValue]) -> JsonValue:
        """The conversation that is sent: values go into the texts of JSON, and are never read as JSON themselves."""
        written = _as_json(self.text)
        if isinstance(written, list) and _is_conversation(written):
            return fill_all(written, values)
        filled = fill(self.text, values)
        if filled.lstrip().startswith("- role:"):
            try:
                return read_yaml(filled, bounds=SUITE_BOUNDS).plain()
            except TextBroken:
                pass
        return [{"role": "user", "content": filled}]


def read_prompts(written: JsonValue, sources: Sources) -> Iterator[WrittenPrompt | NotRead]:
    """Every prompt, or why one cannot be had; without any, the variable `prompt` is the prompt."""
    if written is None:
        written = ["{{prompt}}"]
    if isinstance(written, dict):
        written = [{"id": name, "label": label} for name, label in written.items()]
    for one in written if isinstance(written, list) else [written]:
        try:
            yield from _read_one(one, sources)
        except NotRead as trouble:
            yield trouble


def _read_one(written: JsonValue, sources: Sources) -> Iterator[WrittenPrompt]:
    if isinstance(written, dict):
        raw = written.get("raw", written.get("id", written.get("path")))
        if not isinstance(raw, str):
            raise NotRead("a prompt has neither raw nor id")
        config = written.get("config")
        given = config if isinstance(config, dict) else {}
        label = str(written.get("label") or written.get("id") or raw)
        for text in [raw] if "raw" in written else _texts(raw, sources):
            yield WrittenPrompt(text, label, given)
    elif isinstance(written, str):
        for text in _texts(written, sources):
            yield WrittenPrompt(text, written)
    else:
        raise NotRead("a prompt is neither a text nor a mapping")


def _texts(written: str, sources: Sources) -> list[str]:
    """A text itself, or those in the file that it names; a file may hold several with `---` between."""
    if written.startswith(_ELSEWHERE):
        raise NotRead(f"{written[:100]} is made elsewhere, or by code, which is not run")
    is_path = is_file(written) or (
        "\n" not in written and PurePath(written).suffix in _SUFFIXES and " " not in written
    )
    if not is_path:
        return [written]
    suffix = PurePath(written).suffix.lower()
    if suffix == ".csv":
        found = sources.value(written)
        rows = found if isinstance(found, list) else []
        return [str(row["prompt"]) for row in rows if isinstance(row, dict) and "prompt" in row]
    text = sources.text(written)
    if suffix in (".yaml", ".yml"):
        return [json.dumps(sources.value(written), ensure_ascii=False)]
    if suffix == ".jsonl":
        return [line for line in text.splitlines() if line.strip()]
    parts = [part.strip() for part in text.split(_BETWEEN)] if suffix != ".json" else [text.strip()]
    return [part for part in parts if part]


def _as_json(text: str) -> JsonValue:
    stripped = text.strip()
    if not stripped.startswith(("[", "{")):
        return None
    try:
        value, end = decode_json(stripped)
    except TextBroken:
        return None
    return value if skip_space(stripped, start=end) == len(stripped) else None


def _is_conversation(value: list[JsonValue]) -> bool:
    return bool(value) and all(isinstance(one, dict) and "role" in one for one in value)
