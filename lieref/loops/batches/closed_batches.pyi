"""Types of the compiled module of the same name."""

from collections.abc import Callable, Sequence
from typing import Any

def inverse_dynamics(
    single: Callable[..., Any],
    model: object,
    arguments: Sequence[Any],
    cores: Sequence[int],
    workers: int,
) -> Any: ...
def forward_dynamics(
    single: Callable[..., Any],
    model: object,
    arguments: Sequence[Any],
    cores: Sequence[int],
    workers: int,
) -> Any: ...
def joint_space_inertia(
    single: Callable[..., Any],
    model: object,
    arguments: Sequence[Any],
    cores: Sequence[int],
    workers: int,
) -> Any: ...
