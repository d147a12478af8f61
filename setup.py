"""Build of the Cython kernels; everything declarative is in pyproject.toml."""

import os
import platform
from pathlib import Path

import numpy
from Cython.Build import cythonize
from setuptools import Extension, setup

# No -ffast-math: results must not depend on the compiler's reordering of sums.
FLAGS = ["-O3", "-fno-math-errno", "-fno-trapping-math", "-fno-semantic-interposition"]
# The kernels are built several times from one text; the end of the name says how.
INLINE = ("CYTHON_INLINE", "inline __attribute__((always_inline))")


def extension(path: Path) -> Extension:
    """One module; words of a kernel's name choose scalar type and instruction set."""
    flags, macros = list(FLAGS), [("NPY_NO_DEPRECATED_API", "NPY_1_7_API_VERSION")]
    words = path.stem.split("_") if path.stem.startswith("_") else []
    if words:
        macros.append(INLINE)
        # short loops that clear series must not become calls of memset
        flags += ["-fno-tree-loop-distribute-patterns", "-fno-tree-vectorize"]
    if "wide" in words:
        macros.append(("LIEREF_WIDE", "1"))
    if "complex" in words:
        macros.append(("LIEREF_COMPLEX", "1"))
        flags.append("-fcx-limited-range")
    if "v3" in words:
        flags.append("-march=x86-64-v3")
    return Extension(
        ".".join(path.with_suffix("").parts),
        [str(path)],
        extra_compile_args=flags,
        define_macros=macros,
        include_dirs=[str(path.parent), numpy.get_include()],
    )


only = os.environ.get("LIEREF_ONLY", "")
x86 = platform.machine() in ("x86_64", "AMD64")
sources = [
    path
    for path in sorted(Path("lieref").rglob("*.pyx"))
    if only in str(path) and (x86 or not path.stem.endswith("_v3"))
]
setup(
    ext_modules=cythonize(
        [extension(path) for path in sources],
        compiler_directives={
            "language_level": 3,
            "boundscheck": False,
            "wraparound": False,
            "cdivision": True,
            "initializedcheck": False,
        },
    )
)
