# The run over pairs of doubles, and the capsules that hold it. Included after twists.pxi.

from cpython.pycapsule cimport PyCapsule_New


cdef void run(Model model, int base, int representation, int n, const void* q, const void* v,
              void* poses, void* origins, void* twists, void* workspace) noexcept nogil:
    """One state: poses (nbodies, 4, 4), zeroed before, and twists (n, nbodies, 6)."""
    cdef int b, i, offset
    cdef real* pose = <real*> poses
    cdef const real* origin = <const real*> origins
    cdef Pass at
    cdef BodyFrames all_bodies
    all_bodies.count = model.nbodies
    all_bodies.body = NULL
    prepare(model, n, SCRATCH_SERIES, &at)
    at.body = <real*> workspace
    divide(model, SCRATCH_SERIES, &at)
    passes(model, base, representation, &all_bodies, <const real*> q, <const real*> v, pose,
           <real*> origins, <real*> twists, 6 * model.nbodies, NULL, &at)
    for b in range(model.nbodies):
        for i in range(3):
            offset = 16 * b + 4 * i + 3
            pose[offset] = pose[offset] + origin[3 * b + i]


cdef size_t kinematics_room(Model model, int n) noexcept nogil:
    """Number of reals of scratch that n coefficients need."""
    cdef Pass at
    return prepare(model, n, SCRATCH_SERIES, &at)


RUN = PyCapsule_New(<void*> run, "lieref.kinematics_run", NULL)
ROOM = PyCapsule_New(<void*> kinematics_room, "lieref.kinematics_room", NULL)
