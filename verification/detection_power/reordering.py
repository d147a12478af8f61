"""Correct code with its sums taken in another order: what must not be flagged.

Sums of three terms and more, `sum` of an iterable and products of matrices are taken in an order
drawn anew each time they are run, so that only their rounding changes.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable
from typing import Any

import numpy as np

#: Names under which the functions of `functions` stand in the changed module.
TOTAL, SUM, PRODUCT = "_reordered_total", "_reordered_sum", "_reordered_product"


def reordered(text: str) -> ast.Module:
    """Return the tree of a file in which all sums go through `functions`."""
    return ast.fix_missing_locations(_Sums().visit(ast.parse(text)))


class _Sums(ast.NodeTransformer):
    """Calls in the place of sums and products of matrices."""

    def visit_BinOp(self, node: ast.BinOp) -> ast.AST:
        terms = self._terms(node) if isinstance(node.op, ast.Add | ast.Sub) else []
        if len(terms) > 2:
            listed = ast.List([self.visit(x) for x in terms], ast.Load())
            return _call(TOTAL, listed)
        self.generic_visit(node)
        if isinstance(node.op, ast.MatMult):
            return _call(PRODUCT, node.left, node.right)
        return node

    def visit_Call(self, node: ast.Call) -> ast.AST:
        self.generic_visit(node)
        if isinstance(node.func, ast.Name) and node.func.id == "sum" and len(node.args) == 1:
            return _call(SUM, *node.args)
        return node

    def _terms(self, node: ast.expr) -> list[ast.expr]:
        """a + b - c as a, b, -c."""
        if not (isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add | ast.Sub)):
            return [node]
        right = node.right
        if isinstance(node.op, ast.Sub):
            right = ast.UnaryOp(ast.USub(), right)
        return [*self._terms(node.left), right]


def _call(name: str, *arguments: ast.expr) -> ast.Call:
    return ast.Call(ast.Name(name, ast.Load()), list(arguments), [])


def functions(rng: np.random.Generator) -> dict[str, Callable[..., Any]]:
    """Return what the changed modules call, by name."""

    def total(terms: list[Any]) -> Any:
        # what is joined, and not added, keeps its order
        if not any(isinstance(x, list | tuple | str) for x in terms):
            terms = [terms[i] for i in rng.permutation(len(terms))]
        found = terms[0]
        for x in terms[1:]:
            found = found + x
        return found

    def of_iterable(terms: Iterable[Any]) -> Any:
        return sum(_shuffled(rng, list(terms)))

    def product(a: Any, b: Any) -> Any:
        order = rng.permutation(a.shape[-1])
        return a[..., order] @ b[order]

    return {TOTAL: total, SUM: of_iterable, PRODUCT: product}


def _shuffled(rng: np.random.Generator, terms: list[Any]) -> list[Any]:
    return [terms[i] for i in rng.permutation(len(terms))]
