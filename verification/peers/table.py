"""The libraries that are asked: what is installed, and the programs that ask them."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Peer:
    """One library.

    name : the distribution whose version is shown
    requires : what pip installs into its environment
    adapter : file in adapters that answers for its dynamics, empty if it has none
    functions : its name in adapters/lie_groups.py, empty if it has no functions of groups
    note : what the adapter does that is not plain
    """

    name: str
    requires: tuple[str, ...]
    adapter: str = ""
    functions: str = ""
    note: str = ""


PEERS = (
    Peer(
        "adam-robotics", ("adam-robotics",), "adam_robotics",
        note="NumPy; inverse dynamics is M a + bias_force; fixed bases by the joints' rows",
    ),
    Peer(
        "brax", ("brax",), "brax_generalized",
        note="generalized pipeline, float64; M a + inverse, of the URDF as MuJoCo reads it",
    ),
    Peer("dartpy", ("dartpy",), "dartpy_", note="DartLoader"),
    Peer(
        "frax", ("frax",), "frax_",
        note="float64; the world's link is given an inertia, which its reader wants",
    ),
    Peer("gtsam", ("gtsam",), functions="gtsam"),
    Peer("idyntree", ("idyntree",), "idyntree_", note="fixed bases by the joints' rows"),
    Peer(
        "jaxsim", ("jaxsim",), "jaxsim_",
        note="float64; the model as SDF with a base link; joints in the links' origins alone",
    ),
    Peer("lee-groups", ("lee-groups",), functions="lee_groups"),
    Peer("liecasadi", ("liecasadi",), functions="liecasadi"),
    Peer(
        "modern_robotics", ("modern_robotics",), "modern_robotics_", "modern_robotics",
        "serial chains by their screws",
    ),
    Peer("mujoco-mjx", ("mujoco-mjx",), "mujoco_mjx", note="float64; MuJoCo's URDF reader"),
    Peer(
        "newton", ("newton",), "newton_",
        note="float32; add_urdf, eval_mass_matrix, eval_inverse_dynamics_passive and _force",
    ),
    Peer(
        "nimblephysics", ("nimblephysics", "numpy<2"), "nimblephysics_",
        note="World.loadSkeleton; inverse dynamics is M a + getCoriolisAndGravityForces",
    ),
    Peer(
        "pybullet", ("pybullet", "numpy"), "pybullet_",
        note="URDF_USE_INERTIA_FROM_FILE; it gives links without an inertia 1 kg",
    ),
    Peer("pylieg", ("pylieg", "scipy"), functions="pylieg"),
    Peer("pypose", ("pypose", "numpy"), functions="pypose", note="float64"),
    Peer(
        "pytinydiffsim", ("pytinydiffsim", "numpy"), "pytinydiffsim_",
        note="mass_matrix and forward_dynamics",
    ),
    Peer(
        "pytorch_kinematics", ("pytorch_kinematics",), "pytorch_kinematics_", "pytorch_kinematics",
        "float64; build_chain_from_urdf, SerialChain",
    ),
    Peer("pytorchse3", ("pytorchse3", "numpy"), functions="pytorchse3", note="float64"),
    Peer(
        "robot-ik", ("robot-ik",), "robot_ik_",
        note="DynamicsSolver; serial chains by their Denavit-Hartenberg parameters",
    ),
    Peer(
        "roboticstoolbox-python", ("roboticstoolbox-python>=1.5",), "roboticstoolbox_python",
        note="Robot.URDF",
    ),
    Peer("sophuspy", ("sophuspy", "numpy<2"), functions="sophuspy"),
    Peer("spatialmath-python", ("spatialmath-python",), functions="spatialmath"),
    Peer("symforce-sym", ("symforce",), functions="symforce", note="sym.Rot3"),
    Peer("transforms3d", ("transforms3d",), functions="transforms3d", note="axangles"),
)  # fmt: skip
BY_NAME = {peer.name: peer for peer in PEERS}
