"""No function meets a denormal operand, divides by zero, makes an invalid number, or computes on
memory that it has not written: every function that takes a model, on ordinary states.
"""

from functools import partial

import numpy as np
import pytest
from support.mechanisms.loop_calls import LOOPS, loop_batch_calls, loop_calls, mechanism
from support.programs.floating_exceptions import exceptions, watcher
from support.programs.tree_calls import batch_calls, simulated, tree_calls
from support.trees.robots import ROBOTS, STATES, with_physics

import lieref
from lieref.errors import LierefError

ORDERS = range(7)
KINDS = ("revolute", "prismatic", "helical", "spherical", "universal", "planar")
MORE = {f"tree_{n}": (n, KINDS[: 1 + n % 6], ("fixed", "free")[n % 2]) for n in range(2, 11)}
# What dynamics has of its own: forms, and bases.
DESCRIBED = ("ur5", "panda", "talos")
BASES = ("body", "spatial", "hybrid", "mixed")
FORMS = ("default", "spatial", "body", "hybrid")


@pytest.fixture(scope="module")
def library(tmp_path_factory):
    return watcher(tmp_path_factory.mktemp("watch"))


def robot(name):
    """A robot of these tests."""
    if name in MORE:
        bodies, kinds, base = MORE[name]
        return lieref.catalogue.random_tree(bodies, bodies, kinds, base)
    if name in DESCRIBED:
        try:
            return lieref.check.named_model(name, "fixed")
        except LierefError:
            pytest.skip("no example-robot-data")
    model = ROBOTS[name.removesuffix("_physics")]()
    return with_physics(model) if name.endswith("_physics") else model


def of_orders(model, state, rng):
    """Dynamics of every order, form and base, with wrenches and without."""
    calls = {}
    for r in ORDERS:
        q, v = STATES[state](model, rng, r)
        tau, vdot = rng.standard_normal((2, r + 1, model.nv))
        loads = rng.standard_normal((r + 1, model.nbodies, 6))
        mask = np.arange(model.nv) % 2 == 0
        options = [{"form": form} for form in FORMS] + [{"base": base} for base in BASES]
        options += [{"wrenches": loads, "wrench_axes": axes} for axes in ("body", "inertial")]
        given = {
            lieref.inverse_dynamics: (q, v),
            lieref.forward_dynamics: (q, v[0], tau),
            lieref.hybrid_dynamics: (q, v[0], vdot, tau, mask),
        }
        for function, arguments in given.items():
            for option in options:
                name = (
                    f"{function.__name__}, r={r}, {dict.fromkeys(option)} {[*option.values()][0]}"
                )
                calls[name] = partial(function, model, *arguments, **option)
    return calls


def unclean(library, calls):
    """Calls by name with their first exceptions."""
    found, refused = {}, []
    for name, call in calls.items():
        try:
            # what is computed once for a model is another call's
            call()
        except LierefError:
            # of a state that is singular, or physics that it has not
            refused.append(name)
            continue
        if places := exceptions(library, call):
            found[name] = places[:3]
    # most must have been looked at
    assert len(refused) < len(calls) / 5, refused
    return found


def in_this_thread(model, given):
    """Calls by name of functions with arguments and options."""
    found = {}
    for name, (function, arguments, named) in given.items():
        # other threads block the signals
        options = {x: 1 if x == "workers" else value for x, value in named.items()}
        found[name] = partial(function, model, *arguments, **options)
    return found


@pytest.mark.parametrize("state", ["generic", "zero"])
@pytest.mark.parametrize("name", [*ROBOTS, "every_joint_physics", *MORE, *DESCRIBED])
def test_trees(library, name, state):
    model, rng = robot(name), np.random.default_rng(1)
    q, v = STATES[state](model, rng, 2)
    given = {
        name: (function, arguments.values(), named)
        for name, (function, arguments, named) in tree_calls(model, (q, v), 1).items()
    }
    given |= batch_calls(model, (q, v[:2]), 1) | {"simulate": (simulated, (q, v), {})}
    assert unclean(library, in_this_thread(model, given) | of_orders(model, state, rng)) == {}


@pytest.mark.parametrize("name", LOOPS)
def test_mechanisms(library, name):
    model, q = mechanism(name)
    given = loop_calls(model, q, LOOPS[name], 1) | loop_batch_calls(model, q, 1)
    assert unclean(library, in_this_thread(model, given)) == {}
