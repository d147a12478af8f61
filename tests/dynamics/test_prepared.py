"""Prepared calls: the usual bits, the usual errors, no allocation, one thread at a time.

What every function refuses alike is tested in tests/sweep/test_arguments.py.
"""

import os
import shutil
import subprocess
import sys
import sysconfig
import time

import numpy as np
import pytest
from support.programs.threads import together
from support.trees.robots import draw, massless_tip, slide, with_physics
from support.trees.spatial_robots import BASES

import lieref
from lieref import errors

ROBOTS = ("two_link", "aerial_manipulator", "every_joint_free", "serial_20_free")
# By the usual function's name: prepared by "prepare_" and it.
DYNAMICS = ("inverse_dynamics", "forward_dynamics")
PARTIALS = tuple(f"{name}_order_partials" for name in DYNAMICS)
NAMES = DYNAMICS + PARTIALS
# Partials of forward dynamics of order zero, which are solved by another kernel. Found: 3e-15.
SOLVED = 1e-12

each_name = pytest.mark.parametrize("name", NAMES)
each_dynamics = pytest.mark.parametrize("name", DYNAMICS)
each_of_partials = pytest.mark.parametrize("name", PARTIALS)


def prepared(name, *arguments, **options):
    return getattr(lieref, f"prepare_{name}")(*arguments, **options)


def blocks(result):
    """The arrays of a result, one or several."""
    return [result] if isinstance(result, np.ndarray) else list(result)


def case(name, robot="aerial_manipulator", r=2, base="body", physics=False):
    """A model, and the arguments of a call of order r by name, those of loads besides."""
    model, q, v = draw(robot, "generic", r)
    model = with_physics(model) if physics else model
    rng = np.random.default_rng(5)
    given = {"q": q, "v": v}
    if name.startswith("forward"):
        given = {"q": q, "v": v[0].copy(), "tau": lieref.inverse_dynamics(model, q, v)}
    loads = {}
    if name in DYNAMICS:
        loads["wrenches"] = rng.standard_normal((r + 1, model.nbodies, 6))
        loads["tau_ext"] = rng.standard_normal((r + 1, model.nv))
    return model, given, loads


def memory(result):
    """Room for a result like this."""
    if isinstance(result, np.ndarray):
        return np.full_like(result, np.nan)
    return type(result)(*(np.full_like(x, np.nan) for x in result))


def arguments(name, robot="aerial_manipulator", base="body"):
    """A good call of order 2: what it needs, by name."""
    model, given, loads = case(name, robot)
    out = memory(getattr(lieref, name)(model, **given))
    more = {"base": base} if name in DYNAMICS else {}
    return prepared(name, model, 2, **more), {**given, **loads, "out": out}


@pytest.mark.parametrize("physics", [False, True])
@pytest.mark.parametrize("robot", ROBOTS)
@pytest.mark.parametrize(
    ("name", "r"),
    [(name, r) for name in NAMES for r in ((0, 1, 5, 8) if name in DYNAMICS else (0, 1, 4))],
)
def test_the_numbers_of_the_usual_call(name, robot, r, physics):
    model, given, loads = case(name, robot, r, physics=physics)
    usual = getattr(lieref, name)
    of_partials = name in PARTIALS
    every = BASES if not of_partials and ("free" in robot or robot == "aerial_manipulator") else ()
    for base in every or BASES[:1]:
        for axes in ("body", "inertial")[: 1 if of_partials else 2]:
            more = {} if of_partials else {"base": base, "wrench_axes": axes}
            call = prepared(name, model, r, **more)
            for acting in ({}, loads) if loads else ({}, {}):
                expected = usual(model, **given, **more, **acting)
                out = memory(expected)
                assert call(**given, **acting, out=out) is out
                for x, y in zip(blocks(out), blocks(expected), strict=True):
                    limit = SOLVED * (of_partials and name.startswith("forward") and r == 0)
                    assert abs(x - y).max() <= limit * abs(y).max()


@each_name
def test_what_can_be_prepared(name):
    model = lieref.catalogue.aerial_manipulator()
    options = {"base": "mixed", "wrench_axes": "inertial"} if name in DYNAMICS else {}
    bound = prepared(name, model, np.int64(3), **options).__self__
    assert (bound.model, bound.order) == (model, 3)
    assert {what: getattr(bound, what) for what in options} == options
    with pytest.raises(AttributeError):
        bound.order = 2
    for order in (-1, 170, 2**70):
        with pytest.raises(errors.ShapeError, match=rf"^order is {order}, expected .* 0 to 169"):
            prepared(name, model, order)
    for order in (1.0, "1", None, True):
        with pytest.raises(errors.ShapeError, match="expected an integer"):
            prepared(name, model, order)


def spoilt():
    """What is changed in a good call, and the error that names it."""
    shape, finite = errors.ShapeError, errors.NonFiniteError
    return {
        "q list": ("q", lambda x: x.tolist(), shape, "^q is a list, expected a C-contiguous"),
        "v columns": ("v", np.asfortranarray, shape, "^v is .* expected a C-contig"),
        "v swapped": ("v", lambda x: x.astype(">f8"), shape, "^v is a >f8|^v is a float64"),
        "v rows": ("v", lambda x: np.tile(x, (2, 1)), shape, "^v is .* of order 2"),
        "out None": ("out", lambda x: None, shape, "^out is (a )?NoneType"),
        "out pair": ("out", lambda x: (x, x), shape, "^out is (a )?tuple"),
        "out stride": ("out", strided, shape, r"^out\S* is"),
        "out order": ("out", shorter, shape, r"^out\S* is"),
        "wrenches rows": ("wrenches", lambda x: x[:2].copy(), shape, "^wrenches is"),
        "wrenches bodies": ("wrenches", lambda x: x[:, :6].copy(), shape, "^wrenches is"),
        "quaternion": ("q", lambda x: 1.001 * x, errors.ConfigurationError, "has norm 1.001"),
        "too fast": ("v", lambda x: 1e200 * x, finite, "range of doub"),
    }


def strided(out):
    if isinstance(out, np.ndarray):
        return np.zeros((2 * len(out), out.shape[1]))[::2]
    return type(out)(*out[:-1], out[-1].swapaxes(2, 3))


def shorter(out):
    return out[:2] if isinstance(out, np.ndarray) else type(out)(out[0][:2], *out[1:])


@pytest.mark.parametrize(
    ("name", "what"),
    [
        (name, what)
        for name in NAMES
        for what, (changed, *_) in spoilt().items()
        if name in DYNAMICS or changed in ("q", "v", "out")
    ],
)
def test_bad_arguments(name, what):
    call, given = arguments(name)
    changed, change, error, said = spoilt()[what]
    if name.startswith("forward") and what in ("v columns", "v rows"):
        changed, said = "tau", said.replace("^v", "^tau")
    with pytest.raises(error, match=said):
        call(**{**given, changed: change(given[changed])})
    # and it serves the next call
    assert all(np.isfinite(x).all() for x in blocks(call(**given)))


@each_dynamics
@pytest.mark.parametrize("base", BASES)
@pytest.mark.parametrize("robot", ["aerial_manipulator", "every_joint", "every_joint_free"])
def test_every_number_is_checked(robot, base, name):
    """Not all of them by a look at them: of some the result tells."""
    call, given = arguments(name, robot, base)
    for what in given.keys() - {"out"}:
        for place in np.ndindex(*given[what].shape):
            bad = given[what].copy()
            bad[place] = -np.inf
            index = ", ".join(map(str, place))
            with pytest.raises(errors.NonFiniteError, match=rf"^{what}\[{index}\] is -inf"):
                call(**{**given, what: bad})


@each_dynamics
@pytest.mark.parametrize(("what", "place"), [("q", (0,)), ("v", (0,)), ("wrenches", (0, 0, 1))])
def test_numbers_that_no_result_needs_are_checked_too(name, what, place):
    """Where a slide is, how fast, and a moment on it, which no NaN of the result would tell of."""
    model, zero = slide(), np.zeros((1, 1))
    given = {"q": np.zeros(1), "v": np.zeros((2, 1)), "wrenches": np.zeros((1, 1, 6))}
    if name == "forward_dynamics":
        given.update(v=np.zeros(1), tau=zero)
    elif what == "v":
        place = (0, 0)
    call = prepared(name, model, 0)
    good = call(**given, out=zero.copy())
    given[what][place] = 1
    assert np.array_equal(call(**given, out=zero.copy()), good)
    given[what][place] = np.nan
    index = ", ".join(map(str, place))
    with pytest.raises(errors.NonFiniteError, match=rf"^{what}\[{index}\] is nan"):
        call(**given, out=zero.copy())


@each_dynamics
def test_out_is_for_itself(name):
    call, given = arguments(name)
    frozen = np.zeros((3, 12))
    frozen.flags.writeable = False
    with pytest.raises(errors.ShapeError, match="^out is read-only"):
        call(**{**given, "out": frozen})
    for what in given.keys() - {"out"}:
        size = given[what].size
        room = np.zeros(size + 72)
        shared = room[36 : 36 + size].reshape(given[what].shape)
        shared[...] = given[what]
        for first in (0, 1, size - 1, size, size + 35, size + 36):
            attempt = {**given, what: shared, "out": room[first : first + 36].reshape(3, 12)}
            kept = shared.copy()
            if first in (0, size + 36):
                call(**attempt)
            else:
                with pytest.raises(errors.ShapeError, match=f"^out shares memory with {what}$"):
                    call(**attempt)
            assert np.array_equal(shared, kept)


@each_of_partials
def test_blocks_of_partials_are_for_themselves(name):
    call, given = arguments(name)
    out = given["out"]
    frozen = out[0].copy()
    frozen.flags.writeable = False
    with pytest.raises(errors.ShapeError, match=r"^out\.d.*_dq is read-only"):
        call(**{**given, "out": out._replace(**{out._fields[0]: frozen})})

    def touching(x, y):
        """Arrays like x and y, the last number of one the first of the other."""
        room = np.zeros(x.size + y.size - 1)
        return room[: x.size].reshape(x.shape), room[x.size - 1 :].reshape(y.shape)

    for i, field in enumerate(out._fields):
        for what in given.keys() - {"out"}:
            block, argument = touching(out[i], given[what])
            argument[...] = given[what]
            attempt = {**given, what: argument, "out": out._replace(**{field: block})}
            with pytest.raises(errors.ShapeError, match=f"^out.{field} shares memory with {what}$"):
                call(**attempt)
        for j in range(i):
            both = list(out)
            both[i], both[j] = touching(out[i], out[j])
            with pytest.raises(errors.ShapeError, match=r"shares memory with out\."):
                call(**{**given, "out": type(out)(*both)})


@pytest.mark.parametrize("name", ["forward_dynamics", "forward_dynamics_order_partials"])
def test_a_joint_without_inertia(name):
    out = np.zeros((1, 2))
    if name in PARTIALS:
        out = lieref.ForwardDynamicsOrderPartials(*np.zeros((2, 1, 2, 2)), np.zeros((1, 1, 2, 2)))
    with pytest.raises(errors.SingularError, match="tip"):
        prepared(name, massless_tip(), 0)(np.zeros(2), np.zeros(2), np.zeros((1, 2)), out)


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


@pytest.mark.parametrize("name", ["inverse_dynamics", "inverse_dynamics_order_partials"])
def test_two_threads_in_one_call_are_refused_or_right(name):
    # some tenths of a millisecond a call, without the GIL
    order = 40 if name in DYNAMICS else 6
    model, q, v = draw("serial_20_free", "generic", order)
    v *= np.exp(-0.5 * np.arange(len(v)))[:, None]
    call = prepared(name, model, order)
    alone = getattr(lieref, name)(model, q, v)
    deadline = time.monotonic() + 30
    counts = []

    def work(_):
        found = {"refused": 0, "right": 0, "wrong": 0}
        counts.append(found)
        out = memory(alone)
        # on a busy machine a thread may have done a lot before the other wakes up
        while not any(each["refused"] for each in counts) and time.monotonic() < deadline:
            for _ in range(200):
                try:
                    call(q, v, out)
                except errors.BusyError:
                    found["refused"] += 1
                else:
                    right = map(np.array_equal, blocks(out), blocks(alone))
                    found["right" if all(right) else "wrong"] += 1

    together(2, work)
    found = {what: sum(each[what] for each in counts) for what in counts[0]}
    assert found["wrong"] == 0
    assert found["right"] > 0
    assert found["refused"] > 0
    call(q, v, memory(alone))


def test_one_for_each_thread():
    model, q, v = draw("aerial_manipulator", "generic", 9)
    alone = lieref.inverse_dynamics(model, q, v)

    def work(_):
        call, out = lieref.prepare_inverse_dynamics(model, 9), np.zeros_like(alone)
        return all(np.array_equal(call(q, v, out), alone) for _ in range(500))

    assert together(4, work) == [True] * 4
