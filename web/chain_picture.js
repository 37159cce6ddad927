// The beads of a chain: drawn, coloured by force, pulled by pointer and keys. Needs controls.js.
//
//   const picture = dashpot.chainPicture(element, {grab(bead), pull(bead, place), letGo(bead)});
//   picture.arrange(beads, magnification, walls)   beads: [{radius}] that just touch; walls: {left, right}
//   picture.draw(places, forces, most)             [m] from where they touch, [N], largest force
//   picture.say(text)                              for those who do not see it
// grab, pull and letGo get the number of a bead from 0; place [m] is where the pointer holds it.

var dashpot = window.dashpot || {};
window.dashpot = dashpot;

dashpot.chainPicture = function (element, hand) {
  'use strict';
  const KEY_PULL = 0.25;   // of a diameter
  const NUMBER_WIDTH = 16; // that a number takes
  const svg = dashpot.drawing(element, 'svg', { class: 'chain-picture', tabindex: 0,
    role: 'application', 'aria-describedby': 'chain-keys' });
  const said = dashpot.make(element, 'div', 'unseen');
  said.setAttribute('aria-live', 'polite');
  let beads = [], width = 1000, unit = 1, magnification = 1, chosen = 0, held = null, shown = [];

  // --- drawing ---

  function arrange(list, times, walls) {
    const widest = list.reduce((most, bead) => Math.max(most, 2 * bead.radius), 0);
    const length = list.reduce((sum, bead) => sum + 2 * bead.radius, 0), room = 2 * widest + 0.04 * length;
    // drawn as wide as it is shown, so that letters are no smaller on a small screen
    width = Math.max(300, Math.min(1000, element.clientWidth || 1000));
    unit = width / (length + 2 * room);
    const every = [1, 5, 10, 50].find((n) => n * length * unit / list.length >= NUMBER_WIDTH) || 100;
    magnification = times;
    const height = Math.max(70, widest * unit + 46), middle = (height - 16) / 2;
    svg.textContent = '';
    svg.setAttribute('viewBox', '0 0 ' + width + ' ' + Math.round(height));
    svg.setAttribute('aria-label', list.length + ' beads in a row');
    let x = room * unit;
    const wall = (at) => dashpot.drawing(svg, 'rect', { class: 'chain-wall', x: at, y: 4, width: 14,
      height: height - 24 });
    if (walls.left) wall(x - 14);
    beads = list.map((bead, i) => {
      const r = bead.radius * unit, group = dashpot.drawing(svg, 'g', { class: 'chain-bead' });
      const circle = dashpot.drawing(group, 'circle', { r: Math.max(r, 1), cy: middle.toFixed(2) });
      if ((i + 1) % every === 0 || i === 0) dashpot.drawing(group, 'text', { y: Math.round(height - 6),
        'text-anchor': 'middle' }, String(i + 1));
      x += 2 * r;
      return { x: x - r, r, group, circle };
    });
    if (walls.right) wall(x);
    chosen = Math.min(chosen, beads.length - 1);
    mark();
  }

  function draw(places, forces, most) {
    shown = places;
    beads.forEach((bead, i) => {
      bead.group.setAttribute('transform', 'translate(' +
        (bead.x + places[i] * unit * magnification).toFixed(2) + ' 0)');
      const share = most > 0 ? Math.min(1, Math.max(0, forces[i] / most)) : 0;
      bead.circle.style.setProperty('--force', (100 * share).toFixed(1) + '%');
    });
  }

  function mark() {
    beads.forEach((bead, i) => bead.group.classList.toggle('chain-chosen', i === chosen));
  }

  // --- hands ---

  function across(event) {
    const box = svg.getBoundingClientRect();
    return (event.clientX - box.left) / box.width * width;
  }
  const centre = (i) => beads[i].x + shown[i] * unit * magnification;
  function nearest(x) {
    let best = 0;
    beads.forEach((bead, i) => { if (Math.abs(centre(i) - x) < Math.abs(centre(best) - x)) best = i; });
    return best;
  }
  svg.addEventListener('pointerdown', (event) => {
    if (event.button !== 0 || beads.length === 0) return;
    const x = across(event), i = nearest(x);
    if (Math.abs(centre(i) - x) > beads[i].r + 8) return;
    svg.setPointerCapture(event.pointerId);
    chosen = i;
    mark();
    hand.grab(i);
    held = { bead: i, offset: centre(i) - x };
    svg.classList.add('chain-held');
  });
  svg.addEventListener('pointermove', (event) => {
    if (held === null) return;
    hand.pull(held.bead, (across(event) + held.offset - beads[held.bead].x) / unit / magnification);
  });
  function release() {
    if (held === null) return;
    const bead = held.bead;
    held = null;
    svg.classList.remove('chain-held');
    hand.letGo(bead);
  }
  svg.addEventListener('pointerup', release);
  svg.addEventListener('pointercancel', release);

  let isPulledByKeys = false;
  function choose(by) {
    chosen = Math.max(0, Math.min(beads.length - 1, chosen + by));
    mark();
    say('bead ' + (chosen + 1));
  }
  function pullByKey(sign) {
    if (!isPulledByKeys) hand.grab(chosen);
    isPulledByKeys = true;
    hand.pull(chosen, shown[chosen] + sign * KEY_PULL * 2 * beads[chosen].r / unit / magnification);
    say('bead ' + (chosen + 1) + ' pulled; Enter lets go');
  }
  function letGoByKey() {
    if (!isPulledByKeys) return;
    isPulledByKeys = false;
    hand.letGo(chosen);
  }
  svg.addEventListener('keydown', (event) => {
    const sign = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (sign && event.shiftKey) pullByKey(sign);
    else if (sign && !isPulledByKeys) choose(sign);
    else if (event.key === 'Enter') letGoByKey();
    else return;
    event.preventDefault();
  });
  svg.addEventListener('blur', letGoByKey);

  function say(text) { said.textContent = text; }
  return { arrange, draw, say };
};
