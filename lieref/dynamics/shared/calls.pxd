"""What one call of a recursion reads and writes.

Kernels, batches and the public modules share these structures, so no one of them imports another
for its types. `Call` of a public module's .pxd is the one of its functions.
"""

from lieref.algebra.scalars.state_groups cimport Ahead

# One call: memory of doubles (or of double complex for the complex build), nothing is checked.
cdef struct InverseCall:
    int r                       # order of the highest time derivative of tau
    int base                    # 0 body, 1 spatial, 2 hybrid, 3 mixed
    const void* q               # (nq,)
    const void* v               # (r + 2, nv) derivatives of the velocity
    const void* wrenches        # (r + 1, nbodies, 6) or NULL
    bint inertial_wrenches      # resolved in inertial instead of body axes
    const void* tau_ext         # (r + 1, nv) or NULL
    void* tau                   # (r + 1, nv), written
    void* workspace             # workspace_size(...) scalars
    Ahead* ahead                # read by builds over many states alone: what to ask for, or NULL

ctypedef unsigned char flag

# What recursions return that meet no singular joint, and otherwise the number of its body.
cdef enum:
    DONE = -1

# Decimal digits that doubles and double-doubles have.
cdef enum:
    DIGITS_OF_DOUBLES = 16
    DIGITS_OF_DOUBLE_DOUBLES = 31

# One call: memory of doubles (or of double complex for the complex build), nothing is checked.
cdef struct ForwardCall:
    int r                       # order of the highest time derivative of vdot
    int base                    # 0 body, 1 spatial, 2 hybrid, 3 mixed
    const void* q               # (nq,)
    const void* v               # (nv,)
    const flag* prescribed      # (nv,) 1 where the motion is given, or NULL for none
    const void* wrenches        # (r + 1, nbodies, 6) or NULL
    bint inertial_wrenches      # resolved in inertial instead of body axes
    const void* tau_ext         # (r + 1, nv) or NULL
    void* vdot                  # (r + 1, nv), in: the prescribed columns, out: all
    void* tau                   # (r + 1, nv), in: the other columns, out: all
    void* workspace             # workspace(...) scalars

# The recursions; an even one of doubles precedes that of complex numbers.
cdef enum Form:
    DEFAULT_REAL = 0
    DEFAULT_COMPLEX = 1
    SPATIAL_REAL = 2
    SPATIAL_COMPLEX = 3
    BODY_REAL = 4
    BODY_COMPLEX = 5
    HYBRID_REAL = 6
    HYBRID_COMPLEX = 7
    DEFAULT_FINE = 8

# One call: memory of doubles (or of double complex for the complex build), nothing is checked.
# Everything is for base = "body".
cdef struct ClosedFormsCall:
    int n                       # coefficients: derivatives of order 0 .. n - 1
    const void* q               # (nq,)
    const void* v               # (n - 1, nv) derivatives of the velocity; of C and the rest (nv,)
    const void* wrenches        # (nbodies, 6), moment and force at the body's origin, body axes
    void* H                     # (n, nv, nv), zeroed, written
    void* A                     # (n, 6, nv) momentum matrix or NULL, written
    void* first                 # (n, nbodies, 3) first moments of the trees or NULL, written
    void* C                     # (nv, nv) Coriolis matrix, zeroed, written
    void* tau                   # (nv,) generalized forces of the wrenches, written
    void* workspace             # closed_forms_workspace_size(...) scalars
