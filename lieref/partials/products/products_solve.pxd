"""H^-1 b by forward dynamics, for kernels of one state or of several in lanes."""

from lieref.dynamics.shared.calls cimport ForwardCall as Call

ctypedef int (*ForwardRun)(void*, const Call*) noexcept nogil

# numbers, of as many lanes as there are, that solve_each needs beside the run's workspace
cdef size_t solve_scratch(int nv) noexcept nogil
cdef int solve_each(ForwardRun run, void* model, Call* call, const double* b, int count, int nv,
                    int width, double* memory, double* out) noexcept nogil
