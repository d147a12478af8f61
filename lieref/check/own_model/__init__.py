"""A subject's own model: as it read a file itself, or as it was made.

`tables` takes it from what the subject says, `kinematics` from poses alone, `comparing` holds it
against lieref's, `joint_map` asks the subject in its own order of joints.
"""
