// A journal in its bearing, with the clearance enlarged: the path of its centre, collisions, dents.
//
// facts: {
//   times: [s], path: [[x, y]] of the centre [m] and angles: it has turned [rad], at each time,
//   bearing_radius, clearance: [m],
//   collisions: [[time, duration, polar angle of the contact, restitution, plastic work]]
//               [s, s, rad, 1, J]; duration 0: an instant
//   collision_count: all there were; of these the first are shown
//   sectors: of a bearing that remembers its dents; 0: every collision meets new material}
dashpot.scenes.journal = function (element, facts) {
  'use strict';
  var pen = dashpot.pen, put = pen.put, change = pen.change;
  var times = facts.times, last = times.length - 1, hits = facts.collisions;
  var BEARING = 150, PLAY = 82, DENT = 24, TRAIL = 24;
  function fix(value) { return value.toFixed(2); }
  // a centre that goes far beyond the clearance stays in the picture
  var reach = facts.path.reduce(function (most, at) {
    return Math.max(most, Math.hypot(at[0], at[1]));
  }, facts.clearance);
  var scale = PLAY / reach, play = scale * facts.clearance, journal = BEARING - play;
  var factor = scale * facts.bearing_radius / BEARING;
  var HALF = Math.max(190, BEARING + PLAY - play + 12);
  function spot(at) { return [fix(scale * at[0]), fix(-scale * at[1])]; }

  // --- dents: what plastic work was left where; a sector that is hit again adds up ---
  var kept = {}, total = 0;
  var dents = hits.filter(function (hit) { return hit[4] > 0; }).map(function (hit) {
    var sector = 2 * Math.PI / facts.sectors;
    var angle = facts.sectors ? (Math.floor(hit[2] / sector) + 0.5) * sector : hit[2];
    kept[angle] = (facts.sectors && kept[angle] || 0) + hit[4];
    total = Math.max(total, kept[angle]);
    return { time: hit[0], angle: angle, work: kept[angle] };
  });

  // --- what stands still ---
  element.classList.add('animation-box');
  var svg = put(element, 'svg', { 'class': 'animation-scene animation-square', role: 'img',
    'aria-label': 'the journal in its bearing',
    viewBox: [-HALF, -HALF, 2 * HALF, 2 * HALF].join(' ') });
  put(svg, 'circle', { 'class': 'animation-hole', r: BEARING });
  var spikes = put(svg, 'path', { 'class': 'animation-dents', d: '' });
  var body = put(svg, 'g', { 'class': 'animation-moving' });
  var rim = put(body, 'circle', { 'class': 'animation-journal', r: fix(journal) });
  put(body, 'path', { 'class': 'animation-spin',
    d: 'M' + fix(0.72 * journal) + ' 0H' + fix(journal) });
  put(svg, 'circle', { 'class': 'animation-limit', r: fix(play) });
  put(svg, 'polyline', { 'class': 'animation-trace animation-faint',
    points: facts.path.map(function (at) { return spot(at).join(','); }).join(' ') });
  var trail = put(svg, 'polyline', { 'class': 'animation-trace animation-trail', points: '' });
  var touch = put(svg, 'circle', { 'class': 'animation-flash', r: 10 });
  var centre = put(svg, 'circle', { 'class': 'animation-centre', r: 4 });
  var told = pen.add(element, 'p', 'animation-told');
  var words = ['Clearance ' + pen.quantity(facts.clearance, 'm', 3) + ', enlarged ' +
    pen.digits(factor, 2) + ' times against the bearing. ' +
    'Dashed: how far the centre goes before they touch.'];
  if (hits.some(function (hit) { return hit[1] > 0; }))
    words.push('Where the journal overlaps the wall, they are pressed together.');
  if (dents.length > 0)
    words.push('Spikes: plastic work left in the wall, the longest ' + pen.quantity(total, 'J', 3) +
      (facts.sectors ? ', which the bearing remembers.' : '; every collision meets new material.'));
  if (hits.length < facts.collision_count)
    words.push('The first ' + hits.length + ' of ' + facts.collision_count + ' collisions.');
  pen.add(element, 'p', 'animation-words', words.join(' '));

  // --- motion: flights are straight ---
  var starts = hits.map(function (hit) { return hit[0]; }), glow = (times[last] - times[0]) / 60;
  function between(a, b, f) { return a + f * (b - a); }
  function brightness(n, now) {
    if (n < 0) return 0;
    var age = now - hits[n][0] - hits[n][1];
    var next = n + 1 < hits.length ? starts[n + 1] : times[last];
    var fades = Math.min(glow, 0.4 * (next - starts[n])) || glow;
    return age <= 0 ? 1 : age < fades ? 1 - age / fades : 0;
  }
  function drawDents(now) {
    var left = dents.filter(function (dent) { return dent.time <= now; });
    change(spikes, { d: left.map(function (dent) {
      var x = Math.cos(dent.angle), y = -Math.sin(dent.angle), from = BEARING + 3;
      var to = from + DENT * dent.work / total;
      return 'M' + fix(from * x) + ' ' + fix(from * y) + 'L' + fix(to * x) + ' ' + fix(to * y);
    }).join('') });
  }
  function draw(at) {
    var i = Math.floor(at), f = at - i, j = Math.min(i + 1, last);
    var now = between(times[i], times[j], f);
    var here = spot([between(facts.path[i][0], facts.path[j][0], f),
      between(facts.path[i][1], facts.path[j][1], f)]);
    var turned = between(facts.angles[i], facts.angles[j], f) * 180 / Math.PI % 360;
    var n = starts.length > 0 && now >= starts[0] ? Math.floor(pen.position(starts, now)) : -1;
    var bright = brightness(n, now), angle = n < 0 ? 0 : hits[n][2];
    // the point of contact moves on while a collision lasts
    if (n >= 0 && now < hits[n][0] + hits[n][1]) angle = Math.atan2(-here[1], here[0]);
    change(body, { transform: 'translate(' + here.join(' ') + ') rotate(' + fix(-turned) + ')' });
    change(centre, { cx: here[0], cy: here[1] });
    change(touch, { cx: fix(BEARING * Math.cos(angle)), cy: fix(-BEARING * Math.sin(angle)),
      opacity: fix(bright) });
    rim.classList.toggle('animation-touching', bright > 0.5);
    var points = facts.path.slice(Math.max(0, i - TRAIL), i + 1).map(spot).concat([here]);
    change(trail, { points: points.join(' ') });
    drawDents(now);
    told.textContent = n < 0 ? 'Before the first collision' : 'Collision ' + (n + 1) + ' of ' +
      facts.collision_count + ': restitution ' + pen.digits(hits[n][3], 3);
  }
  return { name: 'the journal in its bearing', times: times, draw: draw, seconds: 12 };
};
