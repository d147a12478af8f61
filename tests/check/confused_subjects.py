"""Subjects for the tests: lieref's kernels with one confusion, or with bad manners, each.

``confused_subjects:<name>``; found from the folder that the tests run the checker in.
"""

import os
import sys
import time

import numpy as np

import lieref
from lieref.algebra import SO3
from lieref.check.model_table import with_gravity
from lieref.check.subjects.own_kernels import subject as right
from lieref.kinematics.representations import convert_twists

HALVES = [3, 4, 5, 0, 1, 2]


def free_joints(model):
    """First velocity coordinate of each free joint."""
    return [int(iv) for j, iv in zip(model.joints, model.idx_v, strict=True) if j.kind == "free"]


def kernels(model):
    """No confusion at all."""
    return right(model).answer


def linear_first(model, inner=kernels):
    """Twists and wrenches with the linear part first."""
    order = np.arange(model.nv)
    for iv in free_joints(model):
        order[iv : iv + 6] = iv + np.array(HALVES)
    return reordered(model, np.arange(model.nq), order, inner)


def reordered(model, order_q, order_v, inner=kernels):
    """What comes is ours[order], and what is returned as well."""
    ask = inner(model)
    back_q, back_v = np.argsort(order_q), np.argsort(order_v)

    def answer(quantity, q, **x):
        given = {name: value[..., back_v] for name, value in x.items()}
        found = ask(quantity, q=q[back_q], **given)
        if isinstance(found, dict):
            return {name: y[np.ix_(*[order_v] * y.ndim)] for name, y in found.items()}
        return found[np.ix_(*[order_v] * found.ndim)]

    return answer


def joints_reversed(model):
    """The last joint first."""
    return in_joint_order(model, range(model.nbodies - 1, -1, -1))


def joints_exchanged(model):
    """The second joint and the last one exchanged."""
    order = list(range(model.nbodies))
    order[1], order[-1] = order[-1], order[1]
    return in_joint_order(model, order)


def in_joint_order(model, order):
    """Coordinates joint by joint in another order."""
    of_q = [np.arange(i, i + j.nq) for i, j in zip(model.idx_q, model.joints, strict=True)]
    of_v = [np.arange(i, i + j.nv) for i, j in zip(model.idx_v, model.joints, strict=True)]
    return reordered(
        model, np.concatenate([of_q[i] for i in order]), np.concatenate([of_v[i] for i in order])
    )


def scalar_first(model, inner=kernels):
    """Quaternions read as (w, x, y, z)."""
    ask = inner(model)

    def answer(quantity, q, **x):
        read = q.copy()
        for joint, iq in zip(model.joints, model.idx_q, strict=True):
            if joint.nq >= 4:
                end = iq + joint.nq
                read[end - 4 : end] = q[[end - 3, end - 2, end - 1, end - 4]]
        return ask(quantity, q=read, **x)

    return answer


def with_base(base):
    """A subject whose base twist has another representation than it says."""

    def made(model):
        def answer(quantity, q, v=None, a=None, tau=None):
            if quantity == "inverse_dynamics":
                return lieref.inverse_dynamics(model, q, [v, a], base=base)[0]
            if quantity == "forward_dynamics":
                return lieref.forward_dynamics(model, q, v, tau[None], base=base)[0]
            if quantity == "joint_space_inertia":
                return lieref.joint_space_inertia(model, q, base=base)
            return None

        return answer

    return made


spatial_base, hybrid_base, mixed_base = map(with_base, ("spatial", "hybrid", "mixed"))


def classical(model):
    """Linear accelerations of free joints are those of the origin: hybrid ones in body axes."""
    first = free_joints(model)

    def extra(q, v):
        found = np.zeros(model.nv)
        for iv in first:
            pose = np.eye(4)
            pose[:3, :3] = SO3.from_quaternion(q[3:7])
            # a body twist that stays the same, as acceleration of its origin in body axes
            twists = np.array([v[iv : iv + 6], np.zeros(6)])
            moved = convert_twists(twists, pose, "body", "hybrid")[1]
            found[iv + 3 : iv + 6] = pose[:3, :3].T @ moved[3:]
        return found

    def answer(quantity, q, v=None, a=None, tau=None):
        if quantity == "inverse_dynamics":
            return lieref.inverse_dynamics(model, q, [v, a - extra(q, v)])[0]
        if quantity == "forward_dynamics":
            return lieref.forward_dynamics(model, q, v, tau[None])[0] + extra(q, v)
        if quantity == "inverse_dynamics_partials":
            found = lieref.inverse_dynamics_partials(model, q, v, a - extra(q, v))._asdict()
            # w x v is a quadratic form: its derivative along e_j from three values, exactly
            slope = [(extra(q, v + e) - extra(q, v - e)) / 2 for e in np.eye(model.nv)]
            found["dtau_dv"] = found["dtau_dv"] - found["dtau_da"] @ np.array(slope).T
            return found
        return None

    return answer


def changed(change, *quantities):
    """A subject whose results are changed: change(model, q, name, value) returns the new value."""

    def made(model):
        ask = right(model).answer

        def answer(quantity, q, **x):
            found = ask(quantity, q=q, **x)
            if quantity not in quantities:
                return found
            if not isinstance(found, dict):
                return change(model, q, quantity, found)
            return {name: change(model, q, name, value) for name, value in found.items()}

        return answer

    return made


INVERSE, FORWARD = "inverse_dynamics_partials", "forward_dynamics_partials"
SECOND = "inverse_dynamics_second_partials"
transposed = changed(lambda m, q, name, x: x.T, INVERSE, FORWARD)
second_transposed = changed(lambda m, q, name, x: x.transpose(2, 0, 1), SECOND)
halved = changed(lambda m, q, name, x: x / 2, "inverse_dynamics", FORWARD)
doubled = changed(lambda m, q, name, x: x * 2, "joint_space_inertia")
negative = changed(lambda m, q, name, x: -x, "inverse_dynamics")
half_of_one = changed(lambda m, q, name, x: x / 2 if name == "dtau_dv" else x, INVERSE)
one_row_off = changed(
    lambda m, q, name, x: x * np.where(np.arange(m.nv) == m.nv - 1, 1 + 1e-9, 1), "inverse_dynamics"
)
arbitrary = changed(lambda m, q, name, x: np.cos(x), "inverse_dynamics")


def pulled_up(model):
    """Gravity with the wrong sign."""
    return right(with_gravity(model, -model.gravity)).answer


def weightless(model):
    """No gravity at all."""
    return right(with_gravity(model, np.zeros(3))).answer


def perturbed(slope):
    """Derivatives by q along other perturbations of free and spherical joints."""

    def change(model, q, name, x):
        if not name.endswith("dq"):
            return x
        T = np.eye(model.nv)
        for joint, iq, iv in zip(model.joints, model.idx_q, model.idx_v, strict=True):
            if joint.nq >= 4:
                here, mine = slice(iv, iv + joint.nv), q[iq : iq + joint.nq]
                T[here, here] = slope(mine, SO3.from_quaternion(mine[-4:]))
        return x @ T

    return changed(change, INVERSE, FORWARD)


def _adjoint_of_inverse(q, R):
    """Body twist of a spatial one, by the pose's inverse; of a ball, its rotation."""
    if len(q) == 4:
        return R.T
    T = np.zeros((6, 6))
    T[:3, :3] = T[3:, 3:] = R.T
    T[3:, :3] = -R.T @ SO3.hat(q[:3])
    return T


def _blocks(a, b):
    """Two blocks on the diagonal."""
    return np.block([[a, np.zeros((3, 3))], [np.zeros((3, 3)), b]])


left = perturbed(_adjoint_of_inverse)
inertial_axes = perturbed(lambda q, R: R.T if len(q) == 4 else _blocks(R.T, R.T))
inertial_position = perturbed(lambda q, R: np.eye(3) if len(q) == 4 else _blocks(np.eye(3), R.T))


# Two at once


def scalar_first_classical(model):
    """Quaternions as (w, x, y, z), and classical accelerations."""
    return scalar_first(model, classical)


def linear_first_pulled_up(model):
    """Linear parts first, and gravity with the wrong sign."""
    return linear_first(model, pulled_up)


def transposed_left(model):
    """Partials transposed, of configurations perturbed on the left."""
    ask = left(model)

    def answer(quantity, **x):
        return {name: y.T for name, y in ask(quantity, **x).items()}

    return answer


def cut_at_zero(model):
    """Derivatives as of a branch for small angles: none by joints with |q| <= 1e-8."""
    ask = right(model).answer

    def answer(quantity, q, **x):
        found = ask(quantity, q=q, **x)
        if quantity == INVERSE:
            found["dtau_dq"][:, np.abs(q) <= 1e-8] = 0.0
        return found

    return answer


def without_a_column(model):
    """Derivatives by the second coordinate are zero, wherever its joint stands."""
    return changed(
        lambda m, q, name, x: x * (np.arange(m.nv) != 1) if name == "dtau_dq" else x, INVERSE
    )(model)


def without_a_product(model):
    """Inverse dynamics that drops what v_1 v_3 contributes."""
    ask = right(model).answer

    def answer(quantity, q, v=None, **x):
        found = ask(quantity, q=q, v=v, **x)
        if quantity != "inverse_dynamics":
            return None
        e, still = np.eye(model.nv), np.zeros(model.nv)

        def forces(u):
            return lieref.inverse_dynamics(model, q, [u, still])[0]

        product = forces(e[1] + e[3]) - forces(e[1]) - forces(e[3]) + forces(still)
        return found - v[1] * v[3] * product

    return answer


def in_single_precision(model):
    """Numbers rounded to float32 on both sides, as is said."""
    ask = right(model).answer

    def answer(quantity, **x):
        found = ask(quantity, **{name: y.astype(np.float32).astype(float) for name, y in x.items()})
        return np.asarray(found).astype(np.float32)

    answer.precision = "float32"
    return answer


def single_precision_gravity(model):
    """The same without gravity."""
    answer = in_single_precision(with_gravity(model, np.zeros(3)))
    return answer


def boastful_precision(model):
    """Says a precision that there is not."""
    answer = in_single_precision(model)
    answer.precision = "float8"
    return answer


# Bad manners: each answers inverse dynamics only, and is right at rest.


def rude(act):
    """A subject that does something else where the velocity is not zero."""

    def made(model):
        ask = right(model).answer

        def answer(quantity, **x):
            if quantity != "inverse_dynamics":
                return None
            found = ask(quantity, **x)
            return act(found) if np.any(x["v"]) else found

        return answer

    return made


def _chatter(found):
    """Print all over the place."""
    print("{}garbage\x00\xff" * 1000)
    os.write(1, b"\xff\xfe\n" * 1000)
    return found


def _devour(found):
    """Allocate without end."""
    kept = [found]
    while True:
        kept.append(np.ones(1 << 22))


def _fork_and_leave(found):
    """Leave a child behind that keeps the pipes open."""
    if os.fork() == 0:
        time.sleep(300)
    os._exit(3)


hangs = rude(lambda found: time.sleep(60))
exits = rude(lambda found: os._exit(7))
aborts = rude(lambda found: os.abort())
leaves_child = rude(_fork_and_leave)
chatters = rude(_chatter)
devours = rude(_devour)
raises = rude(lambda found: 1 / 0)
leaves = rude(lambda found: sys.exit(0))
too_long = rude(lambda found: np.append(found, 0.0))
wrong_axes = rude(lambda found: np.outer(found, found))
ragged = rude(lambda found: [[1.0], 2.0])
a_word = rude(lambda found: "garbage")
nan = rude(lambda found: found * np.nan)
infinite = rude(lambda found: np.where(np.arange(len(found)) == 1, np.inf, found))
nameless = rude(lambda found: {"torque": found})
an_object = rude(lambda found: object())


def hangs_at_start(model):
    """Never gets ready."""
    time.sleep(300)


def crashes_at_start(model):
    """Ends while it reads the model."""
    os._exit(9)


def no_function(model):
    """Returns no function."""
    return 5


def nearly_nothing(model):
    """Rounding errors where there is nothing."""
    return lambda quantity, **x: (
        np.full(model.nv, 3e-16) if quantity == "inverse_dynamics" else None
    )
