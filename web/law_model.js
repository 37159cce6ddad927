// What the law explorer computes: settings of a law out of shared and own fields, one impact, curves.
// No elements of the page here.
var dashpot = window.dashpot || {};
window.dashpot = dashpot;

dashpot.lawModel = (function () {
  'use strict';
  const MOST = 4;         // laws side by side
  const ROWS = 301;       // of a motion
  // An ordinary pair to begin with; units and meanings come from the schema of scenarios.
  const START = { speed: '0.5 m/s', restitution: '0.7', mass: '30 g', modulus: '110 GPa',
    radius: '10 mm', yield: '1 GPa', linear_stiffness: '1e8 N/m', bearing_radius: '10.2 mm',
    clearance: '0.2 mm', length: '15 mm', stiffness: '' };
  const WANTED = 0.7;     // what a damping that has no default is tuned to
  const SMALL = '1 um';   // a length that a law requires and has no default for
  const OWN = {
    speed: ['approach speed', 'm/s', 'speed at which the surfaces meet'],
    mass: ['effective mass', 'kg', 'm1 m2/(m1 + m2); the mass of the body where the other one is fixed'],
    restitution: ['requested restitution', '1', 'for every law that takes one and has none of its own below'],
    linear_stiffness: ['stiffness of linear springs', 'N/m', 'for laws whose spring is linear'],
  };
  let engine = null, laws = [], byName = Object.create(null), pairDocs = {}, cache = new Map();
  const tuned = Object.create(null);

  function begin(ready) {
    engine = ready;
    laws = engine.laws();
    laws.forEach((law) => {
      byName[law.name] = law;
      law.aliases.forEach((alias) => { byName[alias] = law; });
    });
    pairDocs = engine.schema().definitions.contact.properties;
  }
  const find = (name) => byName[name] || null;

  // --- fields ---

  const inTicks = (text) => (text || '').match(/`\w+`/g) || [];
  const isLinear = (law) => law.linear_spring || (/`stiffness` \\\[N\/m\\\]/.test(law.needs_more || ''));

  // Entries of the pair that a law looks at, in the order of START.
  function uses(law) {
    const keys = new Set(['speed', 'mass']);
    law.needs.concat(inTicks(law.needs_more).map((word) => word.slice(1, -1))).forEach((key) => {
      if (key === 'stiffness' && !law.needs.includes('modulus') && isLinear(law)) keys.add('linear_stiffness');
      else if (key === 'stiffness') ['modulus', 'radius', 'stiffness'].forEach((k) => keys.add(k));
      else if (key in START) keys.add(key);
    });
    if (takesShared(law)) keys.add('restitution');
    return Object.keys(START).filter((key) => keys.has(key));
  }
  const parameter = (law, name) => law.parameters.find((p) => p.name === name);
  function takesShared(law) {
    const own = parameter(law, 'restitution');
    return Boolean(own) && own.default === null;
  }

  function pairField(key, text) {
    const doc = pairDocs[key] && pairDocs[key].description || '';
    const [label, unit, help] = OWN[key] || [key.replace('_', ' '),
      (/\[([^\]]*)\]$/.exec(doc) || ['', '1'])[1], doc.replace(/\s*\[[^\]]*\]$/, '')];
    if (key === 'restitution') return { key, label, unit, help, value: text, low: 0, high: 1, from: 0.01, to: 1 };
    const start = engine.quantity(START[key] || '1', unit, key).value;
    return { key, label, unit, help, value: text, low: Number.MIN_VALUE, optional: START[key] === '', scale: 'log',
      from: START[key] ? start / 100 : undefined, to: START[key] ? start * 100 : undefined };
  }

  // A value to begin with where the catalogue has none: the law then delivers WANTED.
  function tunedValue(law, p) {
    if (tuned[law.name] === undefined) {
      const found = engine.tune({ law: law.name, set: settings(law, START, {}, true), fill: true,
        speed: engine.quantity(START.speed, 'm/s').value }, WANTED);
      tuned[law.name] = found.ok ? found.value : NaN;
    }
    if (p.name !== law.tune || !isFinite(tuned[law.name])) return p.unit === 'm' ? SMALL : '';
    return asText(Number(tuned[law.name].toPrecision(3)), p.unit);
  }
  // With its unit where that can be read back; N s/m^(1+p) cannot.
  function asText(value, unit) {
    const text = dashpot.shown(value, unit, 17), read = engine.quantity(text, unit);
    return read.ok && read.value === value ? text : String(value);
  }
  const needsOne = (law, p) => p.required || (p.name === law.tune && p.name === 'damping');
  function startOf(law, p) {
    if (p.choices) return p.default === null ? '' : String(p.default);
    if (p.default !== null) return dashpot.shown(p.default, p.unit);
    if (p.name === 'restitution' || !needsOne(law, p)) return '';
    return tunedValue(law, p);
  }
  function ownFields(law, texts) {
    return law.parameters.map((p) => {
      const start = startOf(law, p), isOpen = start === '';
      const value = texts && texts[p.name] !== undefined ? texts[p.name] : start;
      const field = { key: p.name, label: p.name.replace(/_/g, ' ') + (p.unit === '1' ? '' : ' [' + p.unit + ']'), unit: p.unit, help: p.doc,
        choices: p.choices || undefined, optional: isOpen, value, low: p.low === null ? undefined : p.low,
        high: p.high === null ? undefined : p.high };
      return p.choices ? field : Object.assign(field, sliderOf(p, start));
    });
  }
  function sliderOf(p, start) {
    if (isFinite(p.low) && isFinite(p.high) && p.low !== null && p.high !== null && p.high - p.low <= 100)
      return { scale: 'linear', from: p.name === 'restitution' ? Math.max(p.low, 0.01) : p.low, to: p.high };
    const value = start === '' ? 0 : Number(engine.quantity(start, p.unit).value);
    if (!(value > 0)) return { from: undefined, to: undefined, low: p.low === null ? undefined : p.low, high: p.high === null ? undefined : p.high, scale: 'log' };
    return { scale: 'log', from: Math.max(value / 100, p.low || 0), to: Math.min(value * 100, p.high || Infinity) };
  }

  // --- settings: what follows --set ---

  function settings(law, pair, own, isBare) {
    const set = {}, used = uses(law);
    used.forEach((key) => {
      if (key === 'speed' || key === 'restitution' || !pair[key]) return;
      set[key === 'linear_stiffness' ? 'stiffness' : key] = pair[key];
    });
    if (set.stiffness && set.modulus && !law.needs.includes('modulus')) {
      delete set.modulus;
      delete set.radius;
    }
    if (used.includes('restitution')) set.restitution = pair.restitution;
    if (!isBare) law.parameters.forEach((p) => {
      const start = startOf(law, p), text = own[p.name] === undefined ? start : own[p.name];
      if (text !== '' && !(p.default !== null && text === start)) set[p.name] = text;
    });
    return set;
  }

  // The shared restitution gives way where the law has something of its own in its place.
  function specOf(law, pair, own) {
    const spec = { law: law.name, set: settings(law, pair, own), speed: engine.quantity(pair.speed, 'm/s').value };
    const isOwn = own.restitution !== undefined && own.restitution !== '';
    const isGiven = law.parameters.some((p) => own[p.name] && own[p.name] !== startOf(law, p));
    if (!takesShared(law) || isOwn || !isGiven || engine.impact(spec).ok) return spec;
    const without = Object.assign({}, spec, { set: Object.assign({}, spec.set) });
    delete without.set.restitution;
    return engine.impact(without).ok ? without : spec;
  }

  // --- results ---

  const keyOf = (spec) => JSON.stringify([spec.law, spec.set, spec.speed]);
  function remembered(key, make) {
    if (!cache.has(key)) {
      if (cache.size > 200) cache.clear();
      cache.set(key, make());
    }
    return cache.get(key);
  }
  function impact(spec) {
    return remembered('impact' + keyOf(spec), () => {
      const result = engine.impact(Object.assign({ rows: ROWS }, spec));
      if (result.ok) result.energy = split(result);
      return result;
    });
  }
  // Shares of the energy before.
  function split(result) {
    const all = 0.5 * result.mass * result.speed * result.speed;
    const back = result.restitution * result.restitution;
    const viscous = result.viscous / all, plastic = result.plastic / all;
    return { back, viscous, plastic, left: Math.max(0, 1 - back - viscous - plastic) };
  }

  const REQUESTED = Float64Array.from({ length: 20 }, (v, i) => (i < 19 ? 0.05 * (i + 1) : 0.99));
  const takesRestitution = (law) => Boolean(parameter(law, 'restitution'));
  function delivered(spec) {
    if (!takesRestitution(find(spec.law))) return null;
    const set = Object.assign({}, spec.set, { restitution: '0.5' });
    delete set.damping_factor;
    const free = { law: spec.law, set, speed: spec.speed };
    return remembered('delivered' + keyOf(free), () => engine.restitution(free, REQUESTED));
  }
  function overSpeed(spec, around) {
    const speeds = Float64Array.from({ length: 25 }, (v, i) => around * Math.pow(10, (i - 12) / 6));
    const free = { law: spec.law, set: spec.set };
    return remembered('speed' + around + keyOf(free), () => engine.restitutionOverSpeed(free, speeds));
  }

  // The value of the law's own parameter that delivers `wanted`.
  function tune(spec, wanted) {
    const law = find(spec.law), set = Object.assign({}, spec.set);
    if (law.tune !== 'restitution') delete set.restitution;
    else set.restitution = set.restitution || String(wanted);
    if (law.tune !== 'yield') delete set[law.tune === 'restitution' ? '' : law.tune];
    return engine.tune({ law: spec.law, set, fill: true, speed: spec.speed }, wanted);
  }

  return { MOST, START, begin, find, uses, pairField, ownFields, startOf, specOf, impact, delivered, overSpeed,
    takesRestitution, tune, asText, settings, takesShared, laws: () => laws };
})();
