/* Inverse and forward dynamics for C and C++, without Python in between; see docs/cython-api.md.

   Nothing is linked: `lieref_import` gets a table of functions from the installed package. What the
   table offers, but for `model_of`, touches no Python, takes no memory and checks nothing: it may
   run without the GIL, in any number of threads at once, each with a workspace of its own. Frames,
   units and orders of entries are those of the Python functions (docs/conventions.md). */
#ifndef LIEREF_H
#define LIEREF_H

#include <Python.h>
#include <stddef.h>

#define LIEREF_API_VERSION 1
#define LIEREF_API_MODULE "lieref.dynamics.c_api"
#define LIEREF_API_CAPSULE LIEREF_API_MODULE ".C_API"

/* Representation of the velocity of free joints on the world. */
enum { LIEREF_BODY = 0, LIEREF_SPATIAL = 1, LIEREF_HYBRID = 2, LIEREF_MIXED = 3 };

/* A lieref.Model, which must outlive this. */
typedef struct {
    const void *handle;
    int nbodies, nq, nv;
} lieref_model;

/* tau of a motion and its derivatives of order 0 .. r; arrays are row after row. */
typedef struct {
    int r;
    int base;                /* LIEREF_BODY ... */
    const double *q;         /* (nq,) */
    const double *v;         /* (r + 2, nv): velocity and its derivatives */
    const double *wrenches;  /* (r + 1, nbodies, 6): moment, force at each body's origin, or NULL */
    int inertial_wrenches;   /* resolved in inertial axes (1), in body axes (0) */
    const double *tau_ext;   /* (r + 1, nv), or NULL */
    double *tau;             /* (r + 1, nv), written */
    void *workspace;         /* inverse_workspace_size(...) doubles */
} lieref_inverse_call;

/* The acceleration that tau causes, and its derivatives of order 0 .. r. */
typedef struct {
    int r;
    int base;
    const double *q;         /* (nq,) */
    const double *v;         /* (nv,) */
    const double *wrenches;  /* (r + 1, nbodies, 6), or NULL */
    int inertial_wrenches;
    const double *tau_ext;   /* (r + 1, nv), or NULL */
    const double *tau;       /* (r + 1, nv) */
    double *vdot;            /* (r + 1, nv), written */
    void *workspace;         /* forward_workspace_size(...) doubles */
} lieref_forward_call;

typedef struct {
    int version;
    /* With the GIL: 0, or -1 with a TypeError set for what is no Model. */
    int (*model_of)(PyObject *object, lieref_model *model);
    /* In doubles; inertial_wrenches as in the call. */
    size_t (*inverse_workspace_size)(const lieref_model *model, int r, int inertial_wrenches);
    size_t (*forward_workspace_size)(const lieref_model *model, int r, int inertial_wrenches);
    void (*inverse_dynamics)(const lieref_model *model, const lieref_inverse_call *call);
    /* -1, or the number of the body at whose joint the articulated inertia is singular */
    int (*forward_dynamics)(const lieref_model *model, const lieref_forward_call *call);
} lieref_api;

/* The table, with the GIL held; NULL with a Python error set. It lasts as long as Python does. */
static inline const lieref_api *lieref_import(void)
{
    const lieref_api *api = NULL;
    PyObject *capsule, *module = PyImport_ImportModule(LIEREF_API_MODULE);
    if (module == NULL)
        return NULL;
    capsule = PyObject_GetAttrString(module, "C_API");
    Py_DECREF(module);
    if (capsule == NULL)
        return NULL;
    api = (const lieref_api *) PyCapsule_GetPointer(capsule, LIEREF_API_CAPSULE);
    Py_DECREF(capsule);
    if (api != NULL && api->version != LIEREF_API_VERSION) {
        PyErr_Format(PyExc_ImportError, "lieref.h of version %d, but a lieref of version %d",
                     LIEREF_API_VERSION, api->version);
        return NULL;
    }
    return api;
}

#endif
