"""What a mutant builds again: the modules that its file enters, and no more."""

import pytest

from verification.mutants import builds
from verification.mutants.sample import ROOT


@pytest.mark.parametrize(
    "file, modules",
    [
        (
            "lieref/dynamics/inverse/default/h_grne_body.pxi",
            ["_body_scalar", "_body_wide", "_h_grne_fine", "_h_grne_scalar", "_h_grne_states",
             "_h_grne_wide", "_hybrid_scalar", "_hybrid_wide"],
        ),
        (
            "lieref/dynamics/inverse/forms/spatial/h_grne_spatial.pxi",
            ["_gabi_spatial_scalar", "_spatial_scalar", "_spatial_wide"],
        ),
        ("lieref/algebra/scalars/second_order_numbers.pxi", ["_bicomplex", "_hyper_dual"]),
        ("lieref/dynamics/inverse_dynamics.pyx", ["inverse_dynamics"]),
        ("lieref/algebra/groups/inertia.pxd", ["inertia"]),
        ("lieref/model/tree/compiled.py", []),
    ],
)  # fmt: skip
def test_only_what_a_file_enters_is_built(file, modules):
    assert sorted(_kernels(file)) == modules


def _kernels(file, others=False):
    return {path.stem.removesuffix("_v3") for path in builds.rebuilt(file, ROOT)[others]}


def test_headers_are_found_where_the_compiler_finds_them():
    assert "_h_grne_scalar" in _kernels("lieref/algebra/scalars/roots.h")


def test_builds_for_other_numbers_come_second():
    file = "lieref/loops/constraints/explicit_constraints.pxi"
    assert _kernels(file) == {
        "_dynamics_states",
        "_first_partials_dense",
        "_first_partials_states",
        "constraints",
    }
    assert _kernels(file, others=True) == {"_constraints_hyper_dual"}


def test_includes_are_followed_between_folders():
    found = _kernels("lieref/kinematics/forward/poses.pxi")
    assert found == set(
        "_gabi_spatial_scalar _spatial_scalar _spatial_wide _forward_kinematics _kinematics_fine "
        "_series_partials_states _series_partials_wide _series_products_wide jacobian "
        "jacobian_series whole_motion _inertial_wrenches_states inertial_wrenches".split()
    )
    header = _kernels("lieref/algebra/scalars/lanes.h")
    assert header >= found | {"_h_grne_scalar", "_h_grne_wide", "_fine", "_h_gabi_fine"}
