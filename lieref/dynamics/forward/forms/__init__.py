"""Forward dynamics in three other representations: spatial, body-fixed and hybrid twists.

Each folder is one recursion. Here stands what they share: the elimination of a joint's columns from
an articulated inertia (`column_elimination.pxi`) and the steps of one order at one joint.
"""
