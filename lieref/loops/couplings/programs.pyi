"""The interpreter of straight-line programs over Taylor coefficients; see `coupling_trace`."""

from collections.abc import Sequence

from lieref.model.loops.coupling_trace import Program

class Programs:
    complete: bool
    registers: int
    def __init__(
        self,
        programs: Sequence[tuple[Program, Sequence[int], Sequence[int]] | None],
        complete: bool,
    ) -> None: ...
