"""The measurements of the tests are importable, here and in workers."""

from pathlib import Path

import pytest
from joblib.externals.loky import get_reusable_executor


@pytest.fixture(scope="module", autouse=True)
def measurements():
    """Workers of other tests do not know them."""
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(str(Path(__file__).parent))
        get_reusable_executor().shutdown(wait=True)
        yield
        get_reusable_executor().shutdown(wait=True)
