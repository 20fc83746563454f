"""Text: words in, words and findings out.

In:      templates and values; whatever a model wrote; whatever must not be shown.
Out:     rendered texts, values read from prose, named reasons why not, diffs, redacted and printable text.
May use: errors, json_repair, python-stdnum.
Never:   know an Edison noun, do I/O, call a model, run anything a text contains.
"""

from .blocks import FencedBlock, fenced_blocks, without_thinking
from .diff import changed_share, unified
from .digits import (
    NO_NUMBER,
    decimals_for,
    finest,
    several,
    write_apart,
    write_interval,
    write_number,
    write_percent,
)
from .disguise import find_disguised_trouble
from .duration import DURATION, read_duration
from .entities import find_entities
from .extract import Extracted, Found, JsonValue, read_json
from .fence import fence
from .filling import fill, has_braces, texts_to_fill
from .js_values import JsRaised, read_js, write_js
from .language import is_in_another
from .paths import find_at, read_path
from .pycalls import PyCall, PyCalls, read_py_calls
from .redact import MASK, Redactor, redact
from .refusal import Refusal, RefusalKind, find_refusal
from .safety.leaked import find_secrets
from .safety.marked import Marked
from .safety.private import PRIVATE, find_private
from .safety.talked_out import find_jailbreaks
from .script import name_script
from .sentences import split_sentences
from .sql import SqlBroken, SqlRead, SqlUnread, read_sql
from .stems import stem
from .suffix import Suffix, last_suffix, read_number, undecorated
from .template import Rendered, Template
from .terminal import printable
from .toolcalls import Dialect, TextToolCall, ToolCallsFound, read_tool_calls
from .toolnames import sent_name, sent_names
from .treebank import split_words
from .unreadable import Unreadable, WhyUnreadable, excerpt_of

__all__ = [
    "DURATION",
    "MASK",
    "NO_NUMBER",
    "PRIVATE",
    "Dialect",
    "Extracted",
    "FencedBlock",
    "Found",
    "JsRaised",
    "JsonValue",
    "Marked",
    "PyCall",
    "PyCalls",
    "Redactor",
    "Refusal",
    "RefusalKind",
    "Rendered",
    "SqlBroken",
    "SqlRead",
    "SqlUnread",
    "Suffix",
    "Template",
    "TextToolCall",
    "ToolCallsFound",
    "Unreadable",
    "WhyUnreadable",
    "changed_share",
    "decimals_for",
    "excerpt_of",
    "fence",
    "fenced_blocks",
    "fill",
    "find_at",
    "find_disguised_trouble",
    "find_entities",
    "find_jailbreaks",
    "find_private",
    "find_refusal",
    "find_secrets",
    "finest",
    "has_braces",
    "is_in_another",
    "last_suffix",
    "name_script",
    "printable",
    "read_duration",
    "read_js",
    "read_json",
    "read_number",
    "read_path",
    "read_py_calls",
    "read_sql",
    "read_tool_calls",
    "redact",
    "sent_name",
    "sent_names",
    "several",
    "split_sentences",
    "split_words",
    "stem",
    "texts_to_fill",
    "undecorated",
    "unified",
    "without_thinking",
    "write_apart",
    "write_interval",
    "write_js",
    "write_number",
    "write_percent",
]
