"""Which builds of the kernels this processor can run, and which one was chosen."""

import os

cdef extern from * nogil:
    """
    #if defined(__x86_64__) && defined(__GNUC__)
    static int lieref_has_v3(void)
    {
        return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma")
            && __builtin_cpu_supports("bmi") && __builtin_cpu_supports("bmi2");
    }
    #else
    static int lieref_has_v3(void) { return 0; }
    #endif
    """
    bint lieref_has_v3()

ENVIRONMENT = "LIEREF_KERNELS"


def available():
    """Names of the builds that this processor runs: "baseline", perhaps "v3" (AVX2 and FMA)."""
    return ("baseline", "v3") if lieref_has_v3() else ("baseline",)


def chosen():
    """Name of the build in use: the best, or the one that LIEREF_KERNELS names.

    Raises
    ------
    RuntimeError
        LIEREF_KERNELS names a build that does not exist or that this processor cannot run.
    """
    wanted = os.environ.get(ENVIRONMENT, "")
    builds = available()
    if not wanted:
        return builds[len(builds) - 1]
    if wanted not in builds:
        raise RuntimeError(f"{ENVIRONMENT} is {wanted!r}, this processor runs {', '.join(builds)}")
    return wanted


def kernel_suffix():
    """End of the names of the kernel modules of the chosen build."""
    return "" if chosen() == "baseline" else "_" + chosen()
