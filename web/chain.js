// The chain page: fields, the run, pictures, numbers, the scenario.

(function () {
  'use strict';
  const chains = dashpot.chains, at = (id) => document.getElementById(id), make = dashpot.make;
  const PACES = ['0.1', '0.25', '0.5', '1', '2', '4'], SECONDS = 5;  // that a run lasts at pace 1
  const MAP_EVERY = 120;  // [ms] between drawings of the map while it grows
  const ENERGIES = ['kinetic', 'stored', 'viscous', 'plastic', 'released'];
  const MEANINGS = { kinetic: 'motion', stored: 'stored in contacts', viscous: 'lost to damping',
    plastic: 'lost to dents', released: 'lost at release' };
  let groups = {}, lawGroup = null, laws = [], law = null, pulls = [], map = null, picture = null;
  let run = null, whole = null, text = '', magnification = 1, plays = false, before = null, due = 0;
  let drawnMap = 0, shows = 'velocity', held = null, isByHand = false;
  const me = {};

  // --- state ---

  function texts() {
    return Object.assign({}, groups.beads.texts(), groups.material.texts(), groups.run.texts());
  }
  function stateNow() {
    return { values: Object.assign({}, groups.beads.values(), groups.material.values(),
      groups.run.values()), texts: texts(), law, settings: lawGroup.texts(), pulls };
  }
  function tell(sentences) {
    at('problems').textContent = '';
    sentences.forEach((sentence) => make(at('problems'), 'p', '', sentence));
  }
  function mode() {
    document.body.dataset.state = plays ? 'playing' : run && run.isOver() ? 'over' : 'paused';
    at('play').textContent = plays ? 'Pause' : 'Play';
    at('play').disabled = !run;
    at('step').disabled = !run || run.isOver();
    at('put-back').hidden = pulls.length === 0 && !isByHand;
  }

  // --- building ---

  function build(startsPlaying) {
    groups.beads.idle(chains.idle(groups.beads.values()));
    if (!groups.beads.isRight() || !groups.material.isRight() || !groups.run.isRight() || !lawGroup.isRight()) return;
    const state = stateNow();
    if (run) run.free();
    isByHand = false;
    text = chains.scenario(state);
    run = dashpot.chainRun(text, pulls);
    if (!run.ok) {
      tell([run.text]);
      run = whole = null;
      pause();
      showScenario();
      return;
    }
    // the summary of the program; only a very long run is left out
    whole = dashpot.engine.run(text, null, { series: false, max_time: 2 });
    magnification = magnify(state);
    picture.arrange(chains.beads(state), magnification, { left: state.values.left === 'wall',
      right: state.values.right === 'wall' });
    at('scale-said').textContent = magnification === 1 ? '' : 'Displacements are drawn ' +
      (magnification > 1 ? magnification + ' times larger.' : 1 / magnification + ' times smaller.');
    showScenario();
    link(state);
    pause();
    if (startsPlaying) play();
  }
  // What the striker covers in the time computed is drawn as one and a half of its diameters.
  function magnify(state) {
    const way = state.values.speed * run.until, wanted = way > 0 ? 3 * state.values.radius / way : 1;
    const ten = Math.pow(10, Math.floor(Math.log10(wanted))), share = wanted / ten;
    return Number((ten * (share >= 5 ? 5 : share >= 2 ? 2 : 1)).toPrecision(1));
  }
  function link(state) {
    const defaults = chains.valuesOf(chains.presets[0]), map = { law: law.name };
    Object.keys(state.texts).forEach((key) => {
      if (state.texts[key] !== defaults[key]) map[key] = state.texts[key];
    });
    Object.keys(state.settings).forEach((key) => {
      const own = law.parameters.find((p) => 'law.' + p.name === key);
      if (!own || String(own.default) !== state.settings[key]) map[key] = state.settings[key];
    });
    dashpot.link.write(map);
  }
  function showScenario() {
    at('yaml').textContent = text;
    at('yaml-said').textContent = isByHand ? 'A bead was moved by hand while the chain ran. A scenario ' +
      'cannot express that; this is the chain before it.' : 'Save it as chain.yaml and run: dashpot run chain.yaml';
  }

  // --- showing ---

  function cell(row, value, shown) {
    const made = make(row, 'td', '', shown);
    if (value !== null) made.dataset.value = String(value);
  }
  function rowsOfNumbers() {
    const now = run.now, s = whole && whole.ok && !isByHand ? whole.summary : null, q = dashpot.shown;
    const last = s && s.final_velocities ? s.final_velocities[s.final_velocities.length - 1] : null;
    const from = (value, unit) => (value === null || value === undefined ? [null, '–'] : [value, q(value, unit, 5)]);
    const share = (value) => [value, value === null ? '–' : value === 0 ? '0' : value.toExponential(1)];
    return [
      ['time', from(now.time, 's'), from(s && run.until, 's')],
      ['largest contact force', from(now.max_force, 'N'), from(s && s.contacts.max_force, 'N')],
      ['wave speed', from(null), from(s && s.wave_speed, 'm/s')],
      ['velocity of the last bead', from(now.velocity[run.count - 1], 'm/s'), from(last, 'm/s')],
      ['energy at the start', from(now.ledger.initial, 'J'), from(s && s.energy.initial, 'J')],
      ['energy lost in contacts', from(now.ledger.viscous + now.ledger.plastic, 'J'),
        from(s && s.energy.viscous + s.energy.plastic, 'J')],
      ['energy error, relative', share(now.ledger.error), share(s && s.energy.error)],
    ];
  }
  function showNumbers() {
    const box = at('numbers');
    box.textContent = '';
    const table = make(box, 'table', 'numbers'), head = make(make(table, 'thead'), 'tr');
    ['', 'now', 'at the end'].forEach((name) => { make(head, name ? 'th' : 'td', '', name).scope = 'col'; });
    const body = make(table, 'tbody');
    rowsOfNumbers().forEach(([name, now, end]) => {
      const row = make(body, 'tr');
      make(row, 'th', '', name).scope = 'row';
      cell(row, now[0], now[1]);
      cell(row, end[0], end[1]);
      row.children[1].dataset.label = 'now';
      row.children[2].dataset.label = 'at the end';
    });
    const notes = make(box, 'ul', 'notes');
    make(notes, 'li', '', run.steps + ' steps of ' + dashpot.shown(run.step, 's', 4) + ' (velocity Verlet). ' +
      'The wave speed is taken from the peaks at the first and the last sensor of the program.');
    if (whole && !whole.ok) make(notes, 'li', '', whole.text);
    (whole && whole.ok ? whole.notes : []).forEach((note) => make(notes, 'li', '', note));
  }
  function showBeads() {
    const box = at('bead-table'), now = run.now;
    box.textContent = '';
    if (!at('bead-box').open) return;
    const table = make(box, 'table', 'numbers'), head = make(make(table, 'thead'), 'tr');
    ['bead', 'velocity', 'mean force'].forEach((name) => { make(head, 'th', '', name).scope = 'col'; });
    const body = make(table, 'tbody');
    now.velocity.forEach((velocity, i) => {
      const row = make(body, 'tr');
      make(row, 'th', '', String(i + 1)).scope = 'row';
      cell(row, velocity, dashpot.shown(velocity, 'm/s', 5));
      cell(row, now.force[i], dashpot.shown(now.force[i], 'N', 5));
      row.children[1].dataset.label = 'velocity';
      row.children[2].dataset.label = 'mean force';
    });
  }
  function showEnergy() {
    const ledger = run.now.ledger, bar = at('energy').firstChild, keys = at('energy').lastChild;
    const sum = ENERGIES.reduce((all, key) => all + Math.max(0, ledger[key]), 0) || 1;
    ENERGIES.forEach((key, i) => {
      bar.children[i].style.width = (100 * Math.max(0, ledger[key]) / sum).toFixed(2) + '%';
      keys.children[i].lastChild.textContent = MEANINGS[key] + ' ' + dashpot.shown(ledger[key], 'J', 3);
      keys.children[i].hidden = !(ledger[key] > 1e-12 * sum) && i > 1;
    });
  }
  function layEnergy() {
    const bar = make(at('energy'), 'div', 'energy-bar'), keys = make(at('energy'), 'ul', 'energy-keys');
    bar.setAttribute('aria-hidden', 'true');
    ENERGIES.forEach((key) => {
      const part = make(bar, 'span'), item = make(keys, 'li');
      part.style.background = 'var(--energy-' + key + ')';
      make(item, 'i', 'swatch').style.background = 'var(--energy-' + key + ')';
      make(item, 'span');
    });
  }

  function mapSpec() {
    const unit = shows === 'velocity' ? 'm/s' : 'N', rows = run.rows(shows);
    let most = 0;
    rows.forEach((row) => row.forEach((z) => { if (Math.abs(z) > most) most = Math.abs(z); }));
    return { title: shows === 'velocity' ? 'velocity of the beads' : 'mean force of a bead\'s contacts',
      style: 'map', x: Object.assign(dashpot.axis('time', 's', run.times()), { axis: 'time' }),
      y: { label: 'bead', counted: true }, z: Object.assign(dashpot.axis(shows, unit, [most]), { field: true }),
      map: { x: run.times(), y: rows.map((_, i) => i + 1), z: rows } };
  }
  function showMap() {
    drawnMap = performance.now();
    if (map) map.update(mapSpec()); else map = dashpot.plot(at('map'), mapSpec());
  }
  function largest() {
    return run.moments.reduce((most, m) => m.force.reduce((a, b) => Math.max(a, b), most), 0);
  }
  function drawMoment(moment) { picture.draw(moment.places, moment.force, peak); }
  let peak = 0;

  // All of it; what is slow only now and then while it moves.
  function show(isStill) {
    const now = run.now;
    peak = isStill ? largest() : Math.max(peak, now.force.reduce((a, b) => Math.max(a, b), 0));
    drawMoment(now);
    at('clock').textContent = dashpot.shown(now.time, 's', 4);
    showEnergy();
    if (isStill || performance.now() - drawnMap > MAP_EVERY) {
      showMap();
      showNumbers();
    }
    if (isStill) showBeads();
    document.body.dataset.time = now.time;
    mode();
  }

  // --- running ---

  function advance() {
    const answer = run.advance();
    if (!answer.problem) return answer;
    tell([answer.problem]);
    return false;
  }
  function tick(clock) {
    if (!plays) return;
    if (before !== null) due += Math.min(clock - before, 100) / 1000 * 300 / SECONDS * Number(at('pace').value);
    before = clock;
    const started = performance.now();
    let goesOn = true;
    for (; due >= 1 && goesOn; due--) {
      goesOn = advance();
      if (performance.now() - started > 12) due = Math.min(due, 1);
    }
    if (!goesOn || run.isOver()) { pause(); return; }
    show(false);
    dashpot.cursor.move('time', run.now.time, me);
    requestAnimationFrame(tick);
  }
  // At the end it begins again.
  function play() {
    if (plays || !run) return;
    if (run.isOver()) { build(true); return; }
    plays = true;
    before = null;
    due = 0;
    mode();
    requestAnimationFrame(tick);
  }
  function pause() {
    plays = false;
    if (run) show(true);
    mode();
  }

  // --- pulling ---

  // A bead takes along what is in its way; walls stay where they are.
  function pulled(places, bead, place) {
    const state = stateNow(), next = Float64Array.from(places);
    const low = state.values.left === 'wall' ? Math.min(0, places[0]) : -Infinity;
    const high = state.values.right === 'wall' ? Math.max(0, places[places.length - 1]) : Infinity;
    const to = Math.max(low, Math.min(high, place));
    for (let i = 0; i < next.length; i++) {
      if (i < bead) next[i] = Math.min(next[i], to);
      if (i === bead) next[i] = to;
      if (i > bead) next[i] = Math.max(next[i], to);
    }
    return next;
  }
  const hand = {
    grab() {
      if (!run) return;
      plays = false;
      show(true);
      held = { from: run.now.places, places: run.now.places };
    },
    pull(bead, place) {
      if (!held) return;
      held.places = pulled(held.from, bead, place);
      picture.draw(held.places, run.now.force, peak);
    },
    letGo(bead) {
      if (!held) return;
      const { from, places } = held, v = stateNow().values;
      held = null;
      if (!places.some((place, i) => place !== from[i])) return;
      const velocity = (i) => (places[i] === from[i] ? run.now.velocity[i]
        : -places[i] * magnification / (2 * v.radius) * v.speed);
      const velocities = Float64Array.from(places, (_, i) => velocity(i));
      if (run.moments.length === 1 && !isByHand) pullAtStart(places, velocities);
      else moveByHand(places, velocities);
      picture.say('bead ' + (bead + 1) + ' let go with ' + dashpot.shown(velocities[bead], 'm/s', 3));
    },
  };
  // Before the start it is a matter of gaps and velocities, which a scenario has.
  function pullAtStart(places, velocities) {
    pulls = Array.from(places, (place, i) => ({ place, velocity: velocities[i] }));
    build(true);
  }
  function moveByHand(places, velocities) {
    const answer = run.move(places, velocities);
    if (!answer.ok) { tell([answer.text]); pause(); return; }
    isByHand = true;
    showScenario();
    show(true);
    play();
  }

  // --- fields ---

  function changed(key) {
    tell([]);
    pulls = [];
    if (key === 'material') groups.material.set(chains.materials[groups.material.values().material]);
    markPreset(null);
    build(!isCalm());
  }
  const isCalm = () => matchMedia('(prefers-reduced-motion: reduce)').matches;
  function setLaw(name) {
    law = laws.find((one) => one.name === name);
    if (lawGroup) lawGroup.destroy();
    const values = Object.assign({}, groups.beads.values(), groups.material.values());
    lawGroup = dashpot.controls(at('parameters'), chains.lawFields(law, values), () => changed(null));
    at('law-about').textContent = law.formula + ' – ' + law.summary + ' (' + law.source + ')';
  }
  function markPreset(preset) {
    Array.from(at('presets').children).forEach((button, i) => {
      button.setAttribute('aria-pressed', chains.presets[i] === preset);
    });
    at('about').textContent = preset ? preset.about : '';
  }
  function take(values) {
    return ['beads', 'material', 'run'].reduce((said, name) => said.concat(groups[name].set(values)), []);
  }
  function usePreset(preset) {
    pulls = [];
    tell([]);
    take(chains.valuesOf(preset));
    groups.law.set({ law: preset.law });
    setLaw(preset.law);
    markPreset(preset);
    build(!isCalm());
  }

  // What a link says, over the first preset. Sentences about what is wrong in it.
  function readLink(map) {
    const known = texts(), said = [], first = chains.presets[0];
    take(chains.valuesOf(first));
    groups.law.set({ law: first.law });
    if (map.law !== undefined) said.push(...groups.law.set({ law: map.law }));
    const own = {}, settings = {};
    Object.keys(map).forEach((key) => {
      if (key === 'law') return;
      if (Object.prototype.hasOwnProperty.call(known, key)) own[key] = map[key];
      else if (key.startsWith('law.')) settings[key] = map[key];
      else said.push('the link has \'' + key.slice(0, 40) + '\', which this page does not know');
    });
    if (Object.prototype.hasOwnProperty.call(chains.materials, own.material)) take(chains.materials[own.material]);
    said.push(...take(own));
    setLaw(groups.law.values().law);
    Object.keys(settings).forEach((key) => {
      if (!Object.prototype.hasOwnProperty.call(lawGroup.texts(), key)) said.push(law.name + ' has no parameter \'' + key.slice(4, 44) + '\'');
    });
    return said.concat(lawGroup.set(settings));
  }
  function followLink(map) {
    const said = readLink(map);
    pulls = [];
    markPreset(null);
    tell([]);
    build(!isCalm());
    if (said.length > 0) tell(said.map((sentence) => sentence + '; it was left out'));
  }

  // --- the page ---

  function lay() {
    chains.presets.forEach((preset) => {
      const button = make(at('presets'), 'button', 'tab', preset.name);
      button.type = 'button';
      button.addEventListener('click', () => usePreset(preset));
    });
    ['beads', 'material', 'run'].forEach((name) => {
      groups[name] = dashpot.controls(at(name), chains.fields[name], (_, key) => changed(key));
    });
    groups.law = dashpot.controls(at('law'), [{ key: 'law', label: 'law', choices: laws.map((one) => one.name),
      value: 'hertz' }], (values) => { setLaw(values.law); changed(null); });
    PACES.forEach((pace) => { make(at('pace'), 'option', '', pace + ' ×').value = pace; });
    at('pace').value = '1';
    layEnergy();
    picture = dashpot.chainPicture(at('picture'), hand);
    dashpot.copyButton(at('copy'), 'Copy as YAML', () => text);
  }
  function listen() {
    at('play').addEventListener('click', () => { if (plays) pause(); else play(); });
    at('step').addEventListener('click', () => { if (run) { advance(); pause(); } });
    at('reset').addEventListener('click', () => { tell([]); build(false); });
    at('put-back').addEventListener('click', () => { pulls = []; tell([]); build(false); });
    ['velocity', 'force'].forEach((what) => at('show-' + what).addEventListener('click', () => {
      shows = what;
      ['velocity', 'force'].forEach((one) => at('show-' + one).setAttribute('aria-pressed', one === what));
      if (run) showMap();
    }));
    at('bead-box').addEventListener('toggle', () => { if (run && !plays) showBeads(); });
    dashpot.link.on(followLink);
    // whoever points at a moment of the map sees the beads of that moment
    dashpot.cursor.on((axis, value) => {
      if (axis !== 'time' || plays || !run || held) return;
      const near = run.moments.filter((moment) => value !== null && moment.time <= value * (1 + 1e-9));
      drawMoment(near.length > 0 ? near[near.length - 1] : run.now);
    }, me);
  }

  dashpot.engine.ready((engine) => {
    if (engine.failure !== null) { tell(['This browser cannot run the engine: ' + engine.failure]); return; }
    at('version').textContent = 'Dashpot ' + engine.version + ', computed on this page. Nothing is sent anywhere.';
    laws = chains.laws();
    lay();
    listen();
    const map = dashpot.link.read();
    if (Object.keys(map).length > 0) followLink(map); else usePreset(chains.presets[1]);
  });
})();
