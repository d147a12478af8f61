"""Build of the Cython kernels; everything declarative is in pyproject.toml.

LIEREF_DEBUG=1 builds with bounds checks and NaN-filled scratch memory, LIEREF_SANITIZE=1 with gcc's
checks of addresses and of undefined behavior, LIEREF_ONLY=<text> only the modules with that text in
their path.
"""

import multiprocessing
import os
import sysconfig
from pathlib import Path

import numpy
from Cython.Build import cythonize
from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext

DEBUG = os.environ.get("LIEREF_DEBUG", "") == "1"
SANITIZE = os.environ.get("LIEREF_SANITIZE", "") == "1"
ONLY = os.environ.get("LIEREF_ONLY", "")
KIND = "sanitize" if SANITIZE else "debug" if DEBUG else "release"
# Not what runs this: a cross compiler's target.
X86 = sysconfig.get_platform().endswith(("x86_64", "amd64"))
# Builds beyond the baseline, of processors with more instructions: level of x86-64, as in names.
LEVELS = ("v3", "v4")
# Of code that is checked as it runs, one build beyond the baseline is enough.
SKIPPED = ("v4",) if SANITIZE else () if X86 else LEVELS

# No -ffast-math: results must not depend on the compiler's reordering of sums.
FLAGS = [
    *(("-O1", "-g") if DEBUG else ("-O3", "-g0")),
    # a tenth of the compiler's time, for which nothing is faster
    "-fno-gcse-after-reload",
    "-fno-math-errno",
    "-fno-trapping-math",
    "-fno-semantic-interposition",
]
CHECKS = ["-O1", "-g1", "-fno-omit-frame-pointer", "-fsanitize=address,undefined"]
# In kernels those that the address sanitizer's make needless, for seven times the compiler's time.
CHECKED_LANES = ["-fno-sanitize=null,alignment,object-size,pointer-overflow"]
MACROS = [("NPY_NO_DEPRECATED_API", "NPY_1_7_API_VERSION")] + DEBUG * [("LIEREF_DEBUG", "1")]
# The kernels are built several times from one text; the end of the name says how.
INLINE = ("CYTHON_INLINE", "inline __attribute__((always_inline))")
# Words of the builds over second-order numbers, and what their units square to.
SIGMAS = {"hyper": "0", "bicomplex": "-1"}
# Words of the kernels whose lanes are the orders of a series.
ORDERS = {"grne", "spatial", "body", "hybrid"}
# Words of the builds whose tolerances cover fused multiply-adds. Elsewhere the compiler must not
# make them of its own accord, as it would on arm64: error-free transformations do not survive that.
FUSED = {"scalar", "wide", "dense", "states", *SIGMAS}
# How many states the builds for batches take side by side, by instruction set: a whole register.
STATES = {"v3": "4", "v4": "8"}
# What Cython would put into every module alike: memory views, functions.
SHARED = "lieref._utility"
DIRECTIVES = {
    "language_level": 3,
    "boundscheck": DEBUG,
    "wraparound": DEBUG,
    "initializedcheck": DEBUG,
    "cdivision": True,
    # what modules hold is bound at import and constant afterwards
    "freethreading_compatible": True,
}


class BuildKernels(build_ext):
    """Cython first, for all modules at once, then the C compiler; both on every core."""

    def build_extensions(self):
        """Translate into the temporary folder, which a debug build does not share."""
        # a process that does not fork would run this file once more
        forks = multiprocessing.get_start_method() == "fork"
        translated = cythonize(
            self.extensions,
            build_dir=self.build_temp,
            compiler_directives=DIRECTIVES,
            nthreads=self.parallel if forks else 0,
            shared_utility_qualified_name=SHARED,
            # the shared module's; all others have a name already
            module_name=SHARED,
        )
        # Cython puts some headers beside its output, where they would outlive changes
        for copy in Path(self.build_temp).rglob("*.h"):
            copy.unlink()
        for extension, module in zip(self.extensions, translated, strict=True):
            # sources, dependencies and what a file's own "# distutils:" lines ask for
            vars(extension).update(vars(module))
        super().build_extensions()


def extension(path: Path) -> Extension:
    """One module; words of a kernel's name choose scalar type and instruction set."""
    flags, macros = list(FLAGS), list(MACROS)
    words = path.stem.split("_") if path.stem.startswith("_") else []
    if words:
        macros.append(INLINE)
        # short loops that clear series must not become calls of memset
        flags += ["-fno-tree-loop-distribute-patterns", "-fno-tree-vectorize"]
    if {"states", "complex", "gabi", "bicomplex"}.intersection(words) and "hyper" not in words:
        # up to two thirds of the compiler's time, for which these kernels are no faster (nor need
        # those over bicomplex numbers be, which only judge others)
        flags += ["-fno-gcse", "-fno-tree-pta"]
    if "wide" in words:
        # the most lanes: orders of a series fill eight, x y z and a zero four
        macros.append(("LIEREF_WIDE", "8" if ORDERS.intersection(words) else "4"))
        # Partial redundancy elimination spills more lanes than it saves; loops over the
        # coefficients of a low order, whose number the compiler knows, are unrolled whole.
        flags += [
            "-fno-tree-pre",
            "--param=max-completely-peeled-insns=600",
            "--param=max-completely-peel-times=32",
        ]
    if "gabi" in words and "wide" in words:
        # the loops over orders are short, and hang on addresses that differ by a constant
        flags.append("-funroll-loops")
    if "dense" in words:
        # rows of matrices, whose length only the caller knows
        flags.append("-ftree-vectorize")
    if "complex" in words:
        macros.append(("LIEREF_COMPLEX", "1"))
        flags.append("-fcx-limited-range")
        if not DEBUG:
            # as fast, in less of the compiler's time
            flags.append("-O2")
    if "parameters" in words:
        # the model's constants are complex as well
        macros.append(("LIEREF_PARAMETERS", "1"))
    if "fine" in words:
        # all numbers are double-doubles, the model's constants as well
        macros.append(("LIEREF_DOUBLE_DOUBLE", "1"))
        if "states" not in words:
            # x y z and a zero in lanes
            macros.append(("LIEREF_WIDE", "4"))
    sigmas = [("LIEREF_SIGMA", SIGMAS[word]) for word in words if word in SIGMAS]
    if "states" in words:
        width = next((STATES[word] for word in words if word in STATES), "2")
        sigmas = [("LIEREF_STATES", width)]
        flags.append("--param=max-completely-peeled-insns=600")
        if width == "8":
            # gcc's generic model of a processor knows no registers of 64 bytes: 1.3 times slower
            flags.append("-mtune=icelake-server")
    classes = bool(sigmas) or "fine" in words
    if classes:
        # Cython drops a const here and there and takes any pointer for NULL, as C allows
        flags += ["-fpermissive", "-Wno-psabi"]
    flags += [f"-march=x86-64-{word}" for word in words if word in LEVELS]
    if "v4" in words:
        flags.append("-mprefer-vector-width=512")
    if X86 and words and path.with_name(f"{path.stem}_v3.pyx").exists():
        # half the compiler's time, for processors of before 2013, which have no AVX2
        flags.append("-O1")
    if "fine" in words or not FUSED.intersection(words):
        flags.append("-ffp-contract=off")
    return Extension(
        ".".join(path.with_suffix("").parts),
        [str(path)],
        extra_compile_args=flags + (CHECKS + CHECKED_LANES * bool(words)) * SANITIZE,
        extra_link_args=CHECKS * SANITIZE,
        define_macros=macros + sigmas,
        # their arithmetic is a class's operators
        language="c++" if classes else None,
        include_dirs=["lieref/algebra", numpy.get_include()],
        depends=["setup.py"],
    )


setup(
    ext_modules=[
        extension(path)
        for path in sorted(Path("lieref").rglob("*.pyx"))
        if ONLY in str(path) and not path.stem.endswith(SKIPPED)
    ]
    + [Extension(SHARED, [], extra_compile_args=FLAGS, depends=["setup.py"])] * (not ONLY),
    cmdclass={"build_ext": BuildKernels},
    options={
        "build": {"build_base": f"build/{KIND}"},
        "build_ext": {"parallel": os.cpu_count()},
    },
)
