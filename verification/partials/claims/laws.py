"""Claims on laws that partial derivatives obey, and on identities of tensors."""

from collections.abc import Container

from lieref.reporting.campaigns.store import Record
from verification.claims import claim
from verification.measurements.formulas import tensor_identities
from verification.measurements.formulas.tensor_identities import IDENTITIES, PROPERTIES
from verification.measurements.partials import partials_laws
from verification.partials import cases
from verification.picks import having, number
from verification.verdicts import AGREES, REFUTED, Condition, Limit

LAWS = {"inverse": 1e-14, "forward": 1e-13}
TABLES = {"properties M1-M27": PROPERTIES, "identities K1-K16": IDENTITIES}
DIFFERENCE = number("difference")


def _read(table: Container[str], reading: str) -> Condition:
    """A formula of a table, read so."""

    def own(record: Record) -> bool:
        params = record["params"]
        return params["name"] in table and params["as"] == reading

    return own


CLAIMS = (
    claim(
        "laws",
        """Second partials obey the commutator law, are symmetric elsewhere; dM/dq is the derivative
        of M.

        Random trees with spherical and free joints. Inside a joint H[:, a, b] - H[:, b, a] is
        (df/dq) coords(s_b x s_a) for f = tau and f = a; all other pairs exchange; dM/dq is compared
        with a central difference of the oracle's H at 70 digits, right to 1e-40. Relative to the
        largest entry; of forward dynamics the condition of H comes in.
        """,
        partials_laws.evaluate,
        cases.laws,
        [
            *(
                Limit(f"{law}, {dynamics} dynamics", number(dynamics, law), limit)
                for dynamics, limit in LAWS.items()
                for law in ("commutator", "symmetry")
            ),
            Limit("dM/dq", number("inertia"), LAWS["inverse"]),
        ],
    ),
    claim(
        "sparsity",
        """Second partials of inverse dynamics are zero off the paths of the tree, and only there.

        An entry is exactly zero unless its three joints lie on one path from the root, on random
        trees and on binary trees; with the generic revolute joints of the latter each triple of
        joints on a path has an entry that is not zero.
        """,
        partials_laws.evaluate,
        cases.sparse,
        [
            Limit("entries off the paths", number("outside"), 0.0),
            Limit(
                "triples without an entry",
                number("empty"),
                0.0,
                of=having("robot", "name", value="binary_tree"),
            ),
        ],
    ),
    claim(
        "tensor_identities",
        """Singh et al.'s properties M1-M27 and identities K1-K16 hold to 1e-45; none of them is
        empty.

        At 55 digits with proven radii: the properties on random arguments, the identities against
        the derivatives of what they are about, on random trees of every joint type. Not empty: with
        the other sign on the right each is refuted. Of ten identities and four properties what they
        may be misread for is refuted too.
        """,
        tensor_identities.evaluate,
        cases.identities,
        [
            limit
            for part, table in TABLES.items()
            for limit in (
                Limit(part, DIFFERENCE, AGREES, of=_read(table, "printed")),
                *(
                    Limit(f"{part}, {x}", DIFFERENCE, REFUTED, "at least", _read(table, x))
                    for x in ("negated", "misread")
                ),
            )
        ],
    ),
)
