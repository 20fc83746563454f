"""One codec per wire format; a new format is one more file and one more line here."""

from functools import cache

from ..provider import WireFormat
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
