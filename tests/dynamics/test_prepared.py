"""Prepared calls: the usual bits, the usual errors, no allocation, one thread at a time."""

import os
import shutil
import subprocess
import sys
import sysconfig
import threading
import time

import numpy as np
import pytest
from support.trees.robots import draw, massless_tip, slide
from support.trees.spatial_robots import BASES

import lieref
from lieref import errors

ROBOTS = ("two_link", "aerial_manipulator", "every_joint_free", "serial_20_free")


def case(robot, r, seed=5):
    """A model, its state, generalized forces, and wrenches and other forces of order r."""
    model, q, v = draw(robot, "generic", r)
    rng = np.random.default_rng(seed)
    wrenches = rng.standard_normal((r + 1, model.nbodies, 6))
    tau_ext = rng.standard_normal((r + 1, model.nv))
    return model, q, v, lieref.inverse_dynamics(model, q, v), wrenches, tau_ext


@pytest.mark.parametrize("r", [0, 1, 5, 8])
@pytest.mark.parametrize("robot", ROBOTS)
def test_the_bits_of_the_usual_call(robot, r):
    model, q, v, tau, wrenches, tau_ext = case(robot, r)
    out = np.full((r + 1, model.nv), np.nan)
    bases = BASES if "free" in robot or robot == "aerial_manipulator" else BASES[:1]
    for base in bases:
        for axes in ("body", "inertial"):
            call = lieref.prepare_inverse_dynamics(model, r, base=base, wrench_axes=axes)
            assert call(q, v, out=out) is out
            assert np.array_equal(out, lieref.inverse_dynamics(model, q, v, base))
            call(q, v, out, wrenches=wrenches, tau_ext=tau_ext)
            usual = lieref.inverse_dynamics(model, q, v, base, wrenches, axes, tau_ext)
            assert np.array_equal(out, usual)
            call = lieref.prepare_forward_dynamics(model, r, base, axes)
            assert call(q, v[0].copy(), tau, out=out) is out
            assert np.array_equal(out, lieref.forward_dynamics(model, q, v[0], tau, base))
            call(q, v[0].copy(), tau, out, wrenches, tau_ext)
            usual = lieref.forward_dynamics(model, q, v[0], tau, base, wrenches, axes, tau_ext)
            assert np.array_equal(out, usual)


def test_what_it_is_bound_to():
    model = lieref.catalogue.aerial_manipulator()
    bound = lieref.prepare_inverse_dynamics(model, np.int64(3), "mixed", "inertial").__self__
    assert (bound.model, bound.order, bound.base, bound.wrench_axes) == (
        model, 3, "mixed", "inertial",
    )  # fmt: skip
    with pytest.raises(AttributeError):
        bound.order = 2


@pytest.mark.parametrize(
    "prepare", [lieref.prepare_inverse_dynamics, lieref.prepare_forward_dynamics]
)
def test_what_cannot_be_prepared(prepare):
    model = lieref.catalogue.aerial_manipulator()
    for order in (-1, 170, 2**70):
        with pytest.raises(errors.ShapeError, match=rf"^order is {order}, expected .* 0 to 169"):
            prepare(model, order)
    for order in (1.0, "1", None, True):
        with pytest.raises(errors.ShapeError, match="expected an integer"):
            prepare(model, order)
    with pytest.raises(errors.ArgumentError, match="^base is 'world', expected one of 'body'"):
        prepare(model, 0, base="world")
    with pytest.raises(errors.ArgumentError, match="^wrench_axes is 'spatial'"):
        prepare(model, 0, wrench_axes="spatial")
    with pytest.raises(TypeError, match="model"):
        prepare(None, 0)


def spoilt():
    """What is changed in a good call, and the error that names it."""
    nan, infinite = np.full(1, np.nan), np.full(1, np.inf)
    shape, finite = errors.ShapeError, errors.NonFiniteError
    return {
        "q list": ("q", lambda x: x.tolist(), shape, "^q is a list, expected a C-contiguous"),
        "q short": ("q", lambda x: x[:-1].copy(), shape, r"^q is a float64 array of shape \(12,\)"),
        "q two axes": ("q", lambda x: x[None].copy(), shape, r"^q is .* of shape \(1, 13\)"),
        "v float32": ("v", lambda x: x.astype("f4"), shape, "^v is a float32 array"),
        "v columns": ("v", lambda x: np.asfortranarray(x), shape, "^v is .* expected a C-contig"),
        "v swapped": ("v", lambda x: x.astype(">f8"), shape, "^v is a >f8|^v is a float64"),
        "v rows": ("v", lambda x: np.tile(x, (2, 1)), shape, "^v is .* of order 2"),
        "v None": ("v", lambda x: None, shape, "^v is a NoneType"),
        "out None": ("out", lambda x: None, shape, "^out is a NoneType"),
        "out integer": ("out", lambda x: x.astype(int), shape, "^out is a int64"),
        "out stride": ("out", lambda x: np.zeros((6, 12))[::2], shape, "^out is a float64"),
        "wrenches": ("wrenches", lambda x: np.zeros((3, 7, 5)), shape, "^wrenches is"),
        "wrenches nan": ("wrenches", lambda x: np.full((3, 7, 6), nan), finite, r"^wrenches\[0, 0"),
        "wrenches rows": ("wrenches", lambda x: np.zeros((2, 7, 6)), shape, "^wrenches is"),
        "wrenches bodies": ("wrenches", lambda x: np.zeros((3, 6, 6)), shape, "^wrenches is"),
        "tau_ext": ("tau_ext", lambda x: np.zeros((2, 12)), shape, r"^tau_ext .* \(3, 12\)"),
        "tau_ext inf": ("tau_ext", lambda x: np.full((3, 12), infinite), finite, r"^tau_ext\[0, 0"),
        "quaternion": ("q", lambda x: 1.001 * x, errors.ConfigurationError, "has norm 1.001"),
        "too fast": ("v", lambda x: 1e200 * x, finite, r"^(tau|vdot)\[0, 0\] is .* range of doub"),
    }


def arguments(entry, robot="aerial_manipulator", base="body"):
    """A good call of order 2: what it needs, by name."""
    model, q, v, tau, wrenches, tau_ext = case(robot, 2)
    out = np.zeros((3, model.nv))
    given = {"q": q, "v": v, "out": out, "wrenches": wrenches, "tau_ext": tau_ext}
    if entry == "forward":
        given.update(v=v[0].copy(), tau=tau)
    return getattr(lieref, f"prepare_{entry}_dynamics")(model, 2, base), given


@pytest.mark.parametrize("entry", ["inverse", "forward"])
@pytest.mark.parametrize("what", spoilt())
def test_bad_arguments(entry, what):
    call, given = arguments(entry)
    name, change, error, said = spoilt()[what]
    if entry == "forward" and what in ("v columns", "v rows"):
        name, said = "tau", said.replace("^v", "^tau")
    with pytest.raises(error, match=said):
        call(**{**given, name: change(given[name])})
    # and it serves the next call
    assert np.isfinite(call(**given)).all()


@pytest.mark.parametrize("entry", ["inverse", "forward"])
@pytest.mark.parametrize("base", BASES)
@pytest.mark.parametrize("robot", ["aerial_manipulator", "every_joint", "every_joint_free"])
def test_every_number_is_checked(robot, base, entry):
    """Not all of them by a look at them: of some the result tells."""
    call, given = arguments(entry, robot, base)
    for what in given.keys() - {"out"}:
        for place in np.ndindex(*given[what].shape):
            bad = given[what].copy()
            bad[place] = -np.inf
            index = ", ".join(map(str, place))
            with pytest.raises(errors.NonFiniteError, match=rf"^{what}\[{index}\] is -inf"):
                call(**{**given, what: bad})


@pytest.mark.parametrize("entry", ["inverse", "forward"])
@pytest.mark.parametrize(("what", "place"), [("q", (0,)), ("v", (0,)), ("wrenches", (0, 0, 1))])
def test_numbers_that_no_result_needs_are_checked_too(entry, what, place):
    """Where a slide is, how fast, and a moment on it, which no NaN of the result would tell of."""
    model, zero = slide(), np.zeros((1, 1))
    given = {"q": np.zeros(1), "v": np.zeros((2, 1)), "wrenches": np.zeros((1, 1, 6))}
    if entry == "forward":
        given.update(v=np.zeros(1), tau=zero)
    elif what == "v":
        place = (0, 0)
    call = getattr(lieref, f"prepare_{entry}_dynamics")(model, 0)
    good = call(**given, out=zero.copy())
    given[what][place] = 1
    assert np.array_equal(call(**given, out=zero.copy()), good)
    given[what][place] = np.nan
    index = ", ".join(map(str, place))
    with pytest.raises(errors.NonFiniteError, match=rf"^{what}\[{index}\] is nan"):
        call(**given, out=zero.copy())


@pytest.mark.parametrize("entry", ["inverse", "forward"])
def test_out_is_for_itself(entry):
    call, given = arguments(entry)
    frozen = np.zeros((3, 12))
    frozen.flags.writeable = False
    with pytest.raises(errors.ShapeError, match="^out is read-only"):
        call(**{**given, "out": frozen})
    for what in ("v", "tau_ext", "wrenches", "q", "tau"):
        if what not in given:
            continue
        size = given[what].size
        memory = np.zeros(size + 72)
        shared = memory[36 : 36 + size].reshape(given[what].shape)
        shared[...] = given[what]
        for first in (0, 1, size - 1, size, size + 35, size + 36):
            out = memory[first : first + 36].reshape(3, 12)
            attempt = {**given, what: shared, "out": out}
            kept = shared.copy()
            if first in (0, size + 36):
                call(**attempt)
            else:
                with pytest.raises(errors.ShapeError, match=f"^out shares memory with {what}$"):
                    call(**attempt)
            assert np.array_equal(shared, kept)


def test_a_joint_that_nothing_opposes():
    call = lieref.prepare_forward_dynamics(massless_tip(), 0)
    with pytest.raises(errors.SingularError, match="tip"):
        call(np.zeros(2), np.zeros(2), np.zeros((1, 2)), np.zeros((1, 2)))


COUNTING = """
#include <stddef.h>
void *__libc_malloc(size_t); void *__libc_calloc(size_t, size_t);
void *__libc_realloc(void *, size_t); void *__libc_memalign(size_t, size_t);
static long count;
long counted(void) { return count; }
void *malloc(size_t n) { count++; return __libc_malloc(n); }
void *calloc(size_t n, size_t m) { count++; return __libc_calloc(n, m); }
void *realloc(void *p, size_t n) { count++; return __libc_realloc(p, n); }
void *memalign(size_t a, size_t n) { count++; return __libc_memalign(a, n); }
void *aligned_alloc(size_t a, size_t n) { count++; return __libc_memalign(a, n); }
"""
COUNTED = """
import ctypes, gc, itertools, sys
import numpy as np
import lieref
from support.trees.robots import draw, slide
counted = ctypes.CDLL(sys.argv[1]).counted
counted.restype = ctypes.c_long
gc.disable()
def allocations(times, call, *arguments, **named):
    start = counted()
    for _ in itertools.repeat(None, times):
        call(*arguments, **named)
    return counted() - start
for robot, r in (("two_link", 0), ("aerial_manipulator", 0), ("aerial_manipulator", 5),
                 ("serial_20_free", 9)):
    model, q, v = draw(robot, "generic", r)
    tau = lieref.inverse_dynamics(model, q, v)
    out, first = np.zeros_like(tau), v[0].copy()
    inverse = lieref.prepare_inverse_dynamics(model, r)
    forward = lieref.prepare_forward_dynamics(model, r)
    found = []
    for call in (lambda: None, lambda: inverse(q, v, out), lambda: inverse(q, v, out=out),
                 lambda: inverse(q, v, out, None, tau), lambda: forward(q, first, tau, out=out),
                 lambda: lieref.inverse_dynamics(model, q, v)):
        allocations(10, call)
        found.append(allocations(1000, call) - allocations(0, call))
    print(*found, file=sys.stderr)
"""


@pytest.mark.skipif(
    sysconfig.get_config_var("Py_GIL_DISABLED"),
    reason="free-threaded Python asks malloc for none of its objects",
)
@pytest.mark.skipif(
    not (sys.platform == "linux" and shutil.which("gcc") and os.confstr("CS_GNU_LIBC_VERSION")),
    reason="counts the calls of glibc's malloc",
)
def test_nothing_is_allocated(tmp_path):
    source, library = tmp_path / "counting.c", tmp_path / "counting.so"
    source.write_text(COUNTING, encoding="utf-8")
    command = ["gcc", "-O1", "-fPIC", "-shared", "-fno-builtin", "-o", str(library), str(source)]
    subprocess.run(command, check=True)
    # Python's own allocators ask malloc each time
    environment = {**os.environ, "LD_PRELOAD": str(library), "PYTHONMALLOC": "malloc",
                   "PYTHONPATH": os.pathsep.join(path for path in sys.path if path)}  # fmt: skip
    run = subprocess.run(
        [sys.executable, "-c", COUNTED, str(library)],
        env=environment, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert run.returncode == 0, run.stderr
    rows = [list(map(int, line.split())) for line in run.stderr.splitlines()]
    assert len(rows) == 4
    for nothing, *prepared, usual in rows:
        assert nothing == 0
        assert prepared == [0, 0, 0, 0]
        # the count does see a result of its own
        assert usual >= 1000


def test_two_threads_in_one_call_are_refused_or_right():
    # some tenths of a millisecond a call, without the GIL
    model, q, v = draw("serial_20_free", "generic", 40)
    v *= np.exp(-0.5 * np.arange(len(v)))[:, None]
    call = lieref.prepare_inverse_dynamics(model, 40)
    alone = call(q, v, np.zeros((41, model.nv)))
    barrier, deadline = threading.Barrier(2), time.monotonic() + 30
    counts = []

    def work():
        found = {"refused": 0, "right": 0, "wrong": 0}
        counts.append(found)
        out = np.zeros_like(alone)
        barrier.wait(timeout=60)
        # on a busy machine a thread may have done a lot before the other wakes up
        while not any(each["refused"] for each in counts) and time.monotonic() < deadline:
            for _ in range(200):
                try:
                    call(q, v, out)
                except errors.BusyError:
                    found["refused"] += 1
                else:
                    found["right" if np.array_equal(out, alone) else "wrong"] += 1

    threads = [threading.Thread(target=work) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    found = {name: sum(each[name] for each in counts) for name in counts[0]}
    assert found["wrong"] == 0
    assert found["right"] > 0
    assert found["refused"] > 0
    call(q, v, alone)


def test_one_for_each_thread():
    model, q, v = draw("aerial_manipulator", "generic", 9)
    alone = lieref.inverse_dynamics(model, q, v)
    right = []

    def work():
        call, out = lieref.prepare_inverse_dynamics(model, 9), np.zeros_like(alone)
        right.append(all(np.array_equal(call(q, v, out), alone) for _ in range(500)))

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert right == [True] * 4
