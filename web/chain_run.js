// A chain that runs in pieces and remembers what it went through. Needs dashpot.js.
//
//   const run = dashpot.chainRun(text, pulls)   {ok: false, text} where the scenario is refused
//   run.advance()      to the next of SAMPLES moments; false at the end, or {problem}
//   run.now            the last moment: {time, velocity, force (of beads), places, ledger, ...}
//   run.moments        all of them since the start or since the beads were moved
//   run.rows("velocity" | "force")   a row for each bead; NaN where it has not come to
//   run.move(places, velocities)     puts the beads elsewhere at this moment; the record begins anew
//   run.free()
// Places are [m] from where the beads just touch.

var dashpot = window.dashpot || {};
window.dashpot = dashpot;

dashpot.chainRun = function (text, pulls) {
  'use strict';
  const SAMPLES = 300, MOST_WORK = 2e9;  // steps times beads: about a minute
  const chain = dashpot.engine.chain(text);
  if (!chain.ok) return chain;
  const count = chain.count, origin = Float64Array.from({ length: count }, (_, i) =>
    (pulls && pulls[i] ? pulls[i].place : 0));
  const total = Math.round(chain.until / chain.step), stride = Math.max(1, Math.ceil(total / SAMPLES));
  if (total * count > MOST_WORK) {
    chain.free();
    return { ok: false, text: 'That takes ' + total + ' steps, too many for this page; give a longer ' +
      'step or a shorter time.' };
  }
  let done = 0, start = 0, initial = 0;  // steps since `start`
  const run = { ok: true, count, step: chain.step, steps: total, until: chain.until, moments: [], now: null };

  // The mean force of a bead's two contacts, as the program's field has it.
  function forces(contacts) {
    return Float64Array.from({ length: count }, (_, i) => (contacts[i] + contacts[i + 1]) / 2);
  }
  function ledgerOf(s) {
    const sum = s.kinetic + s.potential + s.stored + s.viscous + s.plastic + s.released;
    if (run.moments.length === 0) initial = sum - s.input;
    const all = Math.max(initial + s.input, sum);  // as the program's error has it
    return { initial, kinetic: s.kinetic, stored: s.stored, viscous: s.viscous, plastic: s.plastic,
      released: s.released, error: all > 0 ? Math.abs(sum - s.input - initial) / all : 0 };
  }
  function take() {
    const s = chain.read();
    if (!s.ok) return s;
    run.now = { time: s.time, step: s.step, velocity: s.velocity.slice(), force: forces(s.force),
      places: origin.map((at, i) => at + s.displacement[i]), ledger: ledgerOf(s),
      max_force: s.max_force, max_contact: s.max_force_contact, max_time: s.max_force_time };
    run.moments.push(run.now);
    return null;
  }

  run.isOver = () => done >= total;
  run.advance = () => {
    if (run.isOver()) return false;
    const steps = Math.min(stride, total - done), answer = chain.advance(steps);
    done += steps;
    const problem = answer.ok ? take() : answer;
    return problem ? { problem: problem.text } : true;
  };
  // Moments that are still to come have their times as well.
  run.times = () => {
    const times = [];
    for (let at = 0; at < total; at += stride) times.push(start + at * chain.step);
    times.push(start + total * chain.step);
    return times;
  };
  run.rows = (what) => Array.from({ length: count }, (_, i) => Float64Array.from(run.times(),
    (_, k) => (run.moments[k] ? run.moments[k][what][i] : NaN)));
  run.move = (places, velocities) => {
    const answer = chain.move({ displacement: places.map((at, i) => at - origin[i]), velocity: velocities });
    if (!answer.ok) return answer;
    done = 0;
    start = run.now.time;
    run.moments = [];
    return take() || answer;
  };
  run.free = () => chain.free();
  const problem = take();
  return problem || run;
};
