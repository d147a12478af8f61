# Frames and states as a caller gives them; after body_frames.pxi.


cdef tuple frame_tables(list frames, BodyFrames* table):
    """Point `table` at arrays of the frames, which are returned."""
    cdef cnp.npy_intp[2] shape
    cdef Py_ssize_t f
    cdef int i, j
    cdef int* body
    cdef double* pose
    shape[0] = table.count = len(frames)
    shape[1] = 12
    cdef cnp.ndarray bodies = cnp.PyArray_EMPTY(1, shape, cnp.NPY_INT, 0)
    cdef cnp.ndarray poses = cnp.PyArray_ZEROS(2, shape, cnp.NPY_DOUBLE, 0)
    cdef const double[::1] point
    cdef const double[:, ::1] axes
    body = <int*> cnp.PyArray_DATA(bodies)
    pose = <double*> cnp.PyArray_DATA(poses)
    for f in range(table.count):
        body[f], point, turn = frames[f]
        for i in range(3):
            pose[12 * f + 9 + i] = point[i]
            pose[12 * f + 4 * i] = 1
        if turn is None:
            continue
        axes = turn
        for i in range(3):
            for j in range(3):
                pose[12 * f + 3 * i + j] = axes[i, j]
    table.body = body
    table.pose = pose
    return bodies, poses


cdef tuple _states(Model tree, object q, object v, bint batched):
    """q (nq,) and v (n, nv) as checked arrays; a batch of states has one more leading axis."""
    cdef cnp.npy_intp[3] shape
    cdef cnp.ndarray configuration
    shape[0] = BATCH if batched else tree.nq
    shape[1] = tree.nq
    configuration = checked_array("q", q, cnp.NPY_DOUBLE, 2 if batched else 1, shape)
    if not batched:
        check_quaternions(tree, configuration, cnp.NPY_DOUBLE)
    elif tree.nq > tree.nv:
        for row in configuration:
            check_quaternions(tree, row, cnp.NPY_DOUBLE)
    shape[0] = configuration.shape[0]
    shape[1] = -1
    shape[2] = tree.nv
    return configuration, checked_array("v", v, cnp.NPY_DOUBLE, 3 if batched else 2,
                                        &shape[0 if batched else 1])
