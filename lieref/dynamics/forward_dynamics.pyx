"""Forward and hybrid dynamics of any order: checks of arguments, then the compiled recursions."""

from libc.math cimport INFINITY, fabs, pow, sqrt
cimport numpy as cnp

from lieref.calls cimport STACK, entry, is_short, release, take
from lieref.model.model cimport Model
from lieref.model.checks cimport (
    BODY, DEFAULT, FINITE, MOST_ORDERS, check_finite, check_quaternions, checked_array,
    doubles_each, is_batched, is_finite, named_option, number_array, require_double_range, shape_of,
    shaped_array)

import numpy as np
from numpy.typing import ArrayLike, NDArray

from lieref.algebra.arguments import unmasked
from lieref.dynamics.forward import extended, forward_batches
from lieref.dynamics.forward.bounds import bounded_forward_dynamics, bounded_hybrid_dynamics
from lieref.dynamics.forward.bounds import wanted as bounds_are_wanted
from lieref.dynamics.shared.singular_cause import refuse_other_causes
from lieref.errors import NonFiniteError, ShapeError, SingularError
from lieref.model.checks import AXES, BASES, Axes, Base, FormName

cnp.import_array()

Array = NDArray[np.float64]
Pair = tuple[Array, Array]

# The usual number of workers, recognized by identity: small numbers are one object.
cdef object ONE = 1

include "forward/forward_kernels.pxi"


cdef int _judge(Model model, object q, int singular, str what, cnp.ndarray found,
                int typenum) except -1:
    """Nothing was singular and what was found is finite, or an error."""
    if singular >= 0:
        refuse_other_causes(model, q)
        raise SingularError(
            f"joint {model.joint_names[singular]!r} of body {model.names[singular]!r}: the "
            "articulated inertia across it is singular. It is zero, or so small beside the "
            "inertias that it is the difference of that few of its digits are left; digits=31, "
            "or more, computes with more of them")
    return require_double_range(what, found, typenum)


include "forward/forward_arguments.pxi"
include "forward/moved_inputs.pxi"
include "forward/certain_rounding.pxi"


cdef inline cnp.ndarray _forward(Model model, object q, object v, object tau, object base,
                                 object wrenches, object wrench_axes, object tau_ext,
                                 object form, Precision precision, int typenum):
    cdef Call call
    cdef cnp.npy_intp[2] shape
    cdef cnp.ndarray vdot
    cdef int singular
    q = _state(model, &call, q, typenum)
    v = _velocity(model, &call, v, typenum)
    tau = _stack(model, &call, "tau", tau, -1, typenum)
    call.tau = cnp.PyArray_DATA(<cnp.ndarray> tau)
    _options(&call, base, wrench_axes)
    call.wrenches = NULL
    call.tau_ext = NULL
    if wrenches is not None or tau_ext is not None:
        wrenches, tau_ext = _loads(model, &call, wrenches, tau_ext, typenum)
    call.prescribed = NULL
    shape[0] = call.r + 1
    shape[1] = model.nv
    vdot = cnp.PyArray_EMPTY(2, shape, typenum, 0)
    call.vdot = cnp.PyArray_DATA(vdot)
    singular = _run(model, &call, _choose(form, typenum), doubles_each(typenum), precision)
    if singular >= 0 or not is_finite(vdot, typenum):
        # all of tau goes into the result, which tells that it was finite
        check_finite("tau", tau, typenum, FINITE)
        _judge(model, q, singular, "vdot", vdot, typenum)
    return vdot


cdef tuple _hybrid(Model model, object q, object v, object vdot, object tau, object prescribed,
                   object base, object wrenches, object wrench_axes, object tau_ext, object form,
                   Precision precision, int typenum):
    cdef Call call
    cdef cnp.ndarray mask, motion, torque
    cdef int singular
    q = _state(model, &call, q, typenum)
    v = _velocity(model, &call, v, typenum)
    mask = _mask(model, prescribed)
    call.prescribed = <const unsigned char*> cnp.PyArray_DATA(mask)
    tau = _relevant("tau", tau, ~mask, typenum)
    vdot = _relevant("vdot", vdot, mask, typenum)
    torque = _finite_stack(model, &call, "tau", tau, -1, typenum)
    motion = _finite_stack(model, &call, "vdot", vdot, call.r + 1, typenum)
    call.tau = cnp.PyArray_DATA(torque)
    call.vdot = cnp.PyArray_DATA(motion)
    _options(&call, base, wrench_axes)
    wrenches, tau_ext = _loads(model, &call, wrenches, tau_ext, typenum)
    singular = _run(model, &call, _choose(form, typenum), doubles_each(typenum), precision)
    _judge(model, q, singular, "vdot", motion, typenum)
    require_double_range("tau", torque, typenum)
    return np.concatenate(([v], motion)), torque


cdef object forward_dynamics_of(Model model, object q, object v, object tau, object base,
                                object wrenches, object wrench_axes, object tau_ext, object form,
                                object digits, object workers, object bounds):
    """`forward_dynamics` of a tree."""
    cdef Precision precision
    cdef bint one = not (workers is not ONE or is_batched(q, 1) or is_batched(v, 1)
                         or is_batched(tau, 2) or is_batched(wrenches, 3) or is_batched(tau_ext, 2))
    if bounds is not False and bounds_are_wanted(model, form, digits, one, bounds):
        return bounded_forward_dynamics(forward_dynamics, model, q, v, tau, base, wrenches,
                                        wrench_axes, tau_ext)
    if not one:
        return forward_batches.forward_dynamics(forward_dynamics, model, q, v, tau, base, wrenches,
                                                wrench_axes, tau_ext, form, digits, workers)
    precision = DOUBLES if digits is None else _precision(digits, form)
    if precision != ARBITRARY_PRECISION:
        return _forward(<Model> model, q, v, tau, base, wrenches, wrench_axes, tau_ext, form,
                        precision, cnp.NPY_DOUBLE)
    free = np.zeros(model.nv, dtype=bool)
    return _extended(_checked(model, q, v, None, tau, free, base, wrenches, wrench_axes, tau_ext),
                     digits)[0][1:]


def forward_dynamics(
    model: Model, q: ArrayLike, v: ArrayLike, tau: ArrayLike, base: Base = "body",
    wrenches: ArrayLike | None = None, wrench_axes: Axes = "body", tau_ext: ArrayLike | None = None,
    form: FormName = "default", digits: int | None = None, workers: int = 1, bounds: bool = False,
) -> Array | Pair:
    """Accelerations from forces, and their time derivatives up to order r.

    H-GABI, the recursion of [Ali, Alg. 3] with the articulated inertia computed once for all
    orders [Ali, Lemma 2]: `form` "spatial" is the paper's own, in a frame parallel to the inertial
    one at the root's current origin; "default" is the same in body frames; "body" and "hybrid"
    have the twists and wrenches of [Müller, (65)-(67)], in body frames, and of [Müller, (72)-(76)],
    in inertial axes about the bodies' origins. All take every joint type and any tree.
    Leading axes of any argument are those of a batch of states and broadcast (docs/batches.md).

    Parameters
    ----------
    model : Model or LoopModel
        A `LoopModel` is passed on to `lieref.loops.forward_dynamics`.
    q : (nq,) array_like
        Configuration: rad or m; quaternions (x, y, z, w) of unit norm within 1e-9.
    v : (nv,) array_like
        Generalized velocity.
    tau : (r + 1, nv) array_like
        tau[k] is the k-th time derivative of the generalized force, N m or N; r >= 0 follows from
        it. For a free joint the wrench that is dual to the velocity's representation.
    base : {"body", "spatial", "hybrid", "mixed"}
        Representation of the velocity of free joints on the world; all others are body ones.
    wrenches : (r + 1, nbodies, 6) array_like, optional
        wrenches[k, i]: k-th derivatives of the components of the wrench (moment, force), N m and
        N, that acts on body i at the origin of its frame.
    wrench_axes : {"body", "inertial"}
        Axes in which the wrenches are resolved.
    tau_ext : (r + 1, nv) array_like, optional
        Derivatives of other forces on the joints, which act beside tau.
    form : {"default", "spatial", "body", "hybrid"}
        Which recursion; all compute the same, each its own way.
    digits : int, optional
        Compute the default form with so many decimal digits and round the result once: 16 in
        doubles, the default; 17 to 31 in double-doubles; more in arbitrary precision, which
        double-doubles or twice as many digits have to confirm. Where double-doubles have lost so
        few digits that more would be rounded to the same doubles, they are the result, a hundred
        times faster. `lieref.conditioning_bound` tells what the rounding of the arguments costs
        in any case.
    workers : int
        Threads that share a batch; the result does not depend on it.
    bounds : bool
        Return a pair, the result and proven bounds of its error: docs/bounds.md. One state, the
        default form, no digits.

    Returns
    -------
    (r + 1, nv) array
        vdot[k]: the (k + 1)-th time derivative of the generalized velocity. Behind the leading
        axes, if there are any. With bounds the pair (vdot, radius), each (r + 1, nv): the exact
        result is within radius of vdot.

    Raises
    ------
    ArgumentError
        A model of another kind, or a name that is not known.
    ShapeError
        A wrong shape or dtype, leading axes that do not broadcast.
    NonFiniteError
        NaN or infinity, or a result beyond the range of double; names where and the index.
    ConfigurationError
        A quaternion that is not of unit norm; names the joint, and the state of a batch.
    SingularError
        A joint across which the articulated inertia is not positive, or so small that it may be
        rounding error; names the joint, and the first such state of a batch.

    Notes
    -----
    Cost O(nbodies (r + 1)^2). The problem itself loses about one digit with each order. Accuracy:
    claims of reports/forward_dynamics. `lieref.oracle.forward_dynamics` gives reference values.

    Doubles are the default, and take the same time for every state: docs/conventions.md says what
    they lose. Double-doubles take about ten times as long, in batches six.

    Examples
    --------
    >>> import lieref, numpy as np
    >>> model, q, v = lieref.catalogue.serial_chain(3), np.zeros(3), np.ones(3)
    >>> tau = lieref.inverse_dynamics(model, q, [v, 2 * v])
    >>> bool(np.allclose(lieref.forward_dynamics(model, q, v, tau), 2 * v, rtol=1e-12))
    True
    """
    return forward_dynamics_of(model, q, v, tau, base, wrenches, wrench_axes, tau_ext, form,
                               digits, workers, bounds)


def forward_dynamics_complex(
    Model model not None, q: ArrayLike, v: ArrayLike, tau: ArrayLike, base: Base = "body",
    wrenches: ArrayLike | None = None, wrench_axes: Axes = "body", tau_ext: ArrayLike | None = None,
    form: FormName = "default",
) -> NDArray[np.complex128]:
    """`forward_dynamics` of complex arguments: the same text, compiled for complex numbers.

    For the complex step: Im f(x + i h) / h is the derivative of f along the imaginary part of the
    arguments. A quaternion's real part must be of unit norm; (r + 1, nv) complex array.
    """
    return _forward(model, q, v, tau, base, wrenches, wrench_axes, tau_ext, form, DOUBLES,
                    cnp.NPY_CDOUBLE)


def hybrid_dynamics(
    model: Model, q: ArrayLike, v: ArrayLike, vdot: ArrayLike, tau: ArrayLike,
    prescribed: ArrayLike, base: Base = "body", wrenches: ArrayLike | None = None,
    wrench_axes: Axes = "body", tau_ext: ArrayLike | None = None, form: FormName = "default",
    digits: int | None = None, workers: int = 1, bounds: bool = False,
) -> Pair | tuple[Pair, Pair]:
    """Motion of some coordinates and forces on the others given, the rest is found; any order r.

    H-GHYB, the recursion of [Ali, Alg. 4], in the forms of `forward_dynamics`. Each velocity
    coordinate is prescribed or not on its own, those of a spherical or free joint too (for a free
    joint on the world in the representation `base`).

    Parameters
    ----------
    model, q, v, base, wrenches, wrench_axes, tau_ext, form, digits, workers, bounds
        As for `forward_dynamics`.
    vdot : (r + 1, nv) array_like
        vdot[k] is the (k + 1)-th time derivative of the generalized velocity; only the columns of
        prescribed coordinates are read, the others may hold anything.
    tau : (r + 1, nv) array_like
        tau[k] is the k-th time derivative of the generalized force; only the columns of
        coordinates that are not prescribed are read.
    prescribed : (nv,) array_like of bool
        True where the motion is given, False where the force is; the same for every state of a
        batch.

    Returns
    -------
    v_all : (r + 2, nv) array
        The velocity and its derivatives, as the argument of `inverse_dynamics`: v, then vdot
        complete.
    tau_all : (r + 1, nv) array
        tau complete. Both behind the leading axes, if there are any. With bounds a pair of such
        pairs, ((v_all, tau_all), (radius of v_all, radius of tau_all)).

    Raises
    ------
    ShapeError, NonFiniteError, ConfigurationError, SingularError
        As for `forward_dynamics`.

    Notes
    -----
    Cost O(nbodies (r + 1)^2). With every coordinate prescribed it is inverse dynamics, with none
    forward dynamics; `lieref.oracle.hybrid_dynamics` gives reference values.

    Examples
    --------
    >>> import lieref, numpy as np
    >>> model, q, v = lieref.catalogue.serial_chain(3), np.zeros(3), np.ones(3)
    >>> tau, vdot = lieref.hybrid_dynamics(model, q, v, [v], [v], [True, False, False])
    >>> tau.shape, vdot.shape
    ((2, 3), (1, 3))
    """
    cdef Precision precision
    cdef bint one = not (workers is not ONE or is_batched(q, 1) or is_batched(v, 1)
                         or is_batched(vdot, 2) or is_batched(tau, 2) or is_batched(wrenches, 3)
                         or is_batched(tau_ext, 2))
    if bounds is not False and bounds_are_wanted(model, form, digits, one, bounds):
        return bounded_hybrid_dynamics(hybrid_dynamics, model, q, v, vdot, tau,
                                       _mask(model, prescribed), base, wrenches, wrench_axes,
                                       tau_ext)
    if not one:
        return forward_batches.hybrid_dynamics(
            hybrid_dynamics, model, q, v, vdot, tau, _mask(model, prescribed), base, wrenches,
            wrench_axes, tau_ext, form, digits, workers)
    precision = DOUBLES if digits is None else _precision(digits, form)
    if precision != ARBITRARY_PRECISION:
        return _hybrid(model, q, v, vdot, tau, prescribed, base, wrenches, wrench_axes, tau_ext,
                       form, precision, cnp.NPY_DOUBLE)
    vdot = number_array("vdot", vdot, cnp.NPY_DOUBLE)
    return _extended(_checked(model, q, v, vdot, tau, prescribed, base, wrenches, wrench_axes,
                              tau_ext), digits)


def conditioning_bound(
    model: Model, q: ArrayLike, v: ArrayLike, tau: ArrayLike, base: Base = "body",
    wrenches: ArrayLike | None = None, wrench_axes: Axes = "body", tau_ext: ArrayLike | None = None,
    samples: int = 4, seed: int = 0,
) -> Array:
    """What the rounding of the arguments alone does to forward dynamics, order by order.

    Every number of q, v, tau, wrenches and tau_ext is moved by half an ulp, up or down at random,
    and forward dynamics is solved in double-doubles, or in arbitrary precision: no algorithm that
    takes doubles can promise a smaller error. Of a mechanism moves go through partials, and loops
    open by half an ulp (infinite if they cannot). The worst of all moves is up to 5 times as large.

    Parameters
    ----------
    model, q, v, tau, base, wrenches, wrench_axes, tau_ext
        As for `forward_dynamics`.
    samples : int
        Number of random moves; the largest effect is returned.
    seed : int
        Of the random moves.

    Returns
    -------
    (r + 1,) array
        Per order the largest change of vdot[k] in max norm, relative to its max norm.

    Raises
    ------
    ShapeError, NonFiniteError, ConfigurationError, SingularError
        As for `forward_dynamics`.

    Notes
    -----
    Costs samples + 1 runs over double-doubles, or of the plain Python implementation.

    Examples
    --------
    >>> import lieref, numpy as np
    >>> model, q, v = lieref.catalogue.serial_chain(3), np.zeros(3), np.ones(3)
    >>> tau = lieref.inverse_dynamics(model, q, [v, v, v])
    >>> lieref.conditioning_bound(model, q, v, tau).shape
    (2,)
    """
    q, v, _, tau, _, base, wrenches, wrench_axes, tau_ext = _checked(
        model, q, v, None, tau, np.zeros(model.nv, dtype=bool), base, wrenches, wrench_axes,
        tau_ext)[1:]
    try:
        rounded = _forward(model, q, v, tau, base, wrenches, wrench_axes, tau_ext, DEFAULT,
                           DOUBLES, cnp.NPY_DOUBLE)
    except (SingularError, NonFiniteError):
        rounded = None
    return extended.conditioning_bound(model, q, v, tau, base, wrenches, wrench_axes, tau_ext,
                                       samples, seed, rounded, _changes)


def hybrid_dynamics_complex(
    Model model not None, q: ArrayLike, v: ArrayLike, vdot: ArrayLike, tau: ArrayLike,
    prescribed: ArrayLike, base: Base = "body", wrenches: ArrayLike | None = None,
    wrench_axes: Axes = "body", tau_ext: ArrayLike | None = None, form: FormName = "default",
) -> tuple[NDArray[np.complex128], NDArray[np.complex128]]:
    """`hybrid_dynamics` of complex arguments, for the complex step."""
    return _hybrid(model, q, v, vdot, tau, prescribed, base, wrenches, wrench_axes, tau_ext, form,
                   DOUBLES, cnp.NPY_CDOUBLE)


def _extended(tuple arguments, digits):
    """v_all and tau_all by the twin, with the range of double checked as after a kernel.

    Without it, where double-doubles are known to be rounded alike. They have to agree else, or
    twice as many digits.
    """
    cdef Model model = arguments[0]
    cdef int apart
    cdef tuple certain = _certain(arguments)
    if certain is not None:
        return certain
    try:
        motion, torque = extended.hybrid_dynamics(*arguments, digits)
    except SingularError:
        refuse_other_causes(model, arguments[1])
        raise
    require_double_range("vdot", motion[1:])
    require_double_range("tau", torque)
    try:
        apart = _apart(model, motion, hybrid_dynamics(*arguments,
                                                      digits=<int> DIGITS_OF_DOUBLE_DOUBLES)[0])
    except (SingularError, NonFiniteError):
        apart = 0
    if apart != DONE:
        apart = _apart(model, motion, extended.hybrid_dynamics(*arguments, 2 * digits)[0])
    if apart != DONE:
        raise SingularError(
            f"joint {model.joint_names[apart]!r} of body {model.names[apart]!r}: {digits} digits "
            "are not enough, twice as many give other accelerations")
    return motion, torque


cdef int _apart(Model model, double[:, ::1] motion, double[:, ::1] other) noexcept:
    """`_disagreement` of the accelerations behind one velocity."""
    if model.nv == 0:
        return DONE
    return _disagreement(model, <int> motion.shape[0] - 2, &motion[0, 0], &motion[1, 0],
                         &other[1, 0])
