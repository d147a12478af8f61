"""What the kernels compute with, and the flags of the compiler for it.

`build_kernels.py` lists the kernels that are built for these scalars.
"""

from dataclasses import dataclass

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
