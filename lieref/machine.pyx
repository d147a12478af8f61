"""Which builds of the kernels this processor can run, which one was chosen, and their modules.

On x86-64 a wheel carries up to three builds of a kernel: `baseline`, which every such processor
runs, `v3` (AVX2 and FMA) and `v4` (AVX-512). On arm64 the baseline is the only one; its vectors are
NEON's, which every such processor has.
"""

import importlib
import os
from types import ModuleType

from lieref._builds import LEVELS, PACKAGES

cdef extern from * nogil:
    """
    #if defined(__x86_64__) && defined(__GNUC__)
    static int lieref_has_v3(void)
    {
        return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma")
            && __builtin_cpu_supports("bmi") && __builtin_cpu_supports("bmi2");
    }
    static int lieref_has_v4(void)
    {
        return lieref_has_v3()
            && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw")
            && __builtin_cpu_supports("avx512cd") && __builtin_cpu_supports("avx512dq")
            && __builtin_cpu_supports("avx512vl");
    }
    #else
    static int lieref_has_v3(void) { return 0; }
    static int lieref_has_v4(void) { return 0; }
    #endif
    """
    bint lieref_has_v3()
    bint lieref_has_v4()

ENVIRONMENT: str = "LIEREF_KERNELS"
BUILDS: tuple[str, ...] = ("baseline", "v3", "v4")


def available() -> tuple[str, ...]:
    """Names of the builds that this processor runs and the wheel has, the best one last."""
    found = BUILDS[:1 + lieref_has_v3() + lieref_has_v4()]
    levels = LEVELS.values()
    return tuple(
        build for n, build in enumerate(found)
        if any(build in some for some in levels)
        and all(BUILDS.index(some[0]) <= n for some in levels)
    )


def chosen() -> str:
    """Name of the build in use: the best, or the one that LIEREF_KERNELS names.

    Raises
    ------
    RuntimeError
        LIEREF_KERNELS names a build that does not exist or that this processor cannot run, or the
        kernels were built for another processor alone (LIEREF_LEVELS).
    """
    wanted = os.environ.get(ENVIRONMENT, "")
    builds = available()
    if not builds:
        raise RuntimeError("the kernels were built for a processor with wider vectors than this "
                           "one's: build them here, or without LIEREF_LEVELS")
    if not wanted:
        return builds[len(builds) - 1]
    if wanted not in builds:
        raise RuntimeError(f"{ENVIRONMENT} is {wanted!r}, this processor runs {', '.join(builds)}")
    return wanted


def builds_of(name: str) -> tuple[str, ...]:
    """Builds that the wheel has of the kernel of this name, the best one last."""
    return LEVELS.get(name, BUILDS[:1])


def kernel(name: str) -> ModuleType:
    """Return a kernel's module: of the chosen build, or of the best below it that the kernel has.

    Parameters
    ----------
    name : str
        Name of the baseline's module without its package; the other builds' end in "_v3", "_v4".

    Raises
    ------
    ImportError
        The module of that build is not installed.
    """
    build = [x for x in BUILDS[:BUILDS.index(chosen()) + 1] if x in builds_of(name)].pop()
    module = name if build == "baseline" else f"{name}_{build}"
    try:
        return importlib.import_module(f"{PACKAGES.get(name, 'lieref')}.{module}")
    except ModuleNotFoundError as error:
        raise ImportError(f"the {build} build of {name} is not installed; another can be chosen "
                          f"by {ENVIRONMENT} ({', '.join(available())})") from error
