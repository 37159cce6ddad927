// The law explorer: chosen laws, fields, table, notes, link. What is computed is in law_model.js.
(function () {
  'use strict';
  const model = dashpot.lawModel, plots = dashpot.lawPlots, make = dashpot.make;
  const at = (id) => document.getElementById(id);
  const FIRST = ['hertz', 'hunt-crossley', 'flores', 'thornton'];
  const FOLDED = ['stiffness'];   // shared fields that few need
  const FORMS = [['yaml', 'YAML scenario'], ['command', 'Command line'], ['c', 'C'], ['python', 'Python']];
  const state = { laws: [], pair: {}, own: Object.create(null), form: 'yaml', copied: 0, energy: 0 };
  let shared = null, later = 0, entries = [];
  const groups = new Map();   // controls of each law

  function say(problems) {
    at('problems').textContent = '';
    problems.slice(0, 6).forEach((text) => make(at('problems'), 'p', '', text));
  }

  // --- state and link ---

  function readLink(map) {
    const problems = [], names = map.law === undefined ? FIRST : map.law.split(',').map((n) => n.trim()).filter(Boolean);
    state.laws = [];
    state.pair = Object.assign({}, model.START);
    state.own = Object.create(null);
    names.forEach((name) => {
      const law = model.find(name);
      if (!law) problems.push('The link asks for a law \'' + name.slice(0, 40) + '\'; there is none of that name.');
      else if (state.laws.length === model.MOST) problems.push('The link asks for more than ' + model.MOST + ' laws; ' + law.name + ' is left out.');
      else if (!state.laws.includes(law)) state.laws.push(law);
    });
    if (state.laws.length === 0) state.laws = [FIRST[0]].map(model.find);
    Object.keys(map).forEach((key) => readEntry(key, map[key], problems));
    return problems;
  }
  function readEntry(key, text, problems) {
    if (key === 'law') return;
    const dot = key.lastIndexOf('.'), law = dot > 0 ? model.find(key.slice(0, dot)) : null;
    if (law && law.parameters.some((p) => p.name === key.slice(dot + 1))) {
      state.own[law.name] = state.own[law.name] || {};
      state.own[law.name][key.slice(dot + 1)] = text;
    } else if (Object.prototype.hasOwnProperty.call(model.START, key)) state.pair[key] = text;
    else problems.push('The link has \'' + key.slice(0, 40) + '\', which this page does not know.');
  }
  function writeLink() {
    const map = { law: state.laws.map((law) => law.name).join(',') };
    Object.keys(model.START).forEach((key) => {
      if (state.pair[key] !== model.START[key]) map[key] = state.pair[key];
    });
    state.laws.forEach((law) => law.parameters.forEach((p) => {
      const text = (state.own[law.name] || {})[p.name];
      if (text !== undefined && text !== model.startOf(law, p)) map[law.name + '.' + p.name] = text;
    }));
    dashpot.link.write(map);
  }

  // --- choosing laws ---

  function buildPicker() {
    const families = [...new Set(model.laws().map((law) => law.family))];
    families.forEach((family) => {
      const group = make(at('list'), 'fieldset');
      make(group, 'legend', '', family);
      model.laws().filter((law) => law.family === family).forEach((law) => {
        const label = make(group, 'label', 'choice'), box = make(label, 'input');
        box.type = 'checkbox';
        box.value = law.name;
        make(label, 'span', '', law.name);
        make(label, 'small', '', law.summary);
        label.dataset.words = [law.name, law.family, law.summary, law.source].concat(law.aliases).join(' ').toLowerCase();
        box.addEventListener('change', () => choose(law, box.checked));
      });
    });
    at('search').addEventListener('input', filter);
  }
  function filter() {
    const words = at('search').value.toLowerCase().split(/\s+/).filter(Boolean);
    at('list').querySelectorAll('.choice').forEach((label) => {
      label.hidden = !words.every((word) => label.dataset.words.includes(word));
    });
    at('list').querySelectorAll('fieldset').forEach((group) => {
      group.hidden = !group.querySelector('.choice:not([hidden])');
    });
  }
  function choose(law, isWanted) {
    state.laws = state.laws.filter((other) => other !== law);
    if (isWanted && state.laws.length < model.MOST) state.laws.push(law);
    if (state.laws.length === 0) state.laws.push(law);
    rebuild();
    refresh();
  }
  function showChoice() {
    const isFull = state.laws.length >= model.MOST;
    at('list').querySelectorAll('input').forEach((box) => {
      box.checked = state.laws.some((law) => law.name === box.value);
      box.disabled = !box.checked && isFull;
    });
    at('chips').textContent = '';
    state.laws.forEach((law, i) => {
      const chip = make(at('chips'), 'span', 'chip own-' + i);
      make(chip, 'span', 'swatch');
      make(chip, 'span', '', law.name);
      if (state.laws.length < 2) return;
      const away = make(chip, 'button', '', '×');
      away.type = 'button';
      away.setAttribute('aria-label', 'Remove ' + law.name);
      away.addEventListener('click', () => { choose(law, false); at('picker').querySelector('summary').focus(); });
    });
  }

  // --- fields ---

  function rebuild() {
    const used = new Set(state.laws.reduce((all, law) => all.concat(model.uses(law)), []));
    const fields = Object.keys(model.START).filter((key) => used.has(key)).map((key) => model.pairField(key, model.START[key]));
    const isFolded = (field) => FOLDED.includes(field.key), problems = [];
    at('shared').textContent = '';
    const open = dashpot.controls(at('shared'), fields.filter((f) => !isFolded(f)), sharedChanged);
    const fold = make(at('shared'), 'details');
    make(fold, 'summary', '', 'More of the pair');
    const more = dashpot.controls(fold, fields.filter(isFolded), sharedChanged);
    fold.hidden = !fields.some(isFolded);
    shared = { open, more, texts: () => Object.assign(open.texts(), more.texts()) };
    const keep = {};
    fields.forEach((f) => { keep[f.key] = state.pair[f.key]; });
    problems.push(...open.set(keep), ...more.set(keep));
    // only what is right goes on
    Object.assign(state.pair, shared.texts());
    rebuildOwn(problems);
    showChoice();
    showAbout();
    return problems;
  }
  function rebuildOwn(problems) {
    at('own').textContent = '';
    groups.clear();
    state.laws.forEach((law, i) => {
      if (law.parameters.length === 0) return;
      const fold = make(at('own'), 'details', 'own-' + i), summary = make(fold, 'summary');
      make(summary, 'span', 'swatch');
      summary.append(' ' + law.name);
      const group = dashpot.controls(fold, model.ownFields(law), () => ownChanged(law));
      problems.push(...group.set(state.own[law.name] || {}).map((text) => law.name + ': ' + text));
      if (state.own[law.name]) state.own[law.name] = group.texts();
      groups.set(law.name, group);
      addTuner(fold, law);
    });
  }
  function addTuner(parent, law) {
    if (!law.tune) return;
    const row = make(parent, 'div', 'row'), button = make(row, 'button', '', '');
    const said = make(row, 'span', 'field-error');
    button.type = 'button';
    button.textContent = 'Tune ' + law.tune.replace(/_/g, ' ') + ' to deliver what is requested';
    button.addEventListener('click', () => { said.textContent = tune(law); });
  }
  // Puts the value there that delivers the requested restitution; returns a sentence if there is none.
  function tune(law) {
    const wanted = dashpot.engine.quantity(state.pair.restitution, '1').value;
    const found = model.tune(model.specOf(law, state.pair, state.own[law.name] || {}), wanted);
    if (!found.ok) return found.text;
    const group = groups.get(law.name), p = law.parameters.find((q) => q.name === law.tune);
    const text = model.asText(found.value, p ? p.unit : 'Pa');
    const refused = p ? group.set({ [law.tune]: text }, true) : shared.open.set({ [law.tune]: text }, true);
    return refused.join(' ');
  }
  function sharedChanged() {
    Object.assign(state.pair, shared.texts());
    refresh();
  }
  function ownChanged(law) {
    state.own[law.name] = groups.get(law.name).texts();
    refresh();
  }

  // Shared fields that something else of each law replaces.
  function showIdle() {
    const uses = (key, { law, spec }) => {
      if (key === 'restitution') return spec.set[key] !== undefined && !(state.own[law.name] || {})[key];
      return spec.set[key === 'linear_stiffness' ? 'stiffness' : key] !== undefined;
    };
    const why = {};
    Object.keys(shared.texts()).filter((key) => !['speed', 'mass', 'stiffness'].includes(key)).forEach((key) => {
      why[key] = entries.some((entry) => uses(key, entry)) ? '' : 'another parameter stands in its place';
    });
    shared.open.idle(why);
  }

  // --- results ---

  function refresh() {
    writeLink();
    entries = state.laws.map((law, colour) => {
      const spec = model.specOf(law, state.pair, state.own[law.name] || {});
      return { law, colour, spec, result: model.impact(spec) };
    });
    showIdle();
    const good = entries.filter((e) => e.result.ok);
    at('status').hidden = true;
    at('numbers').hidden = false;
    at('pictures').hidden = good.length === 0;
    showNumbers();
    showNotes();
    if (good.length > 0) {
      plots.motion(good);
      state.energy = Math.min(state.energy, good.length - 1);
      tabs(at('energy-of'), good.length > 1 ? good.map((e) => e.law.name) : [], state.energy, (i) => { state.energy = i; plots.energy(good[i]); });
      plots.energy(good[state.energy]);
    }
    showRecipe();
    curvesLater(good);
  }

  // Curves take longer than one impact; they follow when the hand rests.
  function curvesLater(good) {
    const turn = ++later;
    document.body.dataset.state = 'working';
    const around = dashpot.engine.quantity(state.pair.speed, 'm/s').value;
    const steps = good.map((e) => () => { e.delivered = model.delivered(e.spec); })
      .concat(good.map((e) => () => { e.overSpeed = model.overSpeed(e.spec, around); }));
    const go = () => {
      if (turn !== later) return;
      const step = steps.shift();
      if (step) {
        step();
        setTimeout(go, 0);
        return;
      }
      plots.delivered(good);
      plots.overSpeed(good);
      document.body.dataset.state = 'done';
    };
    setTimeout(go, 0);
  }

  function cell(row, label, value, unit, isStrong) {
    const td = make(row, 'td', isStrong ? 'strong' : '', dashpot.shown(value, unit, 4));
    td.dataset.label = label;
    td.dataset.value = value;
    td.title = String(value) + (unit === '1' ? '' : ' ' + unit);
  }
  function showNumbers() {
    const body = at('numbers').tBodies[0];
    body.textContent = '';
    entries.forEach((e) => {
      const row = make(body, 'tr', 'own-' + e.colour), name = make(row, 'th'), r = e.result;
      row.dataset.law = e.law.name;
      name.scope = 'row';
      make(name, 'span', 'swatch');
      name.append(e.law.name);
      if (!r.ok) {
        const td = make(row, 'td', 'field-error', r.text);
        td.colSpan = 6;
        return;
      }
      const asked = model.takesRestitution(e.law) && e.spec.set.restitution !== undefined ? Number(e.spec.set.restitution) : NaN;
      cell(row, 'requested', asked, '1');
      cell(row, 'delivered', r.restitution, '1', true);
      cell(row, 'peak force', r.max_force, 'N');
      cell(row, 'deepest', r.max_indentation, 'm');
      cell(row, 'duration', r.duration, 's');
      cell(row, 'dent left', r.residual_indentation, 'm');
    });
  }
  function showNotes() {
    at('notes').textContent = '';
    entries.forEach((e) => (e.result.notes || []).forEach((text) => {
      make(at('notes'), 'li', 'own-' + e.colour, text);
    }));
  }

  // --- about, copies ---

  function fact(list, name, texts) {
    if (!texts || texts.length === 0) return;
    make(list, 'dt', '', name);
    [].concat(texts).forEach((text) => make(list, 'dd', '', text));
  }
  function showAbout() {
    at('about').textContent = '';
    state.laws.forEach((law, i) => {
      const fold = make(at('about'), 'details', 'own-' + i), summary = make(fold, 'summary');
      make(summary, 'span', 'swatch');
      summary.append(' ' + law.name + ': ' + law.summary);
      fold.open = i === 0;
      make(fold, 'code', 'formula', law.formula);
      const list = make(fold, 'dl', 'facts');
      fact(list, 'source', law.source);
      fact(list, 'equation', law.equation);
      fact(list, 'holds for', law.validity);
      fact(list, 'bounds', law.bounds.sentences);
      fact(list, 'confidence', law.confidence);
      fact(list, 'also called', law.aliases.join(', ') || null);
      fact(list, 'errata', law.errata);
    });
  }

  function tabs(parent, names, chosen, act) {
    parent.textContent = '';
    names.forEach((name, i) => {
      const button = make(parent, 'button', 'tab', name);
      button.type = 'button';
      button.setAttribute('aria-pressed', i === chosen);
      button.addEventListener('click', () => {
        [...parent.children].forEach((other) => other.setAttribute('aria-pressed', other === button));
        act(i);
      });
    });
  }
  function recipe() {
    const e = entries[state.copied];
    return dashpot.lawCopies[state.form](e.spec, state.pair.speed);
  }
  function showRecipe() {
    state.copied = Math.min(state.copied, entries.length - 1);
    const show = () => { at('recipe').textContent = recipe(); };
    tabs(at('copy-law'), entries.map((e) => e.law.name), state.copied, (i) => { state.copied = i; show(); });
    if (!at('copy-form').firstChild) tabs(at('copy-form'), FORMS.map((f) => f[1]), 0, (i) => { state.form = FORMS[i][0]; show(); });
    show();
  }

  // --- begin ---

  function load(map) {
    const problems = readLink(map);
    say(problems.concat(rebuild()));
    refresh();
  }
  dashpot.engine.ready((engine) => {
    if (engine.failure !== null) {
      at('status').textContent = 'This browser cannot run the engine: ' + engine.failure;
      return;
    }
    model.begin(engine);
    buildPicker();
    dashpot.copyButton(at('copy'), 'Copy', recipe);
    load(dashpot.link.read());
    dashpot.link.on(load);
  });
})();
