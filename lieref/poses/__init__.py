"""Configurations in which frames have given poses.

Public function: `lieref.solve_pose` in `solve_pose.py`; the method, Levenberg-Marquardt with bounds
on batches, is in `levenberg_marquardt.py`, and what it minimizes in `pose_error.py`.
"""
