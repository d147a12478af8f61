/* A control loop in C: a Python module whose steps call lieref's kernels without the GIL.

   The robot follows a path by computed torque, from a model that may differ from it, as in
   computed_torque.pyx. Build: see docs/cython-api.md. */
#define PY_SSIZE_T_CLEAN
#include "lieref.h"

static const lieref_api *api;

enum { WANTED, Q, V, PATH, ARRAYS };

/* -1, or the body at whose joint the robot's inertia is singular. */
static int steps_of(const lieref_model *robot, const lieref_model *model, Py_buffer *arrays,
                    Py_ssize_t steps, double kp, double kd, double dt, double *memory)
{
    const int n = model->nv;
    const double *wanted = arrays[WANTED].buf;
    double *q = arrays[Q].buf, *v = arrays[V].buf, *path = arrays[PATH].buf;
    double *motion = memory, *tau = memory + 2 * n, *vdot = tau + n, *work = vdot + n;
    const lieref_inverse_call inverse = {.q = q, .v = motion, .tau = tau, .workspace = work};
    const lieref_forward_call forward = {.q = q, .v = v, .tau = tau, .vdot = vdot,
                                         .workspace = work};
    for (Py_ssize_t k = 0; k < steps; k++, wanted += 3 * n, path += n) {
        for (int i = 0; i < n; i++) {
            motion[i] = v[i];
            motion[n + i] = wanted[2 * n + i] + kd * (wanted[n + i] - v[i])
                            + kp * (wanted[i] - q[i]);
        }
        api->inverse_dynamics(model, &inverse);
        const int singular = api->forward_dynamics(robot, &forward);
        if (singular >= 0)
            return singular;
        for (int i = 0; i < n; i++) {
            v[i] += dt * vdot[i];
            q[i] += dt * v[i];
            path[i] = q[i];
        }
    }
    return -1;
}

static PyObject *follow(PyObject *module, PyObject *arguments)
{
    PyObject *objects[2], *result = NULL;
    lieref_model robot, model;
    Py_buffer arrays[ARRAYS];
    double kp, kd, dt, *memory = NULL;
    (void) module;
    if (!PyArg_ParseTuple(arguments, "OOy*w*w*dddw*", &objects[0], &objects[1], &arrays[WANTED],
                          &arrays[Q], &arrays[V], &kp, &kd, &dt, &arrays[PATH]))
        return NULL;
    if (api->model_of(objects[0], &robot) != 0 || api->model_of(objects[1], &model) != 0)
        goto done;
    const int n = model.nv;
    const Py_ssize_t row = n * (Py_ssize_t) sizeof(double), steps = arrays[PATH].len / row;
    if (model.nq != n || robot.nq != n || robot.nv != n || arrays[Q].len != row
        || arrays[V].len != row || arrays[PATH].len != steps * row
        || arrays[WANTED].len != 3 * steps * row) {
        PyErr_SetString(PyExc_ValueError, "the arrays do not fit the models");
        goto done;
    }
    const size_t a = api->inverse_workspace_size(&model, 0, 0);
    const size_t b = api->forward_workspace_size(&robot, 0, 0);
    memory = PyMem_RawMalloc((4 * (size_t) n + (a > b ? a : b)) * sizeof(double));
    if (memory == NULL) {
        PyErr_NoMemory();
        goto done;
    }
    int singular;
    Py_BEGIN_ALLOW_THREADS
    singular = steps_of(&robot, &model, arrays, steps, kp, kd, dt, memory);
    Py_END_ALLOW_THREADS
    if (singular < 0)
        result = Py_NewRef(Py_None);
    else
        PyErr_Format(PyExc_ArithmeticError, "nothing opposes the joint of body %d", singular);
done:
    PyMem_RawFree(memory);
    for (int i = 0; i < ARRAYS; i++)
        PyBuffer_Release(&arrays[i]);
    return result;
}

static PyMethodDef methods[] = {
    {"follow", follow, METH_VARARGS, "follow(robot, model, wanted, q, v, kp, kd, dt, path)"},
    {NULL, NULL, 0, NULL}};

static struct PyModuleDef module = {PyModuleDef_HEAD_INIT, .m_name = "follow", .m_size = -1,
                                    .m_methods = methods};

PyMODINIT_FUNC PyInit_follow(void)
{
    PyObject *self = NULL;
    api = lieref_import();
    if (api != NULL)
        self = PyModule_Create(&module);
#ifdef Py_GIL_DISABLED
    /* what the module holds does not change any more */
    if (self != NULL)
        PyUnstable_Module_SetGIL(self, Py_MOD_GIL_NOT_USED);
#endif
    return self;
}
