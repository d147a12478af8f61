"""Subjects whose numbers are right, and which do something else wrong."""

import itertools
import threading
import time

import numpy as np

import lieref


def right(model, q, v, a):
    return lieref.inverse_dynamics(model, q, [v, a])[0]


def changing(model):
    """Wraps the angles that it is given."""

    def answer(quantity, q, v=None, a=None, tau=None):
        tau = right(model, q, v, a)
        q[0] += 2 * np.pi
        return tau if quantity == "inverse_dynamics" else None

    return answer


def overwriting(model):
    """Returns its workspace."""
    workspace = np.zeros(model.nv)

    def answer(quantity, q, v=None, a=None, tau=None):
        if quantity != "inverse_dynamics":
            return None
        workspace[:] = right(model, q, v, a)
        return workspace

    return answer


def emptying(model):
    """Empties the results that it returned before."""
    results = {}

    def answer(quantity, q, v=None, a=None, tau=None):
        nonlocal results
        if quantity != "inverse_dynamics":
            return None
        results.clear()
        results = {"tau": right(model, q, v, a)}
        return results

    return answer


def remembering(model):
    """Adds a little more of what it remembers at every call, within the tolerance."""
    calls = itertools.count()

    def answer(quantity, q, v=None, a=None, tau=None):
        if quantity != "inverse_dynamics":
            return None
        return right(model, q, v, a) * (1 + 4e-15 * (next(calls) > 3))

    return answer


def shared(model):
    """Says that threads may call it, and keeps its arguments where all of them see them."""
    kept = {}

    def answer(quantity, q, v=None, a=None, tau=None):
        if quantity != "inverse_dynamics":
            return None
        kept.update(q=q, v=v, a=a)
        time.sleep(1e-3)
        return right(model, **kept)

    answer.threads = True
    return answer


def locked(model):
    """The same, one thread after the other."""
    lock, inner = threading.Lock(), shared(model)

    def answer(*words, **given):
        with lock:
            return inner(*words, **given)

    answer.threads = True
    return answer
