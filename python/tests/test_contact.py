"""Laws, contacts, histories, impacts and friction: values, shapes, refusals."""

import copy
import decimal
import fractions
import math
import pickle
import threading
import warnings

import dashpot as dp
import numpy as np
import pytest
from conftest import EVERYTHING

LN = dict(restitution=0.8, modulus=114e9, radius=5e-3)


def contact_of(name, **more):
    """A contact of any law: what it requires, and an ordinary pair."""
    law = dp.laws[name]
    params = {p.name: _ordinary(p) for p in law.params.values() if p.required}
    if "restitution" in law.params and law.params["restitution"].default is None:
        params["restitution"] = 0.8
    pair = dict(EVERYTHING)
    if "modulus" in law.needs:
        del pair["stiffness"]
    return dp.Contact(name, {**pair, **params, **EITHER_OF_TWO.get(name, {}), **more})


# laws that need one of two parameters
EITHER_OF_TWO = {"kuwabara-kono": {"relaxation": 1e-7}}


def _ordinary(param):
    low, high = param.low, param.high
    if math.isfinite(low) and math.isfinite(high):
        return math.sqrt(low * high) if low > 0 else 0.5 * (low + high)
    return max(low, 1.0) if math.isfinite(low) else 1.0


def test_catalogue_has_every_field():
    assert len(dp.laws) >= 47
    flores = dp.laws["flores"]
    assert flores.params["restitution"].high == 1.0
    assert "delta" in flores.formula and flores.source and flores.needs
    assert dp.laws["marhefka-orin"] is dp.laws["hunt-crossley"]
    assert "marhefka-orin" in dp.laws and "nothing" not in dp.laws
    with pytest.raises(KeyError, match="flores"):
        dp.laws["florse"]
    assert set(dp.friction_laws) >= {"coulomb", "lugre"}


@pytest.mark.parametrize("name", list(dp.laws))
def test_force_has_the_bits_of_the_program(name, program):
    c = contact_of(name)
    given = [f"--set={k}={v!r}" for k, v in c._recipe.items()]
    for delta, rate in ((2e-6, 0.1), (1e-6, -0.05)):
        said = program("force", "--law", name, *given, "--set=approach=0.3", "--delta", repr(delta),
                       f"--rate={rate!r}")
        r = c.respond(delta, rate, approach=0.3)
        assert c.force(delta, rate, approach=0.3) == said["force"]
        assert r == (said["force"], said["dforce_ddelta"], said["dforce_drate"],
                     said["stored_energy"])


@pytest.mark.parametrize("name", list(dp.laws))
def test_arrays_have_the_bits_of_scalars(name, generator):
    c = contact_of(name)
    delta = generator.uniform(-1e-6, 5e-6, 1500)
    rate = generator.uniform(-0.3, 0.3, 1500)
    forces = c.force(delta, rate, approach=0.3)
    each = np.array([c.force(d, v, approach=0.3) for d, v in zip(delta.tolist(), rate.tolist())])
    np.testing.assert_array_equal(forces, each)
    speeds = np.full(1500, 0.3)
    np.testing.assert_array_equal(c.force(delta, rate, approach=speeds), each)
    np.testing.assert_array_equal(c.force(delta, rate, history=c.history(1500, approach=0.3)), each)


@pytest.mark.parametrize("name", ["ma-liu", "thornton", "wang-kelvin-voigt", "hunt-crossley"])
def test_advance_is_force_and_commit(name, generator):
    c = contact_of(name)
    one, two = c.history((3, 50), approach=0.3), c.history((3, 50), approach=0.3)
    for _ in range(20):
        delta, rate = generator.uniform(0, 2e-5, (3, 50)), generator.uniform(-0.3, 0.3, (3, 50))
        before = one.copy()
        force = c.force(delta, rate, history=one)
        np.testing.assert_array_equal(one, before)  # a trial leaves no trace
        c.commit(delta, rate, history=one)
        np.testing.assert_array_equal(c.advance(delta, rate, history=two), force)
        np.testing.assert_array_equal(one, two)
    assert c.residual(history=one).shape == (3, 50)


def test_broadcasting_and_kinds_of_numbers():
    c = dp.Contact("lankarani-nikravesh", **LN)
    expected = c.force(5e-6, 0.2, approach=0.3)
    assert isinstance(expected, float)
    assert c.force(np.float32(5e-6).item(), 0.2, approach=0.3) == pytest.approx(expected, rel=1e-6)
    assert c.force(np.array(5e-6), np.array([0.2]), approach=0.3).shape == (1,)
    assert c.force(np.full((4, 1), 5e-6), np.full(3, 0.2), approach=0.3).shape == (4, 3)
    assert c.force([5e-6, 0], [0, 1], approach=1).shape == (2,)
    assert c.force(np.empty((0, 3)), 0.1, approach=0.3).shape == (0, 3)
    wide = np.full((6, 6), 5e-6)
    assert (c.force(wide[::2, ::3].T, 0.2, approach=0.3) == expected).all()
    assert (c.force(np.full(3, 5e-6, dtype=">f8"), 0.2, approach=0.3) == expected).all()
    assert (c.force(np.full(3, 1, dtype=np.int8), 0, approach=1) > 0).all()


def test_texts_and_numbers_of_other_kinds():
    c = dp.Contact("lankarani-nikravesh", **LN)
    tenth = fractions.Fraction(1, 10)
    expected = c.force(5e-6, 0.1, approach=0.1)
    assert c.force("5 um", "10 cm/s", approach="0.1 m/s") == pytest.approx(expected, rel=1e-14)
    assert c.force(5e-6, tenth, approach=tenth) == expected
    assert c.force(decimal.Decimal("5e-6"), decimal.Decimal("0.1"), approach=0.1) == expected
    assert c.force(["5 um", 0], [tenth, 0], approach=0.1).tolist() == [
        pytest.approx(expected, rel=1e-14), 0.0]
    wanted = c.restitution(mass=1e-2, speed=0.1)
    for mass, speed in (("10 g", "10 cm/s"), (fractions.Fraction(1, 100), tenth)):
        assert c.restitution(mass=mass, speed=speed) == pytest.approx(wanted, rel=1e-12)
        assert c.tuned(0.7, mass=mass, speed=speed).restitution(mass=mass, speed=speed) == (
            pytest.approx(0.7, rel=1e-9))
    with pytest.raises(dp.Error, match="delta is '5 kg'; its unit must be m") as caught:
        c.force("5 kg", 0.1, approach=0.1)
    assert caught.value.key == "delta"
    masked = np.ma.array([1e-6, 2e-6], mask=[False, True])
    with pytest.raises(dp.Error, match="delta has masked entries"):
        c.force(masked, 0.1, approach=0.1)
    assert c.force(np.ma.array([1e-6]), 0.1, approach=0.1).shape == (1,)


def test_values_of_a_contact_may_be_numbers_of_other_kinds():
    half = np.array(0.5)
    made = dp.Contact(dp.laws["flores"], restitution=half, modulus=fractions.Fraction(10**11),
                      radius=np.float32(0.5), approach="30 cm/s", approach_floor="1 mm/s")
    half[()] = 0.9  # an array may change later
    assert made.replace(radius=1.0).force(1e-6) == dp.Contact(
        "flores", restitution=0.5, modulus=1e11, radius=1.0, approach=0.3,
        approach_floor=1e-3).force(1e-6)
    assert made.fixed_approach == pytest.approx(0.3, rel=1e-15)
    assert repr(made).startswith("dashpot.Contact('flores', restitution=0.5, modulus=100000000000.0")
    waves = dict(kind="waves", young="207 GPa", poisson=0.3, density="7.8 g/cm^3")
    plain = dict(waves, young=207e9, density=7800.0)
    touch = [dp.Contact("flores", modulus=1e11, radius=0.01, restitution_from=given).at_speed(
        "1 m/s", "10 g").force(1e-6, 0.5, approach=1.0) for given in (waves, plain)]
    assert touch[0] == pytest.approx(touch[1], rel=1e-12)
    with pytest.raises(dp.Error, match='"each", "largest" or a speed'):
        dp.Contact("flores", restitution=0.5, stiffness=1e9, approach="larges")


def test_inputs_are_not_copied_nor_changed():
    c = dp.Contact("hertz", modulus=114e9, radius=5e-3)
    delta = np.linspace(0, 1e-5, 10)
    delta.flags.writeable = False
    assert c.force(delta).shape == (10,)
    history = c.history(10)
    base = history.ctypes.data
    c.commit(delta, 0.0, history=history)
    assert history.ctypes.data == base


def test_begin_where():
    c = contact_of("hunt-crossley")
    history = c.history(4)
    c.begin([0.1, 0.2, 0.3, 0.4], history=history, where=[True, False, True, False])
    assert (history[0] != 0).tolist() == [True, False, True, False]
    with pytest.raises(dp.Error, match="0 or more"):
        c.begin(-1.0, history=history)


def test_refusals_say_what_is_wrong():
    c = dp.Contact("lankarani-nikravesh", **LN)
    h = c.history(10, approach=0.3)
    cases = [
        (lambda: c.force(1e-6, 0.1), "approach"),
        (lambda: c.force(np.zeros(3), np.zeros(2), approach=1), "delta"),
        (lambda: c.force(1e-6, 0.1, approach=-1), "approach"),
        (lambda: c.force("deep", 0.1, approach=1), "delta"),
        (lambda: c.force([1e-6], [1j], approach=1), "rate"),
        (lambda: c.force(np.zeros(4), history=h), "delta"),
        (lambda: c.force(np.zeros(10), approach=1, history=h), "approach"),
        (lambda: c.force(np.zeros(10), history=np.zeros(40)), "history"),
        (lambda: c.force(np.zeros(10), history=h.astype(np.float32)), "history"),
        (lambda: c.force(np.zeros(10), history=[1, 2]), "history"),
        (lambda: dp.Contact("florse"), "law"),
        (lambda: dp.Contact(7), "law"),
        (lambda: dp.Contact("flores", restitutoin=0.1), "restitutoin"),
        (lambda: dp.Contact("flores", restitution=2), "restitution"),
        (lambda: dp.Contact("flores", restitution="5 mm", **EVERYTHING), "restitution"),
        (lambda: dp.Contact("flores", restitution=[1], **EVERYTHING), "restitution"),
        (lambda: dp.Contact("flores", tension="pull"), "tension"),
        (lambda: dp.Contact("flores", approach="never"), "approach"),
        (lambda: c.impacts(mass=-1, speed=1), "mass"),
        (lambda: dp.Friction("lugre", nu=1), "nu"),
        (lambda: dp.Friction("slippery"), "law"),
        (lambda: dp.Friction("coulomb", mu=0.3).force([1, 2], [1, 2, 3]), "normal"),
        (lambda: c.restitution(mass=1, speed=1, threads="x"), "threads"),
        (lambda: c.history(-1), "shape"),
        (lambda: c.history("x"), "shape"),
        (lambda: dp.pair(1, 2), "body"),
        (lambda: dp.Body(young="1 kg"), "young"),
    ]
    for call, key in cases:
        with pytest.raises(dp.Error) as caught:
            call()
        assert caught.value.key == key, str(caught.value)
        assert isinstance(caught.value, ValueError) and len(str(caught.value)) > 10


def test_units_and_reserved_words():
    a = dp.Contact("thornton", modulus="114 GPa", radius="5 mm", yield_="300 MPa")
    b = dp.Contact("thornton", {"modulus": 114e9, "radius": 5e-3, "yield": 3e8})
    assert a.force(1e-6) == b.force(1e-6)
    assert a.pair["yield"] == 3e8


def test_pair_of_bodies():
    steel = dp.Body(young=207e9, poisson=0.3, density=7800, radius=5e-3)
    wall = dp.Body(young=207e9, poisson=0.3, radius=math.inf, mass=math.inf)
    pair = dp.pair(steel, wall)
    assert pair["radius"] == 5e-3
    assert pair["modulus"] == pytest.approx(207e9 / (2 * (1 - 0.09)), rel=1e-14)
    assert pair["mass"] == pytest.approx(7800 * 4 / 3 * math.pi * 5e-3**3, rel=1e-14)
    dp.Contact("flores", restitution=0.8, **pair)


def test_impacts_and_restitution():
    c = dp.Contact("lankarani-nikravesh", **LN)
    r = c.impacts(mass=4e-3, speed=[[0.1], [1.0]])
    assert list(r) == ["restitution", "max_indentation", "duration", "max_force"] and len(r) == 4
    assert r["restitution"].shape == (2, 1)
    whole = dp.Impact(c, mass=4e-3, speed=1.0).run()
    for name in ("restitution", "max_indentation", "duration", "max_force"):
        assert r[name][1, 0] == pytest.approx(whole[name], rel=3e-9)  # rtol of the batch is 1e-9
    e = c.restitution(mass=4e-3, speed=1.0)
    assert e == pytest.approx(whole["restitution"], rel=1e-9)
    tuned = c.tuned(0.8, mass=4e-3, speed=1.0)
    assert tuned.restitution(mass=4e-3, speed=1.0) == pytest.approx(0.8, abs=1e-8)
    d = dp.closed_forms["hunt_crossley_damping"](np.array([0.5, 0.9]))
    np.testing.assert_allclose(dp.closed_forms["hunt_crossley_restitution"](d), [0.5, 0.9],
                               rtol=1e-13)


def test_restitution_that_follows_the_speed():
    c = dp.Contact("flores", modulus=114e9, radius=5e-3, mass=4e-3,
                   restitution_from=dict(kind="waves", young=207e9, poisson=0.3, density=7800))
    assert c.follows_speed
    at = c.at_speed(0.5)
    assert at.force(1e-6, 0.1, approach=0.5) == c.force([1e-6], 0.1, approach=0.5)[0]
    with pytest.raises(dp.Error, match="at_speed"):
        c.force(np.zeros(3), history=np.zeros((4, 3)))


def test_pickle_copy_and_repr():
    c = dp.Contact("thornton", {"modulus": 114e9, "radius": 5e-3, "yield": 3e8}, tension="allow")
    for twin in (pickle.loads(pickle.dumps(c)), copy.copy(c), copy.deepcopy(c), c.replace()):
        assert twin.force(3e-6, 0.1) == c.force(3e-6, 0.1)
        assert type(twin) is dp.Contact and repr(twin) == repr(c)
    f = dp.Friction("coulomb", mu=0.3)
    assert pickle.loads(pickle.dumps(f)).force(10.0, 0.1) == f.force(10.0, 0.1)


def test_friction():
    f = dp.Friction("coulomb", mu=0.3)
    assert f.force(10.0, 1.0) == pytest.approx(-3.0)
    r = f.respond(np.full(5, 10.0), np.linspace(-1, 1, 5))
    assert r.force.shape == (5,) and r.force[0] == -r.force[-1]
    lugre = dp.Friction("lugre", **{p.name: _ordinary(p)
                                    for p in dp.friction_laws["lugre"].params.values()
                                    if p.required})
    z = lugre.steady_z(0.01)
    assert lugre.respond(10.0, 0.01, z).z_rate == pytest.approx(0.0, abs=1e-12)


def test_threads_give_the_same_bits(generator):
    c = contact_of("hunt-crossley")
    delta, rate = generator.uniform(0, 5e-6, 100000), generator.uniform(-0.3, 0.3, 100000)
    expected = c.force(delta, rate, approach=0.3)
    found = [None] * 8

    def work(i):
        found[i] = c.force(delta, rate, approach=0.3)
    threads = [threading.Thread(target=work, args=(i,)) for i in range(8)]
    for t in threads:
        t.start()
    for t in threads:
        t.join()
    assert all((f == expected).all() for f in found)


@pytest.mark.slow
def test_no_growth_of_memory():
    import gc
    import resource
    c = dp.Contact("lankarani-nikravesh", **LN)
    delta = np.full(100, 1e-6)

    def work(times):
        for _ in range(times):
            c.force(1e-6, 0.1, approach=0.3)
            c.force(delta, 0.1, approach=0.3)
            c.respond(1e-6, 0.1, approach=0.3)
            dp.Contact("flores", **LN)
            try:
                c.force(1e-6)
            except dp.Error:
                pass
    work(2000)
    gc.collect()
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    work(100000)
    # 100000 calls that each lost one object of 16 bytes would be 1.6 MB
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 1500


def test_plastic_spheres_give_the_forces_of_page_011():
    pair = dict(modulus=1.139e11, radius=5e-3, yield_=1.03e9)
    forces = {"jackson-green": 4.09146986304e+2, "kogut-etsion": 4.10351284138e+2,
              "ceb": 5.58506063025e+2, "zmc": 3.38618792966e+2}
    for law, force in forces.items():
        assert dp.Contact(law, **pair).force(12e-6, 0.0) == pytest.approx(force, rel=1e-10)
    hard = dp.Contact("ghaednia", tangent_modulus=2.07298e9, **pair)
    assert hard.force(12e-6, 0.0) == pytest.approx(4.11195042175e+2, rel=1e-10)


def test_restitution_from_johnson_and_thornton():
    pair = dict(modulus=1.139e11, radius=5e-3, mass=4e-3)
    for relation, yield_, e in ((dict(kind="johnson", dynamic_pressure=3.09e9), None,
                                 7.98912073241e-1),
                                ("johnson", 1.03e9, 7.98912073241e-1),
                                ("thornton", 1.03e9, 4.16783562523e-1)):
        c = dp.Contact("exact-restitution", restitution_from=relation, **pair,
                       **({} if yield_ is None else dict(yield_=yield_)))
        # integrated, to 1e-9 per step
        assert c.restitution(mass=4e-3, speed=10.0) == pytest.approx(e, rel=1e-8)
        twin = pickle.loads(pickle.dumps(c)).at_speed(10.0)
        assert twin.force(5e-6, -2.0, approach=10.0) == c.at_speed(10.0).force(5e-6, -2.0,
                                                                               approach=10.0)


def test_impacts_deeper_than_the_radius_are_said():
    # GPa was forgotten
    soft = dp.Contact("exact-restitution", restitution=0.8, modulus=114, radius=5e-3)
    with pytest.warns(dp.ValidityWarning, match="presses 8.5.* radii .*modulus, 114 Pa"):
        soft.impacts(mass=4e-3, speed=[0.01, 1.0])
    stiff = dp.Contact("exact-restitution", restitution=0.8, modulus=114e9, radius=5e-3)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        stiff.impacts(mass=4e-3, speed=[0.01, 1.0])
