"""Scenarios: files, texts and dicts; results; errors with their place; Ctrl-C."""

import json
import pathlib
import signal
import subprocess
import sys
import threading
import warnings

import dashpot as dp
import numpy as np
import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]
IMPACT = {
    "kind": "impact",
    "impact": {
        "bodies": [{"radius": "1 cm", "mass": 0.1, "velocity": "1 m/s"},
                   {"radius": "1 cm", "mass": "100 g", "velocity": 0}],
        "contact": {"law": "tsuji", "restitution": 0.7, "stiffness": "1e9 N/m^1.5"},
    },
}
SWEEP = {**IMPACT, "sweep": {
    "parameters": [{"path": "impact.bodies.0.velocity", "from": 0.5, "to": 2, "count": 4},
                   {"path": "impact.contact.restitution", "from": 0.3, "to": 0.9, "count": 3}],
    "results": ["restitution", "max_force"]}}
TEXT = """dashpot: 1
kind: impact
impact:
  bodies:
    - {radius: 1 cm, mass: 0.1 kg, velocity: 1 m/s}
    - {radius: 1 cm, mass: 100 g, velocity: 0}
  contact: {law: tsuji, restitution: 0.7, stiffness: 1e9 N/m^1.5}
"""


@pytest.fixture(autouse=True)
def no_warnings():
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", dp.ValidityWarning)
        yield


def test_file_text_and_dict_are_the_same(tmp_path, program):
    file = tmp_path / "impact.yaml"
    file.write_text(TEXT)
    results = [dp.run(source) for source in (str(file), file, TEXT, IMPACT)]
    said = program("run", file)
    said = said[0] if isinstance(said, list) else said
    for result in results:
        assert result["restitution"] == said["restitution"]
        assert result["energy"] == said["energy"]
    assert dp.run(IMPACT, set={"impact.contact.restitution": 0.9})["restitution"] > 0.85
    assert "restitution: 0.5" in dp.check(TEXT, set={"impact.contact.restitution": 0.5}).replace(
        '"', "")


def test_tables_and_units():
    result = dp.run(IMPACT)
    series = result.tables["series"]
    assert result.units["series"]["force"] == "N" and series["force"].dtype == np.float64
    assert series["force"].max() == pytest.approx(result["max_force"], rel=1e-3)
    assert "restitution" in repr(result) and result.kind == "impact"
    assert not dp.run(IMPACT, series=False).tables


def test_a_result_can_be_pickled():
    import pickle
    result = dp.run(IMPACT)
    twin = pickle.loads(pickle.dumps(result))
    assert dict(twin) == dict(result) and twin.notes == result.notes
    np.testing.assert_array_equal(twin.tables["series"]["force"], result.tables["series"]["force"])
    with pytest.raises(dp.Error, match="pickled"):
        twin.report("nowhere")


@pytest.mark.slow
def test_frames():
    result = dp.run(IMPACT)
    series = result.tables["series"]
    frame = result.frame("series")
    assert list(frame.columns) == list(series) and frame.attrs["units"]["time"] == "s"
    with pytest.raises(dp.Error, match="series"):
        result.frame("nothing")


def test_sweep():
    shares = []
    result = dp.run(SWEEP, progress=shares.append)
    assert len(result.tables["series"]["restitution"]) == 12
    assert shares and shares == sorted(shares) and shares[-1] <= 1.0


@pytest.mark.slow
def test_a_bar_shows_progress(capsys):
    import tqdm  # noqa: F401  (the bar is its)
    assert len(dp.run(SWEEP, progress=True).tables["series"]["restitution"]) == 12
    assert "%" in capsys.readouterr().err
    with pytest.raises(dp.Error, match="progress"):
        dp.run(SWEEP, progress="often")


@pytest.mark.slow
def test_sweep_is_tidy():
    import xarray
    result = dp.run(SWEEP)
    frame = result.frame()
    assert len(frame) == 12 and {"restitution", "max_force"} <= set(frame.columns)
    data = result.dataset()
    assert isinstance(data, xarray.Dataset) and data["restitution"].shape == (4, 3)


@pytest.mark.slow
def test_sample_is_tidy():
    sweep = {"design": "sobol", "count": 16,
             "parameters": [{"path": "impact.bodies.0.velocity", "from": 0.5, "to": 2, "name": "v"},
                            {"path": "impact.contact.restitution", "from": 0.3, "to": 0.9}],
             "results": ["restitution", "max_force"]}
    result = dp.run({**IMPACT, "sweep": sweep})
    data = result.dataset()
    assert data["max_force"].shape == (16,) and "v" in data.coords
    assert len(result.plot().axes) == 4
    sweep.update(design="saltelli", count=8)
    result = dp.run({**IMPACT, "sweep": sweep})
    assert [entry["result"] for entry in result["sensitivity"]] == ["restitution", "max_force"]
    assert len(result.tables["sensitivity"]["total"]) == 4 and len(result.plot().axes) == 4


def test_errors_carry_their_place(tmp_path):
    file = tmp_path / "wrong.yaml"
    file.write_text(TEXT.replace("law: tsuji", "law: tsuuji"))
    with pytest.raises(dp.Error) as caught:
        dp.run(file)
    assert (caught.value.file, caught.value.line, caught.value.key) == (str(file), 7, "law")
    file.write_text(TEXT.replace("bodies:", "bodiez:"))
    with pytest.raises(dp.Error) as caught:
        dp.run(file)
    assert caught.value.line == 4 and caught.value.key == "bodiez"
    file.write_text(TEXT.replace("mass: 0.1 kg, ", ""))
    with pytest.raises(dp.Error) as caught:
        dp.run(file)
    assert caught.value.line == 5 and caught.value.key == "mass"
    with pytest.raises(dp.Error, match="cannot be read"):
        dp.run(tmp_path / "missing.yaml")
    with pytest.raises(dp.Error, match="complex"):
        dp.run({**IMPACT, "title": 1j})
    with pytest.raises(dp.Error):
        dp.run(7)
    with pytest.raises(dp.Error, match="nan"):
        dp.run({**IMPACT, "run": {"every": float("nan")}})


def test_notes_are_warnings():
    hard = {**IMPACT, "impact": {**IMPACT["impact"], "bodies": [
        {"radius": "1 cm", "mass": 0.1, "velocity": "100 m/s"},
        {"radius": "1 cm", "mass": "100 g", "velocity": 0}]}}
    with warnings.catch_warnings():
        warnings.simplefilter("error", dp.ValidityWarning)
        dp.run(hard, quiet=True)
        with pytest.raises(dp.ValidityWarning):
            dp.run(hard)
    assert dp.run(hard).notes


def test_report_and_folder(tmp_path):
    result = dp.run(IMPACT)
    page = result.report(tmp_path / "out")
    assert "Not drawn" not in pathlib.Path(page).read_text()
    assert len(list((tmp_path / "out").glob("plots/*.svg"))) == len(result.pictures)
    assert pathlib.Path(page).exists() and result.folder == str(tmp_path / "out")
    summary = json.loads((tmp_path / "out/summary.json").read_text())
    assert summary["restitution"] == result["restitution"]
    with pytest.raises(dp.Error):
        dp.run(IMPACT, folder=tmp_path / "out")
    assert dp.run(IMPACT, folder=tmp_path / "out", replace=True).folder


@pytest.mark.slow
def test_pictures():
    import matplotlib
    matplotlib.use("Agg")
    figure = dp.run(SWEEP).plot("restitution")
    assert len(figure.axes[0].lines) == 3  # a curve for each value of the second parameter
    result = dp.run(IMPACT)
    assert len(result.plot().axes) == len(result.pictures)
    assert len(result.plot("force-time").axes) == 1
    with pytest.raises(dp.Error, match="force-time"):
        result.plot("nothing")
    page = result._repr_html_()
    assert "<img" in page and "restitution" in page and "<script" not in page


def test_comparison():
    result = dp.compare(IMPACT, ["tsuji", dp.laws["flores"]], set={"impact.bodies.0.velocity": 2},
                        quiet=True)
    assert [entry["law"] for entry in result["laws"]] == ["tsuji", "flores"]
    for entry in result["laws"]:
        alone = dp.run(IMPACT, set={"impact.contact.law": entry["law"],
                                    "impact.bodies.0.velocity": 2}, quiet=True)
        assert entry["restitution"] == alone["restitution"]
        rows = result.tables["series"]["law"] == entry["law"]
        assert np.array_equal(result.tables["series"]["force"][rows],
                              alone.tables["series"]["force"])
    assert result["skipped"] == []
    with pytest.raises(dp.Error, match="did you mean flores"):
        dp.compare(IMPACT, ["florse"])
    with pytest.raises(dp.Error, match="path of a contact"):
        dp.compare(IMPACT, at="impact.bodies")
    assert len(dp.compare(IMPACT, "all", quiet=True)["skipped"]) > 1


def test_a_callback_that_raises_ends_the_run():
    sweep = {**IMPACT, "sweep": {"parameters": [
        {"path": "impact.bodies.0.velocity", "from": 0.5, "to": 2, "count": 2000}],
        "results": ["restitution"]}}

    def fail(share):
        raise RuntimeError("enough")
    with pytest.raises(RuntimeError, match="enough"):
        dp.run(sweep, progress=fail)


# a shell lets what it starts in the background ignore SIGINT, and so do its children
HEARS = "import signal\nsignal.signal(signal.SIGINT, signal.default_int_handler)\n"
CHILD = HEARS + """
import sys, dashpot as dp
try:
    dp.run(sys.argv[1], progress=lambda share: print("going", flush=True))
except KeyboardInterrupt:
    print("interrupted", flush=True)
"""


SOLVERS = {
    "chain": """dp.Chain(mass=np.ones(20000), velocity=np.r_[1.0, np.zeros(19999)],
    contact=dp.Contact("hertz", stiffness=1e9), step=1e-8).advance(10**9)""",
    "mechanism": """dp.Mechanism(gravity=(0, -9.81), bodies=[dict(name="a", mass=1, inertia=1,
    angle=1.0)], joints=[dict(type="revolute", between=("ground", "a"), at=[[0, 0], [0, 1]])]
    ).run(until=1e9, max_steps=10**12)""",
    "impacts": """dp.Contact("thornton", modulus=114e9, radius=5e-3, yield_=3e8).impacts(
    mass=np.full(10**7, 1e-3), speed=1.0, threads=1)""",
}


@pytest.mark.slow
@pytest.mark.parametrize("kind", list(SOLVERS))
def test_interrupt_stops_a_solver(kind):
    script = (HEARS + "import dashpot as dp, numpy as np\ntry:\n    print('going', flush=True)\n    "
              + SOLVERS[kind] + "\nexcept KeyboardInterrupt:\n    print('interrupted', flush=True)\n")
    child = subprocess.Popen([sys.executable, "-c", script], stdout=subprocess.PIPE, text=True)
    assert child.stdout.readline() == "going\n"
    child.send_signal(signal.SIGINT)
    assert child.stdout.read() == "interrupted\n" and child.wait() == 0


@pytest.mark.slow
def test_interrupt_stops_a_run(tmp_path):
    file = tmp_path / "long.yaml"
    file.write_text("""dashpot: 1
kind: chain
materials: [{name: steel, young: 193 GPa, poisson: 0.3}]
chain:
  beads: [{count: 2000, radius: 2.38 mm, mass: 0.45 g, material: steel}]
  striker: {velocity: 1.77 m/s, copy: true}
  contact: {law: hertz}
run: {step: 10 ns, until: 1 s}
""")
    child = subprocess.Popen([sys.executable, "-c", CHILD, str(file)], stdout=subprocess.PIPE,
                             text=True)
    assert child.stdout.readline() == "going\n"
    child.send_signal(signal.SIGINT)
    rest = child.stdout.read()
    assert child.wait() == 0 and rest.endswith("interrupted\n")


def test_runs_in_threads():
    found = []

    def work():
        found.append(dp.run(IMPACT, quiet=True)["restitution"])
    threads = [threading.Thread(target=work) for _ in range(4)]
    for t in threads:
        t.start()
    for t in threads:
        t.join()
    assert len(found) == 4 and len(set(found)) == 1
