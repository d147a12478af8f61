import numpy as np

import lieref

model = lieref.catalogue.aerial_manipulator()
q = model.random_configuration(np.random.default_rng(1))
v = np.full((7, model.nv), 0.5)
tau = lieref.inverse_dynamics(model, q, v)
vdot = lieref.forward_dynamics(model, q, v[0], tau)  # vdot[k] is the (k + 1)-th derivative of v
bound = lieref.conditioning_bound(model, q, v[0], tau)  # what the rounding of tau alone costs
for order, error in enumerate(np.max(abs(vdot - v[1:]), axis=1) / 0.5):
    print(f"order {order}: error {error:.1e}, bound {bound[order]:.1e}")
