"""Applications that are no models: a service, a script and a function, each of which notes down what it was asked."""

import asyncio
import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from threading import Event, Thread
from typing import Any

from aiohttp import web

TOKEN = "s3cr3t-token-of-the-bot-42"

BOT = """
import json, pathlib, sys

HERE = pathlib.Path(__file__).parent


def note(name, asked):
    with (HERE / "asked.log").open("a") as log:
        log.write(f"{name} {asked['case']['city']}\\n")


def answer(asked):
    note("function", asked)
    return {
        "answer": f"It is {asked['case']['city']}, after {len(asked['messages']) - 1} others.",
        "cost": 0.002,
        "input_tokens": 100_000,
        "tools": [{"name": "look_up", "arguments": {"city": asked["case"]["city"]}}],
        "trace": [{"name": "look_up", "arguments": {}, "result": "found"}],
    }


async def plainly(asked):
    return asked["prompt"]


def wrong(asked):
    raise ValueError("no idea")


def polite(seen):
    return {"passed": "please" not in seen["answer"], "score": 0.9, "reason": "It begs."}


def share(seen):
    return len(seen["answer"]) / 100


def confused(seen):
    return "perhaps"


if __name__ == "__main__":
    asked = json.load(sys.stdin)
    if "answer" in asked:
        sys.exit("It names no city." if asked["expect"] not in asked["answer"] else 0)
    note("script", asked)
    print(f"Script says {asked['case']['city']}.")
"""


@dataclass
class Service:
    """An application over HTTP, and what it was asked."""

    url: str = ""
    asked: list[dict[str, Any]] = field(default_factory=list[dict[str, Any]])
    tokens: list[str] = field(default_factory=list[str])
    failures: int = 0
    """How many requests fail from now on."""

    async def chat(self, request: web.Request) -> web.Response:
        asked = await request.json()
        self.tokens.append(request.headers.get("Authorization", ""))
        if self.failures:
            self.failures -= 1
            return web.json_response({"error": f"busy, {self.tokens[-1]}"}, status=503)
        self.asked.append(asked)
        said = {
            "reply": {"text": f"The service says {asked['city']}."},
            "usd": 0.001,
            "echo": self.tokens[-1],
        }
        return web.json_response(said)


@contextmanager
def serving() -> Iterator[Service]:
    """The application on a loop and a thread of its own."""
    service, ready, loop = Service(), Event(), asyncio.new_event_loop()

    async def start() -> web.AppRunner:
        app = web.Application()
        app.router.add_post("/chat", service.chat)
        runner = web.AppRunner(app)
        await runner.setup()
        site = web.TCPSite(runner, "127.0.0.1", 0)
        await site.start()
        service.url = f"http://127.0.0.1:{runner.addresses[0][1]}/chat"
        return runner

    def serve() -> None:
        runner = loop.run_until_complete(start())
        ready.set()
        loop.run_forever()
        loop.run_until_complete(runner.cleanup())
        loop.close()

    thread = Thread(target=serve, daemon=True)
    thread.start()
    assert ready.wait(20)
    try:
        yield service
    finally:
        loop.call_soon_threadsafe(loop.stop)
        thread.join(20)


def write_bot(folder: Path) -> None:
    """The module with the functions, which is a script as well."""
    (folder / "bot.py").write_text(BOT, encoding="utf-8")


def asked_of(folder: Path, service: Service) -> list[str]:
    """What each of the three was asked, in the order in which they noted it."""
    log = folder / "asked.log"
    noted = log.read_text(encoding="utf-8").split("\n")[:-1] if log.exists() else []
    return [*noted, *(f"service {asked['city']}" for asked in service.asked)]


def a_suite_of_three(service: Service, *, python: str, cities: tuple[str, ...], **keys: object) -> str:
    """A suite with one arm of each kind."""
    suite = {
        "name": "three",
        "arms": [
            {
                "name": "service",
                "http": service.url,
                "headers": {"Authorization": "Bearer ${BOT_TOKEN}"},
                "body": {"city": "{{ city }}", "said": "{{ messages }}", "q": "<{{ prompt }}>"},
                "answer": "$.reply.text",
                "cost": "usd",
                "price": 0.01,
                "concurrency": 1,
            },
            {"name": "script", "command": [python, "bot.py"], "price": 0.003, "concurrency": 1},
            {"name": "function", "python": "bot:answer", "price": 0.01, "concurrency": 1},
        ],
        "prompt": "Where is {{ city }}?",
        "cases": [{"id": city, "city": city, "expect": city} for city in cities],
        "checks": [{"contains": "{{ expect }}"}],
        **keys,
    }
    return json.dumps(suite)
