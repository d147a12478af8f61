"""Partial derivatives of the dynamics.

First partials: `idsva` (inverse dynamics), `fdsva` (forward dynamics). Second partials: `idsva_so`,
`fdsva_so`. Of any derivative order: `any_order/inverse`, `any_order/forward`. Products with vectors
without the matrices: `products`. By inertial, physical and geometric parameters: `parameters`. In
other coordinates and representations, Hessians, linearization: `coordinates`. Methods to compare
with: `second_order_numbers` (the chain rule through the kernels) and `steps` (complex steps,
differences). The files *.pxd here and in `orders`, `forward_orders` are the names of
docs/cython-api.md for what the folders declare.
"""

from types import ModuleType


def __getattr__(name: str) -> ModuleType:
    """Import `lieref.partials.steps` when it is first asked for."""
    if name == "steps":
        import lieref.partials.steps as found

        return found
    raise AttributeError(f"module 'lieref.partials' has no attribute {name!r}")
