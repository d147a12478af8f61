"""Around every compiled call: the entries of the kernels' builds; the memory is in calls.pxd."""

from cpython.pycapsule cimport PyCapsule_GetPointer

from lieref import machine


cdef void* entry(str kernel, str name, str kind) except NULL:
    """An entry of the build of a kernel that this processor runs.

    `kind`, by which its capsule is named, stands for what it takes: a pointer is not an entry of
    another kind.
    """
    return PyCapsule_GetPointer(getattr(machine.kernel(kernel), name), f"lieref.{kind}".encode())


cdef int raise_no_memory(size_t bytes) except -1:
    raise MemoryError(f"{bytes} bytes of workspace")
