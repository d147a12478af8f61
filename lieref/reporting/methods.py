"""How a report was measured, in words, and the sources to cite."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from lieref.reporting.contents import Contents, title
from lieref.reporting.exact import DIGITS, MOVES
from lieref.reporting.robots import SEEDS
from lieref.version import __version__

BIBTEX = {
    "lieref": """@software{lieref,
  title = {{lieref}: rigid-body dynamics of any derivative order with a certified reference},
  author = {{The lieref developers}},
  version = {VERSION},
}""",
    "ali": """@unpublished{ali_lie_group,
  title = {{Lie} Group Formulation of Recursive Dynamics Algorithms of Higher Order for
           Floating-Base Robots},
  author = {Ali, Ahmed and Gabellieri, Chiara and Franchi, Antonio},
}""",
    "chignoli": """@unpublished{chignoli_loops,
  title = {Recursive Rigid-Body Dynamics Algorithms for Systems with Kinematic Loops},
  author = {Chignoli, Matthew and Adrian, Nicholas and Kim, Sangbae and Wensing, Patrick M.},
}""",
    "singh": """@unpublished{singh_second_order,
  title = {On Second-Order Derivatives of Rigid-Body Dynamics: Theory \\& Implementation},
  author = {Singh, Shubham and Russell, Ryan P. and Wensing, Patrick M.},
}""",
    "mueller": """@unpublished{mueller_screw,
  title = {Screw and {Lie} Group Theory in Multibody Dynamics: Recursive Algorithms and Equations
           of Motion of Tree-Topology Systems},
  author = {M{\\"u}ller, Andreas},
}""",
    "python-flint": """@article{johansson_arb,
  title = {{Arb}: Efficient Arbitrary-Precision Midpoint-Radius Interval Arithmetic},
  author = {Johansson, Fredrik},
  journal = {IEEE Transactions on Computers},
  volume = {66}, number = {8}, pages = {1281--1292}, year = {2017},
}""",
    "pinocchio": """@inproceedings{carpentier_pinocchio,
  title = {The {Pinocchio} {C++} Library: A Fast and Flexible Implementation of Rigid Body Dynamics
           Algorithms and Their Analytical Derivatives},
  author = {Carpentier, Justin and Saurel, Guilhem and Buondonno, Gabriele and Mirabel, Joseph and
            Lamiraux, Florent and Stasse, Olivier and Mansard, Nicolas},
  booktitle = {IEEE/SICE International Symposium on System Integration},
  year = {2019},
}""",
    "mujoco": """@inproceedings{todorov_mujoco,
  title = {{MuJoCo}: A Physics Engine for Model-Based Control},
  author = {Todorov, Emanuel and Erez, Tom and Tassa, Yuval},
  booktitle = {IEEE/RSJ International Conference on Intelligent Robots and Systems},
  pages = {5026--5033}, year = {2012},
}""",
    "drake": """@misc{drake,
  title = {{Drake}: Model-Based Design and Verification for Robotics},
  author = {Tedrake, Russ and {the Drake Development Team}},
  year = {2019}, url = {https://drake.mit.edu},
}""",
    "casadi": """@article{andersson_casadi,
  title = {{CasADi}: A Software Framework for Nonlinear Optimization and Optimal Control},
  author = {Andersson, Joel A. E. and Gillis, Joris and Horn, Greg and Rawlings, James B. and
            Diehl, Moritz},
  journal = {Mathematical Programming Computation},
  volume = {11}, number = {1}, pages = {1--36}, year = {2019},
}""",
}
PAPERS = ("lieref", "ali", "chignoli", "singh", "mueller")


def bibtex(contents: Contents) -> str:
    """Return the entries of what was used: lieref, the papers behind it, and peers."""
    used = [*PAPERS, *(["python-flint"] if contents.proven else [])]
    used += [word for label in contents.request.subjects for word in [label.partition(":")[0]]]
    entries = [BIBTEX[name] for name in dict.fromkeys(used) if name in BIBTEX]
    return "\n\n".join(entries).replace("VERSION", __version__) + "\n"


def citations(sources: str) -> str:
    """Return the sentence of LaTeX that cites entries of BibTeX."""
    keys = ",".join(re.findall(r"^@\w+{(\w+),", sources, re.MULTILINE))
    return rf"Software and sources: \cite{{{keys}}}."


def _listed(words: list[str]) -> str:
    """Words with commas and an "and"."""
    return " and ".join(filter(None, [", ".join(words[:-1]), *words[-1:]]))


def paragraph(contents: Contents, environment: Mapping[str, Any], bounded: int) -> str:
    """Return what a paper says of the method: versions, seed and conditions.

    Parameters
    ----------
    contents : Contents
    environment : mapping
        Of environment.json.
    bounded : int
        States with a conditioning bound.
    """
    request, packages = contents.request, environment["packages"]
    robots = _listed(
        [
            f"{x.name} ({x.nv} degrees of freedom"
            + (f", {x.base} base" if x.base else "")
            + (", with loops or couplings)" if x.loops else ")")
            for x in request.robots
        ]
    )
    quantities = dict.fromkeys(title(name) for name in request.quantities)
    arithmetic = (
        f"ball arithmetic (python-flint {packages['python-flint']}), which proves an error below "
        f"{10.0**-DIGITS:.0e} of the largest entry"
        if contents.proven
        else f"arithmetic of twice the digits (mpmath {packages['mpmath']}), with an estimated, "
        f"not proven, error below {10.0**-DIGITS:.0e} of the largest entry"
    )
    first = SEEDS * request.seed
    processor, build = environment["processor"]["model"], environment["build"]["kernels"]
    low, high = request.orders
    parts = [
        f"The accuracy of {_listed(list(contents.names().values()))} was measured on {robots} with "
        f"lieref {__version__}. The quantities are {_listed(list(quantities))}"
        + (
            f", with time derivatives of orders {low} to {high}."
            if any(name.endswith("_orders") for name in request.quantities)
            else "."
        ),
        f"Each was computed in double precision at {request.states} random states and compared, "
        f"entry by entry, with reference values from {arithmetic} of a result, before it is kept "
        "as the sum of two doubles. Inputs are doubles, taken exactly by both sides.",
        "Configurations are uniform within the joint limits, and within one turn where there are "
        "none; velocities, their derivatives and generalized forces are standard normal in SI "
        f"units. States are drawn by NumPy's PCG64 generator with the seeds {first} to "
        f"{first + request.states - 1}.",
        "Errors are measured by MAE, RMSAE, MRE and RMSRE, (40)-(43) of Singh et al., and by the "
        "largest error over the largest entry of a result (relative error).",
        f"The conditioning bound is the largest change of a result in {MOVES} evaluations at the "
        "precision of the reference, with every input and every number of the model moved by one "
        f"unit in the last place, at random up or down, at {bounded} of the states.",
    ]
    if any(x.loops for x in request.robots):
        parts.append(
            "For a robot with loops the arguments alone are moved, by half a unit, since loops of "
            "moved geometry need not close, and dynamics alone have such a bound; errors exceed it "
            "near configurations where a loop nearly gains a freedom."
        )
    if contents.times:
        parts.append(
            "Times are the shortest of 15 means of a millisecond or more, all subjects in turn on "
            f"one core ({processor}), without garbage collection."
        )
    numpy = packages["numpy"]
    parts.append(
        f"Kernels of lieref were those for {build}; {environment['python']}, NumPy {numpy}, "
        f"{environment['system']}, {processor}."
    )
    return " ".join(parts)
