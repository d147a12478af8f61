# cython: freethreading_compatible=True
import numpy as np
from lieref.dynamics.inverse_dynamics cimport Call, run_inverse_dynamics, workspace_size
from lieref.model.model cimport Model


def torque(Model model, const double[::1] q, const double[:, ::1] v, double[:, ::1] tau):
    cdef double[::1] work = np.empty(workspace_size(model, v.shape[0] - 2, False))  # one a thread
    cdef Call call = Call(r=v.shape[0] - 2, base=0, q=&q[0], v=&v[0, 0], tau=&tau[0, 0],
                          wrenches=NULL, inertial_wrenches=False, tau_ext=NULL, workspace=&work[0])
    with nogil:  # nothing is checked here: sizes and finite numbers are not validated
        run_inverse_dynamics(model, &call)
