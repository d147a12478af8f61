"""Prepared calls: model, order, options and scratch memory bound once; a call allocates nothing."""

from typing import Literal, Protocol

import numpy as np
from numpy.typing import NDArray

from lieref.model.loops.loop_model import LoopModel
from lieref.model.model import Model

FloatArray = NDArray[np.float64]
Base = Literal["body", "spatial", "hybrid", "mixed"]
Axes = Literal["body", "inertial"]

class Prepared:
    @property
    def model(self) -> Model: ...
    @property
    def order(self) -> int: ...
    @property
    def base(self) -> Base: ...
    @property
    def wrench_axes(self) -> Axes: ...
    def __init__(
        self, model: Model, order: int, base: Base = "body", wrench_axes: Axes = "body"
    ) -> None: ...

class PreparedInverseDynamics(Prepared):
    def run(
        self,
        q: FloatArray,
        v: FloatArray,
        out: FloatArray,
        wrenches: FloatArray | None = None,
        tau_ext: FloatArray | None = None,
    ) -> FloatArray: ...

class PreparedForwardDynamics(Prepared):
    def run(
        self,
        q: FloatArray,
        v: FloatArray,
        tau: FloatArray,
        out: FloatArray,
        wrenches: FloatArray | None = None,
        tau_ext: FloatArray | None = None,
    ) -> FloatArray: ...

class InverseDynamicsCall(Protocol):
    __self__: PreparedInverseDynamics
    def __call__(
        self,
        q: FloatArray,
        v: FloatArray,
        out: FloatArray,
        wrenches: FloatArray | None = None,
        tau_ext: FloatArray | None = None,
    ) -> FloatArray: ...

class ForwardDynamicsCall(Protocol):
    __self__: PreparedForwardDynamics
    def __call__(
        self,
        q: FloatArray,
        v: FloatArray,
        tau: FloatArray,
        out: FloatArray,
        wrenches: FloatArray | None = None,
        tau_ext: FloatArray | None = None,
    ) -> FloatArray: ...

def prepare_inverse_dynamics(
    model: Model | LoopModel, order: int, base: Base = "body", wrench_axes: Axes = "body"
) -> InverseDynamicsCall: ...
def prepare_forward_dynamics(
    model: Model | LoopModel, order: int, base: Base = "body", wrench_axes: Axes = "body"
) -> ForwardDynamicsCall: ...
