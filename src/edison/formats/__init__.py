"""Formats: files in, files out.

In:      bytes of a file, or nouns to be written to one.
Out:     nouns, or bytes; a file that cannot be read is refused with the place where it stops making sense.
May use: domain, text, errors; msgspec, orjson, jinja2, the parsers of the file formats.
Never:   touch a disk or the store; run what it loads.

Nothing is loaded before it is used: whoever reads a suite needs no page of a report.
"""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .battery.reading import name_battery_format, read_battery
    from .battery.sniffing import BatteryFormat
    from .exports.cases import write_cases
    from .exports.chats import write_chat_battery, write_chat_json, write_chat_markdown
    from .exports.csv import write_csv, write_facets
    from .exports.definitions import write_definition
    from .exports.json import write_json, write_jsonl
    from .exports.junit import write_junit
    from .exports.markdown import write_markdown
    from .pages.report import write_html
    from .suite.cases import CasesKind, read_cases
    from .suite.check_lists import read_check_list
    from .suite.prompts import read_prompt
    from .suite.provider_forms import ProviderForm
    from .suite.providers import read_providers
    from .suite.schema import suite_schema
    from .suite.suite import read_definition, read_suite
    from .words.boards import FLAG_WORDS, MEANINGS, TITLES, Contender, Names, contenders
    from .words.wording import tell_counts, tell_settlement

__all__ = [
    "FLAG_WORDS",
    "MEANINGS",
    "TITLES",
    "BatteryFormat",
    "CasesKind",
    "Contender",
    "Names",
    "ProviderForm",
    "contenders",
    "name_battery_format",
    "read_battery",
    "read_cases",
    "read_check_list",
    "read_definition",
    "read_prompt",
    "read_providers",
    "read_suite",
    "suite_schema",
    "tell_counts",
    "tell_settlement",
    "write_cases",
    "write_chat_battery",
    "write_chat_json",
    "write_chat_markdown",
    "write_csv",
    "write_definition",
    "write_facets",
    "write_html",
    "write_json",
    "write_jsonl",
    "write_junit",
    "write_markdown",
]

_HOMES = {
    "exports.cases": ("write_cases",),
    "exports.chats": ("write_chat_battery", "write_chat_json", "write_chat_markdown"),
    "exports.csv": ("write_csv", "write_facets"),
    "battery.reading": ("name_battery_format", "read_battery"),
    "battery.sniffing": ("BatteryFormat",),
    "exports.definitions": ("write_definition",),
    "exports.json": ("write_json", "write_jsonl"),
    "exports.junit": ("write_junit",),
    "exports.markdown": ("write_markdown",),
    "pages.report": ("write_html",),
    "suite.cases": ("CasesKind", "read_cases"),
    "suite.check_lists": ("read_check_list",),
    "suite.prompts": ("read_prompt",),
    "suite.provider_forms": ("ProviderForm",),
    "suite.providers": ("read_providers",),
    "suite.schema": ("suite_schema",),
    "suite.suite": ("read_definition", "read_suite"),
    "words.boards": ("FLAG_WORDS", "MEANINGS", "TITLES", "Contender", "Names", "contenders"),
    "words.wording": ("tell_counts", "tell_settlement"),
}
_HOME = {name: home for home, names in _HOMES.items() for name in names}


def __getattr__(name: str) -> object:
    if name in _HOME:
        return getattr(import_module(f"{__name__}.{_HOME[name]}"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
