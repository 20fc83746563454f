"""What a question asks of its answer, in the words of OpenAI's format, which batteries and promptfoo share."""

from pydantic import JsonValue

from edison.domain import Form, FormKind


def written_form(form: Form) -> dict[str, JsonValue] | None:
    """A form as `response_format`; None where any will do."""
    if form.kind is FormKind.JSON:
        return {"type": "json_object"}
    if form.kind is not FormKind.SCHEMA:
        return None
    schema: dict[str, JsonValue] = {"name": form.name, "schema": form.json_schema, "strict": form.strict}
    return {"type": "json_schema", "json_schema": schema}
