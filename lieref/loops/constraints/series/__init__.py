"""The constraints along a motion of any order, as Taylor coefficients.

Kernel: `loop_series.pxi` (rows of K), `motion_series.pxi` (qdot and G). Plain Python over any
scalar: `motion_series` of `any_scalar.py`; `jacobian_series.py` expands K and the multipliers.
Public function: `lieref.loops.expand_motion`. K(t) qdot(t) = 0 is solved order by order, with one
factorization of K_d(0).
"""
