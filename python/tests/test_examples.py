"""Every example runs, asserts what it claims, and draws a picture."""

import pathlib
import re
import subprocess
import sys

import pytest

EXAMPLES = sorted((pathlib.Path(__file__).resolve().parents[1] / "examples").glob("*.py"))


@pytest.mark.slow
@pytest.mark.parametrize("file", EXAMPLES, ids=lambda file: file.stem)
def test_example(file, tmp_path):
    picture = tmp_path / "picture.png"
    done = subprocess.run([sys.executable, file, picture], capture_output=True, text=True,
                          env={"MPLBACKEND": "Agg", "PATH": "/usr/bin:/bin",
                               "MPLCONFIGDIR": str(tmp_path)})
    assert done.returncode == 0, done.stderr
    assert done.stdout and picture.stat().st_size > 5000


def test_there_are_examples():
    assert len(EXAMPLES) == 5


PAGES = ("docs/python.md", "README.md")


@pytest.mark.slow
@pytest.mark.parametrize("page", PAGES)
def test_what_pages_show_runs(page, tmp_path):
    root = pathlib.Path(__file__).resolve().parents[2]
    (tmp_path / "scenarios").symlink_to(root / "scenarios")
    text = (root / page).read_text()
    blocks = re.findall(r"```python\n(.*?)```", text, re.DOTALL)
    assert blocks, f"{page} shows no Python"
    for block in blocks:
        done = subprocess.run([sys.executable, "-W", "ignore", "-c", block], capture_output=True,
                              text=True, cwd=tmp_path,
                              env={"MPLBACKEND": "Agg", "PATH": "/usr/bin:/bin",
                                   "MPLCONFIGDIR": str(tmp_path)})
        assert done.returncode == 0, block + done.stderr
