"""Reference values computed ahead in processes of their own, while the subject and the judge work.

The processes end with the checker, also if it is killed, and hold one reference at a time each.
"""

from __future__ import annotations

import contextlib
import multiprocessing
import os
import threading
from collections.abc import Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from multiprocessing import connection, forkserver
from types import TracebackType

from lieref.check.quantities import Arrays, Quantity
from lieref.check.reference import Reference, bounds, reference
from lieref.check.states import State
from lieref.model.model import Model

#: Partial derivatives over so many coordinates are moved once for their conditioning, else twice.
WIDE = 12
#: What tells libraries of linear algebra how many threads to start.
THREADS = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS")

Found = tuple[Reference, Arrays]


def reference_and_bounds(
    quantity: Quantity, model: Model, arguments: Arrays, base: str, digits: int
) -> Found:
    """Return the reference value and its conditioning bounds, see `lieref.check.reference`."""
    right = reference(quantity, model, arguments, base, digits)
    # rows of so many entries have their largest change in one sample as well as in two
    samples = 1 if model.nv >= WIDE and "partials" in quantity.name else 2
    return right, bounds(quantity, model, arguments, base, right, samples)


class Ahead:
    """Reference values of one model at some states; a context manager, which ends its processes.

    Parameters
    ----------
    model : Model
    states : sequence of State
    digits : int
        As of `lieref.check.reference.reference`.
    jobs : int
        Processes; with 1 reference values are computed in this process, when they are asked for.
    """

    def __init__(self, model: Model, states: Sequence[State], digits: int, jobs: int):
        self._model = model
        self._states = states
        self._digits = digits
        self._pool: ProcessPoolExecutor | None = None
        if jobs > 1:
            # no fork: the checker's pipes to the subject stay its own
            context = multiprocessing.get_context("forkserver")
            with _one_thread():
                forkserver.ensure_running()
            self._pool = ProcessPoolExecutor(jobs, context, _end_with_parent)
        self._of: Quantity | None = None
        self._started: dict[str, Future[Found]] = {}

    def __enter__(self) -> Ahead:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._pool is None:
            return
        self._pool.shutdown(wait=kind is None, cancel_futures=True)

    def found(self, quantity: Quantity, state: State, base: str) -> Found:
        """Return reference and bounds at a state; begin with those of the quantity's other states.

        Raises SingularError as `lieref.check.reference.reference`.
        """
        if self._pool is None:
            arguments = state.arguments(quantity)
            return reference_and_bounds(quantity, self._model, arguments, base, self._digits)
        if self._of != quantity:
            self._of = quantity
            self._started = {
                each.label: self._pool.submit(
                    reference_and_bounds,
                    quantity,
                    self._model,
                    each.arguments(quantity),
                    base,
                    self._digits,
                )
                for each in self._states
            }
        return self._started.pop(state.label).result()


@contextlib.contextmanager
def _one_thread() -> Iterator[None]:
    """Environment in which numpy's linear algebra starts no threads: there is one job a core."""
    before = {name: os.environ.get(name) for name in THREADS}
    os.environ.update(dict.fromkeys(THREADS, "1"))
    try:
        yield
    finally:
        for name, value in before.items():
            if value is None:
                del os.environ[name]
            else:
                os.environ[name] = value


def _end_with_parent() -> None:
    """Let this process end when the one that asked for it ends, whatever it computes."""
    parent = multiprocessing.parent_process()
    assert parent is not None

    def watch() -> None:
        connection.wait([parent.sentinel])
        os._exit(1)

    threading.Thread(target=watch, daemon=True).start()
