"""The subject of the study: the plain twins of lieref's recursions, whole or with a fault.

The modules are loaded again for each variant, from the source text, beside those in use.
"""

from __future__ import annotations

import ast
import functools
import importlib
import importlib.util
import sys
import types
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from lieref.model.model import Model
from verification.detection_power.mutations import Site, planted, sites

#: The modules that compute, each before those that import it.
MODULES = (
    "lieref.algebra.series.taylor",
    "lieref.kinematics.forward_kinematics_twin",
    "lieref.dynamics.shared.base_twin",
    "lieref.dynamics.shared.convolutions_twin",
    "lieref.dynamics.forward.articulated_inertia_twin",
    "lieref.dynamics.forward.default.free_base_twin",
    "lieref.dynamics.forward.default.tree_orders_twin",
    "lieref.dynamics.inverse.default.inverse_dynamics_twin",
    "lieref.dynamics.forward.default.forward_dynamics_generic",
    "lieref.dynamics.matrices.composite_bodies_twin",
    "lieref.partials.tensor_algebra",
    "lieref.partials.idsva.idsva_twin",
    "lieref.partials.fdsva_so.fdsva_so_twin",
)

Given = Mapping[str, Any]


@dataclass(frozen=True)
class Twins:
    """Functions of one copy of the modules."""

    modules: Mapping[str, types.ModuleType]

    def answer(self, quantity: str, model: Model, given: Given, K: Any) -> dict[str, Any]:
        """Return the results of a quantity by name, over a scalar field."""
        return _ANSWERS[quantity](_Calls(self.modules, model, given, K))


@dataclass(frozen=True)
class _Calls:
    """What the functions of twins are called with."""

    modules: Mapping[str, types.ModuleType]
    model: Model
    given: Given
    K: Any

    def _function(self, module: str, name: str) -> Callable[..., Any]:
        found: Callable[..., Any] = getattr(self.modules[module], name)
        return found

    def inverse_dynamics(self, v: Any) -> Any:
        compute = self._function(
            "lieref.dynamics.inverse.default.inverse_dynamics_twin", "inverse_dynamics"
        )
        return compute(self.model, self.given["q"], v, self.K)

    def forward_dynamics(self, tau: Any) -> Any:
        compute = self._function(
            "lieref.dynamics.forward.default.forward_dynamics_generic", "forward_dynamics"
        )
        return compute(self.model, self.given["q"], self.given["v"], tau, self.K)

    def inertia(self) -> Any:
        compute = self._function(
            "lieref.dynamics.matrices.composite_bodies_twin", "joint_space_inertia"
        )
        return compute(self.model, self.given["q"], [], self.K)[0]

    def partials(self, module: str, name: str, last: str) -> Any:
        compute = self._function(f"lieref.partials.{module}", name)
        values = ([self.K(x) for x in self.given[key]] for key in ("q", "v", last))
        return compute(self.model, *values, self.K)


_FIRST = ("dtau_dq", "dtau_dv", "dtau_da")
_ANSWERS: dict[str, Callable[[_Calls], dict[str, Any]]] = {
    "inverse_dynamics": lambda x: {"tau": x.inverse_dynamics([x.given["v"], x.given["a"]])[0]},
    "inverse_dynamics_orders": lambda x: {"tau": x.inverse_dynamics(x.given["v"])},
    "forward_dynamics": lambda x: {"a": x.forward_dynamics([x.given["tau"]])[0]},
    "forward_dynamics_orders": lambda x: {"a": x.forward_dynamics(x.given["tau"])},
    "joint_space_inertia": lambda x: {"H": x.inertia()},
    "inverse_dynamics_partials": lambda x: dict(
        zip(_FIRST, x.partials("idsva.idsva_twin", "first_partials", "a"), strict=True)
    ),
    "inverse_dynamics_second_partials": lambda x: vars(
        x.partials("idsva.idsva_twin", "second_partials", "a")
    ),
    "forward_dynamics_partials": lambda x: x.partials(
        "fdsva_so.fdsva_so_twin", "first_partials", "tau"
    )._asdict(),
    "forward_dynamics_second_partials": lambda x: x.partials(
        "fdsva_so.fdsva_so_twin", "second_partials", "tau"
    )._asdict(),
}


@functools.cache
def source(module: str) -> str:
    """Return the text of a module."""
    found = importlib.util.find_spec(module)
    assert found is not None and found.origin is not None
    return Path(found.origin).read_text(encoding="utf-8")


def whole() -> Twins:
    """Return the modules as they are, in a copy of their own."""
    return _loaded({})


def with_fault(site: Site) -> Twins:
    """Return a copy with one fault in it."""
    return _loaded({site.file: planted(site, source(site.file))})


def _loaded(trees: Mapping[str, ast.Module]) -> Twins:
    """Modules from changed syntax trees, or as they are."""
    with _own_modules():
        found = {}
        for name in MODULES:
            spec = importlib.util.find_spec(name)
            assert spec is not None
            module = importlib.util.module_from_spec(spec)
            # those that come after it import it from here
            sys.modules[name] = module
            parent, _, last = name.rpartition(".")
            setattr(sys.modules[parent], last, module)
            exec(_code(name) if name not in trees else _compiled(name, trees[name]), vars(module))
            found[name] = module
        return Twins(found)


@functools.cache
def _code(name: str) -> types.CodeType:
    """Code of a module as it is."""
    return _compiled(name, ast.parse(source(name)))


def _compiled(name: str, tree: ast.Module) -> types.CodeType:
    return compile(tree, name, "exec")


@contextmanager
def _own_modules() -> Iterator[None]:
    """Put the modules that are in use back afterwards."""
    for name in MODULES:
        importlib.import_module(name)
    before = {name: sys.modules[name] for name in MODULES}
    try:
        yield
    finally:
        for name, module in before.items():
            sys.modules[name] = module
            parent, _, last = name.rpartition(".")
            setattr(sys.modules[parent], last, module)


def reached(run: Callable[[Twins], Any]) -> dict[str, set[int]]:
    """Return the lines of each module that are executed while a copy of the modules is used."""
    lines: dict[str, set[int]] = {name: set() for name in MODULES}
    twins = whole()

    def on_line(frame: types.FrameType, event: str, _: Any) -> Any:
        if event == "line":
            lines[frame.f_code.co_filename].add(frame.f_lineno)
        return on_line

    def on_call(frame: types.FrameType, event: str, _: Any) -> Any:
        return on_line if frame.f_code.co_filename in lines else None

    before = sys.gettrace()
    sys.settrace(on_call)
    try:
        run(twins)
    finally:
        sys.settrace(before)
    return lines


def all_sites(lines: Mapping[str, set[int]]) -> list[Site]:
    """Return the faults that can be planted on these lines."""
    return [site for name in MODULES for site in sites(name, source(name), lines[name])]
