"""Scenarios: files, texts and dicts; results; errors with their place; Ctrl-C."""

import decimal
import fractions
import json
import pathlib
import re
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
    "adaptive chain": """dp.Chain(mass=np.ones(20000), velocity=np.r_[1.0, np.zeros(19999)],
    contact=dp.Contact("hertz", stiffness=1e9), method="dop853").solve(1e3)""",
    "rows of an impact": """dp.Impact(dp.Contact("thornton", modulus=114e9, radius=5e-3, yield_=3e8),
    mass=1.0, speed=1.0, every=1e-11).run()""",
    "rows of a bounce": """dp.Bounce(dp.Contact("hertz", stiffness=1e9), mass=1.0, drop=1.0,
    gravity=9.81, until=100.0, every=1e-8).run()""",
    "rows of a mechanism": """dp.Mechanism(gravity=(0, -9.81), bodies=[dict(name="a", mass=1,
    inertia=1, angle=1.0)], joints=[dict(type="revolute", between=("ground", "a"),
    at=[[0, 0], [0, 1]])]).run(until=1.0, every=2e-8, watch=["a.angle"])""",
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


# --- what a picture shows ---

SPEED = [0.99, 1.4007, 1.401, 1.981, 1.981, 2.801, 3.962, 3.962, 4.8522]
RESTITUTION = [0.645, 0.553, 0.579, 0.525, 0.527, 0.484, 0.44, 0.468, 0.421]


def drawn_fit(laws, **more):
    matplotlib = pytest.importorskip("matplotlib")
    matplotlib.use("Agg")
    data = {"speed": SPEED, "restitution": RESTITUTION}
    result = dp.fit(laws, data, mass=13.78e-3, modulus=58.39e9, radius=7.5e-3, quiet=True, **more)
    figure = result.plot()
    figure.canvas.draw()
    return result, {ax.get_title(): ax for ax in figure.axes}


@pytest.mark.slow
@pytest.mark.parametrize("laws", [["thornton", "kuwabara-kono"], ["thornton"]])
@pytest.mark.parametrize("sigma", [None, 0.02])
def test_the_picture_of_a_fit_shows_the_measured_points(laws, sigma):
    result, axes = drawn_fit(laws, sigma=sigma)
    ax = axes["restitution against speed, measured and fitted"]
    (bars,) = ax.containers
    np.testing.assert_allclose(bars[0].get_xdata(), SPEED)
    np.testing.assert_allclose(bars[0].get_ydata(), RESTITUTION)
    lengths = np.diff([segment[:, 1] for segment in bars[2][0].get_segments()], axis=1)[:, 0]
    np.testing.assert_allclose(lengths, 2 * result.tables["series"]["restitution_sigma"])
    assert ax.get_xlabel() == "speed [m/s]" and ax.get_ylabel() == "restitution"
    labels = [text.get_text() for text in ax.get_legend().get_texts()]
    assert labels == [fit["law"] for fit in result["fits"]] + ["measured"]
    assert len(ax.collections) == 2  # the band and the error bars


@pytest.mark.slow
def test_residuals_are_points_and_profiles_have_names():
    _, axes = drawn_fit("thornton")
    points = axes["Residuals of the best fit"].lines[0]
    assert points.get_linestyle() == "None" and points.get_marker() == "o"
    assert axes["Residuals of the best fit"].get_ylabel() == "residual / sigma"
    ax = axes["Profile of yield_pressure"]
    assert ax.get_ylabel() == "chi2" and ax.get_xlabel() == "yield pressure [MPa]"
    assert [text.get_text() for text in ax.get_legend().get_texts()] == [
        "chi2", "threshold", "value and interval"]


@pytest.mark.slow
def test_groups_of_a_fit_are_curves_of_their_own():
    matplotlib = pytest.importorskip("matplotlib")
    matplotlib.use("Agg")
    data = {"speed": SPEED[::-1] + SPEED, "restitution": RESTITUTION[::-1] + RESTITUTION,
            "plate": ["b", "a"] * len(SPEED)}
    result = dp.fit("thornton", data, by="plate", mass=13.78e-3, modulus=58.39e9, radius=7.5e-3,
                    quiet=True)
    (ax,) = result.plot().axes
    curves = {line.get_label(): line.get_xdata() for line in ax.lines
              if line.get_label() in ("a", "b")}
    assert sorted(curves) == ["a", "b"]
    assert all(len(x) == len(SPEED) and (np.diff(x) >= 0).all() for x in curves.values())


@pytest.mark.slow
def test_a_sweep_over_laws_is_drawn():
    matplotlib = pytest.importorskip("matplotlib")
    matplotlib.use("Agg")
    laws = ["flores", "tsuji", "gonthier"]
    result = dp.run({**IMPACT, "sweep": {"parameters": [
        {"path": "impact.contact.law", "values": laws}], "results": ["restitution"]}}, quiet=True)
    (ax,) = result.plot().axes
    assert [text.get_text() for text in ax.get_xticklabels()] == laws
    assert ax.lines[0].get_linestyle() == "None" and ax.get_ylabel() == "restitution"


@pytest.mark.slow
def test_a_swept_restitution_is_not_called_as_the_one_that_comes_out():
    matplotlib = pytest.importorskip("matplotlib")
    matplotlib.use("Agg")
    for ax in dp.run(SWEEP).plot().axes:
        assert ax.get_legend().get_title().get_text() == "input restitution"
        assert ax.get_xlabel() == "velocity [m/s]"
    few = dict(SWEEP["sweep"]["parameters"][1], count=3)
    one = dp.run({**SWEEP, "sweep": {"parameters": [few], "results": ["restitution"]}}).plot()
    assert one.axes[0].get_xlabel() == "input restitution"
    assert one.axes[0].get_ylabel() == "restitution"


@pytest.mark.slow
def test_a_map_is_drawn_as_a_map():
    matplotlib = pytest.importorskip("matplotlib")
    matplotlib.use("Agg")
    result = dp.run({"kind": "chain", "materials": [
        {"name": "steel", "young": "207 GPa", "poisson": 0.3, "density": 7800}],
        "chain": {"beads": [{"count": 20, "radius": "5 mm", "material": "steel"}],
                  "striker": {"radius": "5 mm", "material": "steel", "velocity": "1 m/s"},
                  "contact": {"law": "hertz"}}, "run": {"until": "0.3 ms"}})
    maps = [p[0] for p, look in zip(result.pictures, result._lists[2]) if look["style"] == "map"]
    assert maps
    for name in maps:
        assert result.plot(name).axes[0].collections


@pytest.mark.parametrize("package, call, otherwise", [
    ("matplotlib", lambda r: r.plot(), "report"), ("pandas", lambda r: r.frame(), "tables"),
    ("xarray", lambda r: r.dataset(), "tables"),
    ("tqdm", lambda r: dp.run(IMPACT, progress=True), "function")])
def test_missing_packages_say_what_to_install(monkeypatch, package, call, otherwise):
    result = dp.run(IMPACT)
    for name in [n for n in sys.modules if n.split(".")[0] == package]:
        monkeypatch.setitem(sys.modules, name, None)
    monkeypatch.setitem(sys.modules, package, None)
    with pytest.raises(dp.Error, match=f"pip install {package}.*apt install python3-{package}"
                                       f".*{otherwise}") as caught:
        call(result)
    assert caught.value.key == package


def test_without_numpy_the_import_says_what_to_install():
    code = "import sys; sys.modules['numpy'] = None; import dashpot"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert done.returncode == 1 and "ImportError: dashpot needs numpy: install" in done.stderr


# --- what is said ---

def test_facts_are_notes_and_no_warnings():
    chain = {"kind": "chain", "materials": [
        {"name": "steel", "young": "207 GPa", "poisson": 0.3, "density": 7800}],
        "chain": {"beads": [{"count": 12, "radius": "5 mm", "material": "steel"}],
                  "striker": {"radius": "5 mm", "material": "steel", "velocity": "1 cm/s"},
                  "contact": {"law": "hertz"}}, "run": {"until": "1 ms"}}
    with warnings.catch_warnings(record=True) as said:
        warnings.simplefilter("always")
        result = dp.run(chain)
    texts = [str(warning.message) for warning in said]
    facts = [note for note in result.notes if note not in texts]
    assert any("was chosen" in note for note in facts)
    assert any("Nesterenko" in note or "sensors" in note for note in facts)
    assert not any("was chosen" in text or "Nesterenko" in text for text in texts)
    limit = re.search(r"longest stable one, (\S+) s", " ".join(result.notes))[1]
    step = {"run": {"until": "1 ms", "step": 0.5 * float(limit)}}
    with warnings.catch_warnings(record=True) as said:
        warnings.simplefilter("always")
        dp.run({**chain, **step})
    assert any("above a fifth" in str(warning.message) for warning in said)


@pytest.mark.parametrize("value", [float("inf"), float("nan"), np.float64("-inf"), 1j, {1, 2}])
def test_a_value_that_a_scenario_cannot_hold_has_its_path(value):
    bodies = [dict(IMPACT["impact"]["bodies"][0], velocity=value), IMPACT["impact"]["bodies"][1]]
    for call in (lambda: dp.run({**IMPACT, "impact": {**IMPACT["impact"], "bodies": bodies}}),
                 lambda: dp.run(IMPACT, set={"impact.bodies.0.velocity": value})):
        with pytest.raises(dp.Error, match=r"^impact\.bodies\.0\.velocity is ") as caught:
            call()
        assert caught.value.key == "impact.bodies.0.velocity"


def test_limits_are_named_by_keywords():
    bounce = {"kind": "bounce", "bounce": {"body": {"mass": 1}, "height": 1, "contact": {
        "law": "hertz", "stiffness": 1e9}}, "run": {"until": 1e6}}
    with pytest.raises(dp.Error, match=re.escape('limits={"memory": ...} sets it')) as caught:
        dp.run(bounce, limits={"memory": "1 MB"})
    assert "--" not in str(caught.value)
    with pytest.raises(dp.Error, match=r"^set=\{'impact\.contact\.e': \.\.\.\}: ") as caught:
        dp.run(IMPACT, set={"impact.contact.e": 0.5})
    with pytest.raises(dp.Error, match="set is a dict"):
        dp.run(IMPACT, set="impact.contact.restitution=0.5")
    with pytest.raises(dp.Error, match="threads is 'x'"):
        dp.run(IMPACT, threads="x")
    with pytest.raises(dp.Error, match="laws is empty"):
        dp.compare(IMPACT, [])


def test_numbers_of_other_kinds_are_numbers_of_a_scenario():
    wanted = dp.run(IMPACT, set={"impact.contact.restitution": 0.5}, quiet=True)["restitution"]
    for half in (fractions.Fraction(1, 2), decimal.Decimal("0.5"), np.float32(0.5), np.array(0.5)):
        made = dp.run(IMPACT, set={"impact.contact.restitution": half}, quiet=True)["restitution"]
        assert made == wanted


def test_a_dict_needs_no_title():
    with pytest.raises(dp.Error, match="kind is missing") as caught:
        dp.run({"impact": {}})
    assert "title" not in str(caught.value)


def test_laws_have_two_spellings():
    compared = [[entry["law"] for entry in dp.compare(IMPACT, **given)["laws"]] for given in (
        dict(laws=["tsuji", "hertz"]), dict(law=["tsuji", "hertz"]), dict(law="tsuji,hertz"),
        dict(laws="tsuji, hertz"), dict(laws=[dp.laws["tsuji"], "hertz"]))]
    assert all(names == compared[0] for names in compared)
    data = {"speed": SPEED, "restitution": RESTITUTION}
    known = dict(mass=13.78e-3, modulus=58.39e9, radius=7.5e-3)
    fits = [dp.fit(data=data, **given, **known)["fits"] for given in (
        dict(laws=["thornton", "tsuji"]), dict(law="thornton,tsuji"))]
    assert [fit["law"] for fit in fits[0]] == [fit["law"] for fit in fits[1]]
    assert dp.fit("thornton", data, **known)["fits"][0]["law"] == "thornton"
    with pytest.raises(dp.Error, match="two spellings"):
        dp.compare(IMPACT, laws="hertz", law="tsuji")


def test_messages_end_with_one_mark_and_name_keywords():
    with pytest.raises(dp.Error, match=r"did you mean restitution\? It takes"):
        dp.Contact("tsuji", restituton=0.5)
    with pytest.raises(dp.Error, match=r"takes no 'colour'\. It takes"):
        dp.Contact("tsuji", colour=1)
    plastic = dp.Contact("thornton", modulus=1e11, radius=1e-2, yield_pressure=1e9)
    for given in ({}, {"mass": 1e-3}):
        with pytest.raises(dp.Error, match="needs .*speed$"):
            dp.export("lammps", plastic, **given)
    tsuji = dp.Contact("tsuji", restitution=0.5, modulus=1e11, radius=5e-3, mass=1.0)
    wanted = dp.export("lammps", tsuji.replace(mass=1e-3), mass=1e-3, speed=1.0)
    with pytest.warns(dp.ValidityWarning, match="mass 1 kg"):
        assert dp.export("lammps", tsuji, mass=1e-3, speed=1.0) == wanted


def test_check_refuses_what_a_run_refuses():
    sweep = {"parameters": [{"path": "impact.contact.restitution", "values": [0.5, 1.5, 0.9]}],
             "results": ["restitution"]}
    scenario = {**IMPACT, "sweep": sweep}
    with pytest.warns(dp.ValidityWarning, match="1 of 3 points cannot be run; the first, point 1"):
        assert "sweep" in dp.check(scenario)
    for results, text in ((["restitutoin"], "did you mean restitution"), (["energy"], "is a map")):
        wrong = {**IMPACT, "sweep": {**sweep, "results": results}}
        said = []
        for call in (dp.check, dp.run):
            with pytest.raises(dp.Error, match=text) as refused:
                call(wrong)
            said.append(str(refused.value))
        assert said[0] == said[1]
    with pytest.raises(dp.Error, match="at most 10 million"):
        dp.check({**IMPACT, "output": {"every": 1e-15}})
