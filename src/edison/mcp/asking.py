"""Tools that list models and ask them; each call is paid for from the agent's budget."""

from collections.abc import Awaitable, Callable
from typing import Annotated, Any

from pydantic import Field

from edison.actions.agents.completing import Talk, complete_text
from edison.actions.agents.judging import judge_answer, make_variants
from edison.actions.agents.session import AgentSession, Asked, CallTerms, look_at_servers
from edison.actions.house import House
from edison.actions.views.agents import DecisionView, MadeVariantsView, ModelsView, view_models
from edison.domain import Form, Sampling

from .shapes import ChatMessage, ChatTool, ResponseFormat

ModelId = Annotated[
    str, Field(description="PROVIDER/MODEL, or a model's name where only one provider has it.")
]
Seconds = Annotated[float, Field(gt=0, description="For one try; waiting for a slot does not count.")]
Tokens = Annotated[int, Field(ge=1)]
Temperature = Annotated[float, Field(ge=0)]


class AskingTools:
    """Models, and what they say."""

    def __init__(self, house: House, session: AgentSession) -> None:
        self._house = house
        self._session = session

    def all(self) -> tuple[Callable[..., Awaitable[Any]], ...]:
        """Every tool, by the name of its method."""
        return (self.list_models, self.complete, self.judge, self.generate_variants)

    async def list_models(self) -> ModelsView:
        """Every model that can be asked, by server, and servers that do not answer."""
        return view_models(await look_at_servers(self._house, self._session))

    async def complete(
        self,
        *,
        model_id: ModelId,
        messages: list[ChatMessage],
        temperature: Temperature = 0.7,
        max_tokens: Tokens = 2048,
        timeout_seconds: Seconds = 300,
        tools: list[ChatTool] | None = None,
        seed: int | None = None,
        repeat_penalty: float | None = None,
        response_format: ResponseFormat | None = None,
        api_key: Annotated[str | None, Field(description="For this call only; it is not kept.")] = None,
    ) -> str:
        """Have a model continue a conversation; gives its text."""
        talk = Talk(
            messages=tuple(message.read() for message in messages),
            tools=tuple(tool.read() for tool in tools or ()),
            form=Form() if response_format is None else response_format.read(),
        )
        sampling = Sampling(
            temperature=temperature, max_tokens=max_tokens, seed=seed, repeat_penalty=repeat_penalty
        )
        terms = CallTerms(timeout_s=timeout_seconds, api_key=api_key)
        return await complete_text(self._house, self._session, talk, Asked(model_id, sampling, terms))

    async def judge(
        self,
        *,
        response: str,
        criteria: str,
        judge_model: ModelId,
        temperature: Temperature = 0.1,
        max_tokens: Tokens = 256,
        timeout_seconds: Seconds = 60,
    ) -> DecisionView:
        """Have a model decide whether a response meets criteria; an unreadable verdict is null, never a pass."""
        judge = _asked(judge_model, temperature=temperature, max_tokens=max_tokens, seconds=timeout_seconds)
        return await judge_answer(self._house, self._session, response, criteria=criteria, judge=judge)

    async def generate_variants(
        self,
        *,
        baseline: str,
        model_id: ModelId,
        dimensions: Annotated[
            list[str] | None,
            Field(description="Of mood, voice, person, tense, frame; all but tense by default."),
        ] = None,
        temperature: Temperature = 0.3,
        max_tokens: Tokens = 512,
        timeout_seconds: Seconds = 60,
    ) -> MadeVariantsView:
        """Have a model put an instruction into other grammatical forms."""
        chosen = None if dimensions is None else tuple(dimensions)
        writer = _asked(model_id, temperature=temperature, max_tokens=max_tokens, seconds=timeout_seconds)
        return await make_variants(self._house, self._session, baseline, dimensions=chosen, writer=writer)


def _asked(model_id: str, *, temperature: float, max_tokens: int, seconds: float) -> Asked:
    sampling = Sampling(temperature=temperature, max_tokens=max_tokens)
    return Asked(model_id=model_id, sampling=sampling, terms=CallTerms(timeout_s=seconds))
