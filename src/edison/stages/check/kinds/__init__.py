"""The kinds of checks, by the names they have in files; each has a small file."""

from .contains import contains, contains_in_any_case, starts_with
from .empty import is_empty
from .equals import equals
from .json_schema import fits_schema
from .json_valid import is_json
from .kind import Kind, Misfit, Seen, Test
from .length import has_length
from .refusal import is_refusal
from .regex import matches

KINDS: dict[str, Kind] = {
    "contains": Kind(contains),
    "empty": Kind(is_empty, takes_any=True),
    "equals": Kind(equals),
    "icontains": Kind(contains_in_any_case),
    "json_schema": Kind(fits_schema),
    "json_valid": Kind(is_json),
    "length": Kind(has_length, takes_any=True),
    "refusal": Kind(is_refusal, takes_any=True),
    "regex": Kind(matches),
    "starts_with": Kind(starts_with),
}

__all__ = ["KINDS", "Kind", "Misfit", "Seen", "Test"]
