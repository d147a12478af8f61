"""Inverse dynamics of a batch: every state as it is alone, by any threads."""

import os
import threading

import numpy as np
import pytest
from support.programs.build_outputs import run
from support.references.batches import COUNT, batch, loads
from support.references.tolerances import BATCHES
from support.trees.robots import draw
from support.trees.spatial_robots import bases, relative

from lieref import inverse_dynamics
from lieref.model.mechanisms import catalogue

ROBOTS = ("two_link", "arm", "every_joint", "every_joint_free", "serial_20_free")
# Unrolled copies of the passes, the last of them, and the general loops.
ORDERS = (0, 1, 2, 5, 6, 9)


def _errors(found, expected):
    """Error of each order of each state."""
    return np.array([relative(x, y) for x, y in zip(found, expected, strict=True)])


def _agree(found, expected):
    """Within rounding: fused multiply-adds and the order of sums differ between builds."""
    assert found.shape == expected.shape
    orders = np.arange(1, found.shape[1] + 1)
    assert (_errors(found, expected) <= BATCHES * orders).all()


@pytest.mark.parametrize("robot", ROBOTS)
@pytest.mark.parametrize("r", ORDERS)
def test_every_state_as_alone(robot, r):
    model, q, v = batch(robot, r)
    given = loads(model, r)
    for base in bases(model):
        found = inverse_dynamics(model, q, v, base)
        alone = [inverse_dynamics(model, *state, base) for state in zip(q, v, strict=True)]
        _agree(found, np.array(alone))
        for axes in ("body", "inertial"):
            options = {"base": base, "wrench_axes": axes}
            found = inverse_dynamics(model, q, v, **given, **options)
            alone = [
                inverse_dynamics(model, *state, wrenches=w, tau_ext=e, **options)
                for *state, w, e in zip(q, v, given["wrenches"], given["tau_ext"], strict=True)
            ]
            _agree(found, np.array(alone))


def test_angles_of_every_size_side_by_side():
    model, _, v = batch("serial_5", 1, 40)
    rng = np.random.default_rng(5)
    q = rng.standard_normal((40, model.nq)) * 10.0 ** rng.integers(-9, 9, (40, model.nq))
    alone = [inverse_dynamics(model, *state) for state in zip(q, v, strict=True)]
    _agree(inverse_dynamics(model, q, v), np.array(alone))


@pytest.mark.parametrize("form", ["spatial", "body", "hybrid"])
@pytest.mark.parametrize("r", [0, 3])
def test_other_forms_are_the_single_state_itself(form, r):
    model, q, v = batch("every_joint_free", r)
    given = loads(model, r)
    found = inverse_dynamics(model, q, v, "mixed", **given, form=form, workers=2)
    for i in range(COUNT):
        one = {what: rows[i] for what, rows in given.items()}
        assert np.array_equal(
            found[i], inverse_dynamics(model, q[i], v[i], "mixed", **one, form=form)
        )


@pytest.mark.parametrize("r", [0, 4])
def test_leading_axes_broadcast(r):
    model, q, v = batch("every_joint_free", r, 12)
    given = loads(model, r, 12)
    w, e = given["wrenches"].reshape(3, 4, r + 1, -1, 6), given["tau_ext"][0]
    q, v = q[:3].reshape(3, 1, -1), v[:4]
    found = inverse_dynamics(model, q, v, wrenches=w, wrench_axes="inertial", tau_ext=e)
    assert found.shape == (3, 4, r + 1, model.nv)
    spread = inverse_dynamics(
        model,
        np.repeat(q, 4, 1).reshape(12, -1),
        np.tile(v, (3, 1, 1)),
        wrenches=w.reshape(12, r + 1, -1, 6),
        wrench_axes="inertial",
        tau_ext=np.tile(e, (12, 1, 1)),
    )
    assert np.array_equal(found.reshape(spread.shape), spread)


def test_arguments_shared_by_all_states():
    model, q, v = batch("every_joint_free", 2)
    given = loads(model, 2)
    shared = {what: rows[0] for what, rows in given.items()}
    everywhere = {what: np.repeat(rows[None], COUNT, 0) for what, rows in shared.items()}
    for one, all_of_them in ((q[0], np.repeat(q[:1], COUNT, 0)), (q, q)):
        found = inverse_dynamics(model, one, v, **shared)
        assert np.array_equal(found, inverse_dynamics(model, all_of_them, v, **everywhere))
    found = inverse_dynamics(model, q, v[0], **shared)
    assert np.array_equal(found, inverse_dynamics(model, q, np.repeat(v[:1], COUNT, 0), **shared))


def test_memory_of_any_layout_and_type():
    model, q, v = batch("every_joint_free", 2, 24)
    expected = inverse_dynamics(model, q, v)
    wide = np.repeat(v, 2, 0)[::2]
    turned = np.ascontiguousarray(v.transpose(2, 0, 1)).transpose(1, 2, 0)
    swapped = v.astype(v.dtype.newbyteorder())
    shifted = np.frombuffer(b"." + v.tobytes(), dtype=np.uint8)[1:].view(np.float64)
    for same in (wide, turned, swapped, v.tolist(), shifted.reshape(v.shape), v.view(Sub)):
        assert np.array_equal(inverse_dynamics(model, q, same), expected)
    square = v.reshape(4, 6, 4, -1)
    found = inverse_dynamics(model, q.reshape(4, 6, -1).swapaxes(0, 1), square.swapaxes(0, 1))
    assert np.array_equal(found.swapaxes(0, 1).reshape(expected.shape), expected)
    backwards = inverse_dynamics(model, q[::-1], v[::-1])
    assert np.array_equal(backwards[::-1], expected)


class Sub(np.ndarray):
    """A subclass, which the public functions take as the array that it is."""


@pytest.mark.parametrize(("robot", "r"), [("two_link", 0), ("every_joint_free", 1), ("arm", 6)])
def test_any_number_of_workers_gives_the_same_bits(robot, r):
    model, q, v = batch(robot, r, 403)
    given = loads(model, r, 403)
    expected = inverse_dynamics(model, q, v, **given)
    for workers in (2, 3, np.int64(5), 64):
        for _ in range(3):
            found = inverse_dynamics(model, q, v, **given, workers=workers)
            assert np.array_equal(found, expected)
    assert np.array_equal(
        inverse_dynamics(model, q[:1], v[:1], workers=3)[0],
        inverse_dynamics(model, q[:1], v[:1])[0],
    )


def test_workers_of_a_single_state():
    model, q, v = draw("arm", "generic", 2)
    assert np.array_equal(
        inverse_dynamics(model, q, v, workers=2), inverse_dynamics(model, q, v, workers=3)
    )
    _agree(inverse_dynamics(model, q, v, workers=2)[None], inverse_dynamics(model, q, v)[None])


def test_several_callers_with_several_workers():
    tasks = [batch(robot, r, 200) for robot, r in (("arm", 0), ("serial_20_free", 3), ("arm", 5))]
    expected = [inverse_dynamics(*task) for task in tasks]
    wrong = []

    def call(number):
        for i in np.random.default_rng(number).integers(0, len(tasks), 40):
            if not np.array_equal(inverse_dynamics(*tasks[i], workers=3), expected[i]):
                wrong.append(number)

    threads = [threading.Thread(target=call, args=(number,)) for number in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not wrong


# The parent's threads are left to fall asleep, so that none of them is missed in the child.
FORK = """
import os
import time
import numpy as np
from support.references.batches import batch
from lieref import inverse_dynamics
def threads():
    return len(os.listdir("/proc/self/task")) if os.path.isdir("/proc/self/task") else None
model, q, v = batch("arm", 1, 400)
expected = inverse_dynamics(model, q, v, workers=3)
time.sleep(0.2)
child = os.fork()
before = threads()
same = np.array_equal(inverse_dynamics(model, q, v, workers=3), expected)
if child == 0:
    own = before is None or threads() == before + 2
    os._exit((0 if same else 1) + (0 if own else 2))
status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
assert same and status == 0, status
"""


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork here")
def test_a_child_makes_threads_of_its_own():
    done = run("", FORK)
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("shape", [(0,), (3, 0), (0, 2), (1,), (1, 1, 1), (2, 3, 2)])
def test_batches_of_any_shape(shape):
    model, q, v = batch("every_joint_free", 1, 12)
    count = int(np.prod(shape))
    q, v = q[:count].reshape(*shape, model.nq), v[:count].reshape(*shape, 3, model.nv)
    found = inverse_dynamics(model, q, v)
    assert found.shape == (*shape, 2, model.nv)
    for index in np.ndindex(shape):
        _agree(found[index][None], inverse_dynamics(model, q[index], v[index])[None])


def test_arguments_stay_as_they_are():
    model, q, v = batch("every_joint_free", 2)
    given = loads(model, 2)
    arrays = (q, v, *given.values())
    before = [array.copy() for array in arrays]
    for array in arrays:
        array.setflags(write=False)
    tau = inverse_dynamics(model, q, v, **given, workers=2)
    assert tau.flags.owndata and tau.flags.c_contiguous and tau.flags.writeable
    for array, kept in zip(arrays, before, strict=True):
        assert np.array_equal(array, kept)


def test_the_largest_workspace():
    """A thread's memory grows with the call, and serves smaller ones afterwards."""
    model = catalogue.serial_chain(60)
    rng = np.random.default_rng(3)
    for r in (0, 20, 3, 30, 0):
        q = rng.standard_normal((9, model.nq))
        v = 0.1 * rng.standard_normal((9, r + 2, model.nv))
        found = inverse_dynamics(model, q, v, workers=2)
        alone = np.array([inverse_dynamics(model, *state) for state in zip(q, v, strict=True)])
        _agree(found, alone)
