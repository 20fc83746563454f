"""Which function serves which operation of which format."""

from __future__ import annotations

from .anthropic import batches as anthropic_batches
from .anthropic import models as anthropic_models
from .anthropic.messages import MessagesFormat
from .bedrock.converse import ConverseFormat
from .gemini import batches as gemini_batches
from .gemini import files as gemini_files
from .gemini import models as gemini_embeddings
from .gemini import models as gemini_models
from .gemini.generate import GenerateFormat
from .openai import batches as openai_batches
from .openai import files as openai_files
from .openai import models as openai_embeddings
from .openai import models as openai_models
from .openai.chat import ChatCompletionsFormat
from .openai.responses import ResponsesFormat
from .resources import Operation
from .shapes import ChatFormat, Format

FORMATS: dict[Format, ChatFormat] = {
    Format.OPENAI: ChatCompletionsFormat(),
    Format.RESPONSES: ResponsesFormat(),
    Format.ANTHROPIC: MessagesFormat(),
    Format.GEMINI: GenerateFormat(),
    Format.BEDROCK: ConverseFormat(),
}


OPERATIONS: dict[tuple[Format, str], Operation] = {
    (Format.OPENAI, "embeddings"): openai_embeddings.embed,
    (Format.OPENAI, "models.list"): openai_models.list_models,
    (Format.OPENAI, "models.get"): openai_models.get_model,
    (Format.OPENAI, "files.create"): openai_files.create,
    (Format.OPENAI, "files.list"): openai_files.list_files,
    (Format.OPENAI, "files.get"): openai_files.get,
    (Format.OPENAI, "files.content"): openai_files.content,
    (Format.OPENAI, "files.delete"): openai_files.delete,
    (Format.OPENAI, "batches.create"): openai_batches.create,
    (Format.OPENAI, "batches.list"): openai_batches.list_batches,
    (Format.OPENAI, "batches.get"): openai_batches.get,
    (Format.OPENAI, "batches.cancel"): openai_batches.cancel,
    (Format.ANTHROPIC, "count_tokens"): anthropic_models.count_tokens,
    (Format.ANTHROPIC, "models.list"): anthropic_models.list_models,
    (Format.ANTHROPIC, "models.get"): anthropic_models.get_model,
    (Format.ANTHROPIC, "batches.create"): anthropic_batches.create,
    (Format.ANTHROPIC, "batches.list"): anthropic_batches.list_batches,
    (Format.ANTHROPIC, "batches.get"): anthropic_batches.get,
    (Format.ANTHROPIC, "batches.cancel"): anthropic_batches.cancel,
    (Format.ANTHROPIC, "batches.delete"): anthropic_batches.delete,
    (Format.ANTHROPIC, "batches.results"): anthropic_batches.results,
    (Format.GEMINI, "count_tokens"): gemini_embeddings.count_tokens,
    (Format.GEMINI, "embeddings"): gemini_embeddings.embed_many,
    (Format.GEMINI, "embeddings.one"): gemini_embeddings.embed_one,
    (Format.GEMINI, "models.list"): gemini_models.list_models,
    (Format.GEMINI, "models.get"): gemini_models.get_model,
    (Format.GEMINI, "files.create"): gemini_files.create,
    (Format.GEMINI, "files.list"): gemini_files.list_files,
    (Format.GEMINI, "files.get"): gemini_files.get,
    (Format.GEMINI, "files.content"): gemini_files.content,
    (Format.GEMINI, "files.delete"): gemini_files.delete,
    (Format.GEMINI, "batches.create"): gemini_batches.create,
    (Format.GEMINI, "batches.list"): gemini_batches.list_batches,
    (Format.GEMINI, "batches.get"): gemini_batches.get,
    (Format.GEMINI, "batches.cancel"): gemini_batches.cancel,
    (Format.GEMINI, "batches.delete"): gemini_batches.delete,
}
