"""A check of data against a JSON schema: the keywords that the golden schema uses, no more.

The schema itself is plain JSON Schema (2020-12), which any validator reads.
"""

from __future__ import annotations

import re
from typing import Any

TYPES = {"object": dict, "array": list, "string": str, "boolean": bool, "null": type(None)}
# Keywords that say nothing about data, or stand for others.
REMARKS = {"$schema", "$id", "$defs", "title", "description"}


def problems(data: Any, schema: dict[str, Any]) -> list[str]:
    """Return what is wrong with the data, each with its place; empty if nothing is.

    Raises
    ------
    ValueError
        The schema has a keyword that is not read here.
    """
    return _problems(data, schema, schema, "$")


def _problems(data: Any, schema: dict[str, Any], whole: dict[str, Any], at: str) -> list[str]:
    found: list[str] = []
    for keyword, wanted in schema.items():
        if keyword in REMARKS:
            continue
        if keyword not in CHECKS:
            raise ValueError(f"keyword {keyword!r} of the schema is not known here")
        found += CHECKS[keyword](data, wanted, whole, at, schema)
    return found


def _type(data: Any, wanted: Any, whole: Any, at: str, schema: Any) -> list[str]:
    names = wanted if isinstance(wanted, list) else [wanted]
    if any(isinstance(data, TYPES[name]) for name in names if name in TYPES):
        return []
    number = isinstance(data, int | float) and not isinstance(data, bool)
    if number and ("number" in names or ("integer" in names and isinstance(data, int))):
        return []
    return [f"{at}: got {type(data).__name__}, expected {' or '.join(names)}"]


def _allowed(data: Any, wanted: Any, whole: Any, at: str, schema: Any) -> list[str]:
    return [] if data in wanted else [f"{at}: got {data!r}, expected one of {wanted}"]


def _const(data: Any, wanted: Any, whole: Any, at: str, schema: Any) -> list[str]:
    return _allowed(data, [wanted], whole, at, schema)


def _pattern(data: Any, wanted: Any, whole: Any, at: str, schema: Any) -> list[str]:
    if not isinstance(data, str) or re.search(wanted, data):
        return []
    return [f"{at}: got {data!r}, expected text like {wanted}"]


def _minimum(data: Any, wanted: Any, whole: Any, at: str, schema: Any) -> list[str]:
    number = isinstance(data, int | float) and not isinstance(data, bool)
    return [f"{at}: got {data}, expected at least {wanted}"] if number and data < wanted else []


def _required(data: Any, wanted: Any, whole: Any, at: str, schema: Any) -> list[str]:
    missing = [key for key in wanted if isinstance(data, dict) and key not in data]
    return [f"{at}: {key!r} is missing" for key in missing]


def _properties(data: Any, wanted: Any, whole: Any, at: str, schema: Any) -> list[str]:
    if not isinstance(data, dict):
        return []
    return [
        problem
        for key, each in wanted.items()
        if key in data
        for problem in _problems(data[key], each, whole, f"{at}.{key}")
    ]


def _additional(data: Any, wanted: Any, whole: Any, at: str, schema: Any) -> list[str]:
    if not isinstance(data, dict):
        return []
    others = [key for key in data if key not in schema.get("properties", {})]
    if wanted is False:
        return [f"{at}: {key!r} is not expected" for key in others]
    return [p for key in others for p in _problems(data[key], wanted, whole, f"{at}.{key}")]


def _items(data: Any, wanted: Any, whole: Any, at: str, schema: Any) -> list[str]:
    if not isinstance(data, list):
        return []
    return [p for i, x in enumerate(data) for p in _problems(x, wanted, whole, f"{at}[{i}]")]


def _least(data: Any, wanted: Any, whole: Any, at: str, schema: Any) -> list[str]:
    if not isinstance(data, list) or len(data) >= wanted:
        return []
    return [f"{at}: got {len(data)} entries, expected at least {wanted}"]


def _most(data: Any, wanted: Any, whole: Any, at: str, schema: Any) -> list[str]:
    if not isinstance(data, list) or len(data) <= wanted:
        return []
    return [f"{at}: got {len(data)} entries, expected at most {wanted}"]


def _reference(data: Any, wanted: Any, whole: Any, at: str, schema: Any) -> list[str]:
    return _problems(data, whole["$defs"][wanted.removeprefix("#/$defs/")], whole, at)


def _one_of(data: Any, wanted: Any, whole: Any, at: str, schema: Any) -> list[str]:
    tried = [_problems(data, each, whole, at) for each in wanted]
    if sum(not found for found in tried) == 1:
        return []
    # what is closest to fitting
    return min(tried, key=len) or [f"{at}: fits more than one of the choices"]


CHECKS = {
    "type": _type,
    "enum": _allowed,
    "const": _const,
    "pattern": _pattern,
    "minimum": _minimum,
    "required": _required,
    "properties": _properties,
    "additionalProperties": _additional,
    "items": _items,
    "minItems": _least,
    "maxItems": _most,
    "$ref": _reference,
    "oneOf": _one_of,
}
