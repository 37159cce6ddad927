"""Random shapes and values at the border: an answer or a dashpot.Error, never anything else."""

import dashpot as dp
import numpy as np
import pytest

C = dp.Contact("hunt-crossley", restitution=0.8, modulus=114e9, radius=5e-3)


def random_shape(generator, longest=4):
    return tuple(int(n) for n in generator.integers(0, 5, generator.integers(0, longest)))


@pytest.mark.parametrize("seed", range(60))
def test_shapes_follow_numpy(seed):
    generator = np.random.default_rng(seed)
    full = random_shape(generator)
    arrays = []
    for _ in range(3):
        cut = full[generator.integers(0, len(full) + 1):]
        shape = tuple(n if generator.random() < 0.7 else 1 for n in cut)
        arrays.append(generator.uniform(0, 1e-6, shape))
    expected = np.broadcast_shapes(*(a.shape for a in arrays))
    force = C.force(arrays[0], arrays[1], approach=arrays[2] + 0.1)
    assert np.shape(force) == expected
    if np.size(force):
        index = tuple(int(generator.integers(0, n)) for n in expected)
        at = [float(np.broadcast_to(a, expected)[index]) for a in arrays]
        assert np.asarray(force)[index] == C.force(at[0], at[1], approach=at[2] + 0.1)


THINGS = [None, 1, -1, 0, 1.5, float("nan"), float("inf"), -0.0, 10**400, True, "x", "", b"y", [],
          [1], [[1], [2, 3]], (), {}, {"a": 1}, object(), np.zeros(3), np.zeros((4, 3)),
          np.zeros((4, 0)), np.zeros(3, dtype=complex), np.array(["a"]), np.zeros(3)[::-1],
          np.float32(1), np.int64(3), lambda: 1, int, C, dp.Error("no"), slice(1), range(3)]


@pytest.mark.parametrize("seed", range(20))
def test_anything_is_answered_or_refused(seed, tmp_path):
    generator = np.random.default_rng(1000 + seed)

    def pick():
        return THINGS[generator.integers(0, len(THINGS))]

    def words():
        names = ["approach", "history", "rate", "delta", "mass", "speed", "where", "restitution",
                 "radius", "law", "step", "contact", "bodies", "until", "watch", "every"]
        return {names[generator.integers(0, len(names))]: pick()
                for _ in range(generator.integers(0, 4))}
    calls = [lambda a, k: C.force(*a, **k), lambda a, k: C.respond(*a, **k),
             lambda a, k: C.history(*a, **k), lambda a, k: C.commit(*a, **k),
             lambda a, k: C.advance(*a, **k), lambda a, k: C.begin(*a, **k),
             lambda a, k: C.impacts(**k), lambda a, k: C.restitution(**k),
             lambda a, k: dp.Contact(*a, **k), lambda a, k: dp.Friction(*a, **k),
             lambda a, k: dp.Impact(*a, **k), lambda a, k: dp.Bounce(*a, **k),
             lambda a, k: dp.Journal(*a, **k), lambda a, k: dp.Chain(**k),
             lambda a, k: dp.Mechanism(**k), lambda a, k: dp.pair(*a, **k),
             lambda a, k: C._evaluate(*a), lambda a, k: C._begin(*a), lambda a, k: C._impacts(*a),
             lambda a, k: C._peaks(*a), lambda a, k: C._residual(*a), lambda a, k: dp.check(*a)]
    allowed = (dp.Error, TypeError, ValueError, OverflowError, MemoryError, AttributeError,
               IndexError, KeyError)
    for _ in range(1500):
        call = calls[generator.integers(0, len(calls))]
        arguments = [pick() for _ in range(generator.integers(0, 11))]
        try:
            call(arguments, words())
        except allowed:
            pass
