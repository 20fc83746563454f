"""Applying limits to a reply and counting it: tokens, stop sequences, log probabilities, reasoning, usage."""

from __future__ import annotations

import math
import re
from functools import lru_cache

from ...exchange import SimReply, SimRequest, SimTokenLogprob
from ..draw import Draws
from ..persona import Persona
from ..reading.view import ReadRequest
from .forms import Spoken

# Common words are one token, longer ones break up, as with the byte-pair encodings in use.
_TOKEN = re.compile(r" ?[^\W\d_]{1,7}| ?\d{1,3}| ?[^\w\s]{1,3}| ?_+|\s+|.", re.DOTALL)

IMAGE_TOKENS = 258
"""What one image counts as input."""

MESSAGE_OVERHEAD = 4
"""Tokens that frame a message."""


def split_tokens(text: str) -> list[str]:
    """Cut a text into tokens; joined, they give the text back."""
    return _TOKEN.findall(text)


@lru_cache(maxsize=4096)
def count_tokens(text: str) -> int:
    """Count the tokens of a text."""
    return len(_TOKEN.findall(text))


_USUAL = (
    " the",
    " a",
    " and",
    " is",
    ".",
    ",",
    " to",
    " of",
    " in",
    " you",
    "A",
    "B",
    " yes",
    " no",
    "\n",
    " it",
    " for",
)


def token_logprobs(text: str, *, top: int, draws: Draws) -> tuple[SimTokenLogprob, ...]:
    """Give every token a probability and the requested number of alternatives, likeliest first."""
    return tuple(_token(token, top=top, draws=draws) for token in split_tokens(text))


def _token(token: str, *, top: int, draws: Draws) -> SimTokenLogprob:
    chosen = 0.55 + 0.45 * math.sqrt(draws.unit())
    chosen = min(chosen, 0.9999)
    if top <= 0:
        return SimTokenLogprob(token=token, logprob=math.log(chosen))
    rows = [(token, math.log(chosen))]
    rest = 1.0 - chosen
    others = [other for other in draws.sample(_USUAL, count=min(len(_USUAL), top + 1)) if other != token]
    for other in others[: top - 1]:
        rest *= 0.5
        rows.append((other, math.log(max(rest, 1e-9))))
    return SimTokenLogprob(token=token, logprob=rows[0][1], top=tuple(rows))


_SENTENCES = {"none": 0, "minimal": 1, "low": 2, "medium": 4, "high": 8, "xhigh": 12}
_CALL_OVERHEAD = 8


def finish(spoken: Spoken, *, view: ReadRequest, persona: Persona, seed: int) -> SimReply:
    """Make the final reply."""
    request = view.request
    reasoning = _reasoning(view, persona=persona, seed=seed)
    thought = count_tokens(reasoning) if reasoning else 0
    limit = min(request.max_tokens or persona.max_output, persona.max_output)
    text, stopped = _stopped(spoken.text, request.stop)
    ending = spoken.finish if not stopped else "stop"
    calls = spoken.tool_calls
    spoken_tokens = count_tokens(text) + _call_tokens(spoken)
    if thought + spoken_tokens > limit:
        text = "".join(split_tokens(text)[: max(0, limit - thought)])
        calls, ending = (), "length"
        spoken_tokens = max(0, limit - thought) if text else 0
    input_tokens = count_input(request)
    return SimReply(
        text=text,
        tool_calls=calls,
        finish=ending,
        reasoning=reasoning,
        input_tokens=input_tokens,
        output_tokens=min(limit, thought + spoken_tokens),
        reasoning_tokens=min(limit, thought),
        cached_tokens=_cached(request, input_tokens),
        logprobs=_logprobs(text, view=view, persona=persona, seed=seed),
    )


def count_input(request: SimRequest) -> int:
    """Count what goes in: messages with their frames, images, tools and the schema."""
    total = 0
    for message in request.messages:
        total += count_tokens(message.text) + MESSAGE_OVERHEAD + IMAGE_TOKENS * message.images
        for call in message.tool_calls:
            total += count_tokens(str(call.arguments)) + _CALL_OVERHEAD
    for tool in request.tools:
        total += count_tokens(f"{tool.name} {tool.description} {tool.parameters}")
    if request.schema is not None:
        total += count_tokens(str(request.schema))
    return total


def _stopped(text: str, stop: tuple[str, ...]) -> tuple[str, bool]:
    places = [place for sequence in stop if sequence and (place := text.find(sequence)) >= 0]
    return (text[: min(places)], True) if places else (text, False)


def _call_tokens(spoken: Spoken) -> int:
    return sum(count_tokens(f"{call.name} {call.arguments}") + _CALL_OVERHEAD for call in spoken.tool_calls)


def _cached(request: SimRequest, input_tokens: int) -> int:
    if request.cached_prefix_chars <= 0:
        return 0
    characters = sum(len(message.text) for message in request.messages) or 1
    return min(input_tokens, int(input_tokens * request.cached_prefix_chars / characters))


def _reasoning(view: ReadRequest, *, persona: Persona, seed: int) -> str | None:
    effort = view.request.reasoning_effort or "medium"
    count = _SENTENCES.get(effort, 4)
    if persona.reasoning <= 0 or not count:
        return None
    draws = Draws(seed, "reasoning", persona.id, view.noise_key)
    return " ".join(draws.sample(_THOUGHTS, count=count))


def _logprobs(
    text: str, *, view: ReadRequest, persona: Persona, seed: int
) -> tuple[SimTokenLogprob, ...] | None:
    if view.request.top_logprobs is None:
        return None
    draws = Draws(seed, "logprobs", persona.id, view.noise_key)
    return token_logprobs(text, top=view.request.top_logprobs, draws=draws)


_THOUGHTS = (
    "Let me see what is really being asked here.",
    "I should separate what is given from what has to be worked out.",
    "There may be an exception to the usual rule, so I check that first.",
    "The wording matters: it rules out the obvious reading.",
    "I go through the parts one after another.",
    "That number needs a second look before I use it.",
    "Nothing so far contradicts the first idea.",
    "I compare this with the rule that applies.",
    "The answer should name what the person can do next.",
    "Let me make sure that nothing is left out.",
    "A short answer will do, as long as it is exact.",
    "Now I can put it together.",
)
