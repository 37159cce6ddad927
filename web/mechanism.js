// The mechanism page: fields, the run beside the page, animation, plots, numbers.

(function () {
  'use strict';
  const models = dashpot.mechanisms, at = (id) => document.getElementById(id), make = dashpot.make;
  const ROWS = 2000;      // to a turn, as the program's series
  const SECONDS = 300;    // a run may take
  const PAUSE = 150;      // [ms] after the last change of a field
  const TURN_SECONDS = 2; // that a turn lasts at speed 1
  let mechanism = models.list[0], fields = null, laws = [], lawList = null, lawGroup = null, law = null;
  let work = null, timer = null, player = null, plots = [], view = null, motion = null, horizon = null;
  let text = '', any = null;

  // --- state ---

  function state() {
    return { values: fields.values(), texts: fields.texts(), law, settings: lawGroup.texts() };
  }
  function tell(sentences) {
    at('problems').textContent = '';
    sentences.forEach((sentence) => make(at('problems'), 'p', '', sentence));
  }
  function mode(word, said) {
    document.body.dataset.state = word;
    at('work-said').textContent = said;
    at('progress').hidden = word !== 'computing';
    at('stop').hidden = word !== 'computing' || !dashpot.background.isBeside();
  }

  // --- pictures ---

  function freshBox(id) {
    at(id).textContent = '';
    return make(at(id), 'div');
  }
  function animate(facts) {
    if (player) player.destroy();
    const box = freshBox('animation'), scene = dashpot.scenes.mechanism(box, facts);
    scene.seconds = TURN_SECONDS * fields.values().turns;
    if (facts.times.length > 1) player = dashpot.player(box, scene);
    else scene.draw(0);
  }
  // Where it stands before anything is computed.
  function showStart() {
    const run = dashpot.engine.mechanism(text, null, { max_time: SECONDS });
    if (!run.ok) return run;
    const bodies = run.read().bodies, table = { time: [0] }, joint = models.loose(mechanism).name;
    Object.keys(bodies).forEach((name) => ['x', 'y', 'angle'].forEach((key) => {
      table[name + '.' + key] = [bodies[name][key]];
    }));
    ['.ex', '.ey', '.contact'].forEach((key) => { table[joint + key] = [0]; });
    animate(models.facts(mechanism, { table, pairs: run.pairs }));
    run.free();
    return run;
  }

  function axisOf(channel, name) {
    const known = motion.channels.find((one) => one.name === channel);
    return dashpot.axis(name || channel, known ? known.unit : '1', motion.table[channel]);
  }
  // A curve over time; the horizon is a line across it.
  function overTime(channel, title) {
    const y = motion.table[channel], spec = { title, style: 'lines', y: axisOf(channel),
      x: Object.assign(dashpot.axis('time', 's', motion.table.time), { axis: 'time' }),
      curves: [{ name: channel, x: motion.table.time, y }] };
    if (horizon !== null) {
      const low = y.reduce((a, b) => Math.min(a, b), 0), high = y.reduce((a, b) => Math.max(a, b), 0);
      spec.curves.push({ name: 'horizon', x: [horizon, horizon], y: [low, high], colour: 6 });
    }
    return spec;
  }
  function orbit() {
    const joint = models.loose(mechanism).name, t = motion.table, ex = joint + '.ex', ey = joint + '.ey';
    return { title: 'path of the journal in its bearing', style: 'lines', equal: true, circle: motion.pairs[0].gap,
      along: 'time', x: axisOf(ex), y: Object.assign(axisOf(ey), { scale: axisOf(ex).scale,
        label: axisOf(ex).label.replace(ex, ey) }), curves: [{ name: joint, x: t[ex], y: t[ey], t: t.time }] };
  }
  function specs() {
    const joint = models.loose(mechanism).name, first = mechanism.watch[0];
    return { force: overTime(joint + '.force', 'force in the loose joint'), orbit: orbit(),
      motion: overTime(first, first.replace('.ax', ', acceleration').replace('.alpha', ', angular acceleration')) };
  }
  function showPlots() {
    const all = specs();
    if (plots.length === 0) plots = Object.keys(all).map((id) => dashpot.plot(at(id), all[id]));
    else Object.keys(all).forEach((id, i) => plots[i].update(all[id]));
  }

  // --- results ---

  function horizonText(summary) {
    const turns = (time) => Number((time / motion.period).toPrecision(3)) + ' turns';
    if (summary.horizon_reached === true)
      return 'Up to ' + dashpot.shown(summary.horizon, 's', 4) + ' (' + turns(summary.horizon) + '), the horizon in ' +
        'the plots. From there on ' + (summary.horizon_cause === 'tolerance' ?
        'a run with a smaller tolerance' : 'a run whose start differs by 1e-10 m') +
        ' differs by more than 1 % of the clearance. ' +
        'What follows is one possible course among many: its statistics mean something, its single impacts do not.';
    if (summary.horizon_reached === false)
      return 'To the end: runs whose start differs by 1e-10 m, or with a smaller tolerance, stay within 1 % of the clearance.';
    return 'There was no second run to compare with.';
  }
  function showResult(result) {
    if (view) view.destroy();
    view = null;
    work = null;
    if (!result.summary) {
      mode('failed', '');
      tell([result.text]);
      return;
    }
    const summary = result.summary;
    horizon = summary.horizon_reached === true ? summary.horizon : null;
    at('horizon').textContent = horizonText(summary);
    at('horizon').dataset.value = String(summary.horizon);
    if (motion) showPlots();
    // the plots are above already
    view = dashpot.resultView(at('numbers'), Object.assign({}, result, { plots: [] }));
    mode(result.ok ? 'ready' : 'failed', result.ok ? '' : result.text);
  }
  function showMotion(part) {
    motion = part;
    horizon = null;
    if (motion.table.time.length > 1) {
      animate(models.facts(mechanism, motion));
      showPlots();
    }
    if (motion.problem) tell([motion.problem]);
  }

  // --- running ---

  function compute() {
    timer = null;
    if (!fields.isRight() || !lawGroup.isRight()) return;
    if (work) work.stop();
    any.stop();
    text = models.scenario(mechanism, state());
    at('yaml').textContent = text;
    link();
    const start = showStart();
    if (!start.ok) { mode('failed', ''); tell([start.text]); return; }
    at('horizon').textContent = 'Being computed.';
    at('progress').value = 0;
    mode('computing', 'computing');
    work = dashpot.background('mechanism', { text, rows: ROWS, seconds: SECONDS }, { part: showMotion, done: showResult,
      progress(share) { at('progress').value = share; } });
  }
  function changed() {
    tell([]);
    clearTimeout(timer);
    document.body.dataset.state = 'waiting';
    timer = setTimeout(compute, PAUSE);
  }
  function stop() {
    if (work === null) return;
    work.stop();
    work = null;
    at('horizon').textContent = 'The run was stopped before its end.';
    mode('stopped', 'stopped; a change of a field starts it again');
  }

  // --- fields ---

  function setLaw(name) {
    law = laws.find((one) => one.name === name);
    if (lawGroup) lawGroup.destroy();
    lawGroup = dashpot.controls(at('parameters'), models.lawFields(mechanism, law, fields.values()), changed);
    fields.idle(models.idle(law));
    at('law-about').textContent = law.formula + ' – ' + law.summary + ' (' + law.source + ')';
  }
  function useMechanism(one) {
    mechanism = one;
    Array.from(at('mechanisms').children).forEach((button, i) => button.setAttribute('aria-pressed', models.list[i] === one));
    at('about').textContent = one.about;
    models.fields.forEach((field) => fields.set({ [field.key]: field.value }));
    fields.set(one.values);
    lawList.set({ law: one.law });
    setLaw(one.law);
    lawGroup.set(one.settings);
  }
  function link() {
    const map = { mechanism: mechanism.name, law: law.name }, now = state();
    models.fields.forEach(({ key, value }) => {
      const usual = mechanism.values[key] === undefined ? value : mechanism.values[key];
      if (now.texts[key] !== usual) map[key] = now.texts[key];
    });
    Object.keys(now.settings).forEach((key) => {
      const own = law.parameters.find((p) => 'law.' + p.name === key);
      if (!own || String(own.default) !== now.settings[key]) map[key] = now.settings[key];
    });
    dashpot.link.write(map);
  }
  // Sentences about what is wrong in a link.
  function readLink(map) {
    const said = [], named = models.list.find((one) => one.name === map.mechanism), settings = {}, own = {};
    if (map.mechanism !== undefined && !named)
      said.push('mechanism is \'' + map.mechanism.slice(0, 40) + '\'; it must be one of ' + models.list.map((one) => one.name).join(', '));
    useMechanism(named || models.list[0]);
    if (map.law !== undefined) said.push(...lawList.set({ law: map.law }));
    setLaw(lawList.values().law);
    if (law.name === mechanism.law) lawGroup.set(mechanism.settings);
    Object.keys(map).forEach((key) => {
      if (key === 'law' || key === 'mechanism') return;
      if (models.fields.some((field) => field.key === key)) own[key] = map[key];
      else if (Object.prototype.hasOwnProperty.call(lawGroup.texts(), key)) settings[key] = map[key];
      else said.push('the link has \'' + key.slice(0, 40) + '\', which this page does not know');
    });
    return said.concat(fields.set(own), lawGroup.set(settings));
  }
  function followLink(map) {
    const said = readLink(map);
    tell([]);
    compute();
    if (said.length > 0) tell(said.map((sentence) => sentence + '; it was left out'));
  }

  // --- the page ---

  function lay() {
    models.list.forEach((one) => {
      const button = make(at('mechanisms'), 'button', 'tab', one.name);
      button.type = 'button';
      button.addEventListener('click', () => { tell([]); useMechanism(one); compute(); });
    });
    fields = dashpot.controls(at('fields'), models.fields, changed);
    lawList = dashpot.controls(at('law'), [{ key: 'law', label: 'law', choices: laws.map((one) => one.name),
      value: laws[0].name }], (values) => { setLaw(values.law); changed(); });
    dashpot.copyButton(at('copy'), 'Copy as YAML', () => text);
    at('edit').addEventListener('click', () => any.open(text));
    at('stop').addEventListener('click', stop);
    any = dashpot.anyScenario({ begins: stop });
    dashpot.link.on(followLink);
  }

  dashpot.engine.ready((engine) => {
    if (engine.failure !== null) { tell(['This browser cannot run the engine: ' + engine.failure]); return; }
    at('version').textContent = 'Dashpot ' + engine.version + ', computed on this page. Nothing is sent anywhere.';
    laws = engine.laws();
    dashpot.background.prepare();
    lay();
    followLink(dashpot.link.read());
  });
})();
