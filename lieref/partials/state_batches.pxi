# Batches of the partial derivatives.

ctypedef size_t (*Workspace)(Model) noexcept nogil

# What is the same for every group of a batch.
cdef struct Common:
    void* model
    int nv
    int width
    int matrices                # results of (nv, nv), the first ones
    int directions              # of every state
    int base
    bint inertial_wrenches

# A kernel for groups of states, and its arguments.
cdef struct Task:
    GroupRun run
    GroupStart start
    size_t scratch              # reals
    Common common


cdef void _clear(const void* context, double** outputs, void* workspace) noexcept nogil:
    """The matrices are zero beyond the tree's pattern, which no run leaves."""
    cdef const Common* common = <const Common*> context
    cdef int i
    for i in range(common.matrices):
        memset(outputs[i], 0, <size_t> common.nv * common.nv * common.width * sizeof(double))


cdef Task _task(GroupRun run, GroupStart start, size_t scratch):
    cdef Task task
    memset(&task, 0, sizeof(task))
    task.run = run
    task.start = start
    task.scratch = scratch
    return task


cdef tuple _arguments(Model model, tuple names, tuple state, object wrenches):
    """(what, array, own axes) of q and rows of nv numbers, and of the wrenches."""
    cdef cnp.npy_intp[2] shape
    shape[0] = model.nq
    found = [("q", state_rows("q", state[0], 1, shape), 1)]
    shape[0] = model.nv
    found += [(what, state_rows(what, value, 1, shape), 1) for what, value in zip(names, state[1:])]
    shape[0] = model.nbodies
    shape[1] = 6
    loads = None if wrenches is None else state_rows("wrenches", wrenches, 2, shape)
    return tuple(found), ("wrenches", loads, 2)


# A call for many states: the public function of a single one, its arguments as `compute_batch`
# wants them, the axes of the batch, threads, and the error where roundings decide.
cdef class Many:
    cdef object single
    cdef tuple arguments
    cdef readonly tuple axes
    cdef readonly int workers
    cdef object edge
    axes: tuple[int, ...]
    workers: int

    def __cinit__(
        self, single: Callable[..., Any], arguments: Any, workers: int, edge: type[Exception],
    ):
        self.single = single
        self.arguments = arguments
        self.axes = batch_shape(arguments)
        self.workers = workers
        self.edge = edge

    def spread(self, arguments: Any) -> tuple[Any, ...]:
        """Arrays of the arguments (what, array, own axes), every one with all axes of the batch."""
        return tuple([None if array is None
                      else np.broadcast_to(array, self.axes + array.shape[array.ndim - core:])
                      for _, array, core in arguments])

    def refuse(self, model: Any, state: int) -> None:
        """Raise the error of a state of which a kernel made nothing, counted through the batch."""
        raise_first(self.single, model, self.arguments, self.axes, (state,))
        raise self.edge(f"state {state_index(state, self.axes)} is so close to where the single "
                        "call fails that roundings decide")


cdef tuple _in_lanes(Model model, Task* task, Many many, rows, shapes):
    """Results, of these shapes for a state, of a task for all rows (array, own axes); q first."""
    cdef Batch batch
    results = tuple([np.empty(many.axes + shape) for shape in shapes])
    open_batch(&batch, many.axes)
    for array, core in rows:
        add_rows(&batch, array, core, False)
    for array, shape in zip(results, shapes):
        add_rows(&batch, array, len(shape), True)
    task.common.model = <void*> model
    task.common.nv = model.nv
    task.common.width = batch.width
    batch.start = task.start
    batch.run = task.run
    batch.context = &task.common
    batch.workspace = sizeof(double) * task.scratch * batch.width
    compute_batch(&batch, model, many.single, many.arguments, many.axes, many.workers, many.edge)
    return results


cdef int _nothing(const void* context, const double** inputs, double** outputs,
                  void* workspace) noexcept nogil:
    return -1


cdef int _require_states(Model model, Many many, rows) except -1:
    """Every number of every state finite, and q's quaternions of unit norm; rows: q first."""
    cdef Task task = _task(_nothing, NULL, 0)
    _in_lanes(model, &task, many, rows, ())
    return 0
