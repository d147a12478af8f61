"""Models as text for other programs: URDF (`urdf_text`) and SDF (`sdf_text`)."""
