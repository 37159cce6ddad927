// A chain: its beads, coloured by contact force, above the forces over bead and time.
//
// facts: {
//   times: [s], first: number of the first bead, last: of the last, stride: beads to a cell,
//   forces: rows of a force for each cell at each time [N], the largest of its beads; packed or
//           plain, see rows() in player.js
//   is_change: the forces are less those at the start
//   places, radii: of each bead at the start [m], displacements: rows of one for each bead [m],
//           packed or plain; all three or none: then the chain is a strip of its cells
//   is_to_scale: places and radii are known; otherwise the beads are drawn alike
//   ends: two words, such as ["free", "wall"]}
dashpot.scenes.chain = function (element, facts) {
  'use strict';
  var pen = dashpot.pen, put = pen.put, change = pen.change;
  var forces = pen.rows(facts.forces), cells = forces[0].length, times = facts.times;
  var WIDTH = pen.width(element), MARGIN = 14, HEIGHT = 96, ROWS_MAX = 220;
  var last = times.length - 1, span = times[last] - times[0];
  var most = 0;
  forces.forEach(function (row) {
    row.forEach(function (force) { most = Math.max(most, Math.abs(force)); });
  });

  // --- colours: of the style sheet, which knows whether the page is dark ---
  element.classList.add('animation-box');
  var ramp = [];
  function readRamp() {
    var text = getComputedStyle(element).getPropertyValue('--animation-ramp') || '#fff,#000';
    ramp = text.split(',').map(function (word) {
      var colour = parseInt(word.trim().slice(1), 16);
      return [colour >> 16, colour >> 8 & 255, colour & 255];
    });
  }
  function shade(force) {
    var at = most > 0 ? Math.min(1, Math.abs(force) / most) * (ramp.length - 1) : 0;
    var i = Math.min(Math.floor(at), ramp.length - 2), f = at - i;
    return ramp[i].map(function (part, k) {
      return Math.round(part + f * (ramp[i + 1][k] - part));
    });
  }
  function colour(force) { return 'rgb(' + shade(force).join(',') + ')'; }

  // --- beads ---
  var svg = put(element, 'svg', { 'class': 'animation-scene', role: 'img',
    'aria-label': 'the chain', viewBox: '0 0 ' + WIDTH + ' ' + HEIGHT });
  var beads = [], enlarged = 1, words = [];
  var moves = facts.displacements && pen.rows(facts.displacements);
  function putEnd(word, side) {
    if (word === 'free') return;
    var x = side ? WIDTH - MARGIN + 2 : MARGIN - 2;
    put(svg, 'path', { 'class': 'animation-hatch', d: 'M' + x + ' 12V' + (HEIGHT - 12) });
  }
  function extent() {
    var largest = 0;
    moves.forEach(function (row) {
      row.forEach(function (way) { largest = Math.max(largest, Math.abs(way)); });
    });
    return largest;
  }
  function putBeads() {
    var count = facts.places.length, radii = facts.radii, places = facts.places;
    var low = places[0] - radii[0], high = places[count - 1] + radii[count - 1];
    var length = high - low;
    var largest = extent(), mean = length / count / 2;
    if (largest > 0) enlarged = pen.round(1.6 * mean / largest);
    // what flies off leaves the picture; what moves more than a bead is shown as it is
    if (facts.is_to_scale) enlarged = Math.max(1, enlarged);
    var room = Math.min(0.25 * length, enlarged * largest);
    var side = facts.ends.map(function (word) {
      return word === 'free' ? room : 0.3 * Math.min(room, mean);
    });
    low -= side[0];
    high += side[1];
    var scale = Math.min((WIDTH - 2 * MARGIN) / (high - low),
      0.42 * HEIGHT / Math.max.apply(null, radii));
    var left = WIDTH / 2 - scale * (low + high) / 2;
    beads = facts.places.map(function (place, i) {
      var circle = put(svg, 'circle', { 'class': 'animation-bead', cy: HEIGHT / 2,
        r: Math.max(1, scale * radii[i] - 0.5).toFixed(2) });
      return { circle: circle, x: left + scale * place, scale: scale * enlarged };
    });
    if (!facts.is_to_scale)
      words.push('Beads are drawn alike, their size is not known', 'displacements in proportion');
    else words.push('Beads to scale', enlarged === 1 ? 'displacements as they are' :
      'displacements enlarged ' + pen.digits(enlarged, 3) + ' times');
  }
  function putStrip() {
    var wide = (WIDTH - 2 * MARGIN) / cells;
    for (var i = 0; i < cells; i++)
      beads.push({ circle: put(svg, 'rect', { 'class': 'animation-cell', y: 22, height: HEIGHT - 44,
        x: (MARGIN + i * wide).toFixed(2), width: (wide + 0.3).toFixed(2) }) });
    words.push('The chain as a strip: ' + (facts.last - facts.first + 1) +
      ' beads are too many to be drawn');
  }
  facts.ends.forEach(putEnd);
  if (moves) putBeads(); else putStrip();
  if (facts.stride > 1)
    words.push('each of ' + cells + ' cells shows the largest force of its ' + facts.stride +
      ' beads');

  // --- the picture over bead and time; a line runs over it ---
  var map = pen.add(element, 'div', 'animation-map'), canvas = pen.add(map, 'canvas');
  var marker = pen.add(map, 'div', 'animation-marker');
  canvas.width = cells;
  canvas.height = Math.min(times.length, ROWS_MAX);
  canvas.setAttribute('role', 'img');
  canvas.setAttribute('aria-label', 'contact force over bead and time');
  pen.add(map, 'span', 'animation-late', pen.quantity(times[last], 's', 3));
  pen.add(map, 'span', 'animation-early', pen.quantity(times[0], 's', 3));
  var axis = pen.add(element, 'div', 'animation-axis');
  pen.add(axis, 'span', '', 'bead ' + facts.first);
  var legend = pen.add(axis, 'span', 'animation-legend');
  legend.appendChild(document.createTextNode(facts.is_change
    ? 'contact force against the start: equal ' : 'contact force 0 '));
  var ramped = pen.add(legend, 'i');
  legend.appendChild(document.createTextNode((facts.is_change ? ' \u00b1' : ' ') +
    pen.quantity(most, 'N', 3)));
  pen.add(axis, 'span', '', 'bead ' + facts.last);
  pen.add(element, 'p', 'animation-words', words.join('; ') +
    '. Over bead and time: time runs upwards; point at a place to go to its time.');
  // Rows of the canvas are even in time. Of several frames in one, the largest force is shown, so
  // that a thin pulse stays; without any, the frame before.
  function rowsOfMap() {
    var high = canvas.height, made = [];
    times.forEach(function (time, k) {
      var y = Math.min(high - 1, Math.floor(high * (time - times[0]) / span));
      made[y] = (made[y] || forces[k]).map(function (force, x) {
        return Math.abs(forces[k][x]) > Math.abs(force) ? forces[k][x] : force;
      });
    });
    for (var y = 1; y < high; y++) made[y] = made[y] || made[y - 1];
    return made;
  }
  function paint() {
    var context = canvas.getContext && canvas.getContext('2d');
    readRamp();
    ramped.style.background = 'linear-gradient(90deg,' + ramp.map(function (parts) {
      return 'rgb(' + parts.join(',') + ')';
    }).join(',') + ')';
    if (!context) return;
    var image = context.createImageData(cells, canvas.height), at = 0;
    rowsOfMap().reverse().forEach(function (row) {
      row.forEach(function (force) {
        shade(force).concat(255).forEach(function (part) { image.data[at++] = part; });
      });
    });
    context.putImageData(image, 0, 0);
  }

  // --- motion ---
  var shown = 0;
  function draw(at) {
    var i = Math.floor(at), j = Math.min(i + 1, last);
    var now = times[i] + (at - i) * (times[j] - times[i]);
    shown = at;
    beads.forEach(function (bead, k) {
      bead.circle.style.fill = colour(forces[i][moves ? Math.floor(k / facts.stride) : k]);
      if (moves) bead.circle.setAttribute('cx', (bead.x + bead.scale * moves[i][k]).toFixed(2));
    });
    marker.style.bottom = 100 * (now - times[0]) / span + '%';
  }
  var scene = { name: 'the chain', times: times, draw: draw };
  function point(event) {
    var box = canvas.getBoundingClientRect();
    var share = Math.max(0, Math.min(1, (box.bottom - event.clientY) / box.height));
    if (scene.seek) scene.seek(times[0] + span * share);
  }
  canvas.addEventListener('pointerdown', point);
  canvas.addEventListener('pointermove', function (event) {
    if (event.pointerType === 'mouse' && event.buttons === 1) point(event);
  });
  paint();
  var dark = matchMedia('(prefers-color-scheme: dark)');
  if (dark.addEventListener) dark.addEventListener('change', function () { paint(); draw(shown); });
  return scene;
};
