"""Rigid-body dynamics on Lie groups: fast recursions, and an independent reference beside them.

See `inverse_dynamics` to begin with, `load_urdf`, `ModelBuilder` and `catalogue` for models,
`oracle` for the reference at any precision, `SE3` and `SO3` for the groups, and docs/conventions.md
for frames, orders and shapes.
"""

from __future__ import annotations

import ast
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from lieref.deprecated import renamed

with open(f"{__file__}i", encoding="utf-8") as stub:
    _STATEMENTS = ast.parse(stub.read()).body
# Module and name there of every public name, as the stub imports them.
_PLACES = {
    alias.name: (str(statement.module), alias.name)
    for statement in _STATEMENTS
    if isinstance(statement, ast.ImportFrom) and str(statement.module).startswith("lieref")
    for alias in statement.names
}
# those of the extra "report"
_PLACES["report"] = ("lieref.reporting.making", "report")
_PLACES["draw"] = ("lieref.reporting.robot_picture", "draw")
__all__ = next(ast.literal_eval(x.value) for x in _STATEMENTS if isinstance(x, ast.Assign))


def __dir__() -> list[str]:
    return sorted({*__all__, *_PLACES})


def __getattr__(name: str) -> Any:
    """Import a name when it is first asked for: `import lieref` takes no longer."""
    module, member = _PLACES.get(name, ("lieref", name))
    if module != "lieref":
        found = getattr(import_module(module), member, None)
        value = import_module(f"{module}.{member}") if found is None else found
        if type(value).__name__ == "cython_function_or_method":
            # which its module cimports: the annotations name it
            from lieref.model.model import Model

            vars(import_module(module)).setdefault("Model", Model)
    elif name[0] != "_" and find_spec(f"lieref.{name}"):
        value = import_module(f"lieref.{name}")
    else:
        return renamed("lieref", name)
    globals()[name] = value
    return value
