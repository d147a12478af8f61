"""Faults that must turn the tests of the centroidal matrices and partials red."""

MATRICES = "laws/centroidal.py"
PARTIALS = "partials/centroidal.py"
OF_CENTROIDAL = "tests/dynamics/laws/test_centroidal.py"

FAULTS = [
    (MATRICES + ": _matrices", "skew(tree.o - centre)", "skew(centre - tree.o)", OF_CENTROIDAL),
    (
        MATRICES + ": _matrices",
        "product(A[:, :, change.here], change.T)",
        "A[:, :, change.here] @ change.T[0]",
        OF_CENTROIDAL,
    ),
    (MATRICES + ": centroidal_bias", "matrices[1] @ rates", "matrices[0] @ rates", OF_CENTROIDAL),
    (
        PARTIALS + ": centroidal_momentum_partials",
        "partials[2] += partials[0] @",
        "partials[2] -= partials[0] @",
        OF_CENTROIDAL,
    ),
    (PARTIALS + ": _series", "- product(S, carried", "+ product(S, carried", OF_CENTROIDAL),
    (PARTIALS + ": _series", "V[:, parents], 0.0", "0 * V[:, parents], 0.0", OF_CENTROIDAL),
    (PARTIALS + ": _series", "-turned - turned.swapaxes(1, 2)", "-turned", OF_CENTROIDAL),
    (
        PARTIALS + ": _about_center",
        "+ product(step, momentum",
        "- product(step, momentum",
        OF_CENTROIDAL,
    ),
    (PARTIALS + ": _about_center", "moved[0] + A[1]]", "A[1]]", OF_CENTROIDAL),
    (PARTIALS + ": _held", "+ A[:, here] @ root.A", "", OF_CENTROIDAL),
    (PARTIALS + ": _held", "+ A[:, here] @ root.D", "", OF_CENTROIDAL),
]
