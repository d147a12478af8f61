# The constraint stage of one state [Chignoli, Sec. II-B]: values of the couplings' functions, then
# cluster by cluster the loops' frames and K, whether the loops are closed, and G, g and qdot. The
# steps of one cluster, `cluster_start` and `cluster_finish`, stand in explicit_constraints.pxi.


cdef void coupling_stage(LoopTables t, const double* q, double* registers,
                         double* driven) noexcept nogil:
    """Values of the functions of all clusters that have some, by their programs."""
    cdef int k
    for k in range(t.n_clusters if t.n_driven > 0 else 0):
        if t.clusters[k].driven >= 0:
            run_values(t.programs, &t.programs.programs[k], q, HESSIANS, registers,
                       driven + t.clusters[k].driven)


cdef int constraint_stage(LoopTables t, const Stage* stage) noexcept nogil:
    """G, g and qdot of all clusters; returns the first singular cluster, or -1."""
    cdef int k, i, iv
    cdef const ClusterTable* cluster
    cdef const real* gamma
    cdef ClusterWork at
    for k in range(t.n_clusters):
        cluster = &t.clusters[k]
        stage.measure[k] = 1
        if stage.opening != NULL:
            stage.opening[k] = 0
        if cluster.G < 0:
            for i in range(cluster.n_ind):
                iv = t.indices[cluster.first_velocity + i]
                stage.qdot[iv] = stage.ydot[t.indices[cluster.first_ind + i]]
                stage.g[iv] = 0
            continue
        gamma = cluster_start(t, cluster, stage, &at)
        if stage.opening != NULL:
            stage.opening[k] = opening_of(t, cluster, gamma, <const real*> stage.q, &at)
        if not cluster_finish(t, cluster, gamma, &at, stage, stage.measure + k):
            return k
    return -1


cdef bint all_closed(LoopTables t, const double* q, double* scratch) noexcept nogil:
    """Whether no loop and no coupling is open; scratch for work, driven and registers."""
    cdef int k
    cdef const ClusterTable* cluster
    cdef const double* gamma
    cdef double* driven = scratch + t.n_work
    cdef ClusterWork at
    coupling_stage(t, q, driven + t.n_driven, driven)
    for k in range(t.n_clusters):
        cluster = &t.clusters[k]
        if cluster.G < 0:
            continue
        lay_out(cluster, t, scratch, &at)
        gamma = ratios(t, cluster, driven, &at)
        if cluster.n_rows > 0:
            cluster_rows(t, cluster, gamma, q, &at)
        if not opening_of(t, cluster, gamma, q, &at) <= CLOSED:
            return False
    return True
