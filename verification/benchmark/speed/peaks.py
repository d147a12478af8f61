"""What the processor can do at most: fused multiply-adds in its widest vectors, streams of memory.

Compiled at run time for this processor, timed like any other peer.
"""

from __future__ import annotations

import ctypes
from pathlib import Path

import numpy as np

from verification.benchmark import build
from verification.benchmark.timing import Run

# Larger than the caches of a core: three arrays of 32 MB.
STREAMED = 4_000_000
TRIAD = 3 * 8 * STREAMED  # bytes moved by one pass; what a store reads first is not counted
LIMIT = 120.0  # s
CODE = """
#include <time.h>

#if defined(__AVX512F__)
#define WIDTH 8
#elif defined(__AVX__)
#define WIDTH 4
#else
#define WIDTH 2
#endif
/* as many chains as hide the latency of two units, and fit the registers */
#define CHAINS 12

typedef double vector __attribute__((vector_size(8 * WIDTH)));

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double) t.tv_sec + 1e-9 * (double) t.tv_nsec;
}

/* operations that one pass of a thousand steps takes */
double operations(void) { return 2.0 * WIDTH * CHAINS * 1000; }
double bits(void) { return 64.0 * WIDTH; }

/* values: the chains' numbers, at most 96, which the compiler must neither know nor leave out */
double multiply_add_seconds(long passes, double *values)
{
    vector x[CHAINS], a, b;
    for (int i = 0; i < WIDTH; ++i) { a[i] = 1 - 1e-9; b[i] = 1e-9; }
    for (int k = 0; k < CHAINS; ++k)
        for (int i = 0; i < WIDTH; ++i) x[k][i] = values[WIDTH * k + i];
    double start = now();
    for (long i = 0; i < 1000 * passes; ++i)
        for (int k = 0; k < CHAINS; ++k)
            x[k] = x[k] * a + b;
    double end = now();
    for (int k = 0; k < CHAINS; ++k)
        for (int i = 0; i < WIDTH; ++i) values[WIDTH * k + i] = x[k][i];
    return end - start;
}

double triad_seconds(double *restrict a, const double *restrict b, const double *restrict c,
                     long count, long passes)
{
    double start = now();
    for (long pass = 0; pass < passes; ++pass) {
        for (long i = 0; i < count; ++i) a[i] = b[i] + 3.0 * c[i];
        __asm__ volatile("" : : "r"(a) : "memory");
    }
    return now() - start;
}
"""


class Peaks:
    """The two loops, each as a run.

    Attributes
    ----------
    operations : float
        Floating-point operations in one call of `multiply_add`.
    bits : int
        Width of its vectors.
    values : ndarray
        The numbers of its chains.
    arrays : list of ndarray
        What `triad` computes, and its two operands.
    """

    def __init__(self, cache: Path) -> None:
        library = ctypes.CDLL(str(build.c_library(CODE, cache, LIMIT).path))
        for name in ("operations", "bits", "multiply_add_seconds", "triad_seconds"):
            getattr(library, name).restype = ctypes.c_double
        self._library = library
        self.operations = float(library.operations())
        self.bits = int(library.bits())
        self.values = np.linspace(1.0, 2.0, 96)
        self.arrays = [np.ones(STREAMED) for _ in range(3)]

    @property
    def multiply_add(self) -> Run:
        """Return the run of dependent chains of fused multiply-adds."""
        place = ctypes.c_void_p(self.values.ctypes.data)

        def run(calls: int) -> float:
            return float(self._library.multiply_add_seconds(ctypes.c_long(calls), place))

        return run

    @property
    def triad(self) -> Run:
        """Return the run of a = b + 3 c over arrays that no cache holds."""
        places = [ctypes.c_void_p(array.ctypes.data) for array in self.arrays]

        def run(calls: int) -> float:
            seconds = self._library.triad_seconds(
                *places, ctypes.c_long(STREAMED), ctypes.c_long(calls)
            )
            return float(seconds)

        return run
