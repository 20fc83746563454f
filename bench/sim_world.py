"""How many replies per second the pretend world gives, by kind of request, in one process."""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable
from typing import Any

from edison.sim.exchange import SimMessage, SimRequest, SimTool
from edison.sim.world import World, default_world

SYSTEM = "You are the support assistant of a small shop. Be polite and friendly. Name the policy you rely on."
SCHEMA: dict[str, object] = {
    "type": "object",
    "properties": {
        "answer": {"type": "string"},
        "confidence": {"type": "number", "minimum": 0, "maximum": 1},
    },
    "required": ["answer", "confidence"],
    "additionalProperties": False,
}
WEATHER = SimTool(
    "get_weather",
    "Current weather for a city",
    {"type": "object", "properties": {"city": {"type": "string"}}, "required": ["city"]},
)
CITIES = ("Paris", "Lisbon", "Oslo", "Rome", "Vienna", "Athens", "Dublin", "Prague")
DRAFT = "You answer customers of a shop.\nAnswer the question.\n\n{{ question }}"


def main() -> None:
    """Print one line per kind of request."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=1.0, help="how long each kind is measured")
    seconds = parser.parse_args().seconds
    world = default_world(1)
    for name, make in kinds(world).items():
        rate = measure(world, make, seconds=seconds)
        print(f"{name:28} {rate:9.0f} replies/s")
    print(f"{'embedding (30 words)':28} {embedding_rate(world, seconds=seconds):9.0f} texts/s")


def kinds(world: World) -> dict[str, Callable[[int], SimRequest]]:
    """Give makers of requests that never repeat, so that caches help only as they would in a run."""
    cases = world.cases(20_000, seed=5)
    entries = world.entries(200, seed=5)

    def chat(number: int, **more: Any) -> SimRequest:
        case = cases[number % len(cases)]
        return _request(f"Question: {case.text}", salt=str(number), **more)

    def compare(number: int) -> SimRequest:
        one, two = entries[number % 200].text, entries[(number * 7 + 1 + number // 200) % 200].text
        text = f"Text A:\n{one}\n\nText B:\n{two}\n\nWhich text is better? End with VERDICT: A or VERDICT: B."
        return _request(text, model="edison-judge-fair", salt=str(number))

    def score(number: int) -> SimRequest:
        case = cases[number % len(cases)]
        text = (
            f"Score the answer from 1 to 5.\nRubric:\n- correct: facts\n- concise: length\n\nQuestion: {case.text}\n\n"
            f"Answer:\n{case.expected}\n\nReply as JSON."
        )
        return _request(text, model="edison-judge-fair", salt=str(number))

    def refine(number: int) -> SimRequest:
        task = "Improve this prompt.\nWeak criteria: concise"
        text = f"{task}\n<prompt>\n{DRAFT} ({number})\n</prompt>\nReply with <diff> and <note>."
        return _request(text, model="edison-writer-good", salt=str(number))

    return {
        "short chat": chat,
        "short chat, temperature 0": lambda number: chat(number, temperature=0.0),
        "chat with JSON schema": lambda number: chat(number, schema=SCHEMA),
        "tool call": lambda number: _request(
            f"Trip {number}: what is the weather in {CITIES[number % len(CITIES)]}?",
            tools=(WEATHER,),
            salt=str(number),
        ),
        "score one answer": score,
        "compare two essays": compare,
        "refine a prompt": refine,
    }


def measure(world: World, make: Callable[[int], SimRequest], *, seconds: float) -> float:
    """Count replies for a while; making the requests is not counted."""
    done, spent, batch = 0, 0.0, 200
    while spent < seconds:
        requests = [make(done + place) for place in range(batch)]
        start = time.perf_counter()
        for request in requests:
            world.reply(request)
        spent += time.perf_counter() - start
        done += batch
    return done / spent


def embedding_rate(world: World, *, seconds: float) -> float:
    texts = [" ".join(entry.text.split()[:30]) for entry in world.entries(200, seed=6)]
    done, start = 0, time.perf_counter()
    while time.perf_counter() - start < seconds:
        world.embed(texts)
        done += len(texts)
    return done / (time.perf_counter() - start)


def _request(text: str, *, model: str = "edison-sim-medium", **more: Any) -> SimRequest:
    messages = (SimMessage("system", SYSTEM), SimMessage("user", text))
    if model != "edison-sim-medium":
        messages = messages[1:]
    return SimRequest(model=model, messages=messages, **more)


if __name__ == "__main__":
    main()
