"""Parameters for other programs."""

import math

import pytest

import dashpot as dp

MODULUS = 207e9 / (2 * (1 - 0.3**2))
MASS = 7800 * 4 / 3 * math.pi * 0.01**3 / 2


def steel(e, law="exact-restitution"):
    return dp.Contact(law, restitution=e, modulus=MODULUS, radius=5e-3)


def test_it_is_what_the_program_prints(program):
    made = dp.export("ode", steel(0.5), mass=MASS, speed=1.0, step=1e-6)
    printed = program("export", "ode", "--law", "exact-restitution", "--set", "restitution=0.5",
                      "--set", f"modulus={MODULUS!r}", "--set", "radius=0.005", "--set",
                      f"mass={MASS!r}", "--set", "approach=1", "--set", "step=1e-6")
    assert made == printed
    # page 013, twelve digits
    assert made["parameters"]["soft_erp"]["value"] == pytest.approx(0.0949058450222, rel=5.1e-12)
    assert made["delivered"] == pytest.approx(0.5, abs=1e-10)
    assert made["range"][0] < 0.5 < made["range"][1] and made["max_step"] > 1e-6


def test_mass_and_speed_may_be_left_out_where_they_do_not_matter():
    made = dp.export("lammps", steel(0.7))
    assert made["parameters"]["e"] == {"value": pytest.approx(0.601269183122, rel=5.1e-12),
                                       "unit": "1"}
    assert made["naive"] == pytest.approx(0.777669087903, abs=5.1e-13)
    assert made["max_step"] is None and made["range"] is None
    assert "0.601269183122" in made["block"]


def test_models_keys_and_units():
    made = dp.export("lammps", steel(0.7), mass="16.3362817986669 g", speed="1 m/s",
                     model="velocity")
    assert made["parameters"]["eta_n0"]["value"] == pytest.approx(166.860087999, rel=1e-11)
    assert made["naive"] is None
    made = dp.export("liggghts", steel(0.7), limit_force="on", poisson=0.25)
    assert made["parameters"]["coefficientRestitution"]["value"] == pytest.approx(0.679193715508)
    assert made["parameters"]["youngsModulus"]["value"] == pytest.approx(2 * 0.9375 * MODULUS)


def test_a_law_without_a_restitution_asks_for_what_it_delivers():
    contact = dp.Contact("kuwabara-kono", relaxation=1e-6, modulus=MODULUS, radius=5e-3)
    made = dp.export("yade", contact, mass=MASS, speed=1.0)
    assert made["requested"] == pytest.approx(contact.restitution(mass=MASS, speed=1.0), rel=1e-9)
    assert any("kuwabara-kono" in note for note in made["notes"])


@pytest.mark.parametrize("engine, keys, key, text", [
    ("lamps", {}, "engine", "did you mean lammps"),
    ("lammps", {"modell": "hooke"}, "modell", "lammps has no 'modell'; did you mean model"),
    ("lammps", {"model": "hook"}, "model", "must be tsuji"),
    ("yade", {"poisson": None}, "poisson", "a number or a text"),
    ("ode", {}, "step", "ode needs step"),
    ("ode", {"step": 5e-6}, "step", "at most"),
    ("drake", {}, "mass", "drake point needs mass and speed"),
])
def test_what_is_wrong_is_an_error_with_its_key(engine, keys, key, text):
    impact = {} if engine == "drake" else {"mass": MASS, "speed": 1.0}
    with pytest.raises(dp.Error, match=text) as caught:
        dp.export(engine, steel(0.9), **impact, **keys)
    assert caught.value.key == key


def test_what_cannot_be_reached_names_what_can():
    with pytest.raises(dp.Error, match="it reaches 0.05 to 1") as caught:
        dp.export("liggghts", steel(0.04))
    assert caught.value.key == "restitution"
    with pytest.raises(dp.Error):
        dp.export("lammps", "no contact")
