"""The data of a tree of bodies that the functions of this folder read."""

from __future__ import annotations

from abc import ABC, abstractmethod

import numpy as np
from numpy.typing import NDArray

from lieref.model.joints.joints import Joint, Mimic

Array = NDArray[np.float64]
Indices = NDArray[np.intc]


class TreeModel(ABC):
    """The base class of `lieref.model.model.Model`, whose attributes are explained there.

    `Model` is compiled and registers itself. It calls the functions of this folder, which therefore
    cannot import it, not for annotations either.
    """

    @property
    @abstractmethod
    def name(self) -> str: ...
    @property
    @abstractmethod
    def names(self) -> tuple[str, ...]: ...
    @property
    @abstractmethod
    def joint_names(self) -> tuple[str, ...]: ...
    @property
    @abstractmethod
    def joints(self) -> tuple[Joint, ...]: ...
    @property
    @abstractmethod
    def mimics(self) -> tuple[Mimic, ...]: ...
    @property
    @abstractmethod
    def nbodies(self) -> int: ...
    @property
    @abstractmethod
    def nq(self) -> int: ...
    @property
    @abstractmethod
    def nv(self) -> int: ...
    @property
    @abstractmethod
    def parents(self) -> Indices: ...
    @property
    @abstractmethod
    def idx_q(self) -> Indices: ...
    @property
    @abstractmethod
    def idx_v(self) -> Indices: ...
    @property
    @abstractmethod
    def gravity(self) -> Array: ...
    @property
    @abstractmethod
    def placements(self) -> Array: ...
    @property
    @abstractmethod
    def masses(self) -> Array: ...
    @property
    @abstractmethod
    def coms(self) -> Array: ...
    @property
    @abstractmethod
    def inertias(self) -> Array: ...
    @property
    @abstractmethod
    def lower(self) -> Array: ...
    @property
    @abstractmethod
    def upper(self) -> Array: ...
