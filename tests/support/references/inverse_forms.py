"""Plain Python of each form of inverse dynamics."""

from lieref.dynamics.inverse.default import inverse_dynamics_twin
from lieref.dynamics.inverse.forms.body import body_twin
from lieref.dynamics.inverse.forms.hybrid import hybrid_twin
from lieref.dynamics.inverse.forms.spatial import spatial_twin

TWINS = {
    "default": inverse_dynamics_twin,
    "spatial": spatial_twin,
    "body": body_twin,
    "hybrid": hybrid_twin,
}
# Relative max norm of each order up to 5, for positions within 1 m, and of the orders above. Of
# the spatial form as the claim `spatial_accuracy` states them; of the others about four times the
# worst that was found: 9.3e-14 (free_body: products with the base's velocity cancel in W) and
# 4.2e-14 (arm). Up to order 5 against the oracle it is 1e-14 for both.
LIMITS = {"spatial": (1e-13, 5e-13), "body": (4e-13, 4e-13), "hybrid": (2e-13, 2e-13)}
