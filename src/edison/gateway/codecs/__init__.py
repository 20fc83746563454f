"""One codec per wire format; a new format is one more file and one more line here."""

from functools import cache

from ..provider import Application, Provider, WireFormat
from .base import Codec


@cache
def codec_for(wire: WireFormat) -> Codec:
    """The codec that speaks a format."""
    match wire:
        case WireFormat.OPENAI_CHAT:
            from .openai_chat import OpenAIChat

            return OpenAIChat()
        case WireFormat.OPENAI_RESPONSES:
            from .openai_responses import OpenAIResponses

            return OpenAIResponses()
        case WireFormat.ANTHROPIC_MESSAGES:
            from .anthropic_messages import AnthropicMessages

            return AnthropicMessages()
        case WireFormat.GEMINI:
            from .gemini import Gemini

            return Gemini()
        case WireFormat.BEDROCK_CONVERSE:
            from .bedrock_converse import BedrockConverse

            return BedrockConverse()
        case WireFormat.APPLICATION:
            from .application import ApplicationCodec

            return ApplicationCodec(Application())


def codec_of(provider: Provider) -> Codec:
    """The codec for a provider; an application is spoken to as its arm says."""
    if provider.application is None:
        wire = provider.wire or WireFormat.OPENAI_CHAT
        is_by_deployment = provider.api_version is not None and not (provider.base_url or "").endswith("/v1")
        return _by_deployment() if is_by_deployment and wire is WireFormat.OPENAI_CHAT else codec_for(wire)
    from .application import ApplicationCodec

    return ApplicationCodec(provider.application)


@cache
def _by_deployment() -> Codec:
    from .azure_deployments import AzureDeployments

    return AzureDeployments()
