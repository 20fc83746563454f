"""Models side by side from Python: `edison.ask("Why?", models=["openai/gpt-4o", "anthropic/claude-sonnet-4-5"])`."""

import asyncio
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pydantic import JsonValue

from edison.actions.chats.asking import ChatBench, ChatDelta, ask_chat
from edison.actions.chats.editing import ChatRequest, ModelRequest, export_chat, show_chat, start_chat
from edison.actions.chats.inputs import make_tools, read_image
from edison.actions.files import write_file
from edison.actions.house import House
from edison.actions.views.chat import ChatAnswerView, ChatView
from edison.domain import ChatTurn, Image, Sampling
from edison.settings import Settings

from .house import open_house
from .python_prompts import settings_for

Hear = Callable[[str, str], None]
"""Is told who has just said what."""


@dataclass(frozen=True, slots=True)
class ChatResult:
    """A chat after its last question."""

    chat: ChatView
    _settings: Settings
    _providers: Mapping[str, JsonValue] | None

    @property
    def answers(self) -> dict[str, ChatAnswerView]:
        """What each model said to the last question, or why it did not."""
        last = len(self.chat.questions) - 1
        names = [column.name for column in self.chat.columns]
        return {names[one.column]: one for one in self.chat.answers if one.question == last}

    def ask(
        self,
        question: str = "",
        *,
        images: Sequence[str | Path] = (),
        tool_results: Mapping[str, str] | None = None,
        hear: Hear | None = None,
    ) -> "ChatResult":
        """Go on: each model hears the question after all that it has said itself."""
        asked = _question(question, images, tool_results)
        with open_house(self._settings, providers=self._providers) as house:
            return _asked(self, house, asked, hear)

    def export(
        self, path: str | Path, *, format: str | None = None, one: bool = False, expected: str | None = None
    ) -> None:
        """Write it as `md`, `json` or a `battery` of tests; by the file's name unless given, JSON being a battery."""
        file = Path(path)
        chosen = format or ("md" if file.suffix == ".md" else "battery")
        with open_house(self._settings) as house:
            pieces = export_chat(house, self.chat.id, format=chosen, is_one=one, expected=expected)
            write_file(file, pieces)


def ask(
    question: str,
    *,
    models: Sequence[str],
    system: str = "",
    temperature: float | None = None,
    max_tokens: int = 2048,
    seed: int | None = None,
    timeout_s: float = 300.0,
    images: Sequence[str | Path] = (),
    tools: Sequence[Mapping[str, Any]] = (),
    budget_usd: float | None = None,
    providers: Mapping[str, JsonValue] | None = None,
    database: str | None = None,
    hear: Hear | None = None,
) -> ChatResult:
    """Ask up to ten models the same at once; the trouble of one is its own.

    Args:
        question: What all are asked.
        models: `PROVIDER/MODEL` each.
        system: What all are told first.
        temperature: How freely they draw; not sent where it is not given.
        max_tokens: How long an answer may be.
        seed: For providers that take one.
        timeout_s: For one try of one call.
        images: Files of pictures.
        tools: What they may call; nobody runs it.
        budget_usd: What the chat may cost in all.
        providers: How providers are reached, as in a file of providers.
        database: Where it is kept; the usual place if not given.
        hear: Is told the name of a model and what it has just said, piece by piece.
    """
    settings = settings_for(database)
    sampling = Sampling(temperature=temperature, max_tokens=max_tokens, seed=seed)
    request = ChatRequest(
        models=[ModelRequest(model, system, sampling, timeout_s) for model in models],
        name=question,
        tools=make_tools([dict(tool) for tool in tools]),
        budget_usd=budget_usd,
    )
    asked = _question(question, images, None)
    with open_house(settings, providers=providers) as house:
        begun = ChatResult(start_chat(house, request), settings, providers)
        return _asked(begun, house, asked, hear)


def _question(text: str, images: Sequence[str | Path], tool_results: Mapping[str, str] | None) -> ChatTurn:
    read: tuple[Image, ...] = tuple(read_image(Path(image)) for image in images)
    return ChatTurn(text=text, images=read, tool_results=dict(tool_results or {}))


def _asked(result: ChatResult, house: House, question: ChatTurn, hear: Hear | None) -> ChatResult:
    # In a thread of its own, so that it works in a notebook, whose own loop is running.
    with ThreadPoolExecutor(1) as thread:
        thread.submit(asyncio.run, _ask(house, result.chat, question, hear)).result()
    return ChatResult(show_chat(house, result.chat.id), result._settings, result._providers)  # pyright: ignore[reportPrivateUsage] (its own kind)


async def _ask(house: House, chat: ChatView, question: ChatTurn, hear: Hear | None) -> None:
    bench = ChatBench(house)
    try:
        async for event in ask_chat(house, bench, chat.id, question):
            if hear is not None and isinstance(event, ChatDelta):
                hear(chat.columns[event.column].name, event.text)
    finally:
        await bench.close()
