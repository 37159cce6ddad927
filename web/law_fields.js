// The parameters of a law as fields, and the contact of a scenario. Needs dashpot.js and controls.js.
//
//   dashpot.lawFields(law, pair, speed)  fields of dashpot.controls; their keys begin with "law."
//     law    an entry of dashpot.engine.laws()
//     pair   {modulus, radius, mass, yield, bearing_radius, clearance, length} that meets with `speed`
//   dashpot.contactText(law, settings, more)   "{law: flores, restitution: 0.8}"
//     settings  texts of those fields; more: further entries, ["friction: 0.1"]

var dashpot = window.dashpot || {};
window.dashpot = dashpot;

(function () {
  'use strict';
  const takesStiffness = (law) => law.linear_spring || /stiffness.*\[N\/m\\?\]/.test(law.needs_more || '');
  const rounded = (value, unit) => dashpot.shown(Number(value.toPrecision(3)), unit);
  // Some units depend on an exponent; numbers stand without them.
  const readable = (unit) => (dashpot.engine.quantity('1 ' + unit, unit, 'value').ok ? unit : '1');

  // Where the catalogue has no default: what makes the bodies collide like elastic ones, or return
  // with four fifths of their speed.
  function suggestions(law, pair, speed) {
    const found = {}, elastic = dashpot.engine.impact({ law: 'hertz', set: { modulus: pair.modulus,
      radius: pair.radius, mass: pair.mass }, speed });
    const spec = () => ({ law: law.name, set: Object.assign({}, pair, found), speed });
    const isOpen = (p) => p.default === null && !p.choices;
    if (!elastic.ok) return found;
    if (takesStiffness(law)) found.stiffness = rounded(elastic.max_force / elastic.max_indentation, 'N/m');
    law.parameters.filter((p) => isOpen(p) && p.required && p.unit === 'm').forEach((p) => {
      found[p.name] = rounded(0.1 * elastic.max_indentation, 'm');
    });
    if (dashpot.engine.impact(spec()).ok) return found;
    const own = law.parameters.find((p) => isOpen(p) && p.name === 'restitution');
    if (own) { found.restitution = '0.8'; return found; }
    const tuned = dashpot.engine.tune(spec(), 0.8), by = law.parameters.find((p) => p.name === law.tune);
    if (tuned.ok && by) found[by.name] = rounded(tuned.value, readable(by.unit));
    return found;
  }

  // Ends of a slider where the limits of the catalogue are too far apart for one.
  function endsOf(parameter, value) {
    const { low, high } = parameter;
    if (low !== null && high !== null && high - low <= 100) return {};
    if (value > 0) return { from: value / 30, to: value * 30, scale: 'log' };
    return { from: NaN, to: NaN };
  }

  dashpot.lawFields = function (law, pair, speed) {
    const list = law.parameters.slice(), known = suggestions(law, pair, speed);
    if (takesStiffness(law)) list.unshift({ name: 'stiffness', unit: 'N/m', default: null, low: 1e-6,
      high: null, required: true, choices: null, doc: 'of the linear spring' });
    return list.map((p) => {
      const unit = readable(p.unit), value = p.default !== null ? p.default : known[p.name] || '';
      const read = dashpot.engine.quantity(String(value), unit, p.name);
      return Object.assign({ key: 'law.' + p.name, unit, choices: p.choices || undefined, value,
        label: p.name.replace(/_/g, ' ') + (unit === p.unit ? '' : ' [' + p.unit + ']'),
        low: p.low === null ? undefined : p.low, high: p.high === null ? undefined : p.high,
        help: p.doc, optional: !p.required }, p.choices ? {} : endsOf(p, read.ok ? read.value : 0));
    });
  };

  // Defaults of the catalogue are not written.
  dashpot.contactText = function (law, settings, more) {
    const entries = ['law: ' + law.name];
    Object.keys(settings).forEach((key) => {
      const name = key.replace(/^law\./, ''), own = law.parameters.find((p) => p.name === name);
      if (settings[key] !== '' && !(own && String(own.default) === settings[key]))
        entries.push(name + ': ' + settings[key]);
    });
    return '{' + entries.concat(more || []).join(', ') + '}';
  };
})();
