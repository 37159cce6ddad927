// The scenario of the chain page: presets, and the YAML that page and program run alike.
// Needs dashpot.js, controls.js and law_fields.js.
//
//   dashpot.chains.presets      [{name, about, values: texts of the fields, law: texts of the law}]
//   dashpot.chains.laws()       laws of the catalogue that suit two balls
//   dashpot.chains.fields       of dashpot.controls: beads, material, run
//   dashpot.chains.lawFields(law, values)    its parameters as fields of dashpot.controls
//   dashpot.chains.idle(values)              {key: why it has no effect, or ""}
//   dashpot.chains.scenario(state)           YAML; state: {values, texts, law, settings, pulls}
//   dashpot.chains.beads(state)              [{radius, velocity, gap}] from left to right

var dashpot = window.dashpot || {};
window.dashpot = dashpot;

dashpot.chains = (function () {
  'use strict';
  const MATERIALS = {
    steel: { young: '193 GPa', poisson: '0.3', density: '7970 kg/m^3', yield: '940 MPa' },
    aluminium: { young: '69 GPa', poisson: '0.33', density: '2700 kg/m^3', yield: '270 MPa' },
    brass: { young: '103 GPa', poisson: '0.34', density: '8500 kg/m^3', yield: '310 MPa' },
    glass: { young: '70 GPa', poisson: '0.22', density: '2500 kg/m^3', yield: '3.6 GPa' },
    PTFE: { young: '1.46 GPa', poisson: '0.46', density: '2170 kg/m^3', yield: '23 MPa' },
  };
  const ENDS = ['free', 'wall'];
  const MOST_BEADS = 200;

  const fields = {
    beads: [
      { key: 'count', label: 'beads', low: 2, high: MOST_BEADS, value: '30' },
      { key: 'moving', label: 'of them strike', choices: ['1', '2', '3', '4', '5'], value: '1',
        help: 'so many beads at the left start with the speed of the striker' },
      { key: 'speed', label: 'speed of the striker', unit: 'm/s', low: 0, from: 0.01, to: 10,
        scale: 'log', value: '1 m/s' },
      { key: 'radius', label: 'radius', unit: 'm', low: 1e-6, high: 1, from: 0.5e-3, to: 50e-3,
        scale: 'log', value: '5 mm' },
      { key: 'odd_at', label: 'bead that differs', low: 0, high: MOST_BEADS, value: '0',
        help: 'number of one bead with another radius; 0: none' },
      { key: 'odd_ratio', label: 'its radius over the others\'', low: 0.05, high: 20, from: 0.2,
        to: 5, scale: 'log', value: '1' },
      { key: 'left', label: 'left end', choices: ENDS, value: 'free' },
      { key: 'right', label: 'right end', choices: ENDS, value: 'free' },
    ],
    material: [
      { key: 'material', label: 'material', choices: Object.keys(MATERIALS), value: 'steel',
        help: 'fills in usual values, which can be changed below' },
      { key: 'young', label: 'Young\'s modulus', unit: 'Pa', low: 1, from: 1e8, to: 1e12,
        scale: 'log', value: MATERIALS.steel.young },
      { key: 'poisson', label: 'Poisson\'s ratio', low: 0, high: 0.5, value: MATERIALS.steel.poisson },
      { key: 'density', label: 'density', unit: 'kg/m^3', low: 1, from: 500, to: 20000,
        scale: 'log', value: MATERIALS.steel.density },
      { key: 'yield', label: 'yield stress', unit: 'Pa', low: 1, from: 1e6, to: 1e10,
        scale: 'log', value: MATERIALS.steel.yield },
    ],
    run: [
      { key: 'until', label: 'time computed', unit: 's', low: 1e-12, value: '', optional: true,
        help: 'not given: enough for the wave to leave the chain' },
      { key: 'step', label: 'step', unit: 's', low: 1e-15, value: '', optional: true,
        help: 'not given: a tenth of the longest stable one' },
    ],
  };

  const presets = [
    { name: 'Newton\'s cradle', law: 'hertz', values: { count: '5', moving: '1', radius: '11 mm',
      speed: '0.5 m/s' }, about: 'One bead strikes, one leaves; two strike, two leave. Computed are ' +
      'beads on a straight line while they collide. Strings and gravity are not: the swing of the ' +
      'pendula takes ten thousand times longer than the collision.' },
    { name: 'Solitary wave', law: 'hertz', values: { count: '40', moving: '1', radius: '2.38 mm',
      speed: '1.77 m/s' }, about: 'The pulse is about five beads long and keeps its shape. A harder ' +
      'blow makes it faster.' },
    { name: 'Impurity', law: 'hertz', values: { count: '40', radius: '2.38 mm', speed: '1.77 m/s',
      odd_at: '20', odd_ratio: '0.5' }, about: 'A light bead rattles between its neighbours and ' +
      'sends waves out. A heavy one reflects part of the pulse.' },
    { name: 'Plastic beads', law: 'ma-liu', values: { count: '20', radius: '5 mm', speed: '1 m/s',
      material: 'brass', right: 'wall' }, about: 'The contacts yield. Each keeps a dent, and the ' +
      'pulse fades on its way to the wall.' },
  ];

  // Fields of a preset: what it does not name is as the page has it at first.
  function valuesOf(preset) {
    const all = {};
    Object.values(fields).forEach((group) => group.forEach((f) => { all[f.key] = f.value; }));
    return Object.assign(all, MATERIALS[preset.values.material || 'steel'], preset.values);
  }

  // --- laws ---

  function laws() {
    return dashpot.engine.laws().filter((law) => law.bounds.fits.length === 0 ||
      law.bounds.fits.includes('balls'));
  }

  // The pair of two equal beads.
  function pairOf(v) {
    const mass = 4 / 3 * Math.PI * v.density * Math.pow(v.radius, 3);
    return { modulus: v.young / (2 * (1 - v.poisson * v.poisson)), radius: v.radius / 2,
      mass: mass / 2, yield: v.yield };
  }
  function lawFields(law, v) { return dashpot.lawFields(law, pairOf(v), v.speed > 0 ? v.speed : 1); }

  function idle({ count, odd_at: at }) {
    return { odd_ratio: at >= 0.5 && Math.round(at) <= Math.round(count) ? '' : 'no bead differs' };
  }

  // --- beads ---

  // pulls: [{place [m], velocity [m/s]}] or nothing, by bead: where somebody put it at the start.
  function beads(state) {
    const v = state.values, count = Math.round(v.count), moving = Math.min(Number(v.moving), count);
    const list = [], pulls = state.pulls || [];
    for (let i = 0; i < count; i++) {
      const pull = pulls[i], place = pull ? pull.place : 0, next = pulls[i + 1];
      list.push({ radius: v.radius * (Math.round(v.odd_at) === i + 1 ? v.odd_ratio : 1), place,
        velocity: pull ? pull.velocity : i < moving ? v.speed : 0,
        gap: i + 1 < count ? (next ? next.place : 0) - place : 0 });
    }
    return list;
  }

  // Entries of the file; equal neighbours share one.
  function beadEntries(state) {
    const entries = [], t = state.texts, v = state.values;
    beads(state).forEach((bead) => {
      const words = ['radius: ' + (bead.radius === v.radius ? t.radius : bead.radius + ' m'),
        'material: bead'];
      if (bead.velocity !== 0)
        words.push('velocity: ' + (bead.velocity === v.speed ? t.speed : bead.velocity + ' m/s'));
      if (bead.gap !== 0) words.push('gap: ' + bead.gap + ' m');
      const text = words.join(', '), last = entries[entries.length - 1];
      if (last && last.text === text) last.count++;
      else entries.push({ count: 1, text });
    });
    return entries.map((e) => '    - {count: ' + e.count + ', ' + e.text + '}');
  }

  // Speed of a solitary wave whose beads move as fast as the striker, in the long-wave theory; a
  // contact that yields is slower.
  function duration(state) {
    const v = state.values, stiff = 2 * v.young / (Math.PI * v.density * (1 - v.poisson * v.poisson));
    const wave = 0.91 * Math.pow(stiff, 0.4) * Math.pow(v.speed || 1, 0.2);
    const yields = state.law.needs.includes('yield') || /yield/.test(state.law.needs_more || '');
    const length = beads(state).reduce((sum, bead) => sum + 2 * bead.radius, 0) + 16 * v.radius;
    let flight = 0;  // of beads that were pulled
    (state.pulls || []).forEach((pull) => {
      if (pull && pull.velocity !== 0) flight = Math.max(flight, Math.abs(pull.place / pull.velocity));
    });
    return flight + (yields ? 2.8 : 1.4) * length / wave;
  }
  function until(state) {
    return state.texts.until || Number((1e6 * duration(state)).toPrecision(2)) + ' us';
  }

  function end(state, side) {
    const list = beads(state), last = list.length - 1;
    if (state.values[side] !== 'wall') return [];
    const gap = side === 'left' ? list[0].place : -list[last].place;
    return ['  ' + side + ': {type: wall, material: bead' + (gap > 0 ? ', gap: ' + gap + ' m' : '') + '}'];
  }

  function scenario(state) {
    const t = state.texts;
    return ['dashpot: 1', 'title: Chain of ' + Math.round(state.values.count) + ' beads', 'kind: chain',
      'materials:', '  - {name: bead, young: ' + t.young + ', poisson: ' + t.poisson + ', density: ' +
      t.density + ', yield: ' + t.yield + '}', 'chain:', '  beads:'].concat(beadEntries(state),
      end(state, 'left'), end(state, 'right'), ['  contact: ' + dashpot.contactText(state.law, state.settings),
        'run: {integrator: verlet, ' + (t.step ? 'step: ' + t.step + ', ' : '') + 'until: ' +
        until(state) + '}', '']).join('\n');
  }

  return { presets, valuesOf, materials: MATERIALS, fields, laws, lawFields, idle, beads, scenario };
})();
