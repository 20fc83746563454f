"""One conversation, continued by a model."""

import json
from dataclasses import dataclass

from edison.domain import Ask, Form, Message, Right, Tool

from ..access import verb
from ..house import House
from .session import AgentSession, Asked, ask_model, find_model


@dataclass(frozen=True, slots=True)
class Talk:
    """What was said so far, and what the model may use and must keep to."""

    messages: tuple[Message, ...]
    tools: tuple[Tool, ...]
    form: Form


@verb(Right.SPEND)
async def complete_text(house: House, session: AgentSession, talk: Talk, asked: Asked) -> str:
    """What a model says next; where it only calls tools, the calls as JSON."""
    endpoint = await find_model(house, session, asked.model_id)
    ask = Ask(to=endpoint, messages=talk.messages, tools=talk.tools, form=talk.form, sampling=asked.sampling)
    answer = await ask_model(house, session, ask, asked.terms)
    if answer.text or not answer.tool_calls:
        return answer.text
    return json.dumps([{"name": call.name, "arguments": call.arguments} for call in answer.tool_calls])
