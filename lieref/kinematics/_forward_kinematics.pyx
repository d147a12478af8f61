"""[Ali, Algorithm 1] in double precision, after checks of the arguments."""

cimport numpy as cnp

from lieref.calls cimport STACK, entry, release, take
from lieref.model.model cimport FREE, SPHERICAL, Model
from lieref.model.checks cimport (
    BATCH, BODY, all_finite, check_quaternions, check_tree, checked_array, is_batched, named_option,
    shape_of)

from collections.abc import Mapping

import numpy as np
from numpy.typing import ArrayLike, NDArray

from lieref.algebra.enclosures import enclosed, pairs, radii_of
from lieref.errors import ShapeError
from lieref.model.checks import BASES
from lieref.model.tree.frames import BodyFrame

cnp.import_array()

Pair = tuple[NDArray[np.float64], NDArray[np.float64]]

include "../algebra/scalars/lanes.pxi"
include "../algebra/series/series.pxi"
include "forward/joint_pose.pxi"
include "forward/poses.pxi"
include "../algebra/series/convolutions.pxi"
include "forward/forward_kinematics.pxi"
include "forward/body_frames.pxi"
include "forward/twists.pxi"
include "forward/body_frame_arguments.pxi"

# Factorials beyond 22! are no doubles.
LAST_BOUNDED = 22

ctypedef void (*PairRun)(Model, int, int, int, const void*, const void*, void*, void*, void*,
                         void*) noexcept nogil
ctypedef size_t (*Room)(Model, int) noexcept nogil

cdef bint in_range(const double* poses, const double* origins, Py_ssize_t bodies,
                   const double* twists, Py_ssize_t entries) noexcept nogil:
    """Is every number finite, and every position in the inertial frame?"""
    cdef Py_ssize_t b
    cdef Py_ssize_t i
    cdef double x
    cdef double total = 0
    for b in range(bodies):
        for i in range(3):
            x = poses[16 * b + 4 * i + 3] + origins[3 * b + i]
            total += x - x
    return total == 0 and all_finite(twists, entries)


cdef int _run(Model model, int base, int representation, BodyFrames* frames, const double* q,
              const double* v, Py_ssize_t states, int n, double* poses, double* origins,
              double* twists, Py_ssize_t next_state, int next_order) except -1:
    """All states; poses (states, frames, 4, 4) zeroed, origins (states, frames, 3)."""
    cdef Pass at
    cdef Py_ssize_t state
    cdef double[STACK] local
    cdef size_t reals = prepare(model, n, SCRATCH_SERIES, &at)
    # numbers of bodies, two of them to a double, come last
    at.body = <real*> take(local, reals + (model.nbodies + 1) // 2)
    divide(model, SCRATCH_SERIES, &at)
    with nogil:
        for state in range(states):
            passes(model, base, representation, frames, q + state * model.nq,
                   v + state * n * model.nv, poses + state * 16 * frames.count,
                   origins + state * 3 * frames.count, twists + state * next_state, next_order,
                   <int*> (at.body + reals), &at)
    release(at.body, local)
    return 0


def run(
    Model model not None, const double[:, ::1] q: NDArray[np.float64],
    const double[:, :, ::1] v: NDArray[np.float64], int base, int representation,
    double[:, :, :, ::1] poses: NDArray[np.float64], double[:, :, ::1] origins: NDArray[np.float64],
    double[:, :, :, ::1] twists: NDArray[np.float64],
) -> None:
    """Fill poses (states, nbodies, 4, 4), given as zeros, origins (states, nbodies, 3), twists.

    q (states, nq), v (states, n, nv), twists (n, states, nbodies, 6); representation: its number,
    or 4 for twists in the shifted frame.

    Positions are relative to the origin of the body's root, whose own are the origins: a sum of
    both is a position in the inertial frame, and a difference of such sums would lose digits.
    """
    cdef Py_ssize_t states = q.shape[0]
    cdef BodyFrames frames
    if model.nbodies == 0 or states == 0:  # no array has a first element then
        return
    frames.count = model.nbodies
    frames.body = NULL
    _run(model, base, representation, &frames, &q[0, 0], &v[0, 0, 0], states, <int> v.shape[1],
         &poses[0, 0, 0, 0], &origins[0, 0, 0], &twists[0, 0, 0, 0], 6 * model.nbodies,
         <int> (states * 6 * model.nbodies))


def motions(
    model: Model, q: ArrayLike, v: ArrayLike, base: str, representation: str,
    frames: list[BodyFrame] | None = None,
) -> tuple[NDArray[np.float64], NDArray[np.float64], bool]:
    """Poses, twists, and whether all of them are in the range of double, of checked arguments.

    (N, 4, 4) and (n, N, 6) of q (nq,) and v (n, nv); a batch has one more leading axis. frames:
    list of `BodyFrame`, N of them; the frames of all bodies if None.
    """
    cdef cnp.npy_intp[4] shape
    cdef cnp.ndarray configuration, rows, poses, origins, twists
    cdef Model tree
    cdef BodyFrames table
    cdef int origin, target, n
    cdef Py_ssize_t states, i
    cdef bint batched
    cdef cnp.npy_intp* core
    cdef double* pose
    cdef const double* positions
    check_tree(model)
    tree = model
    origin = 0 if base is BODY else named_option("base", base, BASES)
    target = named_option("representation", representation, BASES)
    table.count = tree.nbodies
    table.body = NULL
    _tables = None if frames is None else frame_tables(frames, &table)
    batched = is_batched(q, 1)
    # a single state has no first axis
    core = &shape[0 if batched else 1]
    configuration, rows = _states(tree, q, v, batched)
    shape[0] = states = configuration.shape[0] if batched else 1
    n = <int> rows.shape[1 if batched else 0]
    if n == 0:
        raise ShapeError(f"v has shape {shape_of(rows)}, expected (n, {tree.nv}) with n >= 1")
    shape[1] = table.count
    shape[2] = shape[3] = 4
    poses = cnp.PyArray_ZEROS(4 if batched else 3, core,
                              cnp.NPY_DOUBLE, 0)
    shape[2] = 3
    origins = cnp.PyArray_EMPTY(3, shape, cnp.NPY_DOUBLE, 0)
    shape[1] = n
    shape[2] = table.count
    shape[3] = 6
    twists = cnp.PyArray_EMPTY(4 if batched else 3, core,
                               cnp.NPY_DOUBLE, 0)
    if table.count == 0 or states == 0:
        return poses, twists, True
    pose = <double*> cnp.PyArray_DATA(poses)
    positions = <const double*> cnp.PyArray_DATA(origins)
    _run(tree, origin, target, &table, <const double*> cnp.PyArray_DATA(configuration),
         <const double*> cnp.PyArray_DATA(rows), states, n, pose, <double*> positions,
         <double*> cnp.PyArray_DATA(twists), n * 6 * table.count, <int> (6 * table.count))
    good = in_range(pose, positions, states * table.count,
                    <const double*> cnp.PyArray_DATA(twists), states * n * 6 * table.count)
    for i in range(states * table.count):
        pose[16 * i + 3] += positions[3 * i]
        pose[16 * i + 7] += positions[3 * i + 1]
        pose[16 * i + 11] += positions[3 * i + 2]
    return poses, twists, good


cdef tuple _in_pairs(Model model, bint in_balls, int base, int representation, object q,
                     object v):
    """Pairs of poses (nbodies, 4, 4, 2) and twists (n, nbodies, 6, 2), of pairs of q and v."""
    cdef int n = <int> len(v)
    cdef size_t bodies = model.nbodies
    cdef str kernel = "_kinematics_ball" if in_balls else "_kinematics_fine"
    cdef PairRun run = <PairRun> entry(kernel, "RUN", "kinematics_run")
    cdef Room room = <Room> entry(kernel, "ROOM", "kinematics_room")
    cdef Model numbers = model.in_balls() if in_balls else model._in_pairs()
    poses = np.zeros((bodies, 4, 4, 2))
    twists = np.zeros((n, bodies, 6, 2))
    cdef double* memory = <double*> take(NULL, 2 * (room(model, n) + 3 * bodies))
    run(numbers, base, representation, n, cnp.PyArray_DATA(<cnp.ndarray> q),
        cnp.PyArray_DATA(<cnp.ndarray> v), cnp.PyArray_DATA(<cnp.ndarray> poses), memory,
        cnp.PyArray_DATA(<cnp.ndarray> twists), memory + 6 * bodies)
    release(memory, NULL)
    return poses, twists


def bounded_motions(
    model: Model, q: ArrayLike, v: ArrayLike, base: str, representation: str,
    input_radius: ArrayLike | Mapping[str, ArrayLike] | None,
) -> tuple[Pair, Pair]:
    """Poses and twists of one state, and the bounds of their errors: (poses, twists) twice."""
    values = motions(model, q, v, base, representation)[:2]
    if model.nbodies == 0:
        return values, tuple([np.zeros_like(x) for x in values])
    if len(v) > LAST_BOUNDED:
        raise ShapeError(f"v has {len(v)} rows, expected at most {LAST_BOUNDED} with bounds=True")
    q, v = (np.array(x, dtype=np.float64, order="C") for x in (q, v))
    which, target = BASES[base], BASES[representation]
    fine = None, None
    if input_radius is None:
        fine = _in_pairs(model, False, which, target, pairs(q), pairs(v))
    found = _in_pairs(model, True, which, target, pairs(q, radii_of(input_radius, "q", q)),
                      pairs(v, radii_of(input_radius, "v", v)))
    made = [enclosed(*each) for each in zip(values, found, fine)]
    return tuple([x for x, _ in made]), tuple([radius for _, radius in made])
