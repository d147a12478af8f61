"""Robots with elastic joints: motors behind springs and dampers, series elastic or antagonistic.

A tree of bodies moves by q, each motor by theta, both on the side of the link. Plain numpy over the
compiled recursions of any order; the model, its letters and equations are in
docs/theory/elastic-joints.md.
"""

from lieref.elastic.antagonistic import (
    AntagonisticDynamics,
    AntagonisticJoints,
    AntagonisticMotion,
    antagonistic_forward_dynamics,
    antagonistic_inverse_dynamics,
)
from lieref.elastic.elastic_joints import ElasticJoints
from lieref.elastic.feedback_linearization import feedback_linearization, linearizing_state
from lieref.elastic.feedforward import feedforward
from lieref.elastic.forward_dynamics import ElasticDynamics, forward_dynamics
from lieref.elastic.inverse_dynamics import ElasticMotion, inverse_dynamics

__all__ = [
    "AntagonisticDynamics",
    "AntagonisticJoints",
    "AntagonisticMotion",
    "ElasticDynamics",
    "ElasticJoints",
    "ElasticMotion",
    "antagonistic_forward_dynamics",
    "antagonistic_inverse_dynamics",
    "feedback_linearization",
    "feedforward",
    "forward_dynamics",
    "inverse_dynamics",
    "linearizing_state",
]
