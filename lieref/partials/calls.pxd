"""What one call of a kernel of first partials or of products reads and writes.

Kernels, batches and the public modules share these structures, as `lieref.dynamics.shared.calls`.
"""

# One call: memory of doubles, nothing is checked. Everything is for base = "body".
cdef struct PartialsCall:
    const void* q               # (nq,)
    const void* v               # (nv,)
    const void* a               # (nv,)
    const void* wrenches        # (nbodies, 6), moment and force at the body's origin, or NULL
    void* dq                    # (nv, nv), zeroed, written where the tree's pattern is
    void* dv
    void* da
    void* workspace             # partials_workspace_size(...) scalars

# One call: memory of doubles, nothing is checked. In any representation of the bases.
cdef struct Solve:
    const void* H               # (nv, nv) joint-space inertia, dtau_da
    void* dq                    # (nv, nv) in: dtau_dq, out: da_dq
    void* dv                    # (nv, nv) in: dtau_dv, out: da_dv
    void* da_dtau               # (nv, nv) zeroed, written
    void* workspace             # solve_workspace_size(...) scalars

# One call: memory of doubles, nothing is checked. Everything is for base = "body".
cdef struct ProductsCall:
    const void* q               # (nq,)
    const void* v               # (nv,)
    const void* a               # (nv,)
    const void* wrenches        # (nbodies, 6), moment and force at the body's origin, or NULL
    bint inertial_wrenches      # resolved, and constant, in inertial instead of body axes
    int count                   # directions
    const void* along_q         # jvp: (count, nv) each
    const void* along_v
    const void* along_a
    const void* w               # vjp: (count, nv); contraction: (nv,)
    void* tau                   # jvp: (count, nv), written
    void* dq                    # vjp: (count, nv) each, written
    void* dv
    void* da
    void* dq_dq                 # contraction: (nv, nv) each, zeroed, written where the pattern is
    void* dv_dv
    void* dq_dv
    void* da_dq
    void* workspace             # workspace_size(...) scalars

# One call: memory of doubles, nothing is checked. Everything is for base = "body".
cdef struct OrderPartialsCall:
    int r
    bint series                 # coefficients of dtau/dq, dtau/dv, dtau/da along the motion instead
    const void* q               # (nq,)
    const void* v               # (r + 2, nv)
    void* dq                    # (r + 1, nv, nv), written
    void* dv                    # (r + 1, r + 2, nv, nv), of series (r + 1, 2, nv, nv), written
    void* workspace             # order_partials_workspace_size(model, r) scalars

# One call: memory of doubles, nothing is checked. Everything is for base = "body".
cdef struct ForwardOrderPartialsCall:
    int r
    const void* q               # (nq,)
    const void* v               # (nv,)
    const void* tau             # (r + 1, nv)
    void* da_dq                 # (r + 1, nv, nv), written
    void* da_dv                 # (r + 1, nv, nv), written
    void* da_dtau               # (r + 1, r + 1, nv, nv), written
    void* workspace             # forward_order_partials_workspace_size(model, r) scalars

# One call: memory of doubles, nothing is checked. In any representation of the bases.
cdef struct OrderSolve:
    int r
    void* dq                    # (r + 1, nv, nv) in: dtau_dq, out: da_dq
    const void* dv              # (r + 1, r + 2, nv, nv) dtau_dv
    void* da_dv                 # (r + 1, nv, nv), written
    void* da_dtau               # (r + 1, r + 1, nv, nv), written
    void* workspace             # of the kernel

# One call: memory of doubles, nothing is checked. v is in body components; what is along it and the
# results are in those of the base that `changes` stand for, see directions.pxi. Series are of
# Taylor coefficients.
cdef struct OrderProductsCall:
    int r
    const void* q               # (nq,)
    const void* v               # (r + 2, nv) derivatives
    const void* along_q         # jvp: (nv,); of series (r + 1, nv)
    const void* along_v         # (r + 2, nv) derivatives; of series (r + 1, nv)
    const void* along_a         # of series: (r + 1, nv)
    const void* w               # (r + 1, nv): vjp: of derivatives; of series, contraction: series
    void* tau                   # jvp: (r + 1, nv), written
    void* dq                    # vjp: (nv,), of series (r + 1, nv), written
    void* dv                    # (r + 2, nv), of series (r + 1, nv), written
    void* da                    # of series: (r + 1, nv), written
    void* dq_dq                 # contraction: (nv, nv), written
    void* dv_dv                 # (r + 2, r + 2, nv, nv), written
    void* dq_dv                 # (r + 2, nv, nv), written
    bint prepared               # a call of the same motion has left its passes in the workspace
    const void* changes         # T, V, Z of each free root, (3, r + 2, 6, 6) each, or NULL
    void* workspace             # of the kernel
