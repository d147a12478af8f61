# Tables of a model of which one body has changed, and of bodies in lanes.

def reweighed(const int[::1] parents, tables, int changed, tuple numbers,
              const long[::1] places, int trusted, double fine_pivots):
    """The tables of a model where one body has another mass, center of mass and inertia.

    Parameters
    ----------
    parents : (n,)
        As of the model.
    tables : compiled.Tables
        With `sums`; they stay as they are.
    changed : int
        The body.
    numbers : tuple of 13 floats
        Its mass, center of mass and inertia then.
    places : (88,)
        `compiled.LANES`.
    trusted, fine_pivots : int, float
        As of `constants`; what the least pivots of `fine_links` are of those of `links`.

    Returns
    -------
    tuple
        Arrays in the order of `compiled.Tables`, to the last bit those that all bodies make.
    """
    cdef int n = parents.shape[0], i, k, child
    if not 0 <= changed < n:
        raise ValueError("no such body")
    bodies, own = tables.sums
    arrays = [array.copy() for array in (tables.bodies, tables.rigid, tables.links,
                                         tables.fine_bodies, tables.fine_links, bodies, own)]
    cdef double* plain = _numbers(arrays[0], 35 * n)
    cdef double* rigid = _numbers(arrays[1], 10 * n)
    cdef double* links = _numbers(arrays[2], LANED * n)
    cdef double* fine_bodies = _numbers(arrays[3], 70 * n)
    cdef double* fine_links = _numbers(arrays[4], 2 * LANED * n)
    cdef BodyConstants* body = <BodyConstants*> _numbers(arrays[5], 105 * n)
    cdef Weight* weight = <Weight*> _numbers(arrays[6], 30 * n)
    cdef Triple* row
    cdef double[13] given
    for k in range(13):
        given[k] = numbers[k]
    cdef LinkConstants link
    body[changed].m = triple(given[0])
    _weigh(&body[changed], &given[1], &given[4])
    _own(&body[changed], _fraction(trusted), &link)
    memcpy(&weight[changed], &body[changed].m, sizeof(Weight))
    i = changed
    while i >= 0:
        memcpy(&body[i].m, &weight[i], sizeof(Weight))
        for child in range(n - 1, i, -1):
            if parents[child] == i:
                _lump(&body[child], &body[i])
        row = <Triple*> &body[i]
        for k in range(35):
            fine_bodies[70 * i + 2 * k] = plain[35 * i + k] = row[k].hi + 0.0
            fine_bodies[70 * i + 2 * k + 1] = row[k].mid + 0.0
        i = parents[i]
    fine_links += 2 * LANED * changed
    _lay(&body[changed], &link, &places[0], fine_links)
    for k in range(LANED):
        links[LANED * changed + k] = fine_links[2 * k]
    for k in range(2, 6):
        fine_links[k] *= fine_pivots
    rigid += 10 * changed
    rigid[0] = given[0]
    for k in range(6):
        if k < 3:
            rigid[1 + k] = given[1 + k]
        rigid[4 + k] = given[4 + 3 * ROW[k] + COLUMN[k]]
    return (*arrays[:5], (arrays[5], arrays[6]))


cdef double* _numbers(cnp.ndarray array, Py_ssize_t count) except NULL:
    # of a table that is as `compiled.Tables` has it
    if not (cnp.PyArray_TYPE(array) == cnp.NPY_DOUBLE and cnp.PyArray_IS_C_CONTIGUOUS(array)
            and cnp.PyArray_SIZE(array) == count):
        raise ValueError("arrays of different numbers of bodies")
    return <double*> cnp.PyArray_DATA(array)


cdef void _lay(const BodyConstants* body, const LinkConstants* link, const long* places,
               double* row) noexcept:
    # pairs of a body's numbers in lanes; the sum with zero has no negative zeros
    cdef const Triple* own = <const Triple*> link
    cdef const Triple* given = <const Triple*> body
    cdef Triple x
    cdef int k
    cdef long place
    for k in range(LANED):
        place = places[k] if places[k] >= 0 else -places[k]
        x = triple(0.0)
        if place > OWN:
            x = given[place - 1 - OWN]
        elif place > 0:
            x = own[place - 1]
        if places[k] < 0:
            x = scaled(x, -1.0)
        row[2 * k] = x.hi + 0.0
        row[2 * k + 1] = x.mid + 0.0


def lanes(const double[:, :, ::1] bodies, const double[:, :, ::1] links, const long[::1] places):
    """Constants of bodies in lanes, (n, 88, 2): pairs of doubles of `compiled.lane_constants`.

    bodies, links: of `constants`; places (88,): `compiled.LANES`.
    """
    cdef int n = bodies.shape[0], i
    if not (n == links.shape[0] and bodies.shape[1] == 35 and links.shape[1] == OWN
            and bodies.shape[2] == links.shape[2] == 3 and places.shape[0] == LANED):
        raise ValueError("arrays of different numbers of bodies")
    cdef double[:, :, ::1] table = np.empty((n, LANED, 2))
    for i in range(n):
        _lay(<const BodyConstants*> &bodies[i, 0, 0], <const LinkConstants*> &links[i, 0, 0],
             &places[0], &table[i, 0, 0])
    return np.asarray(table)
