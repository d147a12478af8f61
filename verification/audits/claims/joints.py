"""Claims on Pinocchio's functions for each of its joint types."""

from verification.audits import cases, numbers
from verification.audits.numbers import DERIVATIVES, MOTION, PROVEN, RIGHT, WRONG
from verification.claims import claim
from verification.measurements.audits.audit_joints import evaluate
from verification.subjects.peers.pinocchio_joints import TYPES
from verification.verdicts import Condition, Limit, Records, Row

#: Told from a right one by more than six digits.
TOLD = 1e6 * RIGHT


def _with(subspace: str) -> Condition:
    """A joint with such a motion subspace."""
    return lambda record: "error" in record or record["result"]["subspace"] == subspace


def _dependent(records: Records) -> list[Row]:
    """One row for each joint type that was measured."""
    rows = []
    for name, joint in TYPES.items():
        own = [record for record in records if record["params"]["joint"] == name]
        if joint.subspace == "dependent" and own:
            rows += Limit(name, numbers.of_partials, WRONG, "at least")(own)
    return rows


CLAIMS = (
    claim(
        "pinocchio_constant_subspace",
        """Pinocchio's derivatives are accurate to 1e-12 through joints with a constant motion
        subspace.

        Revolute, prismatic, helical, unbounded revolute, spherical, translation, planar,
        free-flyer, and composites whose subspace happens to be constant. Relative max norm of each
        array of each function that differentiates: dynamics, gravity, Coriolis matrix, Jacobians,
        kinematics, momentum.
        """,
        evaluate,
        cases.joints,
        [Limit(name, numbers.of_function(name, "constant"), RIGHT) for name in DERIVATIVES],
    ),
    claim(
        "pinocchio_dependent_subspace",
        """Pinocchio's derivatives are wrong by 5 % and more where the motion subspace depends on q.

        Universal, SphericalZYX, Ellipsoid and composite joints: in each case at each place the
        worst array of `computeRNEADerivatives` and `computeABADerivatives` has a relative error
        (max norm) above the limit, the number being the smallest over the cases. The other
        functions are told from right ones by more than six digits. That the two models are the same
        mechanism is another claim.
        """,
        evaluate,
        cases.joints,
        [
            _dependent,
            *(
                Limit(name, numbers.of_function(name, "dependent"), TOLD, "at least")
                for name in DERIVATIVES
            ),
        ],
    ),
    claim(
        "pinocchio_differences",
        """Central differences of Pinocchio's rnea and aba agree with the reference for every joint
        type.

        So both models are the same mechanism in the same coordinates, and where its derivatives
        differ from the reference the library differs from itself. Steps of 1e-6 along
        `pin.integrate`; their error is that of rounding over the step, some 1e-9.
        """,
        evaluate,
        cases.joints,
        [
            Limit(
                f"joints with a {subspace} subspace",
                numbers.of_differences,
                numbers.DIFFERENCES,
                of=_with(subspace),
            )
            for subspace in ("constant", "dependent")
        ],
    ),
    claim(
        "pinocchio_motion",
        """Pinocchio's dynamics, inertia and momentum are accurate to 1e-12 for each of its joint
        types.

        29 joint types, universal joints and composites among them, on the world, between bodies and
        twice in a row; relative max norm of each array. The reference is the oracle's on chains of
        lieref's joints with maps between the coordinates, in balls; its radius is a row.
        """,
        evaluate,
        cases.joints,
        [
            *(Limit(name, numbers.of_function(name), RIGHT) for name in MOTION),
            Limit("radius of the reference values", numbers.widest, PROVEN),
        ],
    ),
)
