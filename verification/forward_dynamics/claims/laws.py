"""Claims on laws that forward and hybrid dynamics obey."""

from verification.claims import claim
from verification.forward_dynamics import cases
from verification.measurements.forward_dynamics import forward_laws, lemma_2
from verification.picks import number, worst
from verification.subjects.computations import FORMS
from verification.verdicts import Limit

ROUND_TRIP = {
    "round_trip": "inverse(forward(tau)) - tau",
    "all": "all prescribed",
    "none": "none prescribed",
}
POWER = {"power": "power balance", "energy": "energy without generalized forces"}


def _residuals(laws: dict[str, str], limit: float) -> list[Limit]:
    """The largest residual of each law over the orders, of each form."""
    return [
        Limit(f"{form}, {name}", worst("forms", form, law), limit)
        for form in FORMS
        for law, name in laws.items()
    ]


CLAIMS = (
    claim(
        "round_trip",
        """Inverse of forward dynamics returns tau, hybrid of all or none is inverse or forward, to
        5e-14.

        The aerial manipulator and random trees, orders 0 to 5, both kinds of forces. The residual
        of the round trip is by |H| |v^(k+1)| or |tau^(k)|, whichever is larger, max norms: H
        v^(k+1) is what the other terms of tau^(k) cancel with. So measured the recursions are
        backward stable, whatever the conditioning: 1.2e-14 was seen; the limit is four times that,
        at every order.
        """,
        forward_laws.evaluate,
        cases.unloaded,
        _residuals(ROUND_TRIP, 5e-14),
    ),
    claim(
        "forward_power",
        """Power balance and passivity: E' = v . (tau + tau_ext) and its derivatives hold to 4e-13.

        E the kinetic and potential energy of the oracle, differentiated along the motion that
        forward dynamics finds, orders 0 to 5, both kinds of forces; without forces E is constant,
        so that all of its derivatives vanish. By the derivatives of |v| . |H| |v'|, taken with
        moduli; 8.4e-14 was seen, by the spatial form.
        """,
        forward_laws.evaluate,
        cases.unloaded,
        _residuals(POWER, 4e-13),
    ),
    claim(
        "lemma_2",
        """Ali et al., Lemma 2 holds: the articulated inertia is the same at every order, to 1e-40.

        Of the flying base, orders 0 to 3, at 50 digits: how its wrench W^(k) changes with V^(k+1),
        from the oracle's hybrid dynamics, is one matrix for all k; it is H_bb - H_bj H_jj^-1 H_jb
        of the oracle's joint-space inertia, and what the recursion of Lemma 2 gives.
        """,
        lemma_2.evaluate,
        cases.spatial_base,
        [
            Limit("orders 1-3 against order 0", worst("orders"), 1e-40),
            Limit("against the joint-space inertia", number("inertia"), 1e-40),
            Limit("recursion against the joint-space inertia", number("recursion"), 1e-40),
        ],
    ),
)
