"""Models side by side: ask, and chat list, show, export, remove."""

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from .door import AsJson, Exit, ProvidersFile, app, note, opened, pour, say, say_json, several

if TYPE_CHECKING:
    from collections.abc import Iterator

    from edison.actions.chats.editing import ChatRequest
    from edison.actions.house import House
    from edison.actions.views.chat import ChatView
    from edison.domain import ChatAnswer, ChatTurn, Image

chats = typer.Typer(no_args_is_help=True, pretty_exceptions_enable=False)

PANEL = "Trying it out"

_MOST_LISTED = 100

ChatName = Annotated[str, typer.Argument(help="A chat: its id, a part of it, or `latest`.", metavar="CHAT")]


@app.command(rich_help_panel=PANEL)
def ask(
    question: Annotated[
        str | None,
        typer.Argument(help="What to ask; without it, lines of the standard input are, each a turn."),
    ] = None,
    model: Annotated[
        list[str] | None, typer.Option("--model", "-m", help="PROVIDER/MODEL; up to ten of them.")
    ] = None,
    chat: Annotated[
        str | None, typer.Option(metavar="CHAT", help="Go on with a chat: its id, a part of it, or `latest`.")
    ] = None,
    cell: Annotated[
        str | None,
        typer.Option(
            metavar="RUN:CELL", help="The question of a cell of a run, of its model and those named."
        ),
    ] = None,
    system: Annotated[str, typer.Option(help="What all of them are told first.")] = "",
    temperature: Annotated[float | None, typer.Option(min=0)] = None,
    max_tokens: Annotated[int, typer.Option(min=1)] = 2048,
    seed: Annotated[int | None, typer.Option(min=0)] = None,
    timeout: Annotated[float, typer.Option(min=0.001, help="Seconds for one try.")] = 300.0,
    image: Annotated[
        list[Path] | None, typer.Option(help="A picture that goes with the first question.")
    ] = None,
    tools: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="A JSON list of tools that they may call; nobody runs them."),
    ] = None,
    budget: Annotated[
        float | None, typer.Option(metavar="USD", help="What the chat may cost in all.")
    ] = None,
    providers: ProvidersFile = None,
    as_json: AsJson = False,
) -> None:
    """Ask up to ten models the same, side by side, in as many turns as you like; each keeps its own history."""
    import asyncio

    from edison.actions.chats.editing import ChatRequest, ModelRequest
    from edison.actions.chats.inputs import read_image, read_tools
    from edison.domain import Sampling

    sampling = Sampling(temperature=temperature, max_tokens=max_tokens, seed=seed)
    with opened(providers) as house:
        request = ChatRequest(
            models=[ModelRequest(one, system, sampling, timeout) for one in model or ()],
            name=question or "",
            tools=() if tools is None else read_tools(tools),
            budget_usd=budget,
        )
        begun = _begin(house, request, chat=chat, cell=cell)
        images = tuple(read_image(one) for one in image or ())
        said = question if question is not None else begun.draft or None
        questions = _questions(said, images)
        told = _Columns([column.name for column in begun.columns], quiet=as_json)
        asyncio.run(_ask_all(house, begun.id, questions, told))
        _conclude(house, begun.id, told, as_json=as_json)


def _questions(said: str | None, images: "tuple[Image, ...]") -> "Iterator[ChatTurn]":
    """What was given, or every line that comes in; pictures go with the first."""
    import sys

    from edison.domain import ChatTurn

    asked = (line.rstrip("\n") for line in sys.stdin) if said is None else iter((said,))
    for text in asked:
        if text.strip() or images:
            yield ChatTurn(text=text, images=images)
            images = ()


def _begin(house: "House", request: "ChatRequest", *, chat: str | None, cell: str | None) -> "ChatView":
    from edison.actions.chats.editing import open_cell, show_chat, start_chat
    from edison.actions.results.reports import find_run
    from edison.errors import ChatRefused

    if chat is not None:
        return show_chat(house, chat)
    if cell is None:
        return start_chat(house, request)
    run, _, number = cell.rpartition(":")
    if not run or not number.isdigit():
        raise ChatRefused(f"{cell} names no cell", "write RUN:CELL, such as latest:3")
    models = [one.model for one in request.models]
    return open_cell(
        house, find_run(house, run).id, int(number), models=models, budget_usd=request.budget_usd
    )


async def _ask_all(house: "House", chat: str, questions: "Iterator[ChatTurn]", told: "_Columns") -> None:
    from edison.actions.chats.asking import ChatBench, ChatDelta, ask_chat

    bench = ChatBench(house)
    try:
        for question in questions:
            async for event in ask_chat(house, bench, chat, question):
                if isinstance(event, ChatDelta):
                    told.add(event.column, event.text)
                else:
                    told.end(event)
    finally:
        await bench.close()


def _conclude(house: "House", chat: str, told: "_Columns", *, as_json: bool) -> None:
    from edison.actions.chats.editing import show_chat
    from edison.actions.results.showing import chat_cost

    done = show_chat(house, chat)
    if as_json:
        say_json(done)
    else:
        note(f"Kept as {done.id}, {chat_cost(done)}; edison ask --chat {done.id} goes on.")
    if told.failed:
        raise typer.Exit(Exit.TROUBLE)


class _Columns:
    """Answers on a terminal: one model's as it comes, those of several line by line with a name before each."""

    def __init__(self, names: list[str], *, quiet: bool) -> None:
        from edison.actions.results.showing import shown, shown_whole

        self._shown: Callable[[str], str] = shown_whole
        self._names = [shown(name) for name in names]
        self._wide = max(map(len, self._names))
        self._quiet = quiet
        self._open = ["" for _ in names]
        self._has_spoken: set[int] = set()
        self.failed = False

    def add(self, column: int, text: str) -> None:
        """A piece of an answer; whole lines of it are told."""
        self._has_spoken.add(column)
        *lines, self._open[column] = (self._open[column] + text).split("\n")
        for line in lines:
            self._say(column, line)

    def end(self, answer: "ChatAnswer") -> None:
        """The end of an answer: its last line, calls of tools, and what went wrong."""
        import json

        if answer.column not in self._has_spoken:
            # Not all can be heard while they speak.
            self.add(answer.column, answer.text)
        self._has_spoken.discard(answer.column)
        if self._open[answer.column]:
            self._say(answer.column, self._open[answer.column])
            self._open[answer.column] = ""
        for call in answer.tool_calls:
            self._say(answer.column, f"[calls {call.name} {json.dumps(call.arguments)}]")
        if answer.sentence is not None:
            self.failed = True
            self._say(answer.column, f"[{answer.state.value}: {answer.sentence}]")

    def _say(self, column: int, line: str) -> None:
        if self._quiet:
            return
        before = f"{self._names[column]:<{self._wide}} | " if len(self._names) > 1 else ""
        say(before + self._shown(line))


@chats.command(name="list")
def chat_list(as_json: AsJson = False) -> None:
    """List chats, the newest first."""
    from edison.actions.chats.editing import list_chats
    from edison.actions.results.showing import chat_cost, shown

    with opened() as house:
        found = list_chats(house, limit=_MOST_LISTED)
    if as_json:
        say_json(found)
        return
    if not found.items:
        say("There are no chats; edison ask begins one.")
    for one in found.items:
        turns, models = several(one.turns, "turn"), several(len(one.models), "model")
        say(f"{one.id}  {one.made_at:%Y-%m-%d %H:%M}  {shown(one.name)}: {models}, {turns}, {chat_cost(one)}")
    if found.next is not None:
        say(f"Only the newest {_MOST_LISTED} are listed.")


@chats.command(name="export")
def chat_export(
    chat: ChatName,
    *,
    format: Annotated[str, typer.Option("--format", "-f", help="md, json or battery.")] = "md",
    one: Annotated[
        bool, typer.Option("--one", help="In a battery: one test with the whole conversation.")
    ] = False,
    expected: Annotated[
        str | None,
        typer.Option(metavar="MODEL", help="In a battery: whose answers are the expected ones."),
    ] = None,
    out: Annotated[
        Path | None, typer.Option("--out", "-o", help="A file; the standard output if not given.")
    ] = None,
) -> None:
    """Write a chat as Markdown, as JSON, or as a battery of tests that `edison run` takes."""
    from edison.actions.chats.editing import export_chat
    from edison.actions.files import write_file

    with opened() as house:
        pieces = export_chat(house, chat, format=format, is_one=one, expected=expected)
        if out is None:
            pour(pieces)
        else:
            write_file(out, pieces)


@chats.command(name="remove")
def chat_remove(chat: ChatName) -> None:
    """Forget a chat with all that was said."""
    from edison.actions.chats.editing import remove_chat

    with opened() as house:
        remove_chat(house, chat)
    say("Removed.")
