# Entries of inertial_wrenches.pxi that batches of states call. Included after it.

from cpython.pycapsule cimport PyCapsule_New

RUN = PyCapsule_New(<void*> run_first, "lieref.loads_run", NULL)
WORKSPACE = PyCapsule_New(<void*> workspace, "lieref.partials_workspace", NULL)
