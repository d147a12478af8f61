"""The algebra of the spatial recursion at 55 digits: (E2) and (E5) in 6x6."""

from support.trees.robots import draw
from support.trees.spatial_robots import largest

from lieref.algebra.groups.se3_twin import Ad, ad, combine, inverse, matmul, transpose
from lieref.algebra.series import taylor
from lieref.dynamics.inverse.spatial import spatial_twin
from lieref.kinematics.forward_kinematics_twin import motions
from lieref.model.tree.exact import exact_model
from lieref.oracle import Mp
from lieref.oracle.scalars import series as ts

K = Mp(55)
DIGITS = K(10) ** -45


def _moving_bodies(order):
    model, q, v = draw("every_joint_free", "generic", r=order)
    columns = [ts.taylor([K(x) for x in column]) for column in v.T.tolist()]
    return motions(K, exact_model(model, K), [K(x) for x in q.tolist()], columns, "body")


def _coefficient(M, k):
    """The 6x6 matrix [[J - m c~ c~, m c~], [-m c~, m 1]] of Taylor coefficient k."""
    x, y, z = (M.m * c[k] for c in M.c)
    skew = [[0, -z, y], [z, 0, -x], [-y, x, 0]]
    mass = M.m if k == 0 else 0
    # -m c~ c~ = m (|c|^2 1 - c c^T)
    square = taylor.dot(M.c, M.c)[k]
    about_origin = [
        [M.J[i][j][k] + M.m * ((i == j) * square - taylor.mul(M.c[i], M.c[j])[k]) for j in range(3)]
        for i in range(3)
    ]
    top = [row + line for row, line in zip(about_origin, skew, strict=True)]
    lower = [
        [-a for a in line] + [mass * (i == j) for j in range(3)] for i, line in enumerate(skew)
    ]
    return top + lower


def _ad(motion, k):
    return ad(K, [c[k] for c in motion.V])


def test_inertia_in_parts_is_the_matrix_of_the_paper():
    for motion in _moving_bodies(1):
        M = spatial_twin.spatial_inertia(motion)
        # (E1)
        C = [[*row, x] for row, x in zip(*motion.C, strict=True)] + [[0, 0, 0, 1]]
        to_body = Ad(K, inverse(K, C))
        x, y, z = (motion.m * c for c in motion.com)
        skew = [[0, -z, y], [z, 0, -x], [-y, x, 0]]
        lever = [[-c / motion.m for c in row] for row in matmul(skew, skew)] if motion.m else skew
        body = [
            [a + b for a, b in zip(*rows, strict=True)] + line
            for *rows, line in zip(motion.inertia, lever, skew, strict=True)
        ] + [
            [-a for a in line] + [motion.m * (i == j) for j in range(3)]
            for i, line in enumerate(skew)
        ]
        moved = matmul(transpose(to_body), matmul(body, to_body))
        assert largest(combine((1, moved), (-1, _coefficient(M, 0)))) < DIGITS
        # (E2), coefficients: (k + 1) M_{k+1} = -sum_j (M_{k-j} ad_{V_j} + ad_{V_j}^T M_{k-j})
        for k in range(len(M.c[0]) - 1):
            terms = [(k + 1, _coefficient(M, k + 1))]
            for j in range(k + 1):
                product = matmul(_coefficient(M, k - j), _ad(motion, j))
                terms += [(1, product), (1, transpose(product))]
            assert largest(combine(*terms)) < DIGITS


def test_a_constant_body_wrench_has_spatial_derivatives():
    wrench = [ts.constant(K, K(x), 3) for x in (0.3, -0.2, 0.5, 1.0, 2.0, -3.0)]
    for motion in _moving_bodies(1):
        W = spatial_twin.body_wrench(K, motion, wrench)
        # (E5): W' = -ad_V^T W while the body's components stand still
        for k in range(2):
            rate = [(k + 1) * c[k + 1] for c in W]
            turned = [
                sum(_ad(motion, j)[a][i] * W[a][k - j] for a in range(6) for j in range(k + 1))
                for i in range(6)
            ]
            assert largest([a + b for a, b in zip(rate, turned, strict=True)]) < DIGITS
            assert largest(rate) > 0.01
