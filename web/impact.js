// The page of oblique impacts: fields, scenario, numbers, pictures, link.
(function () {
  'use strict';
  const model = dashpot.lawModel, make = dashpot.make, at = (id) => document.getElementById(id);
  // What the ball and the friction begin with; where the catalogue has a default, that one.
  const START = Object.assign({}, model.START, { speed: '2 m/s', angle: '35 deg', spin: '0 rad/s', law: 'flores',
    restitution: '0.85', friction: 'mindlin-deresiewicz', modulus: '5 GPa' });
  const FRICTION = { mu: '0.2', mu_s: '0.25', mu_d: '0.2', sigma_0: '1e5 1/m' };
  const BALL = [
    { key: 'speed', label: 'speed', unit: 'm/s', low: 1e-6, from: 0.02, to: 20, scale: 'log', help: 'of the centre before the impact' },
    { key: 'angle', label: 'angle from the normal', unit: 'rad', low: -1.57, high: 1.57, from: 0, to: 88 * Math.PI / 180, help: '0 is head-on, 90 deg along the plate' },
    { key: 'spin', label: 'spin', unit: 'rad/s', low: -1e6, high: 1e6, from: -400, to: 400, help: 'before the impact; a positive one is backspin, it adds to the sliding' },
    { key: 'radius', label: 'radius', unit: 'm', low: 1e-9, from: 1e-4, to: 1, scale: 'log', help: 'of the ball; the plate is flat' },
    { key: 'mass', label: 'mass', unit: 'kg', low: 1e-15, from: 3e-4, to: 3, scale: 'log', help: 'of the ball; the plate does not move' }];
  const SLIDES = 32, REST = 250;   // angles of the curve; ms until the hand is taken to rest
  const plots = {};
  let state = {}, frictions = [], groups = {}, player = null, turn = 0, waiting = 0, spent = 0;   // spent: duration of the last impact [s]

  // --- fields ---

  const frictionNow = () => frictions.find((f) => f.name === state.friction);
  const lawNow = () => model.find(state.law);
  // Coulomb friction sticks exactly in an impact; a speed to smooth it by is refused there.
  const frictionParameters = (friction) => friction.parameters.filter((p) => !(friction.name === 'coulomb' && p.name === 'v_s'));
  // 14/17 in as many digits as the field is wide; as long as it says so, the default itself is taken
  const asShown = (p) => dashpot.shown(p.default, p.unit, 8);
  function frictionFields(friction) {
    return frictionParameters(friction).map((p) => {
      const start = p.default !== null ? asShown(p) : FRICTION[p.name] || '';
      const isShare = p.unit === '1' && p.high <= 10, value = dashpot.engine.quantity(start, p.unit).value;
      return { key: 'friction.' + p.name, label: p.name.replace(/_/g, ' '), unit: p.unit, help: p.doc, value: start, low: p.low, high: p.high,
        scale: isShare ? 'linear' : 'log', from: isShare ? 0 : value > 0 ? Math.max(p.low, value / 100) : undefined,
        to: isShare ? 1 : value > 0 ? Math.min(p.high, value * 100) : undefined };
    });
  }
  function ownFields(law) {
    return model.ownFields(law).map((field) => Object.assign(field, { key: 'law.' + field.key }));
  }
  function choice(parent, key, label, names) {
    parent.textContent = '';
    return dashpot.controls(parent, [{ key, label, choices: names, value: state[key] }], (values) => {
      state[key] = values[key];
      build();
      refresh();
    });
  }
  // Builds all fields for the chosen laws; returns what was refused. Wrong texts fall back.
  function build() {
    const law = lawNow(), used = model.uses(law).filter((key) => !['speed', 'mass', 'radius', 'stiffness'].includes(key));
    const parts = { ball: BALL, friction: frictionFields(frictionNow()), own: ownFields(law),
      normal: used.map((key) => model.pairField(key, model.START[key])) };
    const problems = [];
    Object.keys(parts).forEach((part) => {
      const fields = parts[part].map((field) => Object.assign({}, field, { value: START[field.key] === undefined ? field.value : START[field.key] }));
      at(part).textContent = '';
      groups[part] = dashpot.controls(at(part), fields, changed);
      const keep = {};
      fields.forEach((field) => { if (state[field.key] !== undefined) keep[field.key] = state[field.key]; });
      problems.push(...groups[part].set(keep));
    });
    at('own-fold').hidden = parts.own.length === 0;
    collect();
    return problems;
  }
  function collect() {
    Object.keys(groups).forEach((part) => Object.assign(state, groups[part].texts()));
  }
  function changed() {
    collect();
    refresh();
  }

  // --- scenario ---

  const named = (prefix) => {
    const own = {};
    Object.keys(state).forEach((key) => { if (key.startsWith(prefix)) own[key.slice(prefix.length)] = state[key]; });
    return own;
  };
  function scenario(angle) {
    const spec = model.specOf(lawNow(), state, named('law.')), set = Object.assign({}, spec.set);
    delete set.mass;
    const contact = ['law: ' + spec.law].concat(Object.keys(set).map((key) => key + ': ' + set[key]));
    const friction = ['law: ' + state.friction].concat(frictionParameters(frictionNow()).filter((p) => p.default === null ||
      state['friction.' + p.name] !== asShown(p)).map((p) => p.name + ': ' + state['friction.' + p.name]));
    return ['dashpot: 1', 'title: Oblique impact, ' + spec.law + ' with ' + state.friction, 'kind: impact', 'impact:', '  bodies:',
      '    - {radius: ' + state.radius + ', mass: ' + state.mass + ', speed: ' + state.speed + ', angle: ' + (angle || state.angle) +
        ', spin: ' + state.spin + '}', '    - {fixed: true}', '  contact:'].concat(contact.map((line) => '    ' + line),
      ['    friction: {' + friction.join(', ') + '}', '']).join('\n');
  }

  // --- link ---

  // Own parameters are those of the chosen laws.
  function isField(key) {
    const [part, name] = key.split('.');
    if (name === undefined) return Object.prototype.hasOwnProperty.call(START, key);
    const list = part === 'law' ? lawNow().parameters : part === 'friction' ? frictionParameters(frictionNow()) : [];
    return list.some((p) => p.name === name);
  }
  function readLink(map) {
    const problems = [];
    const law = model.find(map.law), friction = frictions.find((f) => f.name === map.friction);
    state = { law: law ? law.name : START.law, friction: friction ? friction.name : START.friction };
    Object.keys(map).forEach((key) => {
      if (!isField(key)) problems.push('The link has \'' + key.slice(0, 40) + '\', which this page does not know.');
      else if (key === 'law' && !law) problems.push('The link asks for a law \'' + map.law.slice(0, 40) + '\'; there is none of that name.');
      else if (key === 'friction' && !friction)
        problems.push('The link asks for a friction law \'' + map.friction.slice(0, 40) + '\'; there is none of that name.');
      else if (key !== 'law' && key !== 'friction') state[key] = map[key];
    });
    return problems;
  }
  function writeLink() {
    const map = { law: state.law, friction: state.friction };
    const shown = Object.assign({}, ...Object.keys(groups).map((part) => groups[part].texts()));
    const start = {};
    BALL.forEach((f) => { start[f.key] = START[f.key]; });
    frictionFields(frictionNow()).concat(ownFields(lawNow())).forEach((f) => { start[f.key] = f.value; });
    Object.keys(shown).forEach((key) => {
      if (shown[key] !== (start[key] === undefined ? START[key] : start[key])) map[key] = shown[key];
    });
    dashpot.link.write(map);
  }

  // --- results ---

  function show(id, spec) {
    if (plots[id]) plots[id].update(spec);
    else plots[id] = dashpot.plot(at(id), spec);
  }
  const largest = (columns) => columns.reduce((most, column) => column.reduce((m, v) => (Math.abs(v) > m ? Math.abs(v) : m), most), 0);

  // While a hand moves, fewer rows; the numbers do not depend on them.
  function refresh() {
    const text = scenario(), few = spent > 0 ? { 'output.every': spent / 100 } : {};
    const result = dashpot.engine.run(text, few), series = result.tables && result.tables.series;
    writeLink();
    document.body.dataset.state = 'working';
    at('recipe').textContent = text;
    at('status').hidden = result.ok;
    at('status').textContent = result.ok ? '' : result.text;
    at('status').className = result.ok ? 'muted' : 'field-error';
    ['scene', 'tiles', 'pictures', 'magnified'].forEach((id) => { at(id).hidden = !result.ok; });
    showNotes(result.notes || []);
    clearTimeout(waiting);
    turn++;
    if (!result.ok || !series) { document.body.dataset.state = 'done'; return; }
    spent = result.summary.duration;
    showTiles(result.summary);
    showPlots(series);
    drawScene(result, false);
    waiting = setTimeout(() => settle(text), REST);
  }
  function settle(text) {
    const result = dashpot.engine.run(text);
    if (result.ok) {
      showPlots(result.tables.series);
      drawScene(result, true);
    }
    sweep(turn);
  }
  function showNotes(notes) {
    at('notes').textContent = '';
    notes.forEach((text) => make(at('notes'), 'li', '', text));
  }

  const value = (key) => Object.assign({}, ...Object.keys(groups).map((part) => groups[part].values()))[key];
  function drawScene(result, isMoving) {
    if (player) player.destroy();
    player = null;
    at('scene').textContent = '';
    const box = make(at('scene'), 'div'), scene = dashpot.impactScene(box, { series: result.tables.series, summary: result.summary,
      radius: value('radius'), speed: value('speed'), angle: value('angle'), spin: value('spin') });
    at('magnified').textContent = 'Motion is drawn ' + Number(scene.magnified.toPrecision(2)) + ' times larger than the ball. Time counts from the touch.';
    if (isMoving) player = dashpot.player(box, scene);
    else scene.draw(scene.times.findIndex((t) => t >= result.summary.time_of_max_indentation));
  }

  const TILES = [['rebound_angle', 'rebound angle', 'rad'], ['tangential_restitution', 'tangential restitution', '1'],
    ['restitution', 'normal restitution', '1'], ['impulse_ratio', 'impulse ratio', '1'], ['spin', 'spin after', 'rad/s'],
    ['max_tangential_force', 'largest friction', 'N'], ['max_force', 'peak normal force', 'N'], ['duration', 'duration', 's']];
  function showTiles(summary) {
    at('tiles').textContent = '';
    TILES.forEach(([key, label, unit]) => {
      const number = key === 'spin' ? summary.spins_after[0] : summary[key];
      const tile = make(at('tiles'), 'div', 'tile');
      make(tile, 'dt', '', label);
      const dd = make(tile, 'dd', '', dashpot.shown(number === null || number === undefined ? NaN : number, unit, 4));
      dd.dataset.key = key;
      dd.dataset.value = number;
    });
  }

  function showPlots(series) {
    const force = dashpot.axis('force', 'N', [largest([series.tangential_force, series.friction_most])]);
    const time = Object.assign({ axis: 'time' }, dashpot.axis('time', 's', [largest([series.time])]));
    show('plot-force', { title: 'Friction over time, and its bounds', style: 'lines', x: time, y: force, curves: [
      { name: 'friction', colour: 0, x: series.time, y: series.tangential_force },
      { name: 'most there can be', colour: 1, thin: true, x: series.time, y: series.friction_most },
      { name: 'the same backwards', colour: 4, thin: true, x: series.time, y: series.friction_least }] });
    show('plot-slide', { title: 'Sliding speed of the surfaces', style: 'lines', x: time,
      y: dashpot.axis('sliding speed', 'm/s', [largest([series.sliding_speed])]),
      curves: [{ name: 'sliding speed', x: series.time, y: series.sliding_speed }] });
    show('plot-loop', { title: 'Friction over slide', style: 'lines', along: 'time', y: force,
      x: dashpot.axis('slide', 'm', [largest([series.slide])]),
      curves: [{ name: 'friction', x: series.slide, y: series.tangential_force, t: series.time }] });
    showPhases(series);
  }
  // When it slides and when it holds, as a strip below the time.
  function showPhases(series) {
    const list = [], end = series.time[series.time.length - 1];
    for (let i = 1; i < series.time.length; i++) {
      const slides = dashpot.impactScene.isSliding(series, i), span = series.time[i] - series.time[i - 1];
      if (list.length > 0 && list[list.length - 1].slides === slides) list[list.length - 1].span += span;
      else list.push({ slides, span });
    }
    at('phases').textContent = '';
    const bar = make(at('phases'), 'div', 'share-bar');
    list.forEach((phase) => {
      const part = make(bar, 'span', phase.slides ? 'part-1' : 'part-0', phase.span > 0.12 * end ? (phase.slides ? 'slides' : 'holds') : '');
      part.style.flex = phase.span / end + ' 0 0';
      if (!(phase.span > 0)) part.remove();
    });
    const sliding = list.reduce((sum, phase) => sum + (phase.slides ? phase.span : 0), 0);
    make(at('phases'), 'p', 'muted', 'Slides ' + Math.round(100 * sliding / end) + ' % of the time, holds in the rest.');
  }

  // The same impact at other angles; a few at a time, so that the page stays awake.
  function sweep(own) {
    const x = [], tangential = [], rebound = [], scale = 180 / Math.PI;
    const step = () => {
      if (own !== turn) return;
      for (let until = performance.now() + 20; x.length < SLIDES && performance.now() < until;) {
        const angle = (x.length + 0.5) * 88 / SLIDES, run = dashpot.engine.run(scenario(angle + ' deg'), {}, { series: false });
        x.push(angle / scale);
        tangential.push(run.ok && run.summary.tangential_restitution !== null ? run.summary.tangential_restitution : NaN);
        rebound.push(run.ok ? run.summary.rebound_angle : NaN);
      }
      if (x.length < SLIDES) { setTimeout(step, 0); return; }
      show('plot-angle', { title: 'Other angles at the same speed', style: 'lines', x: { label: 'angle before [deg]', scale },
        y: { label: 'tangential restitution', scale: 1 }, curves: [{ name: 'tangential restitution', x, y: tangential }],
        overlays: [{ name: 'this impact', x: [value('angle')], y: [Number(at('tiles').querySelector('[data-key=tangential_restitution]').dataset.value)], curve: 0 }] });
      document.body.dataset.state = 'done';
    };
    step();
  }

  // --- begin ---

  function load(map) {
    const problems = readLink(map);
    choice(at('friction-law'), 'friction', 'friction law', frictions.map((f) => f.name));
    choice(at('normal-law'), 'law', 'law of the normal force', model.laws().map((law) => law.name));
    problems.push(...build());
    at('problems').textContent = '';
    problems.slice(0, 6).forEach((text) => make(at('problems'), 'p', '', text));
    refresh();
  }
  dashpot.engine.ready((engine) => {
    if (engine.failure !== null) {
      at('status').textContent = 'This browser cannot run the engine: ' + engine.failure;
      return;
    }
    model.begin(engine);
    frictions = engine.frictions();
    dashpot.copyButton(at('copy'), 'Copy YAML', () => at('recipe').textContent);
    load(dashpot.link.read());
    dashpot.link.on(load);
  });
})();
