"""What tests need besides this program: services, and the packages that the lock files install.

Where such a thing is not there, the test is left out with a warning; with CI=true it fails.
"""

import os
import warnings
from importlib import import_module
from typing import Any, NoReturn

import pytest


def missing(what: str) -> NoReturn:
    """Loudly leave out a test or, while a file is read, all of its tests; with CI=true fail."""
    if os.environ.get("CI") == "true":
        pytest.fail(f"{what}: with CI=true it has to be there")
    warnings.warn(pytest.PytestWarning(f"NOT TESTED: {what}"), stacklevel=2)
    pytest.skip(what, allow_module_level=True)


def needed(module: str) -> Any:
    """A module of a package that the lock for the tests holds."""
    try:
        return import_module(module)
    except ImportError as bad:
        missing(f"{module} cannot be imported ({bad}): tools/setup.sh test installs it")
