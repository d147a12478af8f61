"""Partials of the regressor: kernel against plain Python, and this against differences."""

import numpy as np
import pytest
from support.partials.partial_cases import interleaved, motion
from support.partials.sensitivity_cases import scalars
from support.references.oracle_differences import FINE, STEP, moved, small_tree
from support.references.tolerances import EPS
from support.trees.oracle_robots import random_state

from lieref.oracle.scalars.scalars import Arb
from lieref.partials.parameters.regressor_partials import regressor_partials
from lieref.partials.parameters.regressor_partials_twin import regressor_partials as twin
from lieref.partials.parameters.regressor_twin import inverse_dynamics_regressor

K = Arb(50)
# Max norms, one kind of parameter by itself. Found: FOUND eps.
KERNEL = 64 * EPS
# m, h and J are of different size
KINDS = (slice(0, 1), slice(1, 4), slice(4, 10))


def tensors(K, found):
    """Arrays of scalars of K as doubles."""
    return [np.array([K.to_float(x) for x in y.ravel()]).reshape(y.shape) for y in found]


def by_kind(tensor):
    """(force, body, parameter, coordinate) of m, h and J."""
    n, m, _ = tensor.shape
    of_bodies = tensor.reshape(n, m // 10, 10, n)
    return [of_bodies[:, :, kind] for kind in KINDS]


@pytest.mark.parametrize(
    ("robot", "state"),
    [("arm", "near_pi"), ("quadruped", "far"), ("every_joint_free", "fast"), ("crossed", "")],
)
def test_kernel_against_twin(robot, state):
    if robot == "crossed":
        model, rng = interleaved(), np.random.default_rng(3)
        q, (v, a) = model.random_configuration(rng), rng.standard_normal((2, model.nv))
    else:
        model, q, v, a, _ = motion(robot, state)
    with K.working():
        expected = tensors(K, twin(model, q, v, a, K))
    found = regressor_partials(model, q, v, a, "body", range(model.nbodies))[1:]
    for x, y in zip(found, expected, strict=True):
        for mine, reference in zip(by_kind(x), by_kind(y), strict=True):
            assert abs(mine - reference).max() <= KERNEL * abs(reference).max()


@pytest.mark.parametrize("name", ["free_root", "spherical_leaf", "free_on_arm"])
def test_twin_against_differences(name):
    model = small_tree(name, seed=71)
    q, (v, a), _, _ = random_state(model, 0, seed=72)
    q = model.normalize(q)
    with FINE.working():
        state = [scalars(x) for x in (q, v, a)]
        found = tensors(FINE, twin(model, *state, FINE))
        for k, unit in enumerate(np.eye(model.nv)):

            def shifted(row, x, unit=unit):
                return [y + x * int(z) * STEP for y, z in zip(row, unit, strict=True)]

            places = (
                lambda x, unit=unit: (moved(model, q, unit, x), *state[1:]),
                lambda x, shifted=shifted: (state[0], shifted(state[1], x), state[2]),
                lambda x, shifted=shifted: (*state[:2], shifted(state[2], x)),
            )
            for tensor, place in zip(found, places, strict=True):
                up, down = (inverse_dynamics_regressor(model, *place(x), FINE) for x in (1, -1))
                reference = tensors(FINE, [(up - down) / (2 * STEP)])[0]
                assert abs(tensor[:, :, k] - reference).max() <= 4 * EPS * abs(tensor).max()
