"""CasADi functions as a subject, and what CasADi's own derivatives make of them.

A function is known by the names of its inputs and outputs: those of a quantity's arguments and of
one of its results, in any order. Where a partial derivative is not given, it is that of the
function of inverse or forward dynamics, by CasADi's automatic differentiation in the nq
coordinates of the configuration; `lieref.partials.coordinates.lie_derivatives.lie_partials` makes
of these derivatives along q exp(x), whatever the function does with a quaternion that is not of
unit norm.
"""

from __future__ import annotations

import importlib
import math
import os
import sys
from collections.abc import Iterable
from importlib import metadata
from pathlib import Path
from typing import Any

import casadi
import numpy as np
from numpy.typing import NDArray

from lieref.check.differences import OF
from lieref.check.exchange.wire import SubjectError
from lieref.check.quantities import QUANTITIES, Quantity
from lieref.check.subjects import BASES, Answering
from lieref.model.model import Model
from lieref.partials.coordinates.lie_derivatives import lie_partials, lie_second_partials

FloatArray = NDArray[np.float64]
SUFFIX = ".casadi"
#: What each second partial derivative is differentiated by, in the order of its name.
SECOND = {
    "d2tau_dq_dq": ("inverse_dynamics", "q", "q"),
    "d2tau_dv_dv": ("inverse_dynamics", "v", "v"),
    "d2tau_dq_dv": ("inverse_dynamics", "q", "v"),
    "d2tau_da_dq": ("inverse_dynamics", "a", "q"),
    "d2a_dq_dq": ("forward_dynamics", "q", "q"),
    "d2a_dv_dv": ("forward_dynamics", "v", "v"),
    "d2a_dq_dv": ("forward_dynamics", "q", "v"),
    "d2a_dtau_dq": ("forward_dynamics", "tau", "q"),
}


def subject(words: str, model: Model) -> Answering:
    """Return the functions of files, or of a user's function of the model.

    Parameters
    ----------
    words : str
        "inverse.casadi,forward.casadi", written by `casadi.Function.save`; or "module:function",
        where function(model) returns a function or several. function.base is the representation
        of the base's twist, "body" if there is none.
    model : Model

    Raises
    ------
    SubjectError
        "missing" for a file, module or function that is not there; "error" for what is no
        function of CasADi, or one whose names or sizes are not those of a quantity.
    """
    base = "body"
    if words.endswith(SUFFIX):
        functions = [_loaded(word) for word in words.split(",")]
    else:
        where, _, name = words.partition(":")
        maker = _user_function(where, name)
        base = getattr(maker, "base", base)
        made = maker(model)
        functions = [made] if isinstance(made, casadi.Function) else list(made)
    if base not in BASES:
        raise SubjectError("error", f"{words}: base {base!r}, expected one of {', '.join(BASES)}")
    known = _Known(model, functions)
    return Answering(f"casadi {metadata.version('casadi')}, {words}", base, known.answer)


def _loaded(word: str) -> Any:
    """The function of a file."""
    if not Path(word).is_file():
        raise SubjectError("missing", f"{word!r} is no file, expected one by casadi.Function.save")
    try:
        return casadi.Function.load(word)
    except RuntimeError as error:
        text = " ".join(str(error).split())[:200]
        raise SubjectError("error", f"{word!r}: no function of CasADi ({text})") from None


def _user_function(where: str, name: str) -> Any:
    """A function of a module that can be imported from the current folder."""
    sys.path.insert(0, os.getcwd())
    try:
        found: Any = importlib.import_module(where) if where else None
    except ImportError as error:
        raise SubjectError("missing", f"module {where!r} cannot be imported: {error}") from None
    found = getattr(found, name, None)
    if not callable(found):
        raise SubjectError(
            "missing",
            f"casadi:{where}:{name}: expected casadi:file{SUFFIX}, or casadi:module:function with "
            "a function of that module",
        )
    return found


class _Known:
    """Functions by the result that they compute, and those that come of them."""

    def __init__(self, model: Model, functions: Iterable[Any]):
        self._model = model
        self._given: dict[tuple[str, str], Any] = {}
        self._derived: dict[Any, Any] = {}
        for function in functions:
            if not isinstance(function, casadi.Function):
                raise SubjectError(
                    "error", f"got {type(function).__name__}, expected a casadi.Function"
                )
            found = [
                (quantity.name, output)
                for quantity in QUANTITIES.values()
                for output in quantity.outputs
                if self._computes(function, quantity, output)
            ]
            if not found:
                raise SubjectError("error", f"{_signature(function)}: {_EXPECTED}")
            self._given |= dict.fromkeys(found, function)

    def _computes(self, function: Any, quantity: Quantity, output: str) -> bool:
        """Whether names and sizes are those of a result."""
        names = set(function.name_in())
        if quantity.orders or not names <= set(quantity.inputs):
            return False
        if output not in function.name_out() or len(quantity.outputs[output]) > 2:
            return False
        sizes = {"q": self._model.nq}
        wrong = any(function.numel_in(x) != sizes.get(x, self._model.nv) for x in names)
        shape = quantity.shape(output, self._model.nv, 0)
        if wrong or function.numel_out(output) != math.prod(shape):
            raise SubjectError(
                "error",
                f"{_signature(function)}: expected q ({self._model.nq}), all others "
                f"({self._model.nv}), {output} {shape}",
            )
        return True

    def answer(self, quantity: str, **x: FloatArray) -> Any:
        """Return the results of a quantity, None if one of them cannot be had."""
        outputs = QUANTITIES[quantity].outputs
        found = {name: self._result(quantity, name, x) for name in outputs}
        return None if any(value is None for value in found.values()) else found

    def _result(self, quantity: str, output: str, x: dict[str, FloatArray]) -> Any:
        """One result: as given, or differentiated."""
        if (quantity, output) in self._given:
            value = self._value(self._given[quantity, output], output, x)
            return value.ravel() if QUANTITIES[quantity].outputs[output] == "i" else value
        if output in OF:
            function, by = OF[output]
            value = self._slopes(function, (by,), x)
            return value if value is None or by != "q" else lie_partials(self._model, x["q"], value)
        if output in SECOND:
            return self._second(*SECOND[output], x)
        return None

    def _second(self, function: str, first: str, second: str, x: dict[str, FloatArray]) -> Any:
        """A second partial derivative, the configuration's axes moved on the right."""
        value = self._slopes(function, (first, second), x)
        if value is None:
            return None
        q, model = x["q"], self._model
        value = value.reshape(model.nv, -1, value.shape[1], order="F")
        if first == second == "q":
            return lie_second_partials(model, q, self._slopes(function, ("q",), x), value)
        for axis, by in ((1, first), (2, second)):
            value = lie_partials(model, q, value, axis) if by == "q" else value
        return value

    def _slopes(self, function: str, by: tuple[str, ...], x: dict[str, FloatArray]) -> Any:
        """The Jacobian of a function, or that of its Jacobian with the first axes as columns."""
        output = next(iter(QUANTITIES[function].outputs))
        base = self._given.get((function, output))
        if base is None:
            return None
        if (function, by) not in self._derived:
            # an expression graph of scalars can be seen through, another function only called
            kind: Any = casadi.SX if base.is_a("SXFunction") else casadi.MX
            symbols = {name: kind.sym(name, base.numel_in(name)) for name in base.name_in()}
            shaped = {
                name: casadi.reshape(value, base.size_in(name)) for name, value in symbols.items()
            }
            expression = casadi.vec(base.call(shaped)[output])
            for name in by:
                wanted = symbols.get(name, kind.sym(name, x[name].size))
                expression = casadi.jacobian(casadi.vec(expression), wanted)
            self._derived[function, by] = casadi.Function(
                "derived", list(symbols.values()), [expression], list(symbols), ["slopes"]
            )
        return self._value(self._derived[function, by], "slopes", x)

    @staticmethod
    def _value(function: Any, output: str, x: dict[str, FloatArray]) -> FloatArray:
        """Numbers of an output, dense."""
        given = {name: x[name].reshape(function.size_in(name)) for name in function.name_in()}
        return np.array(casadi.DM(function.call(given)[output]).full())


def _signature(function: Any) -> str:
    """Names and sizes of a function."""
    inputs = (f"{x} {function.size_in(x)}" for x in function.name_in())
    outputs = (f"{x} {function.size_out(x)}" for x in function.name_out())
    return f"function {function.name()!r}, ({', '.join(inputs)}) -> ({', '.join(outputs)})"


_EXPECTED = (
    "expected the names of a quantity's arguments and of its result, as (q, v, a) -> (tau), "
    "(q, v, tau) -> (a), (q) -> (H), (q, v, a) -> (dtau_dq, dtau_dv, dtau_da)"
)
