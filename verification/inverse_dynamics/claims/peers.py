"""Claims that inverse dynamics and closed forms agree with Pinocchio's."""

from verification.claims import claim
from verification.inverse_dynamics import cases
from verification.measurements.inverse_dynamics import pinocchio, pinocchio_closed_forms
from verification.picks import having, number, param
from verification.verdicts import Count, Limit

ROBOTS = Count("robots", 68, param("robot", "path"))
QUANTITIES = {
    "H": "H",
    "g": "g",
    "forces": "C v",
    "rate": "C + C^T",
    "momentum": "centroidal momentum",
}

CLAIMS = (
    claim(
        "pinocchio_robots",
        """On all 68 robots of example-robot-data both forms agree with Pinocchio's rnea to 1e-13.

        Fixed and free base, 20 random states each, relative max norm. Both sides compute in double
        precision, so their errors add up; a difference of convention shows in the first digits.
        """,
        pinocchio.evaluate,
        cases.urdf,
        [
            *(
                Limit(
                    f"{form} form, {base} base",
                    number("forms", form),
                    1e-13,
                    of=having("robot", "base", value=base),
                )
                for form in ("default", "spatial")
                for base in ("fixed", "free")
            ),
            ROBOTS,
        ],
        whole=True,
    ),
    claim(
        "pinocchio_closed_forms",
        """On 68 robots H, g, C v, C + C^T and centroidal momentum agree with Pinocchio's to 1e-12.

        Fixed and free base, 20 random states each, within 1 m of the origin. Pinocchio's Coriolis
        matrix is another admissible one than that of Lemma 1, so the two are compared in what every
        admissible one has in common.
        """,
        pinocchio_closed_forms.evaluate,
        cases.urdf,
        [*(Limit(name, number(key), 1e-12) for key, name in QUANTITIES.items()), ROBOTS],
        whole=True,
    ),
)
