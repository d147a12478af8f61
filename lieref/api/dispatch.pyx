"""What a public function does with other than one state of a tree: a mechanism, or many states."""

cimport cython
cimport numpy as cnp

from lieref.dynamics.shared.batches cimport worker_count
from lieref.model.checks cimport is_batched
from lieref.model.model cimport Model

import inspect
from collections.abc import Callable
from typing import Any

from lieref.api.operations import OPERATIONS
from lieref.errors import ArgumentError, ShapeError
from lieref.model.loops.loop_model import LoopModel
from lieref.model.state_by_state import all_at_once, each_state
from lieref.model.tree.configuration import wrong_model

cnp.import_array()

# Why options are of trees alone.
REASONS: dict[str, str] = {
    "bounds": "; bounds are of trees: `model.tree` is that of a model with loops, and the forces "
              "of its loops are wrenches or tau_ext",
    "digits": ", whose configurations of doubles are closed to rounding alone; "
              "`lieref.oracle.loop_forward_dynamics(digits=...)` closes them again, and computes, "
              "with so many",
    "out": ", whose results are new arrays",
}
# Errors of options that are no words.
ERRORS: dict[str, type] = {"digits": ShapeError, "out": ShapeError}


@cython.auto_pickle(False)
cdef class Dispatch:
    """A row of the table of operations, and the functions behind it."""

    def __init__(self, function: Callable[..., Any]):
        operation = OPERATIONS[function.__name__]
        self.name, self.function, self.trees = operation.name, function, operation.trees
        self.batches = operation.mechanisms
        given = list(inspect.signature(function).parameters.values())[1:]
        self.names = tuple([x.name for x in given])
        self.defaults = tuple([x.default for x in given])
        self.axes = tuple([operation.axes.get(name, 0) for name in self.names])
        self.alone = tuple([self.names.index(name) for name in operation.trees_alone])
        self.workers = self.names.index("workers") if "workers" in self.names else -1
        others = [i for i in range(len(given)) if i != self.workers and i not in self.alone]
        self.axes_of_others = tuple([self.axes[i] for i in others])
        self.count = len(others)
        if self.count > 16:
            raise ValueError(f"{self.name} has more than 16 arguments")
        for k, i in enumerate(others):
            self.index[k], self.axis_count[k] = i, self.axes[i]

    cdef object call(self, object model, tuple given):
        """The result of a mechanism, or of a batch of what takes one state of a tree."""
        cdef int i
        cdef int workers = 1
        cdef bint many = self.batches == "all in lanes"
        if isinstance(model, Model):
            many_states = all_at_once if self.trees == "at once" else each_state
            return many_states(self.name, self.function, model, given, self.axes)
        if not isinstance(model, LoopModel):
            raise wrong_model(model, "lieref.Model or lieref.LoopModel")
        if self.single is None:
            self.find()
        if self.batches == "itself":
            return self.single(model, *given)
        for i in self.alone:
            if given[i] is not self.defaults[i]:
                self.require_default(i, given[i])
        if self.workers >= 0:
            workers = worker_count(given[self.workers])
        arguments = [model]
        for i in range(self.count):
            value = given[self.index[i]]
            many = many or (self.axis_count[i] > 0 and is_batched(value, self.axis_count[i]))
            arguments.append(value)
        if not many:
            return self.single(*arguments)
        given = tuple(arguments[1:])
        if self.many is not None:
            return self.many(self.single, model, given, self.axes_of_others, workers)
        if self.batches == "at once":
            return all_at_once(self.name, self.single, model, given, self.axes_of_others)
        return each_state(self.name, self.single, model, given, self.axes_of_others)

    cdef int find(self) except -1:
        """Import the functions of mechanisms, when the first one comes."""
        from lieref.api import mechanisms

        if self.batches in ("in lanes", "all in lanes"):
            self.many = mechanisms.IN_LANES[self.name]
        # last: another thread that sees it sees the other one
        self.single = getattr(mechanisms, self.name)
        return 0

    cdef int require_default(self, int i, object value) except -1:
        """ArgumentError for an option of trees alone."""
        name, default = self.names[i], self.defaults[i]
        if not isinstance(value, type(default)) or value != default:
            given = repr(value) if isinstance(value, (str, int, float)) else type(value).__name__
            raise ERRORS.get(name, ArgumentError)(
                f"{name} is {given}, expected {default!r} for a model with loops"
                f"{REASONS.get(name, '')}")
        return 0
