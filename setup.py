"""Build of the Cython kernels; everything declarative is in pyproject.toml.

LIEREF_DEBUG=1 builds with bounds checks and NaN-filled scratch memory, LIEREF_SANITIZE=1 with gcc's
checks of addresses and of undefined behavior, LIEREF_ONLY=<text>,<text> only the modules with one
of these texts in their path, LIEREF_LEVELS=native each kernel for this machine alone (AVX2 at
most), LIEREF_LEVELS=test the same without optimization of what is around the kernels.
"""

import multiprocessing
import os
import sys
import sysconfig
from pathlib import Path

import numpy
from Cython.Build import cythonize
from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext

# builds of wheels do not look for modules here
sys.path.insert(0, str(Path(__file__).resolve().parent))
import build_api  # noqa: E402
import build_stubs  # noqa: E402
import build_variants  # noqa: E402
from build_variants import Variant  # noqa: E402

DEBUG = os.environ.get("LIEREF_DEBUG", "") == "1"
SANITIZE = os.environ.get("LIEREF_SANITIZE", "") == "1"
ONLY = os.environ.get("LIEREF_ONLY", "").split(",")
ASKED = os.environ.get("LIEREF_LEVELS", "")
NATIVE = ASKED in ("native", "test")
KIND = "sanitize" if SANITIZE else "debug" if DEBUG else ASKED if NATIVE else "release"
# Not what runs this: a cross compiler's target.
X86 = sysconfig.get_platform().endswith(("x86_64", "amd64"))
# Levels of x86-64 that are built; of code that is checked as it runs, one beyond the baseline is
# enough.
EVERY = build_variants.V3 if SANITIZE else build_variants.V4
LEVELS = EVERY if X86 else build_variants.BASELINE
# For tests on this machine alone, in half the time: one level of each kernel.
VARIANTS = build_variants.native(X86) if NATIVE else list(build_variants.variants(LEVELS))
# Cython files of the kernels' builds, which build_variants.py writes.
BASE = f"build/{KIND}"
GENERATED = Path(BASE) / "variants"
HEADERS = sorted(map(str, Path("lieref").rglob("*.h")))

# No -ffast-math: results must not depend on the compiler's reordering of sums.
FLAGS = [
    *(("-O1", "-g") if DEBUG else ("-O3", "-g0")),
    # a tenth of the compiler's time, for which nothing is faster
    "-fno-gcse-after-reload",
    "-fno-math-errno",
    "-fno-trapping-math",
    "-fno-semantic-interposition",
]
# A third of the compiler's time; the full tier tests what users get.
AROUND = ["-O0"] * (ASKED == "test")
CHECKS = ["-O1", "-g1", "-fno-omit-frame-pointer", "-fsanitize=address,undefined"]
# In kernels those that the address sanitizer's make needless, for seven times the compiler's time.
CHECKED_LANES = ["-fno-sanitize=null,alignment,object-size,pointer-overflow"]
MACROS = [("NPY_NO_DEPRECATED_API", "NPY_1_7_API_VERSION")] + DEBUG * [("LIEREF_DEBUG", "1")]
# What Cython would put into every module alike: memory views, functions.
SHARED = "lieref._utility"
DIRECTIVES = {
    "language_level": 3,
    "boundscheck": DEBUG,
    "wraparound": DEBUG,
    "initializedcheck": DEBUG,
    "cdivision": True,
    # those of a signature are for readers and for build_stubs.py
    "annotation_typing": False,
    # what modules hold is bound at import and constant afterwards
    "freethreading_compatible": True,
}


class BuildKernels(build_ext):
    """Cython first, for all modules at once, then the C compiler; both on every core."""

    def build_extensions(self):
        """Translate into the temporary folder, which a debug build does not share."""
        build_variants.write_sources(GENERATED, VARIANTS)
        # a process that does not fork would run this file once more
        forks = multiprocessing.get_start_method() == "fork"
        translated = cythonize(
            self.extensions,
            build_dir=self.build_temp,
            compiler_directives=DIRECTIVES,
            # where the texts of kernels and other packages' declarations are looked up
            include_path=["."],
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


def extension(path: Path, source: Path, variant: Variant | None = None) -> Extension:
    """One module; the table of builds tells how a kernel's is compiled."""
    flags, macros = list(FLAGS), list(MACROS)
    kernel = path.stem.startswith("_")
    if variant:
        flags += variant.flags(X86, DEBUG)
        macros += variant.macros
    else:
        if kernel:
            # built once
            flags += build_variants.KERNEL_FLAGS
            macros.append(build_variants.INLINE)
        else:
            flags += AROUND
        flags += build_variants.UNFUSED
    return Extension(
        ".".join(path.with_suffix("").parts),
        [str(source)],
        extra_compile_args=flags + (CHECKS + CHECKED_LANES * kernel) * SANITIZE,
        extra_link_args=CHECKS * SANITIZE,
        define_macros=macros,
        # their arithmetic is a class's operators
        language="c++" if variant and variant.classes else None,
        include_dirs=["lieref/algebra/scalars", "lieref", numpy.get_include()],
        # Cython does not see what a header includes
        depends=["setup.py", "build_kernels.py", "build_variants.py", *HEADERS],
    )


def extensions() -> list[Extension]:
    """All modules, or those that are asked for."""
    found = {path: extension(path, path) for path in Path("lieref").rglob("*.pyx")}
    listed = Path(build_variants.LIST).with_suffix(".pyx")
    found[listed] = extension(listed, GENERATED / listed)
    for variant in VARIANTS:
        found[variant.path] = extension(variant.path, GENERATED / variant.path, variant)
    shared = Extension(SHARED, [], extra_compile_args=FLAGS + AROUND, depends=["setup.py"])
    return [
        *(found[path] for path in sorted(found) if any(text in str(path) for text in ONLY)),
        *([shared] if ONLY == [""] else []),
    ]


build_api.write()
build_stubs.write()
setup(
    ext_modules=extensions(),
    cmdclass={"build_ext": BuildKernels},
    options={
        "build": {"build_base": BASE},
        "build_ext": {"parallel": os.cpu_count()},
    },
)
