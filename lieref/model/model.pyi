"""The model of a tree of rigid bodies: immutable data that kernels read as C arrays."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import ArrayLike, NDArray

from lieref.model.joints.joints import Joint, Mimic
from lieref.model.tree.tree_model import TreeModel

class Model(TreeModel):
    def __init__(
        self,
        name: str,
        names: Sequence[str],
        joint_names: Sequence[str],
        joints: Sequence[Joint],
        parents: ArrayLike,
        placements: ArrayLike,
        masses: ArrayLike,
        coms: ArrayLike,
        inertias: ArrayLike,
        gravity: ArrayLike,
        lower: ArrayLike,
        upper: ArrayLike,
        mimics: Sequence[Mimic] = (),
    ) -> None: ...
    def neutral(self) -> NDArray[np.float64]: ...
    def random_configuration(self, rng: np.random.Generator) -> NDArray[np.float64]: ...
    def integrate(self, q: ArrayLike, dv: ArrayLike) -> NDArray[np.float64]: ...
    def difference(self, q0: ArrayLike, q1: ArrayLike) -> NDArray[np.float64]: ...
    def normalize(self, q: ArrayLike) -> NDArray[np.float64]: ...
