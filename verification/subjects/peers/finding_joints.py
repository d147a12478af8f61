"""The reproducers of what Pinocchio's derivatives return through a joint."""

from __future__ import annotations

from typing import Any

import numpy as np
import pinocchio as pin

from verification.subjects.peers import pinocchio_mechanisms, pinocchio_quantities
from verification.subjects.peers.embedded_references import References
from verification.subjects.peers.pinocchio_joints import TYPES

MASS, COM, INERTIA = 1.5, (0.1, 0.2, 0.3), (0.2, 0.3, 0.4)
#: Coordinates; as many as the joint has. The quaternion is a unit one to the last digit.
Q = (0.3, -0.7, 0.5, 0.4, 0.6, -0.2)
QUATERNION = (0.5, -0.5, 0.5, 0.5)
V = (0.5, -0.4, 0.7, 0.6, -0.8, 0.3)
A = (-0.2, 0.9, 0.4, -0.5, 0.1, 0.8)
TAU = (0.6, -0.3, 0.2, 0.7, -0.1, 0.5)
DIGITS = 30

TEMPLATE = '''"""Derivatives through {words}, against central differences."""

import sys

import numpy as np
import pinocchio as pin

{joint}
model = pin.Model()
model.addJoint(0, joint, pin.SE3.Identity(), "joint")
body = pin.Inertia({mass}, np.array({com}), np.diag({inertia}))
model.appendBodyToJoint(1, body, pin.SE3.Identity())
data = model.createData()
q = np.array({q})
v = np.array({v})
a = np.array({a})
tau = np.array({tau})


def rnea(q, v):
    return pin.rnea(model, data, q, v, a).copy()


def aba(q, v):
    return pin.aba(model, data, q, v, tau).copy()


def along_q(f, h=1e-6):
    steps = h * np.eye(model.nv)
    there = [f(pin.integrate(model, q, e), v) for e in steps]
    back = [f(pin.integrate(model, q, -e), v) for e in steps]
    return (np.array(there) - np.array(back)).T / (2 * h)


def along_v(f, h=1e-6):
    steps = h * np.eye(model.nv)
    return np.array([(f(q, v + e) - f(q, v - e)) / (2 * h) for e in steps]).T


returned, own = {{}}, {{}}
dq, dv, _ = pin.computeRNEADerivatives(model, data, q, v, a)
returned["dtau_dq"], returned["dtau_dv"] = dq.copy(), dv.copy()
dq, dv, _ = pin.computeABADerivatives(model, data, q, v, tau)
returned["ddq_dq"], returned["ddq_dv"] = dq.copy(), dv.copy()
returned["C v"] = pin.computeCoriolisMatrix(model, data, q, v) @ v
own["dtau_dq"], own["dtau_dv"] = along_q(rnea), along_v(rnea)
own["ddq_dq"], own["ddq_dv"] = along_q(aba), along_v(aba)
nle = pin.nonLinearEffects(model, data, q, v).copy()
own["C v"] = nle - pin.computeGeneralizedGravity(model, data, q)

# entry, reference, largest entry of the whole array
references = {{
{references}
}}
print("pinocchio", pin.__version__)
as_stated = True
for name, (at, digits, size) in references.items():
    reference, found, second = float(digits), returned[name][at], own[name][at]
    print(f"{{name}}{{list(at)}} returned {{found:.10g}} | own {{second:.10g}} | "
          f"reference {{digits}} | error {{abs(found - reference) / size:.1e}}")
    as_stated &= abs(found - reference) > 0.01 * size and abs(second - reference) < 1e-7 * size
print("as stated" if as_stated else "NOT as stated")
sys.exit(not as_stated)
'''


def script(name: str, words: str) -> tuple[str, float]:
    """Return the reproducer for a joint type, and the proven bound of the references in it."""
    joint = TYPES[name]
    placed = pinocchio_mechanisms.Placed(
        joint, -1, np.eye(4), MASS, np.array(COM), np.diag(INERTIA)
    )
    mechanism = pinocchio_mechanisms.build([placed])
    q = list(Q[: joint.nv]) if joint.nq == joint.nv else [*Q[: joint.nv - 3], *QUATERNION]
    rows = {
        "q": q,
        "v": list(V[: joint.nv]),
        "a": list(A[: joint.nv]),
        "tau": list(TAU[: joint.nv]),
    }
    references, radius = _references(mechanism, {key: np.array(x) for key, x in rows.items()})
    lines = [
        f'    "{key}": ({at}, "{digits}", {size:.17g}),' for key, at, digits, size in references
    ]
    text = TEMPLATE.format(
        words=words,
        joint="\n".join(joint.code()),
        mass=MASS,
        com=COM,
        inertia=INERTIA,
        references="\n".join(lines),
        **rows,
    )
    return text, radius


def _references(mechanism: Any, state: dict[str, Any]) -> tuple[list[tuple[Any, ...]], float]:
    """Name, index and digits of the entry in which each array is most wrong, and its size."""
    references, data = References(mechanism, state), mechanism.theirs.createData()
    found, radius = [], 0.0
    K = references.K
    with K.working():
        for function in (
            "computeRNEADerivatives",
            "computeABADerivatives",
            "computeCoriolisMatrix",
        ):
            quantity = pinocchio_quantities.QUANTITIES[function]
            arrays = quantity.ask(mechanism.theirs, data, *state.values())
            for name, rows in quantity.reference(references).items():
                if name not in ("dtau_dq", "dtau_dv", "ddq_dq", "ddq_dv", "C v"):
                    continue
                flat = [x for row in rows for x in (row if isinstance(row, list) else [row])]
                near = np.array([K.to_float(x) for x in flat]).reshape(arrays[name].shape)
                at = np.unravel_index(np.abs(arrays[name] - near).argmax(), near.shape)
                size = float(np.abs(near).max())
                radius = max(radius, max(K.radius(x) for x in flat) / size)
                exact = flat[int(np.ravel_multi_index(at, near.shape))]
                # a ball around zero, as wide as rounding at this precision
                zero = abs(K.to_float(exact)) <= 1e3 * K.radius(exact)
                digits = "0" if zero else K.to_string(exact, DIGITS)
                found.append((name, tuple(int(i) for i in at), digits, size))
    return found, radius


def version() -> str:
    """Return the library's version."""
    return f"pinocchio {pin.__version__}"
