"""The oracle asked by several threads at once, each for other digits: each gets its own."""

import sys
from concurrent.futures import ThreadPoolExecutor, wait

import pytest
from support.trees.robots import draw

from lieref.oracle import certified_inverse_dynamics, inverse_dynamics
from lieref.oracle.scalars.scalars import Mp

THREADS, ROUNDS = 3, 15


def balls(*state, digits):
    """Midpoints and radii, which say the precision that they were computed in."""
    found = certified_inverse_dynamics(*state, digits=digits)
    return repr((found.midpoints, found.radii, found.digits))


def numbers(*state, digits):
    return repr(inverse_dynamics(*state, digits=digits))


@pytest.mark.parametrize("library, reference", [("flint", balls), ("mpmath", numbers)])
def test_each_thread_gets_its_digits(library, reference):
    pytest.importorskip(library)
    state = draw("two_link", "generic", 0)
    # ever more, so that the constants which a library keeps are found again
    digits = [[30 + 20 * k + 5 * thread for k in range(ROUNDS)] for thread in range(THREADS)]
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    try:
        with ThreadPoolExecutor(THREADS) as pool:
            found = list(pool.map(lambda mine: [reference(*state, digits=n) for n in mine], digits))
    finally:
        sys.setswitchinterval(before)
    for thread, mine in enumerate(digits):
        assert found[thread] == [reference(*state, digits=n) for n in mine]


def test_a_thread_waits_until_another_has_computed():
    """mpmath's race needs a Python without a lock, and luck; the turn that prevents it does not."""
    pytest.importorskip("mpmath")
    state = draw("two_link", "generic", 0)
    with ThreadPoolExecutor(1) as pool:
        with Mp(30).working():
            asked = pool.submit(numbers, *state, digits=40)
            assert wait([asked], timeout=0.3).not_done
        assert asked.result(timeout=60) == numbers(*state, digits=40)
