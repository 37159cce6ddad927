"""Fits of measured impacts."""

import fractions
import warnings

import numpy as np
import pytest

import dashpot as dp

SPEED = [0.1, 0.3, 1.0]
RESTITUTION = [0.78, 0.65, 0.52]
# steel ball of 10 mm on a bronze block
PAIR = dict(modulus=80.410833333e9, radius=0.01)
MASS = 0.0326725636


def fitted(laws, **keywords):
    data = {"speed": SPEED, "restitution": RESTITUTION}
    return dp.fit(laws, data, mass=MASS, **{**PAIR, "sigma": 0.02, "quiet": True, **keywords})


def test_a_law_with_its_reference_values():
    # an independent implementation prints these digits
    best = fitted("schwager-poschel", free={"damping": (1.0, 1e9)})["fits"][0]
    sought = best["parameters"][0]
    assert best["chi2"] == pytest.approx(7.271244, rel=1e-6)
    assert sought["value"] == pytest.approx(854192.0, rel=1e-6)
    assert sought["low"] == pytest.approx(779880.0, rel=1e-4)
    assert sought["high"] == pytest.approx(932874.8, rel=1e-4)
    assert sought["stderr"] == pytest.approx(39339.8, rel=1e-4)


def test_laws_are_ranked():
    result = fitted(["exact-restitution", dp.laws["thornton"]],
                    free={"restitution": (0.05, 1.0), "yield_pressure": (1e7, 1e10)})
    assert [fit["law"] for fit in result["fits"]] == ["thornton", "exact-restitution"]
    assert result["fits"][1]["parameters"][0]["value"] == pytest.approx(0.65, abs=1e-6)
    assert result["contact"]["law"] == "thornton"


def test_the_contact_gives_the_fitted_points():
    result = fitted("kuwabara-kono")
    contact = dict(result["contact"])
    law = contact.pop("law")
    again = dp.Contact(law, **contact).restitution(mass=MASS, speed=SPEED)
    assert again == pytest.approx([point["fitted"]["restitution"] for point in result["points"]],
                                  rel=1e-9)


def test_errors_by_row_and_by_column():
    one = fitted("tsuji", sigma=[0.02, 0.02, 0.02])
    other = fitted("tsuji", sigma={"restitution": 0.02})
    assert one["fits"][0]["chi2"] == pytest.approx(other["fits"][0]["chi2"], rel=1e-12)
    assert fitted("tsuji", sigma=None)["fits"][0]["chi2"] is None


def test_units_as_text():
    one = dp.fit("schwager-poschel", {"speed": SPEED, "restitution": RESTITUTION}, sigma=0.02,
                 mass="32.6725636 g", free={"damping": ("1 N s/m^1.65", 1e9)}, quiet=True, **PAIR)
    assert one["fits"][0]["chi2"] == pytest.approx(7.271244, rel=1e-6)


@pytest.mark.slow
def test_frames():
    pandas = pytest.importorskip("pandas")
    frame = pandas.DataFrame({"speed": SPEED, "restitution": RESTITUTION})
    one = dp.fit("tsuji", frame, sigma=0.02, mass=MASS, quiet=True, **PAIR)
    assert one["fits"][0]["chi2"] == pytest.approx(84.5, rel=1e-6)
    # cells of pandas that hold nothing, in columns of numbers and of texts
    gaps = pandas.DataFrame({
        "speed": pandas.array([*SPEED, 5.0], dtype="Float64"),
        "restitution": pandas.array([*RESTITUTION, None], dtype="Float64"),
        "drop number": pandas.array([1] * len(SPEED) + [None], dtype="Int64"),
        "plate": pandas.array(["a"] * len(SPEED) + [None], dtype="string")})
    two = dp.fit("tsuji", gaps, sigma=0.02, mass=MASS, quiet=True, **PAIR)
    assert two["fits"][0]["chi2"] == one["fits"][0]["chi2"]


def test_warnings_are_no_answers():
    with pytest.warns(dp.ValidityWarning) as said:
        fitted(["exact-restitution", "tsuji"], quiet=False)
    assert all("fits best" not in str(note.message) for note in said)
    assert any("does not describe these data" in str(note.message) for note in said)
    assert all(note.filename == __file__ for note in said)


def test_what_was_not_measured_is_left_out():
    data = {"speed": SPEED, "restitution": RESTITUTION, "duration": [np.nan, 80e-6, np.nan]}
    result = dp.fit("kuwabara-kono", data, sigma={"restitution": 0.02, "duration": 1e-6},
                    mass=MASS, quiet=True, **PAIR)
    assert result["fits"][0]["dof"] == 3
    assert list(result["points"][0]["measured"]) == ["restitution"]


@pytest.mark.parametrize("keywords, words", [
    (dict(laws=[]), "laws are names"),
    (dict(laws="thorntn"), "did you mean thornton"),
    (dict(laws="tsuji", sigma=[0.1]), "sigma of restitution has shape"),
    (dict(laws="tsuji", sigma={"duration": 1}), "no measured column duration"),
    (dict(laws="tsuji", sigma=-1.0), "must be positive"),
    (dict(laws="tsuji", free={"restitution": (0.9, 0.1)}), "to must be larger than from"),
])
def test_mistakes(keywords, words):
    with pytest.raises(dp.Error, match=words):
        fitted(**keywords)


def test_mistakes_of_the_data():
    with pytest.raises(dp.Error, match="data holds speed"):
        dp.fit("tsuji", {"restitution": [0.5]}, mass=1, **PAIR)
    with pytest.raises(dp.Error, match="must be a row of values"):
        dp.fit("tsuji", {"speed": [[1, 2]], "restitution": [0.5, 0.5]}, mass=1, **PAIR)
    with pytest.raises(dp.Error, match="speed must be numbers in m/s"):
        dp.fit("tsuji", {"speed": ["fast"], "restitution": [0.5]}, mass=1, **PAIR)
    with pytest.raises(dp.Error, match="no law has 'diameter'"):
        dp.fit("tsuji", {"speed": [1], "restitution": [0.5]}, mass=1, diameter=1, **PAIR)
    with pytest.raises(dp.Error, match="speed has 2 values"):
        dp.fit("tsuji", {"speed": [1, 2], "restitution": [0.5]}, mass=1, **PAIR)


def test_mistakes_are_named_by_keywords_of_the_fit():
    data = {"speed": SPEED, "restitution": RESTITUTION}
    known = dict(mass="32.7 g", modulus="80.4 GPa", radius="10 mm", quiet=True)
    for words, given in (("^free is 'yield_pressur'", dict(free="yield_pressur")),
                         ("^yield_pressure goes from", dict(free={"yield_pressure": (2, 1)})),
                         ("^free: yield_pressure takes a least and a largest",
                          dict(free={"yield_pressure": 3})),
                         ("^sigma must be numbers, not str", dict(sigma="much")),
                         ("give modulus and radius", dict(modulus=None, radius=None))):
        with pytest.raises(dp.Error, match=words) as caught:
            dp.fit("thornton", data, **{**known, **given})
        assert "<dict>" not in str(caught.value) and "impact." not in str(caught.value)
    with pytest.raises(dp.Error, match="speed has no values"):
        dp.fit("thornton", {"speed": [], "restitution": []}, **known)
    with pytest.raises(dp.Error, match="speed is -3 m/s; it must be positive"):
        dp.fit("thornton", data, **known).predict(speed=-3)
    exact = dict(known, mass=fractions.Fraction("0.0327"))
    assert dp.fit("thornton", data, **exact)["fits"] == dp.fit("thornton", data, **known)["fits"]


# --- predictions ---

DROPS = {"speed": [0.990, 1.4007, 1.401, 1.981, 1.981, 2.801, 3.962, 3.962, 4.8522],
         "restitution": [0.645, 0.553, 0.579, 0.525, 0.527, 0.484, 0.440, 0.468, 0.421]}
BALL = dict(mass=13.78e-3, modulus=58.39e9, radius=7.5e-3, quiet=True)


def test_predictions_with_intervals():
    made = dp.fit("thornton,jackson-green,hertz", DROPS, **BALL)
    rows = made.predict(speed=[10, "300 cm/s"])
    assert [row["law"] for row in rows] == 2 * ["thornton", "jackson-green", None]
    assert [row["extrapolates"] for row in rows] == 3 * [True] + 3 * [False]
    assert [row["speed"] for row in rows] == 3 * [10.0] + 3 * [3.0]
    force = rows[0]["max_force"]
    assert force["low"] < force["value"] < force["high"] and force["unit"] == "N"
    # the end of the interval is a run with the end of the parameter's interval
    high = made["fits"][0]["parameters"][0]["high"]
    contact = dp.Contact("thornton", modulus=58.39e9, radius=7.5e-3, yield_pressure=high)
    assert contact.impacts(mass=13.78e-3, speed=10.0)["max_force"] == pytest.approx(force["high"],
                                                                                    rel=1e-6)
    assert rows[2]["weight"] == pytest.approx(rows[0]["weight"] + rows[1]["weight"])


def test_predictions_warn_of_extrapolation():
    made = dp.fit("thornton", DROPS, **{**BALL, "quiet": False})
    with pytest.warns(dp.ValidityWarning, match="speed 10 m/s lies outside the measured 0.99 to"):
        made.predict(10)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        made.predict(3)


def test_heights_and_texts():
    data = {"drop": [0.1, 0.2, 0.4, 0.8], "rebound": [0.0335, 0.056, 0.092, 0.158],
            "remark": ["", "cold", None, np.nan]}
    made = dp.fit("thornton", data, **BALL)
    speed = np.sqrt(2 * 9.81 * np.array(data["drop"]))
    other = dp.fit("thornton", {"speed": speed, "restitution": np.sqrt(
        np.array(data["rebound"]) / data["drop"])}, **BALL)
    assert made["fits"][0]["parameters"][0]["value"] == pytest.approx(
        other["fits"][0]["parameters"][0]["value"], rel=1e-9)
    assert any("remark of the data is not used" in note for note in made.notes)
    assert made.predict(drop="1.2 m")[0]["speed"] == pytest.approx((2 * 9.81 * 1.2)**0.5)
    with pytest.raises(dp.Error, match="the data of this fit have speeds"):
        other.predict(drop=1.2)
    with pytest.raises(dp.Error, match="predict takes speed, or drop"):
        made.predict()


def test_a_fit_for_each_text_of_a_column():
    data = {"speed": 2 * DROPS["speed"], "plate": 9 * ["a"] + 9 * ["b"],
            "restitution": DROPS["restitution"] + [1.1 * e for e in DROPS["restitution"]]}
    made = dp.fit("thornton", data, by="plate", **BALL)
    alone = dp.fit("thornton", DROPS, **BALL)
    assert [group["group"] for group in made["groups"]] == ["a", "b"]
    assert made["groups"][0]["fits"][0]["parameters"][0]["value"] == pytest.approx(
        alone["fits"][0]["parameters"][0]["value"], rel=1e-9)
    assert list(made.predict(2)) == ["a", "b"]
    with pytest.warns(dp.ValidityWarning, match="plate has 2 different values"):
        dp.fit("thornton", data, **{**BALL, "quiet": False})


def test_headings_have_units():
    data = {"speed [cm/s]": [100 * v for v in SPEED],
            "restitution [%]": [100 * e for e in RESTITUTION], "sigma [%]": [2.0, 2.0, 2.0]}
    one = dp.fit("tsuji", data, mass=MASS, quiet=True, **PAIR)
    assert one["fits"][0]["chi2"] == pytest.approx(84.5, rel=1e-6)
    with pytest.raises(dp.Error, match="rename v to speed, COR to restitution"):
        dp.fit("tsuji", {"v": [1, 2], "COR": [0.5, 0.4]}, mass=1, **PAIR)


def test_the_column_sigma_of_the_data():
    data = {"speed": SPEED, "restitution": RESTITUTION, "sigma": [0.02, 0.02, 0.02]}
    one = dp.fit("tsuji", data, mass=MASS, quiet=True, **PAIR)
    assert one["fits"][0]["chi2"] == pytest.approx(84.5, rel=1e-6)
