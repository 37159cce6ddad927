"""Oblique impacts, friction that gives way along the surface, bounces with spin."""

import math
import pickle

import numpy as np
import pytest

import dashpot as dp

COMPLIANT = ("mindlin-deresiewicz", "mindlin", "cundall-strack")
ALL = ("coulomb", *COMPLIANT)

BALL = dp.Body(young=380e9, poisson=0.23, density=4000, radius=2.5e-3,
               mass=4 / 3 * math.pi * 2.5e-3**3 * 4000)
GLASS = dp.Body(young=70e9, poisson=0.25, radius=math.inf, mass=math.inf)
MASS = BALL.values["mass"]
SLIDING_MASS = MASS * 2 / 7

SCENARIO = """dashpot: 1
kind: impact
materials:
  - {name: alumina, young: 380 GPa, poisson: 0.23, density: 4000}
  - {name: glass, young: 70 GPa, poisson: 0.25}
impact:
  bodies:
    - {material: alumina, radius: 2.5 mm, velocity: [3.84 m/s, 0.68 m/s], spin: 0 rad/s}
    - {material: glass, fixed: true}
  contact: {law: hertz, friction: {law: mindlin-deresiewicz, mu: 0.092}}
"""


def contact():
    return dp.Contact("hertz", **dp.pair(BALL, GLASS))


def friction(law="mindlin-deresiewicz", mu=0.092):
    if law in ("mindlin-deresiewicz", "mindlin"):
        return dp.Friction(law, mu=mu, stiffness_ratio=dp.stiffness_ratio(BALL, GLASS))
    return dp.Friction(law, mu=mu)


def impact(law="mindlin-deresiewicz", **more):
    return dp.Impact(contact(), mass=MASS, speed=3.84, friction=friction(law),
                     sliding_speed=0.68, sliding_mass=SLIDING_MASS, **more)


def test_stiffness_ratio_of_two_bodies():
    assert dp.stiffness_ratio(BALL, GLASS) == pytest.approx(0.8591435749, rel=1e-9)
    assert math.isnan(dp.stiffness_ratio({}, {}))


def test_a_run_has_the_reference_values():
    res = dp.run(SCENARIO, series=True)
    # ten digits of another program
    assert res["velocities_after"][0][1] == pytest.approx(0.4322896541, rel=1e-8)
    assert res["spins_after"][0] == pytest.approx(-247.7103459, rel=1e-8)
    assert res["energy"]["error"] <= 1e-10
    rows = res.tables["series"]
    # rows come from a pass of their own, with other steps
    assert rows["spin_1"][-1] == pytest.approx(res["spins_after"][0], rel=1e-8)
    assert np.all(np.abs(rows["tangential_force"]) <= rows["friction_most"] * (1 + 1e-9) + 1e-9)
    assert res.units["series"]["sliding_speed"] == "m/s"


@pytest.mark.parametrize("law", ALL)
def test_batch_impact_and_scenario_agree(law):
    batch = contact().impacts(mass=MASS, speed=3.84, friction=friction(law), sliding_speed=0.68,
                              sliding_mass=SLIDING_MASS)
    one = impact(law).run()
    # the batch has a tolerance of 1e-9
    assert batch["sliding_speed_after"] == pytest.approx(one["sliding_speed"], abs=1e-8)
    text = SCENARIO.replace("mindlin-deresiewicz", law)
    res = dp.run(text)
    after = -res["tangential_restitution"] * 0.68
    assert after == pytest.approx(one["sliding_speed"], abs=1e-11)


def test_batch_in_one_or_in_many_threads_has_the_same_bits():
    half = np.linspace(0.05, 2, 20)
    slide = np.concatenate((-half[::-1], half))
    args = dict(mass=MASS, speed=3.84, friction=friction(), sliding_speed=slide,
                sliding_mass=SLIDING_MASS)
    one = contact().impacts(**args, threads=1)
    many = contact().impacts(**args, threads=4)
    assert set(one) == {"restitution", "max_indentation", "duration", "sliding_speed_after",
                        "max_force"}
    assert np.array_equal(one["sliding_speed_after"], many["sliding_speed_after"])
    # a mirror changes signs alone
    assert np.array_equal(one["sliding_speed_after"], -one["sliding_speed_after"][::-1])


@pytest.mark.parametrize("law", ALL)
def test_pieces_and_restored_states_change_nothing(law):
    whole = impact(law).run()
    pieces = impact(law)
    while not pieces.state["is_over"]:
        pieces.advance(pieces.state["time"] + 1.3e-6)
    assert pieces.result["sliding_speed"] == whole["sliding_speed"]
    begun = impact(law)
    begun.advance(5e-6)
    again = pickle.loads(pickle.dumps(begun))
    assert repr(again.state) == repr(begun.state)
    # NaN is not equal to itself
    assert repr(again.run()) == repr(whole)


def test_a_scenario_can_be_stepped():
    begun = dp.begin(SCENARIO)
    assert begun.definition["friction"] == friction()
    assert begun.run()["sliding_speed"] == pytest.approx(impact().run()["sliding_speed"],
                                                         rel=1e-12)


@pytest.mark.parametrize("law", ALL)
def test_a_bounce_spins(law):
    bounce = dp.Bounce(contact(), mass=MASS, gravity=9.81, speed=1.0, across=0.3, spin=40.0,
                       radius=2.5e-3, friction=friction(law, 0.3), until=0.5)
    result = bounce.run()
    # every impact of the exact law adds up to 3e-11
    assert result["energy"]["error"] <= 1e-9
    impacts = bounce.impacts
    # R m vy - I w is conserved
    kept = impacts["across_out"] - 0.4 * 2.5e-3 * impacts["spin_out"]
    assert np.allclose(kept, 0.3 - 0.4 * 2.5e-3 * 40.0, rtol=0, atol=1e-12)
    assert np.array_equal(impacts["across_in"][1:], impacts["across_out"][:-1])


@pytest.mark.parametrize("law", COMPLIANT)
def test_grip_is_pure_and_commit_keeps(law):
    f = dp.Friction(law, mu=0.3)
    c = contact()
    history = f.history(3)
    delta = np.array([1e-6, 5e-6, 1e-5])
    normal, stiffness = c.force(delta), c.stiffness(delta)
    first = f.grip(normal, stiffness, 1e-8, history=history)
    assert not history.any()
    assert np.all(first.force < 0)
    f.commit(normal, stiffness, 1e-8, history=history)
    assert history.any()
    # nothing moves: the force stays
    again = f.grip(normal, stiffness, 0.0, history=history)
    assert np.allclose(again.force, first.force, rtol=1e-12)
    # far enough it slides with mu F_n
    far = f.grip(normal, stiffness, 1e-3, history=history)
    assert np.allclose(far.force, -0.3 * normal, rtol=1e-12)
    assert np.all(far.friction > 0)
    single = f.history()
    f.commit(normal[0], stiffness[0], 1e-8, history=single)
    assert np.array_equal(single, history[0])


def test_what_does_not_fit_is_refused():
    f, rigid, c = dp.Friction("mindlin", mu=0.3), dp.Friction("coulomb", mu=0.3), contact()
    refused = (
        (lambda: f.force(1.0, 1.0), "law"),
        (lambda: rigid.grip(1.0, 1.0, 0.0, history=f.history()), "law"),
        (lambda: rigid.history(), "law"),
        (lambda: f.grip(1.0, 1.0, [0.0, 0.0], history=f.history(3)), "slide"),
        (lambda: f.grip(1.0, 1.0, 0.0, history=np.zeros(7)), "history"),
        (lambda: c.impacts(mass=1, speed=1, friction=f), "sliding_speed"),
        (lambda: c.impacts(mass=1, speed=1, friction=f, sliding_speed=1), "sliding_mass"),
        (lambda: c.impacts(mass=1, speed=1, sliding_speed=1), "friction"),
        (lambda: c.impacts(mass=1, speed=1, friction=0.1, sliding_speed=1, sliding_mass=1),
         "friction"),
        (lambda: dp.Impact(c, mass=1, speed=1, friction="mindlin"), "friction"),
        (lambda: dp.Friction("mindlin", mu=-1), "mu"),
    )
    for call, key in refused:
        with pytest.raises(dp.Error) as raised:
            call()
        assert raised.value.key == key


def test_friction_compares_and_pickles():
    f = dp.Friction("cundall-strack", mu=0.3, damping=2.0)
    assert pickle.loads(pickle.dumps(f)) == f
    assert f != dp.Friction("cundall-strack", mu=0.3)
    assert len({f, pickle.loads(pickle.dumps(f))}) == 1
