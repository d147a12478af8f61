"""Frames, orders and signs, in the words that each file of the golden data has."""

NUMBERS = (
    "Inputs are doubles, written so that they are read as the same doubles. Of references, "
    "decimals are texts x with |reference - x| <= radius, and values the doubles nearest to them. "
    "A list of radii has one for each entry of the first axis of its values. Radii are at most "
    "1e-30 of the largest value that they belong to, unless balls cannot tell all of these from "
    "zero: then they are zeros with a radius of 1e-60. SI units, radians."
)
OF_DYNAMICS = {
    "vectors": "Twists (angular, linear), wrenches (torque, force). Vectors have their "
    "components in the frames that are named.",
    "tree": "Pose of a body in its parent's frame (null: the inertial frame): placement * J(q), "
    "x_parent = R x_body + p; axes and points of joints are in the body frame. An axis means "
    "axis / |axis|, a placement's rotation the rotation matrix nearest to it, a quaternion q / "
    "|q|.",
    "joints": "revolute: turn by q about the axis through the point; prismatic: shift by q along "
    "the axis; helical: that turn, then a shift by pitch q; spherical: unit quaternion (x, y, z, "
    "w) and angular velocity in body axes; free: position, unit quaternion (x, y, z, w), and a "
    "twist (fixed: a loop that is welded). Coordinates stand in the order of the bodies.",
    "inertia": "About the center of mass (com), body axes. Gravity is in the inertial frame.",
    "base": "Velocity of a free joint on the world: body: (omega, v) of the body frame in its "
    "own axes; spatial: omega, and velocity of the point that passes the inertial origin, "
    "inertial axes; hybrid: omega, and velocity of the body's origin, inertial axes; mixed: "
    "omega in body axes, velocity of the origin in inertial axes. Its force is dual: force . "
    "velocity is power.",
    "derivatives": "Axis 0 of v, tau, vdot, v_all, tau_all, wrenches and tau_ext is the order of "
    "the time derivative of the components: v[k], tau[k] the k-th, vdot[k] that of order k + 1 "
    "of v.",
    "forces": "Inverse dynamics: tau of the motion q, v. Forward dynamics: vdot of q, v[0] and "
    "tau. Hybrid dynamics: v and tau of all coordinates from v where prescribed, tau elsewhere. "
    "Wrenches act on the bodies at the origins of their frames, in wrench_axes; tau = H v' + C v "
    "+ g - wrenches - tau_ext.",
    "matrices": "H: kinetic energy v H v / 2. C: sum over bodies of J^T (M J' - ad_V^T M J), V = "
    "J v the twist and M the inertia of the body about the inertial origin, inertial axes. "
    "Gamma: sum_jk Gamma_ijk v_j v_k are the velocity forces, symmetric in j, k (half of "
    "d2tau_dv_dv).",
    "partials": "At q, v[0] and a = v[1], or tau[0]; wrenches[0] act and are held, tau_ext does "
    "not. By q: right Lie derivatives, q -> q * exp(E_j x), in body axes of the joint. Indices "
    "in the order of the name: d2tau_dq_dv[i][j][k] = d2 tau_i / dq_j dv_k; "
    "d2tau_dq_dq[i][j][k]: along j first, then along k, d2/dx dy of tau_i(q * exp(E_k y) * "
    "exp(E_j x)).",
    "loops": "Closed where pose(predecessor) * predecessor_frame * J = pose(successor) * "
    "successor_frame; q, v, tau and vdot are of the coordinates of the independent joints; the "
    "closed configuration is the one that is followed from the assembly. Couplings: q_driven = "
    "ratios q_sources + offsets. Partial derivatives: as of trees, all loops being kept closed.",
}
OF_GROUPS = {
    "vectors": "Screw coordinates X = (w, v): rotation vector first. Poses are 4x4, [[R, p], [0, "
    "1]].",
    "functions": "exp: of the matrix [[w~, v], [0, 0]], or w~. log: its inverse, |w| <= pi, the "
    "rotation part of the argument meaning the rotation nearest to it. dexp: sum ad_X^k / "
    "(k+1)!, the left one: d/dt exp X = [dexp_X X'] exp X, for rotations with w~ for ad. "
    "dexp_inv: its inverse.",
}
OF_FAILURES = {
    "refusal": "An implementation must report an error where the function is called, whatever it "
    "calls it. kind: singular (no unique or no finite result), configuration (a configuration that "
    "is none), model (a model that cannot be), shape, not finite, argument. exception: the class "
    "that lieref raises; names: what its message names.",
    "not_finite": "JSON has neither NaN nor infinity: the entry of the input at the index is to be "
    "replaced by the value.",
}
