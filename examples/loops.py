import numpy as np

import lieref

model = lieref.catalogue.mit_humanoid_like()  # 37 bodies, 24 independent velocities
q = model.random_configuration(np.random.default_rng(1))  # of all joints, with every loop closed
v = np.full((2, model.nv), 0.5)
tau = lieref.inverse_dynamics(model, q, v)
vdot = lieref.forward_dynamics(model, q, v[0], tau)
exact = lieref.oracle.loop_inverse_dynamics(model, q, v, digits=50)
print(f"forces: error {abs(np.array(exact, dtype=float) - tau).max():.1e}")
print(f"round trip: error {abs(vdot[0] - v[1]).max():.1e}")
