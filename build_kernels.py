"""The table of the builds of the kernels: texts, scalars, instruction levels, flags.

A kernel's text is compiled once per scalar, and per level of x86-64 for which it is faster. A new
build is one more scalar or level in a row of KERNELS; `build_variants.py` makes modules of them.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field

from build_scalars import BASELINE, QUICK, V3, V4


@dataclass(frozen=True)
class Kernel:
    """One row of the table: a kernel, its texts in their order, and its builds.

    Attributes
    ----------
    name : str
        Path of its modules without the scalar and the level.
    texts : tuple of str
        The files that each module includes.
    builds : mapping of str to tuple of str
        The levels of each scalar.
    lanes : mapping of str to str
        How many lanes of doubles, or of double-doubles, at most; by scalar.
    flags : mapping of str to tuple of str
        Flags of one scalar beside those it has anywhere.
    """

    name: str
    texts: tuple[str, ...]
    builds: Mapping[str, tuple[str, ...]]
    lanes: Mapping[str, str] = field(default_factory=dict)
    flags: Mapping[str, tuple[str, ...]] = field(default_factory=dict)


SERIES = ("lieref/algebra/scalars/lanes.pxi", "lieref/algebra/series/series.pxi")
POSES = ("lieref/kinematics/forward/joint_pose.pxi", "lieref/kinematics/forward/poses.pxi")
CONVOLUTIONS = ("lieref/algebra/series/convolutions.pxi",)
FORWARD_KINEMATICS = (*POSES, *CONVOLUTIONS, "lieref/kinematics/forward/forward_kinematics.pxi")
LANE_VECTORS = ("lieref/algebra/series/lane_vectors.pxi",)
GRNE = (
    *LANE_VECTORS,
    "lieref/dynamics/inverse/default/h_grne_block.pxi",
    "lieref/dynamics/inverse/default/h_grne_body.pxi",
    "lieref/dynamics/inverse/default/h_grne_slide.pxi",
    "lieref/dynamics/inverse/default/h_grne_multi.pxi",
)
JOINT_PHYSICS = ("lieref/dynamics/shared/joint_physics.pxi",)
JOINT_TORQUES = (*JOINT_PHYSICS, "lieref/dynamics/shared/joint_torques.pxi")
JOINT_PARTIALS = (*JOINT_PHYSICS, "lieref/partials/idsva/joint_physics_partials.pxi")
GRNE_RUN = ("lieref/dynamics/inverse/default/h_grne_run.pxi",)
GRNE_APPLIED = ("lieref/dynamics/inverse/default/h_grne_applied.pxi",)
TWIST_JOINTS = ("lieref/dynamics/inverse/body/h_grne_twist_joints.pxi",)
PARTS = ("", "_multi", "_run")
GRNE_BODY = tuple(f"lieref/dynamics/inverse/body/h_grne_twist_body{part}.pxi" for part in PARTS)
GRNE_HYBRID = tuple(f"lieref/dynamics/inverse/hybrid/h_grne_hybrid{part}.pxi" for part in PARTS)
GRNE_SPATIAL = (
    *LANE_VECTORS,
    "lieref/dynamics/inverse/spatial/h_grne_spatial.pxi",
    "lieref/dynamics/inverse/spatial/h_grne_spatial_applied.pxi",
)
GABI_PARTS = ("block", "body", "turn", "rounding", "inertia", "place", "multi", "base", "applied")
GABI = tuple(f"lieref/dynamics/forward/default/h_gabi_{part}.pxi" for part in GABI_PARTS)
GABI_RUN = tuple(f"lieref/dynamics/forward/default/h_gabi_{part}.pxi" for part in ("loads", "run"))
COLUMNS = (*JOINT_PHYSICS, "lieref/dynamics/forward/articulated_columns.pxi")
SHIFTED_COLUMNS = (*COLUMNS, "lieref/dynamics/forward/articulated_shifts.pxi")
JOINT_POSE = POSES[:1]
JOINT_ORDERS = ("lieref/dynamics/forward/joint_orders.pxi",)
COMPOSITE = (
    "lieref/dynamics/matrices/composite_bodies.pxi",
    "lieref/dynamics/matrices/composite_run.pxi",
)
LTDL = ("lieref/dynamics/matrices/ltdl.pxi",)
SUBTREES = (
    "lieref/partials/idsva/spatial_vectors.pxi",
    "lieref/partials/idsva/subtrees.pxi",
)
EFFECTS = ("lieref/partials/idsva/effects.pxi",)
PATHS = (*SUBTREES, "lieref/partials/idsva/paths.pxi")
ORDER_PARTS = ("entries", "joints", "blocks", "partials")
ORDERS = (
    "lieref/partials/orders/order_columns.pxi",
    "lieref/partials/idsva/paths.pxi",
    *(f"lieref/partials/orders/order_{part}.pxi" for part in ORDER_PARTS),
)

# Lanes of the kernels whose lanes are the orders of a series, and of those that have x y z and a
# zero in them; a recursion that takes numbers one by one has none.
EIGHT, FOUR = {"wide": "8"}, {"wide": "4"}
# Of scalars that are pairs of doubles.
PAIRS_FOUR = {"fine": "4", "ball": "4"}
# The loops over orders are short, and hang on addresses that differ by a constant.
UNROLLED = ("-funroll-loops",)

KERNELS = (
    Kernel(
        "lieref/algebra/scalars/",
        ("lieref/algebra/scalars/second_order_numbers.pxi",),
        {"bicomplex": BASELINE, "hyper_dual": BASELINE},
    ),
    Kernel(
        "lieref/algebra/scalars/",
        ("lieref/algebra/scalars/pair_numbers.pxi",),
        {"fine": V3, "ball": V3},
        PAIRS_FOUR,
    ),
    Kernel(
        "lieref/algebra/scalars/_groups", ("lieref/algebra/scalars/groups.pxi",), {"states": V4}
    ),
    Kernel(
        "lieref/kinematics/_kinematics",
        (
            *SERIES,
            *FORWARD_KINEMATICS,
            "lieref/kinematics/forward/places.pxi",
            "lieref/kinematics/forward/twists.pxi",
            "lieref/kinematics/forward/twists_run.pxi",
        ),
        {"fine": V3, "ball": V3},
    ),
    Kernel("lieref/kinematics/_conversions", ("lieref/kinematics/conversions.pxi",), {"exact": V3}),
    Kernel(
        "lieref/dynamics/inverse/default/_h_grne",
        (*SERIES, *GRNE, *GRNE_APPLIED, *JOINT_TORQUES, *GRNE_RUN),
        {
            "scalar": V3,
            # one of two kernels, beside those over states, that gain 10 % or more by AVX-512
            "wide": V4,
            "states": V4,
            "complex": BASELINE,
            "complex_parameters": BASELINE,
            "hyper_dual": V3,
            "bicomplex": V3,
            "fine": V3,
            "fine_single": V3,
            "ball": V3,
            "ball_single": V3,
        },
        {**EIGHT, **PAIRS_FOUR},
        {"fine": QUICK, "fine_single": QUICK},
    ),
    Kernel(
        "lieref/dynamics/inverse/body/_body",
        (*SERIES, *GRNE, *GRNE_APPLIED, *TWIST_JOINTS, *JOINT_TORQUES, *GRNE_BODY),
        {"scalar": V3, "wide": V3, "complex": BASELINE},
        EIGHT,
    ),
    Kernel(
        "lieref/dynamics/inverse/hybrid/_hybrid",
        (*SERIES, *GRNE, *TWIST_JOINTS, *JOINT_TORQUES, *GRNE_HYBRID),
        {"scalar": V3, "wide": V3, "complex": BASELINE},
        EIGHT,
    ),
    Kernel(
        "lieref/dynamics/inverse/spatial/_spatial",
        (
            *SERIES,
            *FORWARD_KINEMATICS,
            *GRNE_SPATIAL,
            *JOINT_TORQUES,
            "lieref/dynamics/inverse/spatial/h_grne_spatial_run.pxi",
        ),
        {"scalar": V3, "wide": V3, "complex": BASELINE},
        EIGHT,
    ),
    Kernel(
        "lieref/dynamics/forward/default/_h_gabi",
        (*SERIES, *JOINT_PHYSICS, *GABI, *GABI_RUN),
        {
            "wide": V3,
            "states": V4,
            "complex": BASELINE,
            "complex_parameters": BASELINE,
            "fine": V3,
            "fine_states": V4,
            "hyper_dual": V3,
            "bicomplex": V3,
        },
        {**FOUR, **PAIRS_FOUR},
        {"wide": (*QUICK, *UNROLLED), "fine": QUICK},
    ),
    Kernel(
        "lieref/dynamics/forward/body/_gabi_body",
        (
            *SERIES,
            *JOINT_POSE,
            *CONVOLUTIONS,
            *COLUMNS,
            "lieref/dynamics/forward/body/h_gabi_twist_body.pxi",
            *JOINT_ORDERS,
            "lieref/dynamics/forward/body/h_gabi_twist_body_run.pxi",
        ),
        {"scalar": V3, "complex": BASELINE},
        flags={"scalar": QUICK},
    ),
    Kernel(
        "lieref/dynamics/forward/hybrid/_gabi_hybrid",
        (
            *SERIES,
            *JOINT_POSE,
            *CONVOLUTIONS,
            *SHIFTED_COLUMNS,
            "lieref/dynamics/forward/hybrid/h_gabi_hybrid.pxi",
            *JOINT_ORDERS,
            "lieref/dynamics/forward/hybrid/h_gabi_hybrid_run.pxi",
        ),
        {"scalar": V3, "complex": BASELINE},
        flags={"scalar": QUICK},
    ),
    Kernel(
        "lieref/dynamics/forward/spatial/_gabi_spatial",
        (
            *SERIES,
            *FORWARD_KINEMATICS,
            *GRNE_SPATIAL,
            *SHIFTED_COLUMNS,
            "lieref/dynamics/forward/spatial/h_gabi_spatial.pxi",
            "lieref/dynamics/forward/spatial/h_gabi_spatial_orders.pxi",
            "lieref/dynamics/forward/spatial/h_gabi_spatial_run.pxi",
        ),
        {"scalar": V3, "complex": BASELINE},
        flags={"scalar": QUICK},
    ),
    Kernel(
        "lieref/dynamics/matrices/_closed_forms",
        (
            *SERIES,
            *COMPOSITE,
            "lieref/dynamics/matrices/coriolis.pxi",
            *LTDL,
            "lieref/dynamics/matrices/closed_forms_run.pxi",
        ),
        {"scalar": V3, "complex": BASELINE},
    ),
    Kernel("lieref/dynamics/matrices/_inertia", (*SERIES, *COMPOSITE), {"states": V4}),
    Kernel(
        "lieref/partials/idsva/_idsva",
        (*SERIES, *PATHS, *EFFECTS, *JOINT_PARTIALS, "lieref/partials/idsva/idsva.pxi"),
        # the other of those two kernels
        {"wide": V4, "states": V4, "fine": V3, "ball": V3},
        {**FOUR, **PAIRS_FOUR},
    ),
    Kernel(
        "lieref/partials/idsva/_centroidal",
        (*SERIES, *SUBTREES, *EFFECTS, "lieref/partials/idsva/centroidal.pxi"),
        {"wide": V3},
        FOUR,
    ),
    Kernel(
        "lieref/partials/fdsva/_fdsva",
        (*SERIES, "lieref/partials/fdsva/branch_factor.pxi", "lieref/partials/fdsva/fdsva.pxi"),
        {"wide": V3, "states": V4},
        FOUR,
    ),
    Kernel(
        "lieref/partials/orders/_order_partials",
        (*SERIES, *FORWARD_KINEMATICS, *JOINT_PHYSICS, *ORDERS),
        {"wide": V3, "states": V4},
        FOUR,
    ),
    Kernel(
        "lieref/partials/forward_orders/_order_solve",
        (
            *SERIES,
            "lieref/partials/fdsva/branch_factor.pxi",
            "lieref/partials/forward_orders/order_solve.pxi",
        ),
        {"wide": V3, "states": V4},
        FOUR,
    ),
    Kernel(
        "lieref/partials/orders/_order_products",
        (
            *SERIES,
            *FORWARD_KINEMATICS,
            *JOINT_PHYSICS,
            *ORDERS,
            "lieref/partials/orders/order_products.pxi",
            "lieref/partials/second_orders/second_blocks.pxi",
            "lieref/partials/orders/order_directions.pxi",
            "lieref/partials/second_orders/order_contraction.pxi",
        ),
        {"wide": V3},
        FOUR,
    ),
    Kernel(
        "lieref/partials/idsva_so/_idsva_so",
        (
            *SERIES,
            *LANE_VECTORS,
            *PATHS,
            *JOINT_PARTIALS,
            "lieref/partials/idsva_so/idsva_so_moved.pxi",
            "lieref/partials/idsva_so/idsva_so_entries.pxi",
            "lieref/partials/idsva_so/idsva_so_places.pxi",
            "lieref/partials/idsva_so/idsva_so.pxi",
        ),
        {"wide": V3},
        FOUR,
    ),
    Kernel(
        "lieref/partials/fdsva_so/_fdsva_so",
        (
            *SERIES,
            *SUBTREES,
            *LTDL,
            "lieref/partials/fdsva_so/fdsva_so_panels.pxi",
            "lieref/partials/fdsva_so/fdsva_so_outer.pxi",
            "lieref/partials/fdsva_so/fdsva_so_inner.pxi",
            "lieref/partials/fdsva_so/fdsva_so.pxi",
        ),
        {"wide": V3},
        FOUR,
    ),
    Kernel(
        "lieref/partials/idsva/_inertial_wrenches",
        (
            *SERIES,
            *POSES,
            "lieref/partials/idsva/inertial_wrenches.pxi",
            "lieref/partials/idsva/inertial_wrenches_run.pxi",
        ),
        {"states": V4},
    ),
    Kernel(
        "lieref/partials/products/_products",
        (
            *SERIES,
            *PATHS,
            *JOINT_PARTIALS,
            "lieref/partials/products/products_loads.pxi",
            "lieref/partials/products/products.pxi",
            "lieref/partials/products/contraction.pxi",
        ),
        {"wide": V3, "states": V4},
        FOUR,
    ),
    Kernel(
        "lieref/partials/parameters/_regressor",
        (
            *SERIES,
            *PATHS,
            "lieref/partials/parameters/regressor.pxi",
            "lieref/partials/parameters/regressor_partials.pxi",
        ),
        {"wide": V3},
        FOUR,
    ),
    Kernel(
        "lieref/partials/parameters/_virtual_joints",
        (*SERIES, *SUBTREES, *EFFECTS, "lieref/partials/parameters/virtual_joints.pxi"),
        {"wide": V3},
        FOUR,
    ),
    Kernel(
        "lieref/loops/c_aba/_c_aba",
        (
            *SERIES,
            *GABI,
            "lieref/loops/c_aba/c_aba_groups.pxi",
            "lieref/loops/c_aba/c_aba_run.pxi",
            "lieref/loops/c_efpa/c_efpa.pxi",
        ),
        {"wide": V3},
        FOUR,
    ),
    Kernel(
        "lieref/loops/c_aba/_c_aba",
        (
            *SERIES,
            *GABI,
            "lieref/loops/c_aba/c_aba_groups.pxi",
            "lieref/loops/c_aba/c_aba_run.pxi",
        ),
        {"states": V4},
    ),
    Kernel(
        "lieref/loops/batches/_closed",
        ("lieref/loops/batches/closed_states.pxi",),
        {"states": V4},
    ),
    Kernel(
        "lieref/loops/slopes/_slopes",
        ("lieref/loops/slopes/slopes_kernel.pxi",),
        {"dense": V3, "states": V4},
    ),
    Kernel(
        "lieref/loops/constraints/_constraints",
        ("lieref/loops/constraints/displaced_constraints.pxi",),
        {"hyper_dual": V3},
    ),
    Kernel(
        "lieref/loops/projection/_projections",
        ("lieref/loops/projection/projection_kernel.pxi",),
        {"dense": V3},
    ),
)
