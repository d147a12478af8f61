# Tables of a model of which one body has changed, and of bodies in lanes.

def changed_inertia(
    cnp.ndarray parents: Indices, tables: Any, int changed, double mass, com: Array, inertia: Array,
    cnp.ndarray places: NDArray[np.int_], int trusted, double smallest, double largest,
) -> tuple[Array, Array, Array, tuple[Array, Array]] | None:
    """The tables of a model where one body has another mass, center of mass and inertia.

    Parameters
    ----------
    parents : (n,)
        As of the model.
    tables : compiled.Tables
        With `sums`; they stay as they are.
    changed : int
        The body.
    mass, com, inertia : float, (3,), (3, 3)
        Its own then.
    places : (88,)
        `compiled.LANES`.
    trusted : int
        As of `links`.
    smallest, largest : float
        Of the sizes that the numbers may have.

    Returns
    -------
    tuple or None
        bodies, rigid, links, sums of `compiled.Tables`, to the last bit those that all bodies make;
        None where a number is smaller or larger.
    """
    cdef int n = <int> parents.shape[0], i, k, child
    if not 0 <= changed < n or cnp.PyArray_TYPE(parents) != cnp.NPY_INT:
        raise ValueError("no such body")
    if not (cnp.PyArray_TYPE(places) == cnp.NPY_LONG and cnp.PyArray_SIZE(places) == LANED):
        raise ValueError("other places than those of `lanes`")
    cdef double[13] given
    given[0] = mass
    memcpy(&given[1], _numbers(com, 3), 3 * sizeof(double))
    memcpy(&given[4], _numbers(inertia, 9), 9 * sizeof(double))
    for k in range(13):
        if given[k] != 0.0 and not smallest <= fabs(given[k]) <= largest:
            return None
    cdef const int* parent = <const int*> cnp.PyArray_DATA(parents)
    cdef double* bodies
    cdef double* rigid
    cdef double* links
    cdef double* sums
    cdef double* own
    new_bodies = _copied(tables.bodies, 35 * n, &bodies)
    new_rigid = _copied(tables.rigid, 10 * n, &rigid)
    new_links = _copied(tables.links, LANED * n, &links)
    new_sums = _copied(tables.sums[0], 105 * n, &sums)
    new_own = _copied(tables.sums[1], 30 * n, &own)
    cdef BodyConstants* body = <BodyConstants*> sums
    cdef Weight* weight = <Weight*> own
    cdef Triple* row
    cdef LinkConstants link
    cdef double[2 * LANED] pairs
    body[changed].m = triple(mass)
    _weigh(&body[changed], &given[1], &given[4])
    memcpy(&weight[changed], &body[changed].m, sizeof(Weight))
    _own(&weight[changed], body[changed].pitch, _fraction(trusted), &link)
    _lay(&body[changed], &link, <const long*> cnp.PyArray_DATA(places), pairs)
    for k in range(LANED):
        links[LANED * changed + k] = pairs[2 * k]
    i = changed
    while i >= 0:
        memcpy(&body[i].m, &weight[i], sizeof(Weight))
        for child in range(n - 1, i, -1):
            if parent[child] == i:
                _lump(&body[child], &body[i])
        row = <Triple*> &body[i]
        for k in range(35):
            bodies[35 * i + k] = row[k].hi + 0.0
        i = parent[i]
    memcpy(rigid + 10 * changed, given, 4 * sizeof(double))
    for k in range(6):
        rigid[10 * changed + 4 + k] = given[4 + 3 * ROW[k] + COLUMN[k]]
    return new_bodies, new_rigid, new_links, (new_sums, new_own)


cdef cnp.ndarray _copied(cnp.ndarray array, Py_ssize_t count, double** numbers):
    # a copy of a table, and where its numbers are
    cdef cnp.ndarray copy = cnp.PyArray_NewCopy(array, cnp.NPY_CORDER)
    numbers[0] = _numbers(copy, count)
    return copy


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


def lanes(
    const double[:, :, ::1] bodies: Array, const double[:, :, ::1] links: Array,
    const long[::1] places: NDArray[np.int_],
) -> Array:
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
