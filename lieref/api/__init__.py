"""The public functions of trees and mechanisms: `operations` has a row for each.

This package alone knows both kinds of models. build_api.py writes a module for each group of rows,
with the signatures and docstrings of the functions of trees: of a tree they call these, of a
mechanism, or of many states where a function takes one, `dispatch`.
"""
