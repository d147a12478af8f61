"""Claims on derivatives of forces and accelerations by what a model is made of."""

from collections.abc import Sequence

from verification.claims import claim
from verification.measurements.partials.sensitivities import evaluate
from verification.picks import having, number
from verification.representations import cases
from verification.verdicts import Limit

FIRST = ("placement", "screw", "inertia")
# forces are linear in the inertial parameters
FORCES = (
    "placement placement",
    "placement screw",
    "placement inertia",
    "screw screw",
    "screw inertia",
)
ACCELERATIONS = (*FORCES, "inertia inertia")


def _entries(dynamics: str, kinds: Sequence[str]) -> list[Limit]:
    """One statement a kind of parameter, or pair of kinds."""
    what = {"inverse": "forces", "forward": "accelerations"}[dynamics]
    return [
        Limit(
            f"{what} by {kind.replace(' ', ' and ')}",
            number(kind),
            1e-13,
            of=having("dynamics", value=dynamics),
        )
        for kind in kinds
    ]


CLAIMS = (
    claim(
        "sensitivity_models",
        """Sensitivities of both orders agree with models moved at 210 digits to 1e-13.

        First and second derivatives by placements, joint screws and inertial parameters, and by any
        two of them, of forces and of accelerations: central differences of the oracle, which knows
        nothing of derivatives. Forces are linear in the inertial parameters; accelerations are not.
        """,
        evaluate,
        cases.moved_models,
        [
            *_entries("inverse", (*FIRST, *FORCES)),
            *_entries("forward", (*FIRST, *ACCELERATIONS)),
        ],
    ),
    claim(
        "sensitivity_steps",
        """Sensitivities agree with the complex step through the kernels to 1e-13.

        To placements, joint screws and inertial parameters, of forces and of accelerations, in
        every representation of the base: by H-GRNE and H-GABI, the text that ships, compiled for
        models whose constants are complex. Every parameter is moved but those screws that make a
        slide turn, whose axis is as far away as the step is small: for them see
        `sensitivity_models`.
        """,
        evaluate,
        cases.complex_steps,
        [*_entries("inverse", FIRST), *_entries("forward", FIRST)],
    ),
)
