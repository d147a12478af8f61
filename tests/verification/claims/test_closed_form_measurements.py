"""What the errors of closed forms are measured by."""

import numpy as np
from numpy.testing import assert_allclose

import lieref
from verification.campaigns import CAMPAIGNS
from verification.measurements.inverse_dynamics import closed_forms

CAMPAIGN = CAMPAIGNS["inverse-dynamics"]


def test_the_terms_of_an_energy_that_only_grows_are_its_derivatives():
    b = lieref.ModelBuilder(name="slide")
    b.add_body("cart", None, lieref.Prismatic((0, 0, 1)), None, 3.0)
    model, v = b.build(), np.array([[1.0], [2.0], [5.0], [7.0]])
    H = np.zeros((4, 1, 1))
    H[0] = 3.0
    exact = lieref.energy(model, np.zeros(1), v).kinetic
    assert_allclose(closed_forms._energy_sizes(H, v), exact, rtol=1e-15)
    # moduli: signs make no difference
    v[[1, 3]] *= -1
    assert_allclose(closed_forms._energy_sizes(H, v), exact, rtol=1e-15)


def test_an_energy_that_is_off_by_one_part_in_1e14_does_not_hold(monkeypatch):
    def off(*arguments):
        exact = lieref.energy(*arguments)
        return exact._replace(kinetic=exact.kinetic * (1 + 1e-14))

    (claim,) = (claim for claim in CAMPAIGN.claims() if claim.name == "closed_form_accuracy")
    params = claim.params(True)[0]
    record = {"id": "case", "params": params, "result": closed_forms.evaluate(params)}
    assert all(row.holds for row in claim.verdict([record]))
    monkeypatch.setattr(closed_forms, "energy", off)
    record["result"] = closed_forms.evaluate(params)
    assert [row.holds for row in claim.verdict([record])] == [True, False, True]
