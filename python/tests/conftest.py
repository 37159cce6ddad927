"""What several tests use."""

import json
import pathlib
import subprocess

import numpy as np
import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]
PROGRAM = ROOT / "build/release/dashpot"

# entries of a pair that satisfy every law
EVERYTHING = {"stiffness": 1e9, "modulus": 114e9, "radius": 5e-3, "mass": 4e-3, "yield": 0.3e9,
              "bearing_radius": 0.01, "clearance": 5e-4, "length": 0.02}


def pytest_configure(config):
    config.addinivalue_line("markers", "slow: takes seconds, or needs pandas, xarray or matplotlib")


@pytest.fixture
def program():
    """The program of this tree, called with JSON output."""
    assert PROGRAM.exists(), "build/release/dashpot is not built (make build)"

    def call(*arguments):
        done = subprocess.run([PROGRAM, *map(str, arguments), "--json"], capture_output=True,
                              text=True, check=True)
        return json.loads(done.stdout)
    return call


@pytest.fixture
def generator():
    return np.random.default_rng(20260101)
