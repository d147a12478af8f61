# Copies of a model that share what does not change; without the checks of what a user gives.

# What `Model` makes an object of whose content is still to come.
cdef object _EMPTY = object()


cdef Model _like(Model model):
    """A model with the same content, whose tables of bodies are still to be bound."""
    cdef Model out = Model.__new__(Model, _EMPTY, *((None,) * 11))
    out.name, out.names, out.joint_names = model.name, model.names, model.joint_names
    out.joints, out.mimics = model.joints, model.mimics
    out._own_frames, out._frames, out._places = model._own_frames, model._frames, model._places
    out.nbodies, out.nq, out.nv = model.nbodies, model.nq, model.nv
    out.parents, out.idx_q, out.idx_v = model.parents, model.idx_q, model.idx_v
    out.placements, out.masses, out.coms = model.placements, model.masses, model.coms
    out.inertias, out.gravity = model.inertias, model.gravity
    out.lower, out.upper, out.joint_physics = model.lower, model.upper, model.joint_physics
    out.drive_limits = model.drive_limits
    out._index_table, out._physics_table = model._index_table, model._physics_table
    out.physics, out.in_depth_first = model.physics, model.in_depth_first
    return out


cdef tuple _listed(Model model):
    """What `Model` is called with to make this one."""
    return (model.name, model.names, model.joint_names, model.joints, model.parents,
            model.placements, model.masses, model.coms, model.inertias, model.gravity,
            model.lower, model.upper, model.mimics, model._own_frames, model.joint_physics,
            model.drive_limits)


cdef int _read(Model model, cnp.ndarray gravity) except -1:
    cdef int i
    for i in range(3):
        model.g[i] = (<double*> cnp.PyArray_DATA(gravity))[i]
    return 0


cdef int _bind_physics(Model model) except -1:
    """Point at the table of joint physics, or at nothing where no joint has any."""
    model.physics = NULL
    if model.joint_physics is None:
        return 0
    model._physics_table = compiled_physics(model)
    cdef const unsigned char[::1] table = model._physics_table.view(np.uint8)
    if table.shape[0] != model.nv * <Py_ssize_t> sizeof(Coordinate):
        raise AssertionError("compiled_physics has another layout than Coordinate")
    model.physics = <const Coordinate*> &table[0]
    return 0


def under(Model model not None, gravity: NDArray[np.float64]) -> Model:
    """The model under another gravity, (3,), which becomes its own."""
    cdef Model out = _like(model)
    gravity.setflags(write=False)
    out.gravity = gravity
    out._arguments = _listed(out)
    out._bind_tables(model._tables)
    return out


def renamed(
    Model model not None, name: str, names: Sequence[str], joint_names: Sequence[str],
    mimics: Sequence[Mimic], frames: Sequence[Frame],
) -> Model:
    """The model with other names; frames with read-only placements."""
    cdef Model out = _like(model)
    out.name, out.names, out.joint_names = name, tuple(names), tuple(joint_names)
    out.mimics, out._own_frames = tuple(mimics), tuple(frames)
    out._frames = out._places = None
    out._arguments = _listed(out)
    out._bind_tables(model._tables)
    return out


def driven(Model model not None, physics: JointPhysics | None) -> Model:
    """The model with other joint physics."""
    cdef Model out = _like(model)
    out.joint_physics = frozen_physics(physics, model.nv)
    out._arguments = _listed(out)
    _bind_physics(out)
    out._bind_tables(model._tables)
    return out


cdef cnp.ndarray _with_row(cnp.ndarray array, int i, const double* row, int count):
    """A read-only copy of an array of doubles with another row of `count` numbers."""
    cdef cnp.ndarray copy = cnp.PyArray_NewCopy(array, cnp.NPY_CORDER)
    memcpy(<double*> cnp.PyArray_DATA(copy) + i * count, row, count * sizeof(double))
    cnp.PyArray_CLEARFLAGS(copy, cnp.NPY_ARRAY_WRITEABLE)
    return copy


def changed_inertia(
    Model model not None, int i, double mass, cnp.ndarray com not None: NDArray[np.float64],
    cnp.ndarray inertia not None: NDArray[np.float64],
) -> Model:
    """The model with another mass, center of mass and inertia of body i."""
    tables = tables_of_changed_inertia(model._tables, model.parents, i, mass, com, inertia)
    if tables is None:
        require_finite(f"body {model.names[i]!r}: inertia", inertia)
    cdef Model out = _like(model)
    out.masses = _with_row(model.masses, i, &mass, 1)
    out.coms = _with_row(model.coms, i, <const double*> cnp.PyArray_DATA(com), 3)
    out.inertias = _with_row(model.inertias, i, <const double*> cnp.PyArray_DATA(inertia), 9)
    out._arguments = _listed(out)
    out._bind_tables(compile_model(out) if tables is None else tables)
    return out
