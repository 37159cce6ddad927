"""Impacts, bounces, journals, chains and mechanisms, step by step."""

import decimal
import fractions
import pickle
import warnings

import dashpot as dp
import numpy as np
import pytest

LN = dp.Contact("lankarani-nikravesh", restitution=0.8, modulus=114e9, radius=5e-3)
PLASTIC = dp.Contact("thornton", {"modulus": 114e9, "radius": 5e-3, "yield": 3e8})


def pieces(make, times):
    """The result in one piece, and in pieces with a save and a restore between all of them."""
    whole = make().run()
    run = make()
    for t in times:
        run.advance(t)
        saved = run.save()
        run = make()
        run.restore(saved)
    return whole, run.run()


@pytest.mark.parametrize("contact", [LN, PLASTIC], ids=["viscous", "plastic"])
def test_impact_in_pieces_has_the_same_bits(contact):
    whole, parts = pieces(lambda: dp.Impact(contact, mass=4e-3, speed=0.5),
                          [1e-6, 1e-5, 2e-5, 1e-3])
    assert whole == parts or repr(whole) == repr(parts)  # NaN is not equal to itself
    assert whole["energy"]["error"] < 1e-12


def test_impact_rows():
    run = dp.Impact(LN, mass=4e-3, speed=0.5, every=1e-6)
    assert run.result is None and run.state["time"] == 0.0
    result = run.run()
    rows = run.rows
    assert rows["time"][1] == pytest.approx(1e-6)
    assert rows["force"].max() <= result["max_force"] * (1 + 1e-12)
    total = rows["kinetic"] + rows["stored"] + rows["viscous"] + rows["plastic"]
    np.testing.assert_allclose(total, 0.5 * 4e-3 * 0.25, rtol=1e-10)
    assert run.state["is_over"]


def test_a_finished_impact_is_restored_whole():
    run = dp.Impact(LN, mass=4e-3, speed=0.5, every=1e-6)
    result = run.run()
    twin = pickle.loads(pickle.dumps(run))
    assert twin.result["restitution"] == result["restitution"]


def test_a_bounce_falls_by_its_drop_and_slides_until_it_rolls():
    contact = dp.Contact("exact-restitution", stiffness=1e9, restitution=0.4)
    ball = dict(mass=0.1, gravity=9.81, friction=dp.Friction("coulomb", mu=0.05), radius=0.02, across=8.0)
    drop = dp.Bounce(contact, drop=0.1, **ball).run()
    assert drop == dp.Bounce(contact, height=0.1, **ball).run()
    assert drop["across"] == pytest.approx(8 / 1.4, rel=1e-11)
    assert drop["rest_time"] < drop["roll_time"] == drop["end_time"]
    with pytest.raises(dp.Error, match="give one of them"):
        dp.Bounce(contact, drop=0.1, height=0.1, **ball)


def test_bounce_and_journal():
    def bounce():
        return dp.Bounce(LN, mass=4e-3, gravity=9.81, height=0.1)
    whole, parts = pieces(bounce, [0.05, 0.2, 0.6])
    assert repr(whole) == repr(parts)
    run = bounce()
    run.run()
    speeds = run.impacts["speed_in"]
    assert speeds[0] == pytest.approx(np.sqrt(2 * 9.81 * 0.1), rel=1e-12)
    assert (np.diff(speeds) < 0).all()

    def journal():
        return dp.Journal(PLASTIC, bearing_radius=0.01, clearance=5e-4, mass=0.1, inertia=1e-5,
                          vx=0.1, vy=0.03, spin=20.0, friction=0.1, collisions=12)
    whole, parts = pieces(journal, [0.01, 0.05])
    assert repr(whole) == repr(parts)
    run = journal()
    result = run.run()
    assert result["end"] == "count" and len(run.collisions["time"]) == 12
    assert result["energy"]["error"] < 1e-12


def chain(n=200, **more):
    velocity = np.zeros(n)
    velocity[0] = 1.77
    return dp.Chain(mass=np.full(n, 0.45e-3), velocity=velocity,
                    contact=dp.Contact("hertz", modulus=106e9, radius=1.19e-3), step=1e-8, **more)


def test_chain_is_a_view_at_one_time():
    c = chain(probes=[20, ("contact", 3)], record_every=10, record_steps=3000)
    c.advance(3000)
    assert c.time == pytest.approx(3e-5) and c.step_count == 3000
    u, v = c.displacement, c.velocity
    assert u.shape == (200,) and c.force.shape == (201,)
    assert not u.flags.writeable and not u.flags.owndata
    # velocities at the time of the positions: kinetic plus stored energy is that of the start, to
    # the second order of the step
    energy = c.energy
    assert energy["error"] < 1e-6
    assert 0.5 * 0.45e-3 * (v**2).sum() + energy["stored"] == pytest.approx(
        0.5 * 0.45e-3 * 1.77**2, rel=1e-6)
    assert 0.45e-3 * v.sum() == pytest.approx(0.45e-3 * 1.77, rel=1e-12)
    rows = c.probe(1)["rows"]
    assert list(rows) == ["time", "force", "indentation", "rate"] and len(rows["force"]) == 300
    assert rows["force"].max() <= c.probe(1)["peak_force"] * (1 + 1e-3)
    assert rows["time"][1] == pytest.approx(1e-7)
    del c
    assert u[0] != 0.0  # the view keeps its chain alive


def test_chain_saves_and_goes_on():
    a, b = chain(), chain()
    a.advance(1000)
    b.advance(400)
    c = pickle.loads(pickle.dumps(b))
    c.advance(600)
    np.testing.assert_array_equal(a.velocity, c.velocity)
    d = chain()
    with pytest.raises(dp.Error, match="no saved state"):
        d.restore(b"nonsense")
    saved = bytearray(b.save())
    saved[200] ^= 1
    with pytest.raises(dp.Error, match="changed"):
        d.restore(bytes(saved))
    with pytest.raises(dp.Error, match="another definition"):
        chain(201).restore(b.save())
    with pytest.raises(dp.Error, match="whole"):
        d.advance(2.9)
    with pytest.raises(dp.Error, match="record_steps"):
        chain(record_every=10, probes=[1])


def refuses(make, saved):
    run = make()
    with pytest.raises(dp.Error, match="another definition"):
        run.restore(saved)
    return run


def test_a_state_goes_only_into_its_own_definition():
    # a blow in the middle of a long drive, which the text of an array does not show
    def driven(blow):
        velocity = np.full(5000, 0.5)
        velocity[1200:1300] += blow
        return dp.Chain(mass=np.full(10, 0.45e-3), step=1e-8,
                        contact=dp.Contact("hertz", modulus=106e9, radius=1.2e-3),
                        left=dict(type="driven", time=np.linspace(0, 1e-3, 5000),
                                  velocity=velocity))
    saved = driven(0.0).advance(100).save()
    refuses(lambda: driven(1e-15), saved)
    driven(0.0).restore(saved)
    # numbers are the same in whatever type they come
    run = dp.Impact(LN, mass=np.float64(4e-3), speed=0.5)
    run.advance(1e-6)
    dp.Impact(LN, mass=4e-3, speed=np.float64(0.5)).restore(run.save())
    refuses(lambda: dp.Impact(PLASTIC, mass=4e-3, speed=0.5), run.save())


def test_a_state_of_a_mechanism_of_a_scenario_goes_only_into_its_own():
    import pathlib
    root = pathlib.Path(__file__).resolve().parents[2] / "scenarios"
    for name in ("pendulum.yaml", "slider-crank-loose.yaml"):
        run = dp.begin(root / name)
        run.advance(0.001)
        saved, state = run.save(), run.state
        for change in ({"mechanism.gravity": "[0, -98.1]"}, {"mechanism.bodies.0.mass": "10"},
                       {"mechanism.bodies.0.inertia": "10"}):
            other = refuses(lambda: dp.begin(root / name, set=change), saved)
            other.advance(0.001)  # a refusal leaves the run as it was
        twin = dp.begin(root / name)
        twin.restore(saved)
        assert twin.state == state


def test_chain_ends_laws_and_adaptive_steps():
    soft = dp.Contact("hertz", modulus=50e9, radius=1.19e-3)
    hard = dp.Contact("hertz", modulus=106e9, radius=1.19e-3)
    index = np.zeros(6, dtype=int)
    index[3:] = 1
    c = dp.Chain(mass=np.full(5, 0.45e-3), contact=[soft, hard], law=index, left="wall",
                 right=dict(type="driven", time=[0, 1e-4], velocity=[0.0, -0.1]), method="dop853")
    c.solve(5e-5)
    assert c.time == pytest.approx(5e-5) and c.energy["input"] > 0 and c.energy["error"] < 1e-9
    with pytest.raises(dp.Error, match="contacts"):
        dp.Chain(mass=np.ones(3), contact=[soft], law=[0, 0, 0, 5])
    with pytest.raises(dp.Error) as caught:
        dp.Chain(mass=np.ones(3), contact=soft, stepp=1e-9)
    assert caught.value.key == "stepp"


@pytest.mark.slow
def test_a_million_beads():
    c = chain(1_000_000, skip_resting=True)
    c.advance(500)
    assert c.displacement.shape == (1_000_000,) and c.velocity[0] < 1.77


def crank(**more):
    return dp.Mechanism(
        bodies=[dict(name="crank", mass=17.9, inertia=0.460327),
                dict(name="rod", mass=1.13, inertia=0.0153),
                dict(name="slider", mass=1.013, inertia=0.000772)],
        joints=[dict(type="revolute", between=("ground", "crank"), at=[[0, 0], [-0.025, 0]]),
                dict(type="revolute", between=("crank", "rod"), at=[[0.025, 0], [-0.15, 0]]),
                dict(type="clearance", name="pin", between=("rod", "slider"),
                     at=[[0.15, 0], [0, 0]], journal_radius=9.5e-3, bearing_radius=0.01,
                     contact=dp.Contact("lankarani-nikravesh", restitution=0.9, modulus=106e9,
                                        radius=0.19),
                     friction=dp.Friction("ambrosio", mu=0.01, v_0=1e-4, v_1=1e-3)),
                dict(type="translational", between=("ground", "slider"), axis=(1, 0),
                     through=(0, 0))],
        drivers=[dict(body="crank", speed=200 * np.pi / 30)], **more)


def test_mechanism_run_and_pieces():
    m = crank(gravity=(0.0, -9.81))
    assert m.bodies == ["crank", "rod", "slider"] and m.pairs == ["pin"]
    assert m.period == pytest.approx(0.3) and "slider.ax" in m.channels
    result = m.run(until=0.05, watch=["slider.ax", "pin.force"], every=1e-3)
    assert result["energy"]["error"] < 1e-8 and result["time"] == 0.05
    assert result.rows["time"].shape == (51,)
    assert result.channels["pin.force"]["max"] == result.pairs["pin"]["max_force"]
    assert (result.impacts["approach_speed"] > 0).all()

    run = m.begin(until=0.05, watch=["slider.ax"])
    run.advance(0.02)
    saved, state = run.save(), run.state
    twin = pickle.loads(pickle.dumps(run))
    assert twin.state == state
    twin = m.begin(until=0.05, watch=["slider.ax"])
    twin.restore(saved)
    assert twin.state == state
    run.advance(), twin.advance()
    assert run.state == twin.state
    assert repr(dict(run.finish())) == repr(dict(twin.finish()))


def fall_on_a_driven_table(table, **more):
    contact = dp.Contact("tsuji", restitution=0.5, stiffness=1e9, mass=0.1)
    return dp.Mechanism(
        bodies=[dict(name="table", mass=table, inertia=1.0),
                dict(name="ball", mass=0.1, inertia=1e-5, x=0.0, y=0.02, vy=-1.0)],
        joints=[dict(type="translational", between=("ground", "table"), axis=(0, 1))],
        touches=[dict(name="hit", type="plane", between=("ball", "table"), radius=(0.01, 0.0),
                      contact=contact, **more)],
        drivers=[dict(body="table", what="y", start=0.0)])


def test_a_law_in_a_mechanism_gets_the_mass_that_is_felt():
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        for table in (1e-3, 0.1, 1000.0):
            m = fall_on_a_driven_table(table)
            assert m.pair_masses == {"hit": 0.1}
            impacts = m.run(until=0.02).impacts
            assert impacts["mass"][0] == 0.1
            assert impacts["separation_speed"][0] == pytest.approx(0.550283, abs=1e-6)
    with pytest.warns(dp.ValidityWarning, match="0.0009901 kg"):
        m = fall_on_a_driven_table(1e-3, mass="pair")
    assert m.run(until=0.02).impacts["separation_speed"][0] == pytest.approx(0.9357, abs=1e-4)
    with pytest.raises(dp.Error, match="mass"):
        fall_on_a_driven_table(1e-3, mass="whole")


def test_the_mass_of_a_contact_that_a_mechanism_replaces_is_named():
    contact = dp.Contact("tsuji", restitution=0.5, stiffness=1e9, mass=2.0)
    with pytest.warns(dp.ValidityWarning, match="mass 2 kg .*not what hit feels at the start, 0.1 kg"):
        dp.Mechanism(bodies=[dict(name="ball", mass=0.1, inertia=1e-5, y=0.02, vy=-1.0)],
                     touches=[dict(name="hit", type="plane", between=("ball", "ground"),
                                   radius=(0.01, 0.0), contact=contact)])


def test_mechanism_ensemble_and_refusals():
    copies = crank().ensemble(3, until=0.02, watch=["pin.force"])
    peaks = {c.channels["pin.force"]["max"] for c in copies}
    assert len(copies) == 3 and len(peaks) > 1
    with pytest.raises(dp.Error, match="craank"):
        dp.Mechanism(bodies=[dict(name="crank", mass=1, inertia=1)],
                     drivers=[dict(body="craank", speed=1)])
    with pytest.raises(dp.Error) as caught:
        crank().run(until=0.01, watch=["slider.az"])
    assert "slider.a" in str(caught.value)
    with pytest.raises(dp.Error):
        dp.Mechanism(bodies=[dict(name="a", mass=-1, inertia=1)])


def test_a_mechanism_says_how_it_starts():
    bars = [dict(name=name, mass=1, inertia=0.1) for name in "abc"]
    pins = [dict(type="revolute", between=between, at=at) for between, at in (
        (("ground", "a"), [[0, 0], [-0.2, 0]]), (("a", "b"), [[0.2, 0], [-0.5, 0]]),
        (("b", "c"), [[0.5, 0], [0.4, 0]]), (("ground", "c"), [[1, 0], [-0.4, 0]]))]
    bars[0].update(angle=np.pi / 3, omega=5.0)
    start = dp.Mechanism(bodies=bars, joints=pins).start
    assert start["given"] == {"a.angle": np.pi / 3, "a.omega": 5.0}
    assert len(start["derived"]) == 16 and start["derived"]["c.angle"] > 0
    bars[2]["near_angle"] = -2.0
    assert dp.Mechanism(bodies=bars, joints=pins).start["derived"]["c.angle"] < 0
    bars[2]["angle"] = -2.0
    with pytest.raises(dp.Error, match="body c: its angle stands under start and under near"):
        dp.Mechanism(bodies=bars, joints=pins)


@pytest.mark.parametrize("beyond, angle", [("hold", 1.5), ("line", 15.0), ("periodic", 15.0)])
def test_tables_of_mechanisms_say_what_lies_beyond(beyond, angle):
    def wheel(**table):
        return dp.Mechanism(
            bodies=[dict(name="w", mass=1, inertia=0.1)],
            joints=[dict(type="revolute", between=("ground", "w"), at=[[0, 0], [0, 0]])],
            drivers=[dict(body="w", table=dict(time=[0, 0.1], value=[0, 1.5], **table))])
    rows = wheel(beyond=beyond).run(until=1.0, every=0.1, watch=["w.angle"]).rows
    assert rows["w.angle"][-1] == pytest.approx(angle, rel=1e-12)
    if beyond == "hold":
        assert (wheel().run(until=1.0, every=0.1, watch=["w.angle"]).rows["w.angle"][2:] == 1.5).all()
        with pytest.raises(dp.Error, match="ends at 0.1 s, before the run, which ends at 1 s"):
            wheel(beyond="error").run(until=1.0)
        with pytest.raises(Exception, match="hold, line, periodic or error"):
            wheel(beyond="sideways")


def test_scenarios_can_be_stepped():
    import pathlib
    import warnings
    root = pathlib.Path(__file__).resolve().parents[2] / "scenarios"
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for name in ("steel-ball.yaml", "drop-test.yaml", "000/clearance-joint.yaml"):
            whole = dp.run(root / name, series=False)
            run = dp.begin(root / name)
            run.advance(1e-5)
            saved = pickle.dumps(run)
            result = pickle.loads(saved).run()
            assert result["energy"]["error"] < 1e-9
            for key in ("restitution", "rest_time", "travel"):
                if key in result and whole.get(key) is not None:
                    assert result[key] == pytest.approx(whole[key], rel=1e-9), (name, key)
        chain = dp.begin(root / "solitary-wave.yaml")
        assert isinstance(chain, dp.Chain) and chain.until > 0
        while chain.time < chain.until:
            chain.advance(1000)
        whole = dp.run(root / "solitary-wave.yaml", series=False)
        assert chain.maxima["force"] == pytest.approx(whole["contacts"]["max_force"], rel=1e-9)
        run = dp.begin(root / "slider-crank-loose.yaml")
        run.advance(0.01)
        assert run.time == 0.01 and "slider" in run.state["bodies"]
        with pytest.raises(dp.Error, match="sweep"):
            dp.begin(next((root / "sweeps").glob("*.yaml")))


# --- steps of chains ---

def struck(step=None, n=10, **more):
    return dp.Chain(mass=np.full(n, 0.45e-3), velocity=np.r_[1.77, np.zeros(n - 1)],
                    contact=dp.Contact("hertz", modulus=106e9, radius=1.19e-3), step=step, **more)


@pytest.mark.parametrize("step", [4.7e-6, 2e-5, 5.6e-4, 1e-2])
@pytest.mark.parametrize("method", ["verlet", "predictor-corrector", "rk4"])
def test_a_step_that_is_not_stable_is_refused_with_the_limit(step, method):
    with pytest.raises(dp.Error, match=r"must be below 4\.665e-06 s.*1\.77 m/s") as caught:
        struck(step, method=method)
    assert caught.value.key == "step"


def test_loads_on_a_chain_that_has_not_settled_are_said():
    given = dict(mass=[1e-3] * 3, contact=LN, law=0, right="wall", gravity=9.81,
                 step=1e-8)
    with pytest.warns(dp.ValidityWarning, match="With gravity this chain starts without forces"):
        dp.Chain(**given)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        for settled in (True, False):
            dp.Chain(**given, start_in_equilibrium=settled)
        dp.Chain(**{**given, "right": None})  # it falls


def test_a_step_above_a_fifth_of_the_limit_is_said():
    with pytest.warns(dp.ValidityWarning, match="step of 1e-06 s is above a fifth.*4.66e-06") as said:
        struck(1e-6)
    assert said[0].filename == __file__
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        struck(0.9e-6).advance(100)
        assert struck().step == 1e-8
        small = dp.Chain(mass=[1e-15] * 2, velocity=[1.0, 0.0], step=None,
                         contact=dp.Contact("hertz", modulus=106e9, radius=1e-7))
        assert 0.0 < small.step < 1e-9


def test_overlaps_and_loads_have_a_limit_too():
    contact = dp.Contact("hertz", modulus=106e9, radius=1.19e-3)
    for loads in (dict(gap=[0, -1e-5, 0, 0]), dict(gravity=9.81, right="wall"),
                  dict(preload=100.0, right="wall")):
        with pytest.raises(dp.Error, match="longest that is stable"):
            dp.Chain(mass=[1.0] * 3, contact=contact, law=0, step=1e-3, **loads)


# --- bodies, masses and counting ---

STEEL = dict(young=207e9, poisson=0.3, density=7800.0)
RADII = [5e-3, 6e-3, 7e-3, 4e-3]


def test_a_chain_of_bodies_is_that_of_contacts_made_by_hand():
    balls = [dp.Body(radius=r, **STEEL) for r in RADII]
    chain = dp.Chain(bodies=balls, law="tsuji", restitution=0.7, velocity=[1, 0, 0, 0],
                     right=dp.Body(young=70e9, poisson=0.35), step=2e-8)
    mass = [4 / 3 * np.pi * r**3 * 7800.0 for r in RADII]
    contacts = []
    for i in range(4):
        wall = i == 3
        soft = (1 - 0.3**2) / 207e9 + ((1 - 0.35**2) / 70e9 if wall else (1 - 0.3**2) / 207e9)
        radius = RADII[3] if wall else 1 / (1 / RADII[i] + 1 / RADII[i + 1])
        reduced = mass[3] if wall else mass[i] * mass[i + 1] / (mass[i] + mass[i + 1])
        contacts.append(dp.Contact("tsuji", restitution=0.7, modulus=1 / soft, radius=radius,
                                   mass=reduced))
    other = dp.Chain(mass=mass, contact=contacts, law=[0, 0, 1, 2, 3], velocity=[1, 0, 0, 0],
                     right="wall", step=2e-8)
    np.testing.assert_allclose(chain.advance(5000).velocity, other.advance(5000).velocity,
                               rtol=1e-11)
    assert chain.force.max() > 0 or chain.velocity[3] != 0
    twin = pickle.loads(pickle.dumps(chain))
    np.testing.assert_array_equal(twin.advance(10).velocity, chain.advance(10).velocity)


def test_plastic_laws_take_poisson_of_the_weaker_body():
    first = dp.Body(radius=5e-3, yield_=1e9, young=207e9, poisson=0.3, density=7800)
    second = dp.Body(radius=5e-3, yield_=3e8, young=70e9, poisson=0.35, density=2700)
    chain = dp.Chain(bodies=[first, second], law="kogut-etsion", velocity=[1, 0])
    by_hand = dp.Contact("kogut-etsion", poisson=0.35, **dp.pair(first, second))
    other = dp.Chain(mass=[first.mass, second.mass], contact=by_hand, law=0, velocity=[1, 0])
    assert "poisson" in dp.laws["kogut-etsion"].params
    np.testing.assert_array_equal(chain.advance(2000).velocity, other.advance(2000).velocity)


@pytest.mark.parametrize("keywords, words", [
    (dict(right="wall"), r"contact 4 \(body 3 and the right end.*dp.Body"),
    (dict(stepp=1e-9), "no 'stepp'; did you mean step"),
    (dict(mass=[1, 2, 3, 4]), "bodies and mass exclude each other"),
    (dict(law="hertzz"), "no law 'hertzz'; did you mean hertz"),
    (dict(law=[0, 0]), "law is the name of one"),
    (dict(law="tsuji"), "restitution"),
    (dict(law=None, laws="hertz"), "takes no 'laws'; did you mean law"),
    (dict(gravity="9.81 kg"), "its unit must be m/s.2"),
    (dict(bodies=2 * [dp.Body(radius=5e-3, density=7800)]), "follows from young and poisson"),
])
def test_mistakes_of_a_chain_of_bodies(keywords, words):
    with pytest.raises(dp.Error, match=words):
        dp.Chain(**{"bodies": [dp.Body(radius=r, **STEEL) for r in RADII], "law": "hertz",
                    **keywords})


def test_a_length_that_replaces_those_of_the_bodies_is_said():
    with pytest.warns(dp.ValidityWarning, match="radius 0.001 m .* 0.002545 to 0.003231 m"):
        dp.Chain(bodies=[dp.Body(radius=r, **STEEL) for r in RADII], law="hertz", radius=1e-3)
    steel = [dp.Body(radius=r, **STEEL, yield_=1e9) for r in RADII]
    for law, value, words in (
            ("hertz", {"modulus": 50e9}, r"modulus 5e\+10 Pa .* 1\.137e\+11 Pa of the bodies"),
            ("hertz", {"stiffness": 1e9}, r"stiffness 1e\+09 N/m\^1.5 .* 7.651e\+09 to 8.62e"),
            ("ma-liu", {"yield_": 3e9}, r"yield 3e\+09 Pa .* 1e\+09 Pa of the bodies"),
            ("kogut-etsion", {"poisson": 0.45}, r"poisson 0.45 of the contact replaces 0.3 of")):
        with pytest.warns(dp.ValidityWarning, match=words):
            dp.Chain(bodies=steel, law=law, **value)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        dp.Chain(bodies=steel, law="hertz", modulus=115e9, tension="clamp")
        dp.Chain(bodies=steel, law="kelvin-voigt", stiffness=1e7, damping=1.0)
    with pytest.warns(dp.ValidityWarning, match="radius 0.005 m .* 0.19 m of the journal"):
        dp.Journal(LN, bearing_radius=0.01, clearance=5e-4, mass=0.1, inertia=1e-5, collisions=1,
                   vx=0.1)
    with pytest.warns(dp.ValidityWarning, match="radius 0.005 m .* 0.002 m of the bounce"):
        dp.Bounce(LN, mass=4e-3, gravity=9.81, height=0.1, radius=2e-3)
    with pytest.warns(dp.ValidityWarning, match="radius 0.005 m .* 0.19 m of the bodies of pin"):
        dp.Mechanism(bodies=[dict(name="a", mass=1, inertia=1)], joints=[
            dict(type="clearance", name="pin", between=("ground", "a"), at=[[0, 0], [0, 0]],
                 journal_radius=9.5e-3, bearing_radius=0.01, contact=LN)])


@pytest.mark.parametrize("more, words", [
    (dict(mass=[1e-3, 2e-3, 1e-3]), "masses of its bodies differ, 0.001 to 0.002 kg"),
    (dict(mass=[1e-3] * 3, right="wall"), "radius of a sphere before a flat is twice"),
])
def test_one_contact_for_unlike_pairs_is_said(more, words):
    contact = dp.Contact("hertz", modulus=106e9, radius=1.19e-3)
    with pytest.warns(dp.ValidityWarning, match=words):
        dp.Chain(contact=contact, **more)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        dp.Chain(contact=contact, law=0, **more)


PROBLEMS = {
    "impact": lambda c: dp.Impact(c, mass=4e-3, speed=1.0).run()["restitution"],
    "impacts": lambda c: c.impacts(mass=4e-3, speed=[1.0, 2.0])["restitution"][0],
    "restitution": lambda c: c.restitution(mass=4e-3, speed=1.0),
}


@pytest.mark.parametrize("law, more", [
    ("tsuji", dict(restitution=0.5)), ("jankowski", dict(restitution=0.5)),
    ("anagnostopoulos", dict(restitution=0.5)), ("lee-herrmann", dict(damping=1e3)),
    ("poursina-nikravesh", dict(restitution=0.5)),
])
def test_mass_is_that_of_the_bodies(law, more):
    def contact(mass):
        return dp.Contact(law, stiffness=1e7, mass=mass, **more)
    right, wrong = contact(4e-3), contact(1.0)
    for name in ("impact", "impacts", "restitution"):
        wanted = PROBLEMS[name](right)
        with pytest.warns(dp.ValidityWarning, match="mass 1 kg .* 0.004 kg"):
            assert PROBLEMS[name](wrong) == wanted, name
    with pytest.warns(dp.ValidityWarning, match="0.004 kg"):
        bounces = [dp.Bounce(c, mass=4e-3, gravity=9.81, height=0.05) for c in (wrong, right)]
    assert repr(bounces[0].run()) == repr(bounces[1].run())
    # a pair of 8 g each has the reduced mass 4 g, before a wall 8 g
    with pytest.warns(dp.ValidityWarning, match="mass 1 kg .* 0.004 to 0.008 kg"):
        chain = dp.Chain(mass=[8e-3] * 2, velocity=[1, 0], contact=wrong, right="wall", step=1e-8)
    other = dp.Chain(mass=[8e-3] * 2, velocity=[1, 0], contact=[right, contact(8e-3)],
                     law=[0, 0, 1], right="wall", step=1e-8)
    np.testing.assert_array_equal(chain.advance(40000).velocity, other.advance(40000).velocity)


def test_impacts_of_many_masses_are_those_of_each():
    mass, speed = np.array([[1e-3, 4e-3], [4e-3, 1.0]]), np.array([1.0, 2.0])
    contact = dp.Contact("tsuji", restitution=0.5, stiffness=1e9, mass=1.0)
    with pytest.warns(dp.ValidityWarning, match="0.001 to 1 kg"):
        impacts = contact.impacts(mass=mass, speed=speed)
    for name in impacts:
        for i, j in np.ndindex(2, 2):
            one = contact.replace(mass=mass[i, j]).impacts(mass=mass[i, j], speed=speed[j])
            assert impacts[name][i, j] == one[name], name


def test_a_restitution_that_follows_the_speed_takes_the_mass_of_the_impact():
    contact = dp.Contact("flores", modulus=114e9, radius=5e-3, yield_=3e8, mass=1.0,
                         restitution_from="thornton")
    right = contact.replace(mass=4e-3)
    wanted = right.restitution(mass=4e-3, speed=1.0)
    with pytest.warns(dp.ValidityWarning, match="mass 1 kg"):
        assert contact.restitution(mass=4e-3, speed=1.0) == wanted
    with pytest.warns(dp.ValidityWarning, match="mass 1 kg"):
        now = contact.at_speed(1.0, 4e-3)
    assert (now.force(1e-5, 0.1, approach=1.0)
            == right.at_speed(1.0, 4e-3).force(1e-5, 0.1, approach=1.0))


def test_the_mass_of_a_law_that_takes_none_is_no_matter():
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        hertz = dp.Contact("flores", restitution=0.8, stiffness=1e9, mass=1.0)
        hertz.restitution(mass=4e-3, speed=1.0)
        dp.Contact("tsuji", restitution=0.5, stiffness=1e9, mass=4e-3).restitution(
            mass=[4e-3, 4.001e-3], speed=1.0)


def test_messages_count_from_0_and_name_words_of_python():
    contact = dp.Contact("hertz", modulus=106e9, radius=1.19e-3)

    def message(make):
        with pytest.raises(dp.Error) as caught:
            make()
        assert "dp_" not in str(caught.value)
        return str(caught.value)
    assert "mass[1] is -1 kg" in message(lambda: dp.Chain(mass=[1, -1], contact=contact))
    for probes in ([2], [-1], [("contact", 3)]):
        assert "count from 0, so there are 0 to" in message(
            lambda: dp.Chain(mass=[1, 1], contact=contact, probes=probes))
    assert "0 to 1" in message(lambda: dp.Chain(mass=[1, 1], contact=contact, pushed=2))
    assert "chain.solve(time)" in message(lambda: struck(method="dop853").advance(5))
    assert "chain.advance(steps)" in message(lambda: struck().solve(1e-5))
    assert "time / chain.step" in message(lambda: struck().advance(1e-3))
    for given in (dict(contact=3), dict(contact=[]), dict(mass=[]), dict(probes=3),
                  dict(probes=["a"]), dict(probes=[1.5])):
        assert next(iter(given)).rstrip("s") in message(
            lambda: dp.Chain(**{"mass": [1, 1], "contact": contact, **given}))
    assert "bodies[0] is of type int" in message(lambda: dp.Chain(bodies=[3], law="hertz"))
    assert "bodies is a list of dp.Body" in message(lambda: dp.Chain(bodies=3, law="hertz"))
    assert "index from 0 for each of the 3" in message(
        lambda: dp.Chain(mass=[1, 1], contact=[contact] * 2))


MASSES = [fractions.Fraction(1, 100), decimal.Decimal("0.01"), np.array(0.01), np.float64(0.01),
          np.ma.array(0.01), "10 g", "0.01"]


@pytest.mark.parametrize("mass", MASSES, ids=repr)
def test_a_quantity_is_a_number_of_any_kind_or_a_text(mass):
    tsuji = dp.Contact("tsuji", restitution=0.5, stiffness=1e9, mass=1.0)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # the contact is prepared anew, which is said
        wanted = dp.Impact(tsuji, mass=0.01, speed=1.0).run()
        np.testing.assert_equal(dp.Impact(tsuji, mass=mass, speed=1.0).run(), wanted)
        assert tsuji.restitution(mass=mass, speed=1.0) == tsuji.restitution(mass=0.01, speed=1.0)
        falls = [dp.Bounce(tsuji, mass=m, drop=h, gravity=g).run() for m, h, g in (
            (0.01, 0.1, 9.81), (mass, "10 cm", "9.81 m/s^2"))]
        np.testing.assert_equal(falls[1], falls[0])
        turns = [dp.Journal(tsuji, bearing_radius=r, clearance=c, mass=m, inertia=1e-3, vx=v,
                            vy=0.5, collisions=3).run() for r, c, m, v in (
            (0.01, 1e-4, 0.01, 1.0), ("10 mm", "0.1 mm", mass, "1 m/s"))]
        assert turns[1]["energy"] == pytest.approx(turns[0]["energy"], rel=1e-9)
        chains = [dp.Chain(mass=[m, m], velocity=[v, 0.0], contact=tsuji, step=s).advance(100)
                  for m, v, s in ((0.01, 1.0, 1e-8), (mass, "1 m/s", "10 ns"))]
        assert chains[1].velocity.tolist() == chains[0].velocity.tolist()
        swings = [dp.Mechanism(gravity=g, bodies=[dict(name="a", mass=m, inertia=1, angle=a)],
                               joints=[dict(type="revolute", between=("ground", "a"),
                                            at=[[0, 0], [0, y]])]).run(until=t) for m, a, g, y, t in (
            (0.01, 1.0, (0, -9.81), 1.0, 0.1), (mass, "1 rad", (0, "-9.81 m/s^2"), "1 m", "100 ms"))]
        assert swings[1]["time"] == swings[0]["time"]
        assert swings[1]["energy"] == pytest.approx(swings[0]["energy"], rel=1e-9)


def test_what_is_no_quantity_is_refused_by_its_name():
    ball = dict(mass=1.0, speed=1.0)
    for words, given in (("mass is '10 m'; its unit must be kg", dict(mass="10 m")),
                         ("mass must be one number, but has shape", dict(mass=[1.0, 2.0])),
                         ("mass must be numbers, .*, not complex", dict(mass=1j)),
                         ("every is -1 s; it must not be negative", dict(every=-1.0)),
                         ("every is 1e-300 s; it must leave at most 1e.08 rows",
                          dict(every=1e-300))):
        with pytest.raises(dp.Error, match=words) as caught:
            dp.Impact(LN, **{**ball, **given}).run()
        assert caught.value.key == next(iter(given))
    with pytest.raises(dp.Error, match="every is 1e-300 s"):
        dp.Bounce(LN, mass=1.0, drop=1.0, gravity=9.81, every=1e-300).run()
    with pytest.raises(dp.Error, match="drop is -1") as caught:
        dp.Bounce(LN, mass=1.0, drop=-1.0, gravity=9.81)
    assert caught.value.key == "drop"
    with pytest.raises(dp.Error, match="until is '1 kg'"):
        dp.Impact(LN, **ball).advance("1 kg")


def test_a_probe_that_is_not_there_is_named():
    chain = dp.Chain(mass=[1.0, 1.0], contact=dp.Contact("hertz", stiffness=1e9), probes=[0])
    assert chain.advance(1).probe(0)["peak_force"] == 0.0
    with pytest.raises(IndexError, match="there is no probe 1: probes= of this chain names 1 bodies"):
        chain.probe(1)
    with pytest.raises(dp.Error, match="no saved state of an impact"):
        dp.Impact(dp.Contact("hertz", stiffness=1e9), mass=1.0, speed=1.0).restore(b"x")


def test_bodies_without_radius_are_flats():
    ball, flat = dp.Body(radius=5e-3, **STEEL), dp.Body(young=70e9, poisson=0.35)
    whole = dp.Body(young=70e9, poisson=0.35, radius=np.inf, mass=np.inf)
    assert dp.pair(ball, flat) == dp.pair(ball, whole) == dp.pair(flat, ball)
    assert dp.pair(ball, flat)["radius"] == 5e-3
    assert dp.pair(ball, flat)["mass"] == pytest.approx(ball.mass, rel=1e-14)
    with pytest.warns(dp.ValidityWarning, match="mass 4 kg .* 0.004084 kg"):
        dp.Body(radius=5e-3, mass=4.0, **STEEL)
