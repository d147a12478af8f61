"""Golden data: certified reference values of dynamics, loops and groups, read from their files.

    import lieref
    for name in lieref.golden.names("trees"):
        case = lieref.golden.load(name)
        tau = lieref.inverse_dynamics(case.model, case.inputs["q"], case.inputs["v"])
        print(name, case.references["inverse_dynamics"]["tau"].error(tau))

The data are the distribution ``lieref-golden`` (extra ``golden``), or a folder or an archive that
`source` names. docs/golden.md says what is in them, and how other languages read them.
"""

from lieref.golden.golden_cases import (
    FailureCase,
    GroupCase,
    MechanismCase,
    Reference,
    Sample,
    build_model,
)
from lieref.golden.golden_sources import FORMAT, load, names, version

__all__ = [
    "FORMAT",
    "FailureCase",
    "GroupCase",
    "MechanismCase",
    "Reference",
    "Sample",
    "build_model",
    "load",
    "names",
    "version",
]
