// The first page: small pictures that the engine computes, and its version.
(function () {
  'use strict';
  const put = dashpot.drawing, at = (id) => document.getElementById(id);
  const PAIR = { modulus: '110 GPa', radius: '10 mm', mass: '30 g', yield: '1 GPa' };

  // Points of columns within a frame of the card.
  function path(x, y, most) {
    return Array.from(x, (v, i) => (i > 0 ? 'L' : 'M') + (24 + 272 * v / most[0]).toFixed(1) + ' ' +
      (156 - 128 * y[i] / most[1]).toFixed(1)).join('');
  }
  const top = (columns) => Math.max(...columns.map((column) => Math.max(...column)));

  function drawLaws(engine) {
    const laws = [['hertz', {}], ['flores', { restitution: '0.5' }], ['thornton', {}]].map(([law, more]) =>
      engine.impact({ law, set: Object.assign({}, PAIR, more), speed: 0.7, rows: 101 })).filter((r) => r.ok);
    const most = [top(laws.map((r) => r.motion.indentation)), top(laws.map((r) => r.motion.force))];
    put(at('card-law'), 'path', { class: 'guide', d: 'M24 20V156H300' });
    laws.forEach((r, i) => put(at('card-law'), 'path', { class: 'trace own-' + i, d: path(r.motion.indentation, r.motion.force, most) }));
  }

  function drawImpact() {
    const svg = at('card-impact');
    put(svg, 'rect', { class: 'floor', x: 0, y: 146, width: 320, height: 34 });
    put(svg, 'path', { class: 'guide', d: 'M70 40L160 118L232 48' });
    [[70, 40, 'ghost'], [160, 118, 'ball'], [232, 48, 'ghost']].forEach(([cx, cy, kind]) => put(svg, 'circle', { class: kind, cx, cy, r: 28 }));
    put(svg, 'path', { class: 'spoke', d: 'M132 118H188M160 90V146' });
    put(svg, 'path', { class: 'arrow own-0', d: 'M70 40L104 69' });
    put(svg, 'path', { class: 'head own-0', d: 'M113 77L101 73L107 66Z' });
    put(svg, 'path', { class: 'arrow own-1', d: 'M232 48L255 26' });
    put(svg, 'path', { class: 'head own-1', d: 'M263 18L259 29L252 22Z' });
  }

  // A pulse on its way: the velocities of forty balls at three times.
  function drawChain(engine) {
    const count = 40, mass = new Array(count).fill(0.03), velocity = mass.map((m, i) => (i === 0 ? 1 : 0));
    const chain = engine.chain({ mass, velocity, contact: { law: 'hertz', set: { modulus: PAIR.modulus, radius: '5 mm' } }, likely_speed: 1 });
    if (!chain.ok) return;
    const svg = at('card-chain'), index = mass.map((m, i) => i);
    for (let i = 0; i < 3; i++) {
      chain.advance(Math.round(3.4e-4 / chain.step));
      const now = chain.read();
      if (now.ok) put(svg, 'path', { class: 'trace own-' + i, d: path(index, Array.from(now.velocity), [count - 1, 0.9]) });
    }
    chain.free();
    index.filter((i) => i % 2 === 0).forEach((i) => put(svg, 'circle', { class: 'ball', cx: 24 + 272 * i / (count - 1), cy: 164, r: 6.6 }));
  }

  function drawMechanism() {
    const svg = at('card-mechanism');
    put(svg, 'path', { class: 'guide', d: 'M20 122H310' });
    put(svg, 'circle', { class: 'guide', cx: 84, cy: 122, r: 50 });
    put(svg, 'rect', { class: 'ball', x: 218, y: 98, width: 56, height: 48, rx: 4 });
    put(svg, 'path', { class: 'trace own-0', d: 'M84 122L112 81' });
    put(svg, 'path', { class: 'trace own-1', d: 'M112 81L242 122' });
    put(svg, 'circle', { class: 'ghost', cx: 246, cy: 122, r: 13 });
    [[84, 122, 7], [112, 81, 6], [242, 122, 7]].forEach(([cx, cy, r]) => put(svg, 'circle', { class: 'ball', cx, cy, r }));
  }

  drawImpact();
  drawMechanism();
  dashpot.engine.ready((engine) => {
    if (engine.failure !== null) {
      at('status').textContent = 'This browser cannot run the engine: ' + engine.failure;
      return;
    }
    const laws = engine.laws().length, frictions = engine.frictions().length;
    at('status').textContent = 'Dashpot ' + engine.version + ': ' + laws + ' contact laws and ' + frictions + ' friction laws.';
    at('text-law').textContent = 'Compare ' + laws + ' contact laws on the same impact: hysteresis, peak force, and the restitution they really deliver.';
    drawLaws(engine);
    drawChain(engine);
    document.body.dataset.state = 'done';
  });
})();
