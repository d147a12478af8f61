"""Models of other libraries, in and out, with the maps between the coordinates of both.

`pinocchio_reading`, `mujoco_reading` and `drake_reading` read a library's own model object,
`pinocchio_writing` makes one. `library_model` has what all of them return, `coordinate_map` and
`blocks` the maps joint by joint, `assembling` what the readers share. No library is imported before
it is asked for, see `extras`.
"""
