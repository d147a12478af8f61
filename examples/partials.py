import numpy as np

import lieref

model = lieref.catalogue.aerial_manipulator()
q, v, a = model.random_configuration(np.random.default_rng(1)), *np.full((2, model.nv), 0.5)
first = lieref.inverse_dynamics_partials(model, q, v, a)  # .dtau_dq, .dtau_dv, .dtau_da
second = lieref.inverse_dynamics_second_partials(model, q, v, a)  # .d2tau_dq_dq, ...
exact = lieref.oracle.inverse_dynamics_partials(model, q, v, a, digits=50)
print(f"dtau_dq: error {abs(np.array(exact.dtau_dq, dtype=float) - first.dtau_dq).max():.1e}")
