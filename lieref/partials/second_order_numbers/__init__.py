"""Partial derivatives by running the kernels over second-order numbers.

Kernels: those of inverse and forward dynamics, in hyper-dual and bicomplex numbers
(`lieref/algebra/scalars/second_order_numbers.pxi`). `pairs.pyx` runs them, `displaced.py` moves a
configuration along two coordinates, `pair_sweep.py` fills the tensors. Public: the method
"chain_rule" of first and second partials; `lieref.partials.steps` uses the bicomplex ones.
"""
