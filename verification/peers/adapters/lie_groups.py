"""Functions of SO(3) and SE(3) of Lie libraries: JSON lines of questions in, of answers out.

``python lie_groups.py gtsam``: a line {"function": "log6", "argument": [...]} is answered with
{"value": [...]} or {"error": "..."}; twists are (angular, linear), poses 4x4 and rotations 3x3.
exp3 and exp6 return matrices, log3 and log6 vectors.
"""

import json
import os
import sys

import numpy as np


def turned(X):
    """Angular and linear parts exchanged."""
    return np.r_[X[3:], X[:3]]


def gtsam():
    import gtsam

    return {
        "exp3": lambda w: gtsam.Rot3.Expmap(w).matrix(),
        "log3": lambda R: gtsam.Rot3.Logmap(gtsam.Rot3(R)),
        "exp6": lambda X: gtsam.Pose3.Expmap(X).matrix(),
        "log6": lambda C: gtsam.Pose3.Logmap(gtsam.Pose3(C)),
    }


def sophuspy():
    from sophuspy import SE3, SO3

    return {
        "exp3": lambda w: SO3.exp(w).matrix(),
        "log3": lambda R: SO3(R).log(),
        "exp6": lambda X: SE3.exp(turned(X)).matrix(),
        "log6": lambda C: turned(np.ravel(SE3(C).log())),
    }


def spatialmath():
    from spatialmath.base import trexp, trlog

    return {
        "exp3": trexp,
        "log3": lambda R: trlog(R, twist=True),
        "exp6": lambda X: trexp(turned(X)),
        "log6": lambda C: turned(trlog(C, twist=True)),
    }


def modern_robotics():
    import modern_robotics as m

    return {
        "exp3": lambda w: m.MatrixExp3(m.VecToso3(w)),
        "log3": lambda R: m.so3ToVec(m.MatrixLog3(R)),
        "exp6": lambda X: m.MatrixExp6(m.VecTose3(X)),
        "log6": lambda C: m.se3ToVec(m.MatrixLog6(C)),
    }


def transforms3d():
    from transforms3d.axangles import axangle2mat, mat2axangle

    def log3(R):
        axis, angle = mat2axangle(R)
        return angle * np.array(axis)

    return {"exp3": lambda w: axangle2mat(w, np.linalg.norm(w)), "log3": log3}


def liecasadi():
    from casadi import DM
    from liecasadi import SE3, SO3, SE3Tangent, SO3Tangent

    return {
        "exp3": lambda w: SO3Tangent(DM(w)).exp().as_matrix().full(),
        "log3": lambda R: SO3.from_matrix(DM(R)).log().vec.full().ravel(),
        "exp6": lambda X: SE3Tangent(DM(turned(X))).exp().as_matrix().full(),
        "log6": lambda C: turned(SE3.from_matrix(DM(C)).log().vec.full().ravel()),
    }


def symforce():
    from sym import Rot3

    return {
        "exp3": lambda w: Rot3.from_tangent(w).to_rotation_matrix(),
        "log3": lambda R: Rot3.from_rotation_matrix(R).to_tangent(),
    }


def lee_groups():
    import lee

    return {
        "exp3": lambda w: lee.so_n(w).exp_map().R,
        "log3": lambda R: lee.SO_n(R, validate=False).log_map().vee,
        "exp6": lambda X: lee.se3(turned(X)).exp_map().X,
        "log6": lambda C: turned(lee.SE3(lee.SO_n(C[:3, :3], validate=False), C[:3, 3]).Log()),
    }


def pylieg():
    from pylie import SE3, SO3

    return {
        "exp3": lambda w: SO3.exp(w.reshape(3, 1)).as_matrix(),
        "log3": lambda R: np.ravel(SO3.log(SO3.from_matrix(R))),
        "exp6": lambda X: SE3.exp(X.reshape(6, 1)).as_matrix(),
        "log6": lambda C: np.ravel(SE3.log(SE3.from_matrix(C))),
    }


def tensor(x):
    """A batch of one, in float64."""
    import torch

    return torch.tensor(np.array(x), dtype=torch.float64)[None]


def pypose():
    import pypose as pp

    return {
        "exp3": lambda w: pp.so3(tensor(w)).Exp().matrix()[0],
        "log3": lambda R: pp.mat2SO3(tensor(R), check=False).Log().tensor()[0],
        "exp6": lambda X: pp.se3(tensor(turned(X))).Exp().matrix()[0],
        "log6": lambda C: turned(pp.mat2SE3(tensor(C), check=False).Log().tensor()[0].numpy()),
    }


def pytorch_kinematics():
    from pytorch_kinematics.transforms import so3_exp_map, so3_log_map

    return {
        "exp3": lambda w: so3_exp_map(tensor(w))[0],
        "log3": lambda R: so3_log_map(tensor(R))[0],
    }


def pytorchse3():
    from pytorchse3.se3 import se3_exp_map, se3_log_map
    from pytorchse3.so3 import so3_exp_map, so3_log_map

    return {
        "exp3": lambda w: so3_exp_map(tensor(w))[0],
        "log3": lambda R: so3_log_map(tensor(R))[0],
        "exp6": lambda X: se3_exp_map(tensor(X))[0],
        "log6": lambda C: se3_log_map(tensor(C))[0],
    }


def answered(functions, asked):
    """The line of an answer."""
    function = functions.get(asked["function"])
    if function is None:
        return {"not_offered": True}
    try:
        value = np.array(function(np.array(asked["argument"])), float)
        finite = np.where(np.isfinite(value), value, 0.0)
        return {"value": finite.tolist(), "not_finite": int((~np.isfinite(value)).sum())}
    except Exception as error:
        return {"error": f"{type(error).__name__}: {error}"[:200]}


def main():
    # what libraries print must not spoil the answers
    channel = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)
    functions = globals()[sys.argv[1]]()
    for line in sys.stdin:
        channel.write(json.dumps(answered(functions, json.loads(line))) + "\n")
        channel.flush()


if __name__ == "__main__":
    main()
