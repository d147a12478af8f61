"""Prepared calls of partials of any order: model, order and scratch memory bound once."""

from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from lieref.dynamics.prepared import Prepared
from lieref.model.model import Model
from lieref.partials.orders.results import (
    ForwardDynamicsOrderPartials,
    InverseDynamicsOrderPartials,
)

FloatArray = NDArray[np.float64]

class PreparedInverseDynamicsOrderPartials(Prepared):
    def run(
        self, q: FloatArray, v: FloatArray, out: InverseDynamicsOrderPartials
    ) -> InverseDynamicsOrderPartials: ...

class PreparedForwardDynamicsOrderPartials(Prepared):
    def run(
        self, q: FloatArray, v: FloatArray, tau: FloatArray, out: ForwardDynamicsOrderPartials
    ) -> ForwardDynamicsOrderPartials: ...

class InverseDynamicsOrderPartialsCall(Protocol):
    __self__: PreparedInverseDynamicsOrderPartials
    def __call__(
        self, q: FloatArray, v: FloatArray, out: InverseDynamicsOrderPartials
    ) -> InverseDynamicsOrderPartials: ...

class ForwardDynamicsOrderPartialsCall(Protocol):
    __self__: PreparedForwardDynamicsOrderPartials
    def __call__(
        self, q: FloatArray, v: FloatArray, tau: FloatArray, out: ForwardDynamicsOrderPartials
    ) -> ForwardDynamicsOrderPartials: ...

def prepare_inverse_dynamics_order_partials(
    model: Model, order: int
) -> InverseDynamicsOrderPartialsCall: ...
def prepare_forward_dynamics_order_partials(
    model: Model, order: int
) -> ForwardDynamicsOrderPartialsCall: ...
