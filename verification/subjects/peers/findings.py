"""Findings: facts about a library, each with a script that shows it.

A script needs the library and numpy alone: the reference's digits stand inside. It compares what
the library returns with the reference and with a second witness, the library's own central
differences or a power series, prints a line for each entry, and ends with 0 if all is as stated.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from verification.subjects.peers import finding_bodies, finding_groups, finding_joints


@dataclass(frozen=True)
class Finding:
    """One fact.

    library : the package that it is about
    title : one sentence
    facts : what is measured, in sentences
    script : returns the text of the reproducer and the proven bound of its reference values
    related : addresses of what was said on it elsewhere
    """

    library: str
    title: str
    facts: str
    script: Callable[[], tuple[str, float]]
    related: tuple[str, ...] = field(default=())


NLE = ("https://github.com/stack-of-tasks/pinocchio/issues/2053",)
_JOINTS: dict[str, tuple[str, str, tuple[str, ...]]] = {
    "universal": ("Universal", "JointModelUniversal", ()),
    "spherical_zyx": ("SphericalZYX", "JointModelSphericalZYX", NLE),
    "ellipsoid": ("Ellipsoid", "JointModelEllipsoid", ()),
    "composite_rx_ry": ("Composite RX RY", "a composite of RX and RY", ()),
    "composite_rz_px": ("Composite RZ PX", "a composite of RZ and PX", ()),
    "composite_px_py_rz": ("Composite PX PY RZ", "a composite of PX, PY and RZ", ()),
    "composite_translation_zyx": (
        "Composite Translation SphericalZYX",
        "a composite of Translation and SphericalZYX",
        NLE,
    ),
    "composite_translation_spherical": (
        "Composite Translation Spherical",
        "a composite of Translation and Spherical",
        (),
    ),
}


def _joint(name: str, words: str, related: tuple[str, ...]) -> Finding:
    return Finding(
        "pinocchio",
        f"Derivatives through {words} differ from central differences of rnea and aba",
        f"One body on {words}. `rnea`, `aba`, `crba` and `nonLinearEffects` agree with the "
        "reference to rounding. `computeRNEADerivatives` and `computeABADerivatives` do not agree "
        "with the reference, with which central differences of `rnea` and `aba` along "
        "`pin.integrate` agree; nor does `C v`, C from `computeCoriolisMatrix`, with "
        "`nonLinearEffects` less `computeGeneralizedGravity`. The motion subspace of this joint in "
        "its own frame depends on q. For joints whose subspace is constant (revolute, prismatic, "
        "helical, spherical, translation, planar, free-flyer) the same functions are accurate to "
        "rounding.",
        lambda: finding_joints.script(name, words),
        related,
    )


def _group(library: str, name: str, title: str, facts: str) -> Finding:
    return Finding(library, title, facts, lambda: finding_groups.script(name))


FINDINGS: dict[str, Finding] = {
    **{f"pinocchio_{key}": _joint(*found) for key, found in _JOINTS.items()},
    "pinocchio_jexp6_small_angle": _group(
        "pinocchio",
        "jexp6_small_angle",
        "The off-diagonal block of Jexp6 has a relative error above 1e-6 at an angle of 1.8e-4",
        "The upper right 3x3 block of `Jexp6` differs from the reference by more than 1e-6 of its "
        "largest entry. The power series of the right Jacobian, summed in doubles, agrees with the "
        "reference value to 1e-13.",
    ),
    "pinocchio_jexp6_full_turn": _group(
        "pinocchio",
        "jexp6_full_turn",
        "Jexp6 returns NaN at an angle of 2 pi, where it is regular",
        "Within some 1e-8 of 2 pi the upper right 3x3 block of `Jexp6` is NaN. The right Jacobian "
        "is an entire function of its argument; its power series, summed in doubles, agrees with "
        "the reference value to 1e-11.",
    ),
    "pinocchio_jlog6_small_angle": _group(
        "pinocchio",
        "jlog6_small_angle",
        "The off-diagonal block of Jlog6 has a relative error above 1e-6 at an angle of 1.8e-4",
        "The upper right 3x3 block of `Jlog6` differs from the reference by more than 1e-6 of its "
        "largest entry. The inverse of the power series of the right Jacobian at `log6` of the "
        "same pose, in doubles, agrees with the reference value to 1e-12.",
    ),
    "pinocchio_jlog3_small_angle": _group(
        "pinocchio",
        "jlog3_small_angle",
        "Jlog3 has a relative error above 1e-10 at an angle of 1.8e-4",
        "`Jlog3` differs from the reference by more than 1e-10. The inverse of the power series of "
        "the right Jacobian at `log3` of the same rotation, in doubles, agrees with it to 1e-13.",
    ),
    "mujoco_inertia_of_a_light_body": Finding(
        "mujoco",
        "The joint-space inertia at the hinge of a light body on a heavy arm: error over 1e-13",
        "A body of 0.25 kg and 4e-6 kg m^2 about its hinge, on an arm of 40 kg: the hinge's "
        "diagonal entry of the joint-space inertia (`mj_fullM`) has a relative error above 1e-13, "
        "though the diagonally scaled matrix is well conditioned. Where the body is that of "
        "tiago_no_hand (example-robot-data) at joint arm_7, its acceleration has an error of the "
        "same size.",
        finding_bodies.script,
    ),
    "jaxlie_exp_small_angle": _group(
        "jaxlie",
        "jaxlie_exp_small_angle",
        "The translation of SE3.exp in float64 has a relative error above 1e-7 at an angle of 9e-6",
        "The translation of `SE3.exp` differs from the reference by more than 1e-7 of its largest "
        "entry, with `jax_enable_x64`. The power series of the matrix exponential, summed in "
        "doubles, agrees with the reference value to 1e-14.",
    ),
    "jaxlie_jlog_small_angle": _group(
        "jaxlie",
        "jaxlie_jlog_small_angle",
        "The off-diagonal block of SE3.jlog in float64 is wrong by over 0.1 % at an angle of 1e-5",
        "The upper right 3x3 block of `SE3.jlog` differs from the reference by more than 1e-3 of "
        "its largest entry, with `jax_enable_x64`. The inverse of the power series of the right "
        "Jacobian at the log of the same pose, in doubles, agrees with the reference to 1e-11.",
    ),
    "jaxlie_log_near_pi": _group(
        "jaxlie",
        "jaxlie_log_near_pi",
        "SO3.log in float64 has a relative error above 1e-12 at an angle of pi - 1e-10",
        "`SO3.log` of a unit quaternion differs from the reference by more than 1e-12 of its "
        "largest entry, with `jax_enable_x64`. 2 atan2(|xyz|, w) xyz / |xyz| in doubles agrees "
        "with the reference to 1e-14.",
    ),
}


def document(finding: Finding, record: dict[str, Any]) -> str:
    """Return the finding as Markdown, from the record of its script's run."""
    lines = [
        f"# {finding.title}",
        "",
        f"{record['versions']}.",
        "",
        finding.facts,
        "",
        "| entry | returned | second witness | reference value | error |",
        "|---|---|---|---|---|",
        *(
            f"| `{row['entry']}` | {row['returned']} | {row['witness']} | {row['reference']} | "
            f"{float(row['error']):.1e} |"
            for row in record["rows"]
        ),
        "",
        f"The reference is an enclosure by interval arithmetic; its proven bound is "
        f"{record['radius']} of the largest entry, and the digits are those of its midpoint. "
        "Errors are relative to the largest entry of its array. The second witness is "
        f"{record['witness']}.",
        "",
    ]
    if finding.related:
        lines += [f"Related: {', '.join(finding.related)}", ""]
    return "\n".join(
        [
            *lines,
            "```python",
            record["script"].rstrip(),
            "```",
            "",
            "It prints",
            "",
            "```",
            record["printed"].rstrip(),
            "```",
            "",
        ]
    )
