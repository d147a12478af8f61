"""The table of the builds of the kernels: what they compute with, instruction levels, flags.

A kernel's text, `<name>_kernel.pxi`, includes what it needs. It is compiled once per scalar, and
per level of x86-64 for which it is faster. A new build is one more scalar or level in a row of
KERNELS; `build_variants.py` makes modules of them.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field

# Levels of x86-64: what every such processor runs, AVX2 and FMA, AVX-512.
BASELINE, V3, V4 = ("baseline",), ("baseline", "v3"), ("baseline", "v3", "v4")
# For what is included into another text: loops over short series must not become calls of memset.
KERNEL_FLAGS = ("-fno-tree-loop-distribute-patterns", "-fno-tree-vectorize")
INLINE = ("CYTHON_INLINE", "inline __attribute__((always_inline))")
# Up to two thirds of the compiler's time, for which some kernels are no faster.
QUICK = ("-fno-gcse", "-fno-tree-pta")
# Partial redundancy elimination spills more lanes than it saves; loops over the coefficients of a
# low order, whose number the compiler knows, are unrolled whole.
LANES = (
    "-fno-tree-pre",
    "--param=max-completely-peeled-insns=600",
    "--param=max-completely-peel-times=32",
)
# Cython drops a const here and there and takes any pointer for NULL, as C allows.
CLASSES = ("-fpermissive", "-Wno-psabi")
# The compiler must not fuse multiply-adds of its own accord, as it would on arm64, where no
# tolerance covers them: error-free transformations do not survive that.
UNFUSED = ("-ffp-contract=off",)
Macros = tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class Scalar:
    """What a kernel computes with, and how it is then compiled.

    Attributes
    ----------
    macros, flags : tuple
        Definitions and flags beside those of every kernel.
    texts : tuple of str
        Texts before those of the kernel.
    classes : bool
        Whether its arithmetic is the operators of a C++ class.
    fused : bool
        Whether its tolerances cover fused multiply-adds.
    optimized : str
        Level of optimization in place of -O3.
    """

    macros: Macros = ()
    flags: tuple[str, ...] = ()
    texts: tuple[str, ...] = ()
    classes: bool = False
    fused: bool = True
    optimized: str = ""


SECOND_ORDER = ("lieref/algebra/scalars/second_order.pxi",)
COMPLEX = Scalar(
    macros=(("LIEREF_COMPLEX", "1"),),
    flags=(*QUICK, "-fcx-limited-range"),
    fused=False,
    # as fast, in less of the compiler's time
    optimized="-O2",
)
DOUBLE_DOUBLE = (("LIEREF_DOUBLE_DOUBLE", "1"),)
SCALARS = {
    "scalar": Scalar(),
    # orders of a series, or x y z and a zero, in lanes
    "wide": Scalar(flags=LANES),
    # rows of matrices, whose length only the caller knows
    "dense": Scalar(flags=("-ftree-vectorize",)),
    # doubles of which sums of two are made, whose steps must stay as they are written
    "exact": Scalar(fused=False),
    # states side by side
    "states": Scalar(flags=(*QUICK, LANES[1]), classes=True),
    "complex": COMPLEX,
    # the model's constants are complex as well
    "complex_parameters": Scalar(
        macros=(*COMPLEX.macros, ("LIEREF_PARAMETERS", "1")),
        flags=COMPLEX.flags,
        fused=False,
        optimized=COMPLEX.optimized,
    ),
    # all numbers are double-doubles, the model's constants as well
    "fine": Scalar(macros=DOUBLE_DOUBLE, classes=True, fused=False),
    # midpoints and radii, the model's constants as well
    "ball": Scalar(macros=(("LIEREF_BALL", "1"),), flags=QUICK, classes=True, fused=False),
    # one number at a time, where there is but one order to compute
    "fine_single": Scalar(macros=DOUBLE_DOUBLE, classes=True, fused=False),
    "ball_single": Scalar(macros=(("LIEREF_BALL", "1"),), flags=QUICK, classes=True, fused=False),
    "fine_states": Scalar(
        macros=DOUBLE_DOUBLE, flags=(*QUICK, LANES[1]), classes=True, fused=False
    ),
    # second-order numbers, by what their units square to
    "hyper_dual": Scalar(macros=(("LIEREF_SIGMA", "0"),), texts=SECOND_ORDER, classes=True),
    "bicomplex": Scalar(
        macros=(("LIEREF_SIGMA", "-1"),), flags=QUICK, texts=SECOND_ORDER, classes=True
    ),
}


@dataclass(frozen=True)
class Kernel:
    """One row of the table: a kernel and its builds.

    Attributes
    ----------
    name : str
        Path of its modules without the scalar and the level.
    builds : mapping of str to tuple of str
        The levels of each scalar.
    lanes : mapping of str to str
        How many lanes of doubles, or of double-doubles, at most; by scalar.
    flags : mapping of str to tuple of str
        Flags of one scalar beside those it has anywhere.
    other_text : str
        The text, where it is not the one that the name says.
    """

    name: str
    builds: Mapping[str, tuple[str, ...]]
    lanes: Mapping[str, str] = field(default_factory=dict)
    flags: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    other_text: str = ""

    @property
    def text(self) -> str:
        """The file that each module includes."""
        folder, _, stem = self.name.rpartition("/_")
        return self.other_text or f"{folder}/{stem}_kernel.pxi"


# Lanes of the kernels whose lanes are the orders of a series, and of those that have x y z and a
# zero in them; a recursion that takes numbers one by one has none.
EIGHT, FOUR = {"wide": "8"}, {"wide": "4"}
# Of scalars that are pairs of doubles.
PAIRS_FOUR = {"fine": "4", "ball": "4"}
# The loops over orders are short, and hang on addresses that differ by a constant.
UNROLLED = ("-funroll-loops",)
NUMBERS = "lieref/algebra/scalars"
INVERSE, FORWARD = "lieref/dynamics/inverse", "lieref/dynamics/forward"
IDSVA = "lieref/partials/idsva"
# Order by order, a number at a time.
TWIST_FORWARD = {"scalar": V3, "complex": BASELINE}

KERNELS = (
    Kernel(
        f"{NUMBERS}/",
        {"bicomplex": BASELINE, "hyper_dual": BASELINE},
        other_text=f"{NUMBERS}/second_order_numbers.pxi",
    ),
    Kernel(
        f"{NUMBERS}/",
        {"fine": V3, "ball": V3},
        PAIRS_FOUR,
        other_text=f"{NUMBERS}/pair_numbers.pxi",
    ),
    Kernel(f"{NUMBERS}/_groups", {"states": V4}),
    Kernel("lieref/kinematics/_kinematics", {"fine": V3, "ball": V3}),
    Kernel("lieref/kinematics/_conversions", {"exact": V3}),
    Kernel(
        f"{INVERSE}/default/_h_grne",
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
    Kernel(f"{INVERSE}/forms/body/_body", {"scalar": V3, "wide": V3, "complex": BASELINE}, EIGHT),
    Kernel(
        f"{INVERSE}/forms/hybrid/_hybrid", {"scalar": V3, "wide": V3, "complex": BASELINE}, EIGHT
    ),
    Kernel(
        f"{INVERSE}/forms/spatial/_spatial", {"scalar": V3, "wide": V3, "complex": BASELINE}, EIGHT
    ),
    Kernel(
        f"{FORWARD}/default/_h_gabi",
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
    Kernel(f"{FORWARD}/forms/body/_gabi_body", TWIST_FORWARD, flags={"scalar": QUICK}),
    Kernel(f"{FORWARD}/forms/hybrid/_gabi_hybrid", TWIST_FORWARD, flags={"scalar": QUICK}),
    Kernel(f"{FORWARD}/forms/spatial/_gabi_spatial", TWIST_FORWARD, flags={"scalar": QUICK}),
    Kernel("lieref/dynamics/matrices/_closed_forms", {"scalar": V3, "complex": BASELINE}),
    Kernel("lieref/dynamics/matrices/_composite_lanes", {"wide": V3}, FOUR),
    Kernel("lieref/dynamics/matrices/_inertia", {"states": V4}),
    Kernel(
        f"{IDSVA}/_idsva",
        # the other of those two kernels
        {"wide": V4, "states": V4, "fine": V3, "ball": V3},
        {**FOUR, **PAIRS_FOUR},
    ),
    Kernel(f"{IDSVA}/_centroidal", {"wide": V3}, FOUR),
    Kernel(f"{IDSVA}/_inertial_wrenches", {"states": V4}),
    Kernel("lieref/partials/fdsva/_fdsva", {"wide": V3, "states": V4}, FOUR),
    Kernel("lieref/partials/any_order/inverse/_series_partials", {"wide": V3, "states": V4}, FOUR),
    Kernel("lieref/partials/any_order/inverse/_series_products", {"wide": V3}, FOUR),
    Kernel("lieref/partials/any_order/forward/_series_solve", {"wide": V3, "states": V4}, FOUR),
    Kernel("lieref/partials/idsva_so/_idsva_so", {"wide": V3}, FOUR),
    Kernel("lieref/partials/fdsva_so/_fdsva_so", {"wide": V3}, FOUR),
    Kernel("lieref/partials/products/_products", {"wide": V3, "states": V4}, FOUR),
    Kernel("lieref/partials/parameters/_regressor", {"wide": V3}, FOUR),
    Kernel("lieref/partials/parameters/_virtual_joints", {"wide": V3}, FOUR),
    Kernel(
        "lieref/loops/clusters/c_aba/_c_aba",
        {"wide": V3},
        FOUR,
        other_text="lieref/loops/clusters/c_efpa/c_efpa_kernel.pxi",
    ),
    Kernel("lieref/loops/clusters/c_aba/_c_aba", {"states": V4}),
    Kernel("lieref/loops/clusters/_dynamics", {"states": V4}),
    Kernel("lieref/loops/partials/_first_partials", {"dense": V3, "states": V4}),
    Kernel("lieref/loops/constraints/_constraints", {"hyper_dual": V3}),
    Kernel("lieref/loops/methods/_projections", {"dense": V3}),
)
