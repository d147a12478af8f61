# Forward dynamics in double-doubles of inputs that are doubles, and how it changes with them.


def _changes(Model model not None, const double[::1] given, const double[:, ::1] moves,
             const double[:, ::1] rounded, base, wrench_axes, bint wrenches, bint tau_ext):
    """Largest change of each row of vdot by the moves, and its distance from `rounded`, (2, r + 1).

    given: q, v, tau, and wrenches and tau_ext where there are any, one behind the other; moves[s]
    is at most half an ulp of each. Infinite where anything is singular or no number.
    """
    cdef Call call
    cdef Py_ssize_t s, i
    cdef int k, c
    cdef int singular = DONE
    cdef Py_ssize_t count = given.shape[0]
    cdef int r = <int> rounded.shape[0] - 1
    cdef size_t stack = <size_t> (r + 1) * model.nv
    found = np.zeros((2, r + 1))
    cdef double[:, ::1] largest = found
    _options(&call, base, wrench_axes)
    call.r = r
    call.prescribed = NULL
    if stack == 0:
        return found
    cdef Model fine = model._in_pairs()
    cdef size_t size = kernels[<int> DEFAULT_FINE].workspace(
        model, r, wrenches and call.inertial_wrenches)
    cdef double* memory = <double*> take(NULL, 2 * (count + 2 * stack + size))
    # every number in two parts, high and low
    cdef double* first = memory + 2 * count
    cdef double* vdot = first + 2 * stack
    cdef double* v = memory + 2 * model.nq
    cdef double* tau = v + 2 * model.nv
    cdef double* loads = tau + 2 * stack
    call.q = memory
    call.v = v
    call.tau = tau
    call.wrenches = loads if wrenches else NULL
    call.tau_ext = NULL
    if tau_ext:
        call.tau_ext = loads + (12 * <size_t> (r + 1) * model.nbodies if wrenches else 0)
    call.workspace = vdot + 2 * stack
    with nogil:
        for s in range(moves.shape[0] + 1):
            for i in range(count):
                memory[2 * i] = given[i]
                memory[2 * i + 1] = moves[s - 1, i] if s else 0
            call.vdot = vdot if s else first
            singular = kernels[<int> DEFAULT_FINE].run(<void*> fine, &call)
            if singular >= 0:
                break
            for k in range(r + 1):
                for c in range(model.nv):
                    i = 2 * (k * model.nv + c)
                    if s == 0:
                        _enlarge(&largest[1, k], first[i] - rounded[k, c])
                    else:
                        # high parts are neighbors, so that their difference is exact
                        _enlarge(&largest[0, k], (vdot[i] - first[i])
                                 + (vdot[i + 1] - first[i + 1]))
    release(memory, NULL)
    if singular >= 0:
        found[:] = np.inf
    return found


cdef inline void _enlarge(double* largest, double x) noexcept nogil:
    """The larger modulus; infinite for a NaN."""
    x = fabs(x)
    if x > largest[0]:
        largest[0] = x
    elif x != x:
        largest[0] = INFINITY
