"""Prepared calls of partials of any order: the usual numbers, the usual errors."""

import threading

import numpy as np
import pytest
from support.trees.robots import draw, massless_tip

import lieref
from lieref import errors
from lieref.model.mechanisms.catalogue import four_bar

ROBOTS = ("two_link", "aerial_manipulator", "every_joint_free", "serial_20_free")
# Orders of one, which are solved by another kernel. Found: 3e-15.
SOLVED = 1e-12


def case(entry, robot="aerial_manipulator", r=2):
    """A prepared call with arguments by name, the usual one's result, and memory for it."""
    model, q, v = draw(robot, "generic", r)
    given = {"q": q, "v": v}
    if entry == "forward":
        given.update(v=v[0].copy(), tau=lieref.inverse_dynamics(model, q, v))
    usual = getattr(lieref, f"{entry}_dynamics_order_partials")(model, **given)
    given["out"] = type(usual)(*(np.full_like(x, np.nan) for x in usual))
    return getattr(lieref, f"prepare_{entry}_dynamics_order_partials")(model, r), given, usual


@pytest.mark.parametrize("r", [0, 1, 4])
@pytest.mark.parametrize("robot", ROBOTS)
@pytest.mark.parametrize("entry", ["inverse", "forward"])
def test_the_numbers_of_the_usual_call(entry, robot, r):
    call, given, usual = case(entry, robot, r)
    for _ in range(2):
        assert call(**given) is given["out"]
        for x, y in zip(given["out"], usual, strict=True):
            if entry == "forward" and r == 0:
                assert abs(x - y).max() <= SOLVED * abs(y).max()
            else:
                assert np.array_equal(x, y)


@pytest.mark.parametrize("entry", ["inverse", "forward"])
def test_what_cannot_be_prepared(entry):
    prepare = getattr(lieref, f"prepare_{entry}_dynamics_order_partials")
    model = lieref.catalogue.serial_chain(2)
    bound = prepare(model, np.int64(3)).__self__
    assert (bound.model, bound.order, bound.base) == (model, 3, "body")
    for order in (-1, 170):
        with pytest.raises(errors.ShapeError, match=rf"^order is {order}, expected .* 0 to 169"):
            prepare(model, order)
    with pytest.raises(errors.ArgumentError, match="LoopModel"):
        prepare(four_bar(), 1)


def spoilt():
    """What is changed in a good call, and the error that names it."""
    shape = errors.ShapeError
    return {
        "q list": ("q", lambda x: x.tolist(), shape, "^q is a list, expected a C-contiguous"),
        "q nan": ("q", lambda x: x * np.nan, errors.NonFiniteError, r"^q\[0\]"),
        "v rows": ("v", lambda x: np.tile(x, (2, 1)), shape, "^v is .* of order 2"),
        "v inf": ("v", lambda x: x + np.inf, errors.NonFiniteError, r"^v\[0"),
        "out None": ("out", lambda x: None, shape, "^out is NoneType"),
        "out pair": ("out", tuple, shape, "^out is tuple"),
        "out order": ("out", lambda x: type(x)(x[0][:2], *x[1:]), shape, r"^out\.d.*_dq is"),
        "out stride": ("out", lambda x: type(x)(*x[:-1], x[-1].swapaxes(2, 3)), shape, r"^out\."),
        "quaternion": ("q", lambda x: 1.001 * x, errors.ConfigurationError, "has norm 1.001"),
        "too fast": ("v", lambda x: 1e200 * x, errors.NonFiniteError, "range of doub"),
    }


@pytest.mark.parametrize("what", spoilt())
@pytest.mark.parametrize("entry", ["inverse", "forward"])
def test_bad_arguments(entry, what):
    call, given, usual = case(entry)
    name, change, error, said = spoilt()[what]
    with pytest.raises(error, match=said):
        call(**{**given, name: change(given[name])})
    # and it serves the next call
    assert np.array_equal(call(**given)[0], usual[0])


@pytest.mark.parametrize("entry", ["inverse", "forward"])
def test_results_are_for_themselves(entry):
    call, given, usual = case(entry)
    frozen = usual[0].copy()
    frozen.flags.writeable = False
    with pytest.raises(errors.ShapeError, match=r"^out\.d.*_dq is read-only"):
        call(**{**given, "out": given["out"]._replace(**{usual._fields[0]: frozen})})
    for field, block in zip(usual._fields, usual, strict=True):
        for what in given.keys() - {"out"}:
            memory = np.zeros(block.size + given[what].size - 1)
            shared = memory[: block.size].reshape(block.shape)
            argument = memory[block.size - 1 :].reshape(given[what].shape)
            argument[...] = given[what]
            with pytest.raises(errors.ShapeError, match=f"^out.{field} shares memory with {what}$"):
                call(**{**given, what: argument, "out": given["out"]._replace(**{field: shared})})
    for one, other in ((0, -1), (0, 1), (1, -1)):
        blocks = list(given["out"])
        size = blocks[one].size
        memory = np.zeros(size + blocks[other].size - 1)
        blocks[one] = memory[:size].reshape(blocks[one].shape)
        blocks[other] = memory[size - 1 :].reshape(blocks[other].shape)
        if one != other % len(blocks):
            with pytest.raises(errors.ShapeError, match=r"shares memory with out\."):
                call(**{**given, "out": type(usual)(*blocks)})


def test_a_joint_that_nothing_opposes():
    model, zero = massless_tip(), np.zeros((2, 2))
    out = lieref.ForwardDynamicsOrderPartials(*np.zeros((2, 2, 2, 2)), np.zeros((2, 2, 2, 2)))
    call = lieref.prepare_forward_dynamics_order_partials(model, 1)
    with pytest.raises(errors.SingularError, match="tip"):
        call(np.zeros(2), np.zeros(2), zero, out)


def test_one_thread_at_a_time():
    model = lieref.catalogue.serial_chain(60)
    q, v = model.neutral(), np.ones((8, 60))
    call = lieref.prepare_inverse_dynamics_order_partials(model, 6)
    outs = [lieref.inverse_dynamics_order_partials(model, q, v) for _ in range(2)]
    busy, stop = [], threading.Event()

    def run(out):
        while not stop.is_set():
            try:
                call(q, v, out)
            except errors.BusyError:
                busy.append(out)
                stop.set()

    threads = [threading.Thread(target=run, args=(out,)) for out in outs]
    for thread in threads:
        thread.start()
    stop.wait(20)
    stop.set()
    for thread in threads:
        thread.join()
    assert busy
