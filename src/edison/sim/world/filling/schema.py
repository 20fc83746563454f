"""Filling any JSON schema: with what there is to say where names are known, plausibly where not."""

from __future__ import annotations

import re

from ..draw import Draws
from ..reading.json_values import as_array, as_count, as_number, as_object, is_array, is_object
from .content import PreferredSide, ScaleShare, Several, find_value, snake
from .values import fit_number, fit_string, pick_option

_MISSING = object()
_DEEP = 8
_TOO_DEEP = 24


class SchemaFiller:
    """Fills one schema; references are looked up in its root."""

    def __init__(self, root: dict[str, object], draws: Draws, *, about: str = "") -> None:
        self._root = root
        self._draws = draws
        self._about = about.lower()

    def fill(self, content: object = _MISSING) -> object:
        """Make an instance of the root schema that says the content."""
        return self._fill(self._root, content=content, name="", depth=0)

    def _fill(self, schema: object, *, content: object, name: str, depth: int) -> object:
        known = self._resolved(schema)
        if "const" in known:
            return known["const"]
        options = as_array(known.get("enum"))
        if options:
            return pick_option(
                options, content=_plain(content) or self._mentioned(options), draws=self._draws
            )
        branch = self._branch(known, content=content, depth=depth)
        if branch is not None:
            return self._fill(branch, content=content, name=name, depth=depth + 1)
        return self._of_type(self._type(known, content=content), known, content=content, at=(name, depth))

    def _mentioned(self, options: list[object]) -> object | None:
        return next((option for option in options if option and str(option).lower() in self._about), None)

    def _of_type(
        self, kind: str, schema: dict[str, object], *, content: object, at: tuple[str, int]
    ) -> object:
        name, depth = at
        if kind == "object":
            return self._object(schema, content=content, depth=depth)
        if kind == "array":
            return self._array(schema, content=content, at=at)
        if kind in ("integer", "number"):
            return fit_number(schema, content=_scalar(content), draws=self._draws, whole=kind == "integer")
        if kind == "boolean":
            return _truth(_scalar(content), draws=self._draws)
        if kind == "null":
            return None
        return fit_string(schema, content=_text(content), name=name, draws=self._draws)

    def _object(self, schema: dict[str, object], *, content: object, depth: int) -> dict[str, object]:
        properties = as_object(schema.get("properties"))
        required = {str(name) for name in as_array(schema.get("required"))}
        filled: dict[str, object] = {}
        for name, inner in properties.items():
            found, value = _look_up(content, name)
            if not found and name not in required and depth >= _DEEP:
                continue
            filled[name] = self._fill(inner, content=value if found else _MISSING, name=name, depth=depth + 1)
        for name in sorted(required - set(properties)):
            extra = schema.get("additionalProperties")
            filled[name] = self._fill(
                as_object(extra), content=_look_up(content, name)[1], name=name, depth=depth + 1
            )
        self._add_open_properties(filled, schema=schema, content=content, depth=depth)
        return filled

    def _add_open_properties(
        self, filled: dict[str, object], *, schema: dict[str, object], content: object, depth: int
    ) -> None:
        extra = schema.get("additionalProperties")
        if extra is False:
            return
        if not filled and (is_object(extra) or "properties" not in schema):
            for name, value in _named_parts(content):
                filled[name] = self._fill(as_object(extra), content=value, name=name, depth=depth + 1)
        wanted = as_count(schema.get("minProperties"), default=0)
        while len(filled) < wanted:
            name = f"field_{len(filled) + 1}"
            filled[name] = self._fill(as_object(extra), content=_MISSING, name=name, depth=depth + 1)

    def _array(self, schema: dict[str, object], *, content: object, at: tuple[str, int]) -> list[object]:
        name, depth = at
        parts = _parts(content)
        prefix = as_array(schema.get("prefixItems"))
        least = as_count(schema.get("minItems"), default=0)
        most = as_count(schema.get("maxItems"), default=max(least, len(parts), 64))
        count = len(parts) if parts is not _NO_PARTS else max(least, len(prefix), 1 if depth < _DEEP else 0)
        count = max(least, min(most, count))
        if "items" in schema and schema["items"] is False:
            count = min(count, len(prefix))
        items: list[object] = []
        for place in range(count):
            inner = prefix[place] if place < len(prefix) else schema.get("items", {"type": "string"})
            value = parts[place % len(parts)] if parts else _MISSING
            items.append(self._fill(inner, content=value, name=name.removesuffix("s"), depth=depth + 1))
        return self._made_unique(items, schema=schema) if schema.get("uniqueItems") is True else items

    def _made_unique(self, items: list[object], *, schema: dict[str, object]) -> list[object]:
        """Replace repeated items by new draws; what cannot be told apart is left out."""
        unique: list[object] = []
        least = as_count(schema.get("minItems"), default=0)
        for item in items:
            if item not in unique:
                unique.append(item)
        for _ in range(200):
            if len(unique) >= least:
                break
            fresh = self._fill(schema.get("items", {}), content=_MISSING, name="", depth=_DEEP)
            if fresh not in unique:
                unique.append(fresh)
        return unique

    def _resolved(self, schema: object) -> dict[str, object]:
        """Follow references and merge `allOf` into one schema."""
        known = as_object(schema)
        for _ in range(_TOO_DEEP):
            reference = known.get("$ref")
            if not isinstance(reference, str):
                break
            siblings = {key: value for key, value in known.items() if key != "$ref"}
            known = {**self._referred(reference), **siblings}
        for part in as_array(known.get("allOf")):
            known = _merged(known, self._resolved(part))
        return known

    def _referred(self, reference: str) -> dict[str, object]:
        target: object = self._root
        for step in reference.removeprefix("#").strip("/").split("/"):
            if step:
                target = as_object(target).get(step.replace("~1", "/").replace("~0", "~"))
        return as_object(target)

    def _branch(self, schema: dict[str, object], *, content: object, depth: int) -> dict[str, object] | None:
        """Choose one of the alternatives: one that suits the content, else the first that is not null."""
        branches = [self._resolved(part) for key in ("anyOf", "oneOf") for part in as_array(schema.get(key))]
        if not branches:
            return None
        rest = {key: value for key, value in schema.items() if key not in ("anyOf", "oneOf")}
        open_branches = [branch for branch in branches if branch.get("type") != "null"] or branches
        if depth > _DEEP and len(open_branches) < len(branches):
            return {"type": "null"}
        fitting = [
            branch for branch in open_branches if _suits(self._type(branch, content=_MISSING), content)
        ]
        return _merged(rest, (fitting or open_branches)[0])

    def _type(self, schema: dict[str, object], *, content: object) -> str:
        stated = schema.get("type")
        if isinstance(stated, str):
            return stated
        kinds = [str(kind) for kind in as_array(stated)]
        if kinds:
            fitting = [kind for kind in kinds if kind != "null" and _suits(kind, content)]
            return (fitting or [kind for kind in kinds if kind != "null"] or kinds)[0]
        return _guessed_type(schema, content)


_NO_PARTS: list[object] = []


def _guessed_type(schema: dict[str, object], content: object) -> str:
    if "properties" in schema or "additionalProperties" in schema or "required" in schema:
        return "object"
    if "items" in schema or "prefixItems" in schema:
        return "array"
    if "minimum" in schema or "maximum" in schema or "multipleOf" in schema:
        return "number"
    if isinstance(content, (ScaleShare, int, float)) and not isinstance(content, bool):
        return "number"
    if isinstance(content, bool):
        return "boolean"
    return (
        "object"
        if isinstance(content, (dict, Several))
        else "array"
        if isinstance(content, list)
        else "string"
    )


def _suits(kind: str, content: object) -> bool:
    plain = content.items if isinstance(content, Several) else content
    kinds: dict[str, tuple[type, ...]] = {
        "object": (dict, tuple),
        "array": (list, tuple),
        "string": (str, PreferredSide),
        "boolean": (bool,),
        "number": (int, float, ScaleShare),
        "integer": (int, ScaleShare),
    }
    return isinstance(plain, kinds.get(kind, ()))


def _look_up(content: object, name: str) -> tuple[bool, object]:
    if isinstance(content, Several):
        wanted = snake(name)
        return next(((True, value) for key, value in content.items if snake(key) == wanted), (False, None))
    return find_value(as_object(content), name)


def _named_parts(content: object) -> list[tuple[str, object]]:
    if isinstance(content, Several):
        return list(content.items)
    return list(as_object(content).items())


def _parts(content: object) -> list[object]:
    if isinstance(content, Several):
        return [value for _, value in content.items]
    if is_array(content):
        return content
    return _NO_PARTS if content is _MISSING or content is None else [content]


def _scalar(content: object) -> object:
    """Take the score out of content that says more than that."""
    if is_object(content):
        return next(
            (content[key] for key in ("score", "pass", "weight", "confidence") if key in content), None
        )
    return None if content is _MISSING else content


def _plain(content: object) -> object:
    if is_object(content):
        return next(
            (content[key] for key in ("winner", "score", "criterion", "pass") if key in content), None
        )
    return None if content is _MISSING else content


_TEXT_KEYS = (
    "answer",
    "prompt",
    "objective",
    "input",
    "suggestion",
    "reason",
    "description",
    "criterion",
    "note",
)


def _text(content: object) -> str | None:
    if isinstance(content, str):
        return content
    if isinstance(content, bool):
        return "PASS" if content else "FAIL"
    if isinstance(content, PreferredSide):
        return content.name
    if isinstance(content, ScaleShare):
        return f"{content.on(content.low, content.high):.0f}"
    if is_array(content):
        return "\n".join(filter(None, (_text(part) for part in content))) or None
    inner = as_object(content)
    found = next((inner[key] for key in _TEXT_KEYS if isinstance(inner.get(key), str)), None)
    if found is None and as_number(content) is not None:
        return str(content)
    return str(found) if found is not None else None


def _truth(content: object, *, draws: Draws) -> bool:
    if isinstance(content, bool):
        return content
    if isinstance(content, ScaleShare):
        return content.value >= 0.6
    if isinstance(content, str):
        return re.fullmatch(r"yes|true|pass|a", content, re.IGNORECASE) is not None
    return draws.chance(0.5)


def _merged(one: dict[str, object], other: dict[str, object]) -> dict[str, object]:
    merged = {**one, **other}
    for key in ("properties", "$defs"):
        if key in one and key in other:
            merged[key] = {**as_object(one[key]), **as_object(other[key])}
    if "required" in one and "required" in other:
        merged["required"] = [*as_array(one["required"]), *as_array(other["required"])]
    return merged
