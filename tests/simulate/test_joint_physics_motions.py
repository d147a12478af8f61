"""Motions of joints with springs, dampers and rotors, against what is known of them."""

import numpy as np
import pytest
from support.trees.robots import ROBOTS, with_physics

import lieref
from lieref.simulate.simulate import simulate

MASS, STIFFNESS, DAMPING, ARMATURE, REST = 2.0, 30.0, 1.5, 0.7, 0.2
FIXED = ("rkmk4", "variational")


def slide(**physics):
    b = lieref.ModelBuilder(gravity=(0, 0, 0))
    b.add_body("cart", None, lieref.Prismatic((1, 0, 0)), mass=MASS, **physics)
    return b.build()


def swing(t, damping):
    """x(t) of the cart that is let go at 0.5 m: a damped oscillation about REST."""
    m = MASS + ARMATURE
    decay, w2 = damping / (2 * m), STIFFNESS / m
    w = np.sqrt(w2 - decay**2)
    return REST + (0.5 - REST) * np.exp(-decay * t) * (np.cos(w * t) + decay / w * np.sin(w * t))


@pytest.mark.parametrize("damping", [0.0, DAMPING])
@pytest.mark.parametrize("method, step, limit", [
    ("rkmk54", None, 1e-6), ("rkmk4", 1e-3, 1e-9), ("variational", 1e-3, 1e-5),
])  # fmt: skip
def test_a_cart_on_a_spring(method, step, limit, damping):
    model = slide(stiffness=STIFFNESS, rest=REST, damping=damping, armature=ARMATURE)
    t = np.linspace(0.0, 3.0, 13)
    options = {} if step is None else {"step": step}
    found = simulate(model, [0.5], [0.0], t, method=method, **options)
    assert abs(found.q[:, 0] - swing(t, damping)).max() <= limit


def test_energy_is_kept_by_springs_and_rotors():
    model = with_physics(ROBOTS["arm"](), 1, "none", ("armature", "stiffness", "rest"))
    rng = np.random.default_rng(0)
    q, v = model.random_configuration(rng), 0.1 * rng.standard_normal(model.nv)
    for method in FIXED:
        found = simulate(model, q, v, np.linspace(0.0, 0.5, 3), method=method, step=1e-3)
        total = [
            sum(x[0] for x in lieref.energy(model, *state))
            for state in zip(found.q, found.v[:, None], strict=True)
        ]
        assert np.ptp(total) <= 1e-4 * max(map(abs, total)), method
