"""What the kernels of first partials read and write: doubles, or states side by side."""

# Partials of the tree's motion at a closed configuration. `maps` are packed like G: G itself, V_q,
# how qdot changes with the independent coordinates, A_q and A_v, how qddot changes with these and
# with their velocity.
cdef struct MotionPartialsCall:
    bint closed             # q was found by closing the loops: its residual is not looked at
    const double* q         # (tree.nq,)
    const double* y         # (nv,) independent velocity, and acceleration
    const double* a
    double* rates           # (2, tree.nv) qdot and qddot
    double* maps            # (4, n_G)
    double* dG              # blocks (n_tree, n_ind, n_ind) of the clusters whose G moves: X_c G
    double* work

# Partials of the forces on the independent coordinates from those of the open tree's forces.
cdef struct ForcePartialsCall:
    const double* maps
    const double* dG
    const double* force     # (tree.nv,)
    const double* dq        # (tree.nv, tree.nv) by q, v and a of the tree
    const double* dv
    const double* da
    double* out_q           # (nv, nv)
    double* out_v
    double* out_a
    double* work            # (3, nv)

# Partials of the accelerations, in place of those of the forces.
cdef struct AccelerationPartialsCall:
    double* H               # (nv, nv) dtau_da, overwritten
    double* dq              # (nv, nv)
    double* dv
    double* inverse         # (nv, nv) written: H^-1
