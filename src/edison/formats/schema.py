"""The published schema of the suite file, made from its forms."""

from typing import cast

from pydantic import JsonValue
from pydantic.json_schema import GenerateJsonSchema

from .forms import SuiteForm


class _WithoutTitles(GenerateJsonSchema):
    """Keys speak for themselves."""

    def field_title_should_be_set(self, schema: object) -> bool:
        return False


def suite_schema() -> dict[str, JsonValue]:
    """A JSON schema of draft 2020-12; editors complete and check suites with it."""
    made = cast("dict[str, JsonValue]", SuiteForm.model_json_schema(schema_generator=_WithoutTitles))
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        **made,
        "title": "Edison suite",
        "anyOf": [{"required": ["prompt"]}, {"required": ["prompts"]}],
    }
