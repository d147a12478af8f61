"""Declarations of `any_order` by the names that docs/cython-api.md gives them."""
