// A law with its settings as a scenario, a command line, a C program and a Python program. All of
// them integrate the motion, as the page does, so that numbers agree to the last digit.
var dashpot = window.dashpot || {};
window.dashpot = dashpot;

dashpot.lawCopies = (function () {
  'use strict';
  const PAIR = ['stiffness', 'modulus', 'radius', 'mass', 'yield', 'bearing_radius', 'clearance', 'length'];
  const RESULTS = [['restitution', 'restitution'], ['max_force', 'max_force [N]'],
    ['max_indentation', 'max_indentation [m]'], ['duration', 'duration [s]'],
    ['residual_indentation', 'residual_indentation [m]']];

  const contactOf = (spec) => ['law: ' + spec.law].concat(Object.keys(spec.set)
    .filter((key) => key !== 'mass').map((key) => key + ': ' + spec.set[key]));

  function yaml(spec, speed) {
    return ['dashpot: 1', 'title: ' + spec.law + ' at ' + speed, 'kind: impact', 'impact:', '  bodies:',
      '    - {mass: ' + spec.set.mass + ', velocity: ' + speed + '}', '    - {fixed: true}',
      '  contact:'].concat(contactOf(spec).map((line) => '    ' + line),
      ['run: {path: integrated}', '']).join('\n');
  }

  // Nothing of what the fields accept holds a quote.
  const word = (text) => (/^[A-Za-z0-9_.=+-]*$/.test(text) ? text : '\'' + text + '\'');
  function command(spec, speed) {
    const sets = Object.keys(spec.set).map((key) => '--set ' + key + '=' + word(spec.set[key]));
    return ['dashpot force --law ' + spec.law].concat(sets, '--loop ' + word(speed) + ' --json')
      .join(' \\\n  ') + '\n';
  }

  // --- programs ---

  function unitOf(law, key) {
    const own = law.parameters.find((p) => p.name === key);
    const units = { modulus: 'Pa', yield: 'Pa', mass: 'kg', stiffness: law.linear_spring ? 'N/m' : 'N/m^1.5' };
    return own ? own.unit : units[key] || 'm';
  }
  function si(law, key, text) {
    const read = dashpot.engine.quantity(text, unitOf(law, key), key);
    const plain = read.ok ? read : dashpot.engine.quantity(text, 'N/m', key);
    return /^\d+$/.test(String(plain.value)) ? plain.value + '.0' : String(plain.value);
  }
  function setter(law, key, text) {
    const own = law.parameters.find((p) => p.name === key);
    const name = own && own.choices ? 'choose' : 'set';
    const value = own && own.choices ? '"' + text + '"' : si(law, key, text);
    return '    if (status == DP_OK) status = dp_law_' + name + '(&def.law, "' + key + '", ' + value + ', &err);';
  }
  function c(spec) {
    const law = dashpot.lawModel.find(spec.law), keys = Object.keys(spec.set);
    const pair = keys.filter((key) => PAIR.includes(key)), own = keys.filter((key) => !PAIR.includes(key));
    return ['// cc impact.c $(pkg-config --cflags --libs dashpot) -lm', '#include <stdio.h>', '',
      '#include "dashpot/dashpot.h"', '', 'int main(void) {', '    dp_error err = {0};',
      '    dp_status status = DP_OK;',
      '    dp_contact_def def = dp_contact_defaults(dp_law_find("' + spec.law + '"));']
      .concat(pair.map((key) => '    def.pair.' + key + ' = ' + si(law, key, spec.set[key]) + ';  // ' + spec.set[key]),
        own.map((key) => setter(law, key, spec.set[key])),
        ['    dp_impact_def impact = dp_impact_defaults();', '    impact.mass = def.pair.mass;',
          '    impact.speed = ' + spec.speed + ';', '    impact.path = DP_PATH_INTEGRATED;', '    dp_contact contact;',
          '    dp_impact result;', '    if (status == DP_OK) status = dp_contact_init(&contact, &def, &err);',
          '    if (status == DP_OK) status = dp_impact_run(&contact, &impact, &result, &err);',
          '    if (status != DP_OK) return fprintf(stderr, "%s\\n", err.text), 1;'],
        RESULTS.map(([key, text]) => '    printf("' + text + ' %.17g\\n", result.' + key + ');'),
        ['    return 0;', '}', '']).join('\n');
  }

  const literal = (text) => (/^[0-9.eE+-]+$/.test(text) ? text : '"' + text + '"');
  function python(spec, speed) {
    const contact = Object.keys(spec.set).filter((key) => key !== 'mass')
      .map((key) => '                    "' + key + '": ' + literal(spec.set[key]) + ',');
    return ['import dashpot as dp', '', 'result = dp.run({', '    "kind": "impact",', '    "impact": {',
      '        "bodies": [{"mass": ' + literal(spec.set.mass) + ', "velocity": ' + literal(speed) + '},',
      '                   {"fixed": True}],', '        "contact": {"law": "' + spec.law + '",'].concat(contact,
      ['        },', '    },', '    "run": {"path": "integrated"},', '})',
        'for key in ("restitution", "max_force", "max_indentation", "duration", "residual_indentation"):',
        '    print(key, result[key])', '']).join('\n');
  }

  return { yaml, command, c, python };
})();
