"""The published schema of the suite file, made from its forms."""

import ast
import inspect
from collections.abc import Iterator
from itertools import pairwise
from textwrap import dedent
from typing import Any, cast

from pydantic import JsonValue
from pydantic.json_schema import GenerateJsonSchema, JsonSchemaValue
from pydantic_core.core_schema import ModelSchema

from ..reading.shapes import FileForm
from .forms import SuiteForm


class _InOurWords(GenerateJsonSchema):
    """Keys speak for themselves; what stands below a field of a form describes it."""

    def field_title_should_be_set(self, schema: object) -> bool:
        return False

    def model_schema(self, schema: ModelSchema) -> JsonSchemaValue:
        made = super().model_schema(schema)
        # Every model that a suite is made of is a form.
        _describe(made["properties"], cast("type[FileForm]", schema["cls"]))
        return made


def suite_schema() -> dict[str, JsonValue]:
    """A JSON schema of draft 2020-12; editors complete and check suites with it."""
    made = cast("dict[str, JsonValue]", SuiteForm.model_json_schema(schema_generator=_InOurWords))
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        **made,
        "title": "Edison suite",
        "anyOf": [{"required": ["prompt"]}, {"required": ["prompts"]}],
    }


def _describe(properties: dict[str, Any], form: type[FileForm]) -> None:
    # Read from the source here, and not by every process that reads a suite: that takes long.
    for base in reversed(form.__mro__[: form.__mro__.index(FileForm)]):
        for name, words in _words_below(base):
            properties[form.model_fields[name].alias or name]["description"] = words


def _words_below(form: type) -> Iterator[tuple[str, str]]:
    (written,) = ast.parse(dedent(inspect.getsource(form))).body
    for field, below in pairwise(cast("ast.ClassDef", written).body):
        match field, below:
            case (
                ast.AnnAssign(target=ast.Name(id=name)),
                ast.Expr(value=ast.Constant(value=str(words))),
            ):
                yield name, inspect.cleandoc(words)
            case _:
                pass
