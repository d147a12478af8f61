import numpy as np

import lieref

model = lieref.catalogue.aerial_manipulator()  # or lieref.load_urdf("robot.urdf", base="free")
q = model.random_configuration(np.random.default_rng(1))
v = np.full((7, model.nv), 0.5)  # the generalized velocity and its first 6 time derivatives
tau = lieref.inverse_dynamics(model, q, v)  # the generalized force and its first 5
exact = np.array(lieref.oracle.inverse_dynamics(model, q, v, digits=50), dtype=float)
for order, error in enumerate(np.max(abs(tau - exact), axis=1) / np.max(abs(exact), axis=1)):
    print(f"order {order}: relative error {error:.1e}")
