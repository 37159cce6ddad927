// Pictures of the law explorer: specs for dashpot.plot out of results.
var dashpot = window.dashpot || {};
window.dashpot = dashpot;

dashpot.lawPlots = (function () {
  'use strict';
  const plots = {};

  function show(id, spec) {
    if (plots[id]) plots[id].update(spec);
    else plots[id] = dashpot.plot(document.getElementById(id), spec);
  }
  const joined = (entries, read) => entries.reduce((all, entry) => all.concat(Array.from(read(entry))), []);
  const largest = (values) => values.reduce((most, v) => (Math.abs(v) > most ? Math.abs(v) : most), 0);

  // --- one impact; entries: [{law, colour, result}] that went well ---

  function motion(entries) {
    const force = dashpot.axis('force', 'N', [largest(joined(entries, (e) => e.result.motion.force))]);
    const depth = dashpot.axis('indentation', 'm', [largest(joined(entries, (e) => e.result.motion.indentation))]);
    const time = dashpot.axis('time', 's', [largest(entries.map((e) => e.result.separation_time))]);
    show('plot-loop', { title: 'Force over indentation', style: 'lines', x: depth, y: force, along: 'time',
      curves: entries.map((e) => ({ name: e.law.name, colour: e.colour, x: e.result.motion.indentation,
        y: e.result.motion.force, t: e.result.motion.time })) });
    show('plot-time', { title: 'Force over time', style: 'lines', x: Object.assign({ axis: 'time' }, time), y: force,
      curves: entries.map((e) => ({ name: e.law.name, colour: e.colour, x: e.result.motion.time,
        y: e.result.motion.force })) });
    split(entries);
  }

  const SHARES = [['back', 'given back'], ['viscous', 'viscous loss'], ['plastic', 'plastic loss'],
    ['left', 'left in the contact']];
  const make = dashpot.make, percent = (share) => Number((100 * share).toFixed(1)) + ' %';
  // Bars from left to right, one law below another.
  function split(entries) {
    const panel = document.getElementById('plot-split'), isUsed = (key) => entries.some((e) => e.result.energy[key] > 1e-9);
    panel.textContent = '';
    make(panel, 'div', 'plot-title', 'Where the energy went');
    const list = make(panel, 'div', 'shares');
    entries.forEach((e) => {
      const name = make(list, 'div', 'share-name own-' + e.colour), bar = make(list, 'div', 'share-bar');
      make(name, 'span', 'swatch');
      name.append(e.law.name);
      SHARES.forEach(([key, text], i) => {
        const share = e.result.energy[key];
        if (!(share > 1e-9)) return;
        const part = make(bar, 'span', 'part-' + i, share > 0.08 ? percent(share) : '');
        part.style.flex = share + ' 0 0';
        part.title = text + ': ' + percent(share);
        make(part, 'span', 'unseen', ' ' + text);
      });
    });
    const keys = make(panel, 'div', 'keys');
    SHARES.forEach(([key, text], i) => {
      if (isUsed(key)) make(make(keys, 'span', 'part-' + i), 'i').after(text);
    });
  }

  function energy(entry) {
    const m = entry.result.motion, parts = [['kinetic', 'kinetic'], ['stored', 'stored'], ['viscous', 'viscous loss'],
      ['plastic', 'plastic loss']].filter(([key]) => largest(m[key]) > 0);
    const most = largest(joined([entry], (e) => e.result.motion.kinetic));
    show('plot-energy', { title: 'Energy over time: ' + entry.law.name, style: 'areas',
      x: Object.assign({ axis: 'time' }, dashpot.axis('time', 's', [entry.result.separation_time])),
      y: dashpot.axis('energy', 'J', [most]),
      curves: parts.map(([key, name]) => ({ name, colour: ['kinetic', 'viscous', 'plastic', 'stored'].indexOf(key),
        x: m.time, y: m[key] })) });
  }

  // --- curves; entries: [{law, colour, delivered, overSpeed}] ---

  function delivered(entries) {
    const taken = entries.filter((e) => e.delivered && e.delivered.ok);
    const panel = document.getElementById('plot-delivered');
    panel.hidden = taken.length === 0;
    if (taken.length > 0) show('plot-delivered', { title: 'Delivered against requested restitution', style: 'lines', diagonal: true,
      x: { label: 'requested restitution', low: 0, high: 1 }, y: { label: 'delivered restitution', low: 0, high: 1 },
      curves: taken.map((e) => ({ name: e.law.name, colour: e.colour, x: e.delivered.requested, y: e.delivered.delivered })) });
  }
  function overSpeed(entries) {
    const taken = entries.filter((e) => e.overSpeed && e.overSpeed.ok);
    document.getElementById('plot-speed').hidden = taken.length === 0;
    if (taken.length > 0) show('plot-speed', { title: 'Restitution over approach speed', style: 'lines',
      x: Object.assign({ label: 'approach speed [m/s]', scale: 1, log: true }), y: { label: 'delivered restitution', low: 0, high: 1.02 },
      curves: taken.map((e) => ({ name: e.law.name, colour: e.colour, x: e.overSpeed.speed, y: e.overSpeed.delivered })) });
  }

  return { motion, energy, delivered, overSpeed };
})();
