// A ball on its floor: straight up and down beside its height over time, or along its path.
//
// facts: {
//   times: [s], heights: of the centre [m], velocities: upwards [m/s], contacts: 0 or 1,
//   radius: [m], 0 for a body without one,
//   ways: along the floor [m], angles: it has turned, positive as down turns towards across [rad];
//         both or neither: a bounce straight up and down
//   impacts: [[time, speed before, speed after]] [s, m/s, m/s], the first ones,
//   impact_count: all there were}
dashpot.scenes.bounce = function (element, facts) {
  'use strict';
  var pen = dashpot.pen, put = pen.put, change = pen.change;
  var times = facts.times, heights = facts.heights, ways = facts.ways, last = times.length - 1;
  var WIDTH = pen.width(element), HEIGHT = Math.round(Math.max(240, 0.42 * WIDTH));
  var FLOOR = 34, TOP = 22, LEFT = 62, RIGHT = 16, SMALLEST = 8, LOWEST = 160, NARROWEST = 320;
  var STEEPEST = 100;
  function least(list) { return list.reduce(function (a, b) { return Math.min(a, b); }); }
  function largest(list) { return list.reduce(function (a, b) { return Math.max(a, b); }); }
  function fix(value) { return value.toFixed(2); }
  var radius = facts.radius, lowest = least(heights), top = largest(heights) + radius;
  var low = ways ? least(ways) - radius : 0, high = ways ? largest(ways) + radius : 1;

  // --- scale: one for both directions along a path, and a stage that fits the path; of a path that
  // is very flat the heights, then of the lowest point, are stretched ---
  var tall = HEIGHT - FLOOR - TOP, wide = WIDTH - LEFT - RIGHT, scale = tall / (top || 1);
  var stretch = 1, full = WIDTH;
  if (ways) {
    scale = Math.min(scale, wide / Math.max(high - low, 1e-12));
    wide = Math.min(wide, Math.max(NARROWEST - LEFT - RIGHT, 1.25 * scale * (high - low)));
    tall = Math.max(LOWEST - FLOOR - TOP, scale * top);
    if (scale * top < tall) stretch = Math.min(STEEPEST, Math.max(1,
      (tall - 2 * Math.max(SMALLEST, scale * radius)) / (scale * (top - 2 * radius) || 1e-12)));
    // what hardly leaves the floor has little above it
    tall = Math.min(tall, Math.max(6 * SMALLEST,
      stretch * scale * (top - 2 * radius) + 2 * Math.max(SMALLEST, scale * radius)));
    WIDTH = LEFT + wide + RIGHT;
    HEIGHT = FLOOR + tall + TOP;
  }
  var column = Math.max(2 * scale * radius, 60), floor = HEIGHT - FLOOR;
  function down(y) { return floor - stretch * scale * y; }
  function across(i) {
    return ways ? LEFT + wide / 2 + scale * (i - (low + high) / 2) : LEFT + column / 2;
  }
  // of a bounce straight up and down, time runs to the right
  var begin = LEFT + column + 12;
  function late(time) {
    return begin + (WIDTH - RIGHT - begin) * (time - times[0]) / (times[last] - times[0] || 1);
  }
  var size = Math.max(SMALLEST, scale * radius), isEnlarged = scale * radius < SMALLEST;
  // drawn in another scale than its height it stands on the floor all the same: heights are of its
  // lowest point then
  var isOfLowest = radius > 0 && (isEnlarged || stretch > 1);
  function rise(height) { return down(isOfLowest ? height - radius : height); }

  // --- what stands still ---
  element.classList.add('animation-box');
  var svg = put(element, 'svg', { 'class': 'animation-scene', role: 'img',
    'aria-label': 'the body and its floor', viewBox: '0 0 ' + fix(WIDTH) + ' ' + fix(HEIGHT) });
  svg.style.maxWidth = fix(100 * WIDTH / full) + '%';
  put(svg, 'rect', { 'class': 'animation-floor', x: LEFT, y: fix(floor), width: WIDTH - LEFT,
    height: FLOOR });
  put(svg, 'path', { 'class': 'animation-hatch', 
    d: 'M' + LEFT + ' ' + fix(floor) + 'H' + WIDTH });
  var highest = isOfLowest ? top - 2 * radius : top, every = pen.round(Math.max(highest, 1e-12) / 2.5);
  for (var y = 0; y <= 1.0001 * highest; y += every) {
    put(svg, 'path', { 'class': 'animation-tick',
      d: 'M' + LEFT + ' ' + fix(down(y)) + 'H' + WIDTH });
    put(svg, 'text', { 'class': 'animation-label', x: LEFT - 6, y: fix(down(y) + 4) }).textContent =
      y === 0 ? '0' : pen.quantity(y, 'm', 2);
  }
  function spot(k) {
    return fix(ways ? across(ways[k]) : late(times[k])) + ' ' + fix(rise(heights[k]));
  }
  put(svg, 'polyline', { 'class': 'animation-trace animation-faint',
    points: times.map(function (time, k) { return spot(k); }).join(' ') });
  var trail = put(svg, 'polyline', { 'class': 'animation-trace animation-trail', points: '' });
  var flash = put(svg, 'ellipse', { 'class': 'animation-flash', cy: fix(floor) });
  var ball = put(svg, 'g', { 'class': 'animation-moving' });
  put(ball, 'circle', { 'class': 'animation-ball', r: fix(size) });
  if (ways) put(ball, 'path', { 'class': 'animation-edge animation-thin',
    d: 'M0 0V' + fix(-size) + 'M' + fix(-size / 2) + ' 0h' + fix(size) });
  var dot = put(svg, 'circle', { 'class': 'animation-centre', r: 3.5 });
  var told = pen.add(element, 'p', 'animation-told'), words = [];
  words.push(isOfLowest ? 'Height of the lowest point.' : 'Height of the centre.');
  if (!ways) words.push('Right: its height over time.');
  if (stretch > 1.05) words.push('Heights are drawn ' + pen.digits(stretch, 2) +
    ' times larger than lengths along the floor.');
  if (isEnlarged) words.push(radius > 0 ? 'The body is drawn larger than it is.' :
    'The body has no size.');
  if (facts.impacts.length < facts.impact_count)
    words.push('Of ' + facts.impact_count + ' impacts the first ' + facts.impacts.length +
      ' are marked.');
  pen.add(element, 'p', 'animation-words', words.join(' '));

  // --- motion: between frames as the velocities say, which is exact in flight ---
  var touches = facts.impacts.map(function (impact) { return impact[0]; });
  var glow = (times[last] - times[0]) / 60;
  function heightAt(i, f) {
    if (i === last) return heights[last];
    var step = times[i + 1] - times[i], v = facts.velocities, a = heights[i], b = heights[i + 1];
    var p = 1 - f, y = a * p * p * (1 + 2 * f) + b * f * f * (1 + 2 * p) +
      step * f * p * (v[i] * p - v[i + 1] * f);
    return Math.max(lowest, y);
  }
  function between(list, i, f) {
    return i === last ? list[last] : list[i] + f * (list[i + 1] - list[i]);
  }
  function tell(now) {
    var n = touches.length > 0 && now >= touches[0] ? Math.floor(pen.position(touches, now)) : -1;
    var impact = facts.impacts[n], age = impact ? now - impact[0] : Infinity;
    told.textContent = !impact ? 'Before the first impact' : 'Impact ' + (n + 1) + ' of ' +
      facts.impact_count + ': ' + pen.quantity(impact[1], 'm/s', 3) + ' in, ' +
      pen.quantity(impact[2], 'm/s', 3) + ' out, restitution ' +
      pen.digits(impact[2] / impact[1], 3);
    return age < glow ? 1 - age / glow : 0;
  }
  function draw(at) {
    var i = Math.floor(at), f = at - i, x = across(ways ? between(ways, i, f) : 0);
    var now = between(times, i, f), y = rise(heightAt(i, f)), bright = tell(now);
    var turned = facts.angles ? between(facts.angles, i, f) * 180 / Math.PI % 360 : 0;
    var lift = isOfLowest || isEnlarged ? size : 0;
    change(ball, { transform: 'translate(' + fix(x) + ' ' + fix(y - lift) + ') rotate(' +
      fix(-turned) + ')' });
    change(dot, { cx: fix(ways ? x : late(now)), cy: fix(y) });
    if (facts.contacts[i]) bright = Math.max(bright, 0.7);
    change(flash, { cx: fix(x), rx: fix(size * (1.2 + 1.2 * (1 - bright))), ry: fix(4 + 4 * bright),
      opacity: fix(bright) });
    var points = [];
    for (var k = Math.max(0, i - 80); k <= i; k++) points.push(spot(k));
    points.push(fix(ways ? x : late(now)) + ' ' + fix(y));
    change(trail, { points: points.join(' ') });
  }
  return { name: 'the bouncing body', times: times, draw: draw, seconds: 8 };
};
