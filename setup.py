"""Build of the Cython kernels; everything declarative is in pyproject.toml.

LIEREF_DEBUG=1 builds with bounds checks and NaN-filled scratch memory, LIEREF_ONLY=<text> only the
modules with that text in their path.
"""

import os
import platform
from pathlib import Path

import numpy
from Cython.Build import cythonize
from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext

DEBUG = os.environ.get("LIEREF_DEBUG", "") == "1"
ONLY = os.environ.get("LIEREF_ONLY", "")
X86 = platform.machine() in ("x86_64", "AMD64")

# No -ffast-math: results must not depend on the compiler's reordering of sums.
FLAGS = [
    *(("-O1", "-g") if DEBUG else ("-O3", "-g0")),
    "-fno-math-errno",
    "-fno-trapping-math",
    "-fno-semantic-interposition",
]
MACROS = [("NPY_NO_DEPRECATED_API", "NPY_1_7_API_VERSION")] + DEBUG * [("LIEREF_DEBUG", "1")]
# The kernels are built several times from one text; the end of the name says how.
INLINE = ("CYTHON_INLINE", "inline __attribute__((always_inline))")
# Words of the builds over second-order numbers, and what their units square to.
SIGMAS = {"hyper": "0", "bicomplex": "-1"}
DIRECTIVES = {
    "language_level": 3,
    "boundscheck": DEBUG,
    "wraparound": DEBUG,
    "initializedcheck": DEBUG,
    "cdivision": True,
}


class BuildKernels(build_ext):
    """Cython first, for all modules at once, then the C compiler on every core."""

    def build_extensions(self):
        """Translate into the temporary folder, which a debug build does not share."""
        translated = cythonize(
            self.extensions, build_dir=self.build_temp, compiler_directives=DIRECTIVES
        )
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
    if "wide" in words:
        macros.append(("LIEREF_WIDE", "1"))
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
    if "parameters" in words:
        # the model's constants are complex as well
        macros.append(("LIEREF_PARAMETERS", "1"))
    sigmas = [("LIEREF_SIGMA", SIGMAS[word]) for word in words if word in SIGMAS]
    if sigmas:
        # Cython drops a const here and there and takes any pointer for NULL, as C allows
        flags += ["-fpermissive", "-Wno-psabi"]
    if "v3" in words:
        flags.append("-march=x86-64-v3")
    return Extension(
        ".".join(path.with_suffix("").parts),
        [str(path)],
        extra_compile_args=flags,
        define_macros=macros + sigmas,
        # their arithmetic is a class's operators
        language="c++" if sigmas else None,
        include_dirs=["lieref/algebra", numpy.get_include()],
        depends=["setup.py"],
    )


setup(
    ext_modules=[
        extension(path)
        for path in sorted(Path("lieref").rglob("*.pyx"))
        if ONLY in str(path) and (X86 or not path.stem.endswith("_v3"))
    ],
    cmdclass={"build_ext": BuildKernels},
    options={
        "build": {"build_base": "build/debug" if DEBUG else "build/release"},
        "build_ext": {"parallel": os.cpu_count()},
    },
)
