"""Constants of the bodies of a model, as kernels read them."""

cdef enum Kind:
    REVOLUTE = 0
    PRISMATIC = 1
    HELICAL = 2
    SPHERICAL = 3
    FREE = 4

# A constant of a model: a double, but in builds that differentiate by the constants themselves or
# that compute in double-doubles.
cdef extern from *:
    """
    #ifndef LIEREF_PARAM
    #define LIEREF_PARAM
    #if defined(LIEREF_DOUBLE_DOUBLE)
    #include "double_double.h"
    typedef double_double param;
    #elif defined(LIEREF_PARAMETERS)
    typedef double _Complex param;
    #else
    typedef double param;
    #endif
    #endif
    """
    ctypedef double param

# Constants of one body in kernel frames (z along the joint axis, origin on it);
# the order of the members is that of compiled.body_constants.
cdef struct Body:
    param[9] E         # parent's kernel axes -> this body's, q = 0: x_child = E x_parent
    param[3] r         # this kernel frame's origin at q = 0 in the parent's kernel frame, m
    param pitch        # of a helical joint, m/rad
    param m            # mass of the body and all beyond it, kg
    param[3] h         # first moment of the augmented body, kernel frame, kg m
    param[6] P         # its second moments xx, yy, zz, xy, xz, yz, kernel frame, kg m^2
    param[9] K         # kernel axes in the body frame: x_body = K x_kernel + k
    param[3] k         # kernel origin in the body frame, m

# What a body weighs, in body axes; order of compiled.compile_model.
cdef struct Rigid:
    double m            # mass, kg
    double[3] c         # center of mass, m
    double[6] J         # inertia about it xx, yy, zz, xy, xz, yz, kg m^2

# Joint physics of one velocity coordinate, SI units; order of joint_physics.compiled.
cdef struct Coordinate:
    double armature
    double damping
    double friction
    double width        # velocity within which friction is smooth; 0: a sign
    double stiffness
    double rest
    int place           # of the configuration coordinate of a spring

# Constants of one body for kernels with x, y, z in lanes: columns of three and a zero, kernel
# frame; order of compiled.lane_constants.
cdef struct Link:
    param m            # mass of the body alone, kg
    param[3] least     # smallest pivots to trust: about an axis (kg m^2), along one (kg); unused
    param[12] J        # columns of its inertia about the origin, kg m^2
    param[12] H        # columns of [h], kg m
    param[12] rows     # rows of E
    # what every order wants
    param[24] spin     # columns for 01, 02, 12, 11 - 22, 22 - 00, 00 - 11 of Om: w x J w, kg m^2
    param[4] first     # its first moment h, kg m
    param[16] lever    # r, then the columns of [r]
    param[4] room      # to whole cache lines
