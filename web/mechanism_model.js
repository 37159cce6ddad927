// The two mechanisms of the page: as scenario, and as facts of dashpot.scenes.mechanism.
// Needs dashpot.js, controls.js and law_fields.js.
//
//   dashpot.mechanisms.list       [{name, about, values: texts of the fields, law, settings}]
//   dashpot.mechanisms.fields     of dashpot.controls
//   dashpot.mechanisms.pair(mechanism, values)     the loose joint as a pair of surfaces
//   dashpot.mechanisms.idle(law)  {key: why it has no effect with this law, or ""}
//   dashpot.mechanisms.scenario(mechanism, state)  YAML; state: {values, texts, law, settings}
//   dashpot.mechanisms.facts(mechanism, motion)    motion: of dashpot.jobs

var dashpot = window.dashpot || {};
window.dashpot = dashpot;

dashpot.mechanisms = (function () {
  'use strict';
  const FRAMES_MOST = 1600, SPEED = 0.1;  // [m/s] at which journals usually meet their bearings
  const YOUNG = 207e9, POISSON = 0.3;     // of steel, of which all joints are

  const fields = [
    { key: 'clearance', label: 'clearance', unit: 'm', low: 1e-7, high: 5e-3, from: 1e-5, to: 1e-3,
      scale: 'log', value: '0.5 mm', help: 'bearing radius less journal radius' },
    { key: 'speed', label: 'speed of the crank [rpm]', low: 0.1, high: 1e5, from: 20, to: 5000,
      scale: 'log', value: '200' },
    { key: 'turns', label: 'turns', low: 0.1, high: 200, from: 1, to: 12, value: '4' },
    { key: 'friction', label: 'friction coefficient', low: 0, high: 2, from: 0, to: 0.5, value: '0',
      help: 'of Coulomb\'s law, in the loose joint' },
    { key: 'length', label: 'length of the bearing', unit: 'm', low: 1e-4, high: 1, from: 2e-3, to: 0.1,
      scale: 'log', value: '15 mm', help: 'for laws of cylinders' },
    { key: 'yield', label: 'yield stress', unit: 'Pa', low: 1e5, from: 1e7, to: 1e10, scale: 'log',
      value: '1 GPa', help: 'for laws that leave dents' },
  ];

  // Lengths in millimetres; points from the centre of mass of their body.
  const list = [
    { name: 'Slider-crank', title: 'Slider-crank with a loose pin', about: 'A crank drives a slider ' +
        'through a rod. The pin between rod and slider is loose.',
      bodies: [['crank', 17.9, 0.460327], ['rod', 1.13, 0.0153], ['slider', 1.013, 0.000772]],
      joints: [{ type: 'revolute', between: ['ground', 'crank'], at: [[0, 0], [-25, 0]] },
        { type: 'revolute', between: ['crank', 'rod'], at: [[25, 0], [-150, 0]] },
        { type: 'translational', between: ['ground', 'slider'], axis: [1, 0], through: [0, 0] },
        { type: 'clearance', name: 'pin', between: ['rod', 'slider'], at: [[150, 0], [0, 0]], bearing: 10 }],
      start: 'assembled', watch: ['slider.ax', 'pin.force', 'crank.moment'], law: 'lankarani-nikravesh',
      settings: { 'law.restitution': '0.46' }, values: { clearance: '0.5 mm', speed: '200', turns: '4', friction: '0' } },
    { name: 'Four-bar linkage', title: 'Four-bar linkage with one loose joint', about: 'The crank goes ' +
        'round, the rocker swings. The joint between coupler and rocker is loose.', gravity: [0, -9.81],
      bodies: [['crank', 0.30, 6.25e-5], ['coupler', 0.72, 8.64e-4], ['rocker', 0.45, 2.11e-4]],
      joints: [{ type: 'revolute', name: 'main', between: ['ground', 'crank'], at: [[0, 0], [-25, 0]] },
        { type: 'revolute', name: 'crankpin', between: ['crank', 'coupler'], at: [[25, 0], [-60, 0]] },
        { type: 'clearance', name: 'pin', between: ['coupler', 'rocker'], at: [[60, 0], [37.5, 0]], bearing: 8 },
        { type: 'revolute', name: 'pivot', between: ['ground', 'rocker'], at: [[140, 0], [-37.5, 0]] }],
      start: 'assembled', near: '{rocker: 100 deg}', watch: ['rocker.alpha', 'pin.force', 'pivot.force', 'crank.moment'],
      law: 'lankarani-nikravesh', settings: { 'law.restitution': '0.8' },
      values: { clearance: '0.1 mm', speed: '600', turns: '4', friction: '0.05' } },
  ];
  const loose = (mechanism) => mechanism.joints.find((joint) => joint.type === 'clearance');
  const mass = (mechanism, name) => mechanism.bodies.find((body) => body[0] === name)[1];

  function pair(mechanism, v) {
    const joint = loose(mechanism), [m1, m2] = joint.between.map((name) => mass(mechanism, name));
    const bearing = 1e-3 * joint.bearing;
    return { modulus: YOUNG / (2 * (1 - POISSON * POISSON)), radius: bearing * (bearing - v.clearance) / v.clearance,
      mass: m1 * m2 / (m1 + m2), yield: v.yield, bearing_radius: bearing, clearance: v.clearance,
      length: v.length };
  }
  const lawFields = (mechanism, law, v) => dashpot.lawFields(law, pair(mechanism, v), SPEED);

  // --- scenario ---

  const asks = (law, what) => law.needs.includes(what) || new RegExp('`' + what + '`').test(law.needs_more || '');
  // Fields that get into the scenario of some laws only.
  const idle = (law) => Object.fromEntries(['length', 'yield'].map((key) =>
    [key, asks(law, key) ? '' : law.name + ' does not use it']));
  const point = ([x, y]) => '[' + x + (x ? ' mm' : '') + ', ' + y + (y ? ' mm' : '') + ']';

  function jointText(joint, state) {
    const words = ['type: ' + joint.type].concat(joint.name ? ['name: ' + joint.name] : [],
      ['between: [' + joint.between.join(', ') + ']']);
    if (joint.axis) words.push('axis: [' + joint.axis.join(', ') + ']', 'through: ' + point(joint.through));
    else words.push('at: [' + joint.at.map(point).join(', ') + ']');
    if (joint.type !== 'clearance') return '    - {' + words.join(', ') + '}';
    const { texts, law, settings, values } = state, more = [];
    if (asks(law, 'length')) more.push('length: ' + texts.length);
    if (values.friction > 0) more.push('friction: ' + texts.friction);
    return '    - {' + words.join(', ') + ',\n       bearing_radius: ' + joint.bearing + ' mm, clearance: ' +
      texts.clearance + ', material: steel,\n       contact: ' + dashpot.contactText(law, settings, more) + '}';
  }

  function scenario(mechanism, state) {
    const { texts, values, law } = state;
    return ['dashpot: 1', 'title: ' + mechanism.title, 'kind: mechanism', 'materials:',
      '  - {name: steel, young: 207 GPa, poisson: ' + POISSON + (asks(law, 'yield') ? ', yield: ' + texts.yield : '') +
      '}', 'mechanism:'].concat(mechanism.gravity ? ['  gravity: [' + mechanism.gravity.join(', ') + ']'] : [],
      ['  bodies:'], mechanism.bodies.map((b) => '    - {name: ' + b[0] + ', mass: ' + b[1] + ', inertia: ' + b[2] + '}'),
      ['  joints:'], mechanism.joints.map((joint) => jointText(joint, state)),
      ['  drivers: [{body: crank, speed: ' + texts.speed + ' rpm}]', '  start: ' + mechanism.start].concat(
        mechanism.near ? ['  near: ' + mechanism.near] : [],
        ['  watch: [' + mechanism.watch.join(', ') + ']', 'run: {turns: ' + texts.turns + ', skip: ' +
        Math.floor(values.turns / 2) + ', rtol: 1.0e-8, ensemble: 1, shadow: true}', ''])).join('\n');
  }

  // --- facts of the animation ---

  function jointFacts(mechanism, joint) {
    const index = (name) => mechanism.bodies.findIndex((body) => body[0] === name);
    const metres = (at) => at.map((value) => 1e-3 * value);
    const facts = { bodies: joint.between.map(index), at: (joint.at || [[0, 0], [0, 0]]).map(metres),
      is_pin: joint.type !== 'translational', is_loose: joint.type === 'clearance' };
    if (joint.axis) Object.assign(facts, { axis: joint.axis, through: metres(joint.through), angle: 0,
      length: null, height: null, gap: null });
    return facts;
  }

  function facts(mechanism, motion) {
    const { table } = motion, rows = table.time.length, every = Math.ceil(rows / FRAMES_MOST);
    const kept = Array.from({ length: Math.ceil(rows / every) }, (_, k) => k * every);
    const columns = (names) => kept.map((i) => names.map((name) => table[name][i]));
    const joint = loose(mechanism);
    return { bodies: mechanism.bodies.map((body) => body[0]), times: kept.map((i) => table.time[i]),
      places: columns([].concat(...mechanism.bodies.map(([name]) => ['.x', '.y', '.angle'].map((c) => name + c)))),
      joints: mechanism.joints.map((one) => jointFacts(mechanism, one)), springs: [], contacts: [],
      bearings: [{ name: joint.name, clearance: motion.pairs[0].gap, dents: [],
        body: mechanism.bodies.findIndex((body) => body[0] === joint.between[1]),
        path: columns(['.ex', '.ey', '.contact'].map((c) => joint.name + c)) }] };
  }

  return { list, fields, pair, lawFields, loose, idle, scenario, facts };
})();
