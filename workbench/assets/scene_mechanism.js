// The mechanism, in metres, with its loose pins enlarged beside it.
//
// facts: {
//   bodies: [name], times: [s], places: a row for each time: x, y, angle of every body [m, m, rad],
//   joints: [{bodies: [a, b], at: [[x, y], [x, y]], is_pin, is_loose,
//             axis, through, angle, length, height, gap: of slides}],  body -1 is the ground
//   springs: [{bodies, at}], contacts: [{bodies, at, radii: one or two, normal: of a plane}],
//   bearings: [{name, clearance [m], body: that the bearing is of, dents: [[angle, depth]],
//               path: a row for each time: [x, y, touches] [m, m, 0 or 1]}]}
// Lists may be empty.
dashpot.scenes.mechanism = function (element, facts) {
  'use strict';
  var pen = dashpot.pen, put = pen.put, change = pen.change, digits = pen.digits;
  var WIDTH = 760, HEIGHT = 400, MARGIN = 34;
  // fills differ in lightness, so that they can be told apart in grey
  var fills = ['#9db8d6', '#f0dcc0', '#c9d8c5', '#e3d3e4', '#7f9a9b', '#efe9a9'];

  // --- bodies: points that others know of, blocks and circles ---
  var bodies = facts.bodies.map(function (name, i) {
    return { name: name, fill: fills[i % fills.length], points: [], circles: [], reach: 0 };
  });
  var fixedPoints = [];  // of the ground
  function addPoint(link, end) {
    var body = bodies[link.bodies[end]], at = link.at[end];
    var points = body ? body.points : fixedPoints;
    if (!points.some(function (p) { return p[0] === at[0] && p[1] === at[1]; })) points.push(at);
  }
  facts.joints.forEach(function (joint) {
    // of a slide the first body has a line, no point
    if (!joint.axis) addPoint(joint, 0);
    if (!joint.axis || joint.bodies[1] >= 0) addPoint(joint, 1);
  });
  facts.springs.forEach(function (spring) { addPoint(spring, 0); addPoint(spring, 1); });
  facts.contacts.forEach(function (contact) {
    contact.radii.forEach(function (radius, end) { addPoint(contact, end); });
  });
  facts.joints.forEach(function (joint) {
    var body = bodies[joint.bodies[1]];
    // the axis is the first body's; the second stands at an angle to it
    if (joint.axis && body) body.block = { length: joint.length, height: joint.height,
      tilt: Math.atan2(joint.axis[1], joint.axis[0]) - joint.angle };
  });
  var fixedCircles = [];  // of the ground
  facts.contacts.forEach(function (contact) {
    contact.radii.forEach(function (radius, end) {
      var body = bodies[contact.bodies[end]];
      (body ? body.circles : fixedCircles).push({ at: contact.at[end], radius: radius });
      if (body) body.reach = Math.max(body.reach, radius);
    });
  });
  bodies.forEach(function (body) {
    // what hangs on one pin reaches to its centre of mass at least
    if (body.points.length === 1 && !body.block && (body.points[0][0] || body.points[0][1]))
      body.points.push([0, 0]);
  });

  // Where a point of a body is in a frame.
  function place(row, body, at) {
    if (body < 0) return at;
    var c = Math.cos(row[3 * body + 2]), s = Math.sin(row[3 * body + 2]);
    return [row[3 * body] + c * at[0] - s * at[1], row[3 * body + 1] + s * at[0] + c * at[1]];
  }

  // --- the scale: everything that is seen in any frame has room ---
  var low = [Infinity, Infinity], high = [-Infinity, -Infinity];
  function include(at, reach) {
    for (var k = 0; k < 2; k++) {
      low[k] = Math.min(low[k], at[k] - reach);
      high[k] = Math.max(high[k], at[k] + reach);
    }
  }
  fixedPoints.forEach(function (at) { include(at, 0); });
  fixedCircles.forEach(function (circle) { include(circle.at, circle.radius); });
  facts.places.forEach(function (row) {
    bodies.forEach(function (body, i) {
      var half = body.block && body.block.length ?
        Math.hypot(body.block.length, body.block.height) / 2 : 0;
      include(row.slice(3 * i), body.points.length ? half : Math.max(half, body.reach));
      body.points.forEach(function (at) { include(place(row, i, at), body.reach); });
    });
  });
  var wide = high[0] - low[0], tall = high[1] - low[1], most = Math.max(wide, tall) || 1;
  var scale = Math.min((WIDTH - 2 * MARGIN) / Math.max(wide, 1e-3 * most),
    (HEIGHT - 2 * MARGIN) / Math.max(tall, 1e-3 * most));
  // as tall as the insets beside it
  var height = Math.max(scale * tall + 2 * MARGIN, facts.bearings.length > 1 ? 430 : 220);
  function fix(value) { return value.toFixed(2); }
  function across(x) { return WIDTH / 2 + scale * (x - (low[0] + high[0]) / 2); }
  function down(y) { return height / 2 - scale * (y - (low[1] + high[1]) / 2); }

  // --- drawing ---
  element.classList.add('animation-box');
  var row = pen.add(element, 'div', 'animation-row');
  var scene = put(row, 'svg', { 'class': 'animation-scene', role: 'img',
    'aria-label': 'the mechanism', viewBox: '0 0 ' + WIDTH + ' ' + Math.round(height) });
  function line(kind, a, b) {
    return moveLine(put(scene, 'line', { 'class': kind }), a, b);
  }
  function moveLine(element, a, b) {
    return change(element, { x1: fix(across(a[0])), y1: fix(down(a[1])),
      x2: fix(across(b[0])), y2: fix(down(b[1])) });
  }
  // A line through a point that leaves the picture at both ends.
  function longLine(kind, through, direction) {
    var far = 4 * WIDTH / scale / Math.hypot(direction[0], direction[1]);
    line(kind, [through[0] - far * direction[0], through[1] - far * direction[1]],
      [through[0] + far * direction[0], through[1] + far * direction[1]]);
  }
  // The line of a block, or the two walls it is loose between.
  function putGuide(joint) {
    var axis = joint.axis, length = Math.hypot(axis[0], axis[1]);
    (joint.is_loose ? [-1, 1] : [0]).forEach(function (side) {
      var half = side * (joint.height + joint.gap) / 2 / length;
      longLine('animation-guide',
        [joint.through[0] + half * axis[1], joint.through[1] - half * axis[0]], axis);
    });
  }
  function putSupport(at) {
    var x = across(at[0]), y = down(at[1]);
    put(scene, 'path', { 'class': 'animation-ground',
      d: 'M' + fix(x) + ' ' + fix(y) + 'l-13 20h26z' });
    put(scene, 'path', { 'class': 'animation-hatch',
      d: 'M' + fix(x - 18) + ' ' + fix(y + 20) + 'h36' });
  }
  facts.joints.forEach(function (joint) {
    if (joint.axis && joint.bodies[0] < 0) putGuide(joint);
    if (!joint.axis) joint.bodies.forEach(function (body, end) {
      if (body < 0) putSupport(joint.at[end]);
    });
  });
  fixedCircles.forEach(function (circle) {
    put(scene, 'circle', { 'class': 'animation-ground', cx: fix(across(circle.at[0])),
      cy: fix(down(circle.at[1])), r: fix(scale * circle.radius) });
  });
  facts.contacts.forEach(function (contact) {
    if (contact.normal && contact.bodies[1] < 0)
      longLine('animation-hatch', contact.at[1], [-contact.normal[1], contact.normal[0]]);
  });
  var springs = facts.springs.map(function (spring) {
    return line('animation-spring', spring.at[0], spring.at[1]);
  });

  // Twice the area of the triangle; positive: c is left of a to b.
  function area(a, b, c) {
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);
  }
  // The hull, anticlockwise: its lower chain, then the upper one.
  function hull(points) {
    var sorted = points.slice().sort(function (a, b) { return a[0] - b[0] || a[1] - b[1]; });
    var chain = function (list) {
      var kept = [];
      list.forEach(function (p) {
        while (kept.length > 1 && area(kept[kept.length - 2], kept[kept.length - 1], p) <= 0)
          kept.pop();
        kept.push(p);
      });
      return kept.slice(0, -1);
    };
    return points.length < 2 ? points : chain(sorted).concat(chain(sorted.reverse()));
  }
  function putShape(group, body) {
    var block = body.block, points = hull(body.points);
    if (block) {
      var long = block.length ? Math.max(scale * block.length, 12) : 40;
      var thick = block.height ? Math.max(scale * block.height, 8) : 24;
      put(group, 'rect', { 'class': 'animation-body', x: -long / 2, y: -thick / 2, width: long,
        height: thick, rx: 3, fill: body.fill,
        transform: 'rotate(' + -block.tilt * 180 / Math.PI + ')' });
    }
    if (points.length < 2) {
      if (!block && !body.reach)
        put(group, 'circle', { 'class': 'animation-body', r: 9, fill: body.fill });
      return;
    }
    var path = 'M' + points.map(function (p) {
      return fix(scale * p[0]) + ' ' + fix(-scale * p[1]);
    }).join('L') + (points.length > 2 ? 'z' : '');
    // an outline is a wider line below the body's own
    put(group, 'path', { 'class': 'animation-edge', d: path });
    put(group, 'path', { 'class': 'animation-link', d: path, stroke: body.fill, fill: body.fill });
  }
  function putCircle(group, body, circle) {
    var x = fix(scale * circle.at[0]), y = fix(-scale * circle.at[1]), r = scale * circle.radius;
    put(group, 'circle', { 'class': 'animation-body', cx: x, cy: y, r: fix(Math.max(r, 1.5)),
      fill: body.fill });
    put(group, 'path', { 'class': 'animation-edge animation-thin',
      d: 'M' + x + ' ' + y + 'h' + fix(r) });
  }
  function putPins(group, body) {
    facts.joints.forEach(function (joint) {
      joint.bodies.forEach(function (owner, end) {
        if (owner !== body || !joint.is_pin) return;
        var kind = !joint.is_loose ? ['pin', 4] : end === 0 ? ['shaft', 4.5] : ['bearing', 8];
        put(group, 'circle', { 'class': 'animation-' + kind[0], cx: fix(scale * joint.at[end][0]),
          cy: fix(-scale * joint.at[end][1]), r: kind[1] });
      });
    });
  }
  // All shapes, then all pins: a journal is not hidden by the body around it.
  var shapes = bodies.map(function (body) {
    var group = put(scene, 'g', { 'class': 'animation-moving' });
    body.circles.forEach(function (circle) { putCircle(group, body, circle); });
    putShape(group, body);
    return group;
  });
  var pins = bodies.map(function (body, i) {
    var group = put(scene, 'g', { 'class': 'animation-moving' });
    putPins(group, i);
    return group;
  });

  // --- insets: a journal in its bearing, enlarged ---
  var BEARING = 84, PLAY = 34, RIM = 5, DENT = 11;  // of the deepest dent
  function eccentricity(bearing, at) {
    return [fix(PLAY * at[0] / bearing.clearance), fix(-PLAY * at[1] / bearing.clearance)];
  }
  // Dents as spikes on the rim; a sector is too narrow to be seen as it is.
  function spikes(bearing, deepest) {
    return bearing.dents.map(function (dent) {
      var x = Math.cos(dent[0]), y = -Math.sin(dent[0]), from = BEARING + RIM / 2;
      var to = from + DENT * dent[1] / deepest;
      return 'M' + fix(from * x) + ' ' + fix(from * y) + 'L' + fix(to * x) + ' ' + fix(to * y);
    }).join('');
  }
  var beside = pen.add(row, 'div', 'animation-insets');
  var insets = facts.bearings.map(function (bearing) {
    var figure = pen.add(beside, 'figure');
    var svg = put(figure, 'svg', { viewBox: '-100 -100 200 200', width: 160, height: 160 });
    var deepest = Math.max.apply(null, [0].concat(bearing.dents.map(function (dent) {
      return dent[1];
    })));
    var text = bearing.name + ': clearance ' + digits(1e3 * bearing.clearance, 3) +
      ' mm, enlarged. Thick rim: contact. Line: path of the centre.';
    var inset = { bearing: bearing };
    put(svg, 'circle', { 'class': 'animation-hole', r: BEARING });
    inset.journal = put(svg, 'circle', { 'class': 'animation-journal', r: BEARING - PLAY });
    put(svg, 'circle', { 'class': 'animation-limit', r: PLAY });
    put(svg, 'polyline', { 'class': 'animation-trace', points: bearing.path.map(function (at) {
      return eccentricity(bearing, at).join(',');
    }).join(' ') });
    inset.dents = put(svg, 'path', { 'class': 'animation-dents', d: spikes(bearing, deepest) });
    inset.centre = put(svg, 'circle', { 'class': 'animation-centre', r: 3.5 });
    if (deepest > 0)
      text += ' Spikes: dents at the end, the deepest ' + digits(1e6 * deepest, 3) +
        ' \u00b5m, enlarged ' + digits(DENT / deepest * bearing.clearance / PLAY, 2) +
        ' times more.';
    pen.add(figure, 'figcaption', '', text);
    return inset;
  });
  beside.hidden = insets.length === 0;
  var names = pen.add(element, 'p', 'animation-names');
  bodies.slice(0, 12).forEach(function (body) {
    var name = pen.add(names, 'span');
    pen.add(name, 'i').style.background = body.fill;
    name.appendChild(document.createTextNode(body.name));
  });

  // --- motion ---
  function draw(at) {
    var i = Math.floor(at), row = facts.places[i];
    var turned = function (body) {
      return 'rotate(' + fix(body < 0 ? 0 : -row[3 * body + 2] * 180 / Math.PI % 360) + ')';
    };
    bodies.forEach(function (body, k) {
      var move = { transform: 'translate(' + fix(across(row[3 * k])) + ' ' +
        fix(down(row[3 * k + 1])) + ') ' + turned(k) };
      change(shapes[k], move);
      change(pins[k], move);
    });
    facts.springs.forEach(function (spring, k) {
      moveLine(springs[k], place(row, spring.bodies[0], spring.at[0]),
        place(row, spring.bodies[1], spring.at[1]));
    });
    insets.forEach(function (inset) {
      var own = inset.bearing.path[i], centre = eccentricity(inset.bearing, own);
      change(inset.journal, { cx: centre[0], cy: centre[1] });
      change(inset.centre, { cx: centre[0], cy: centre[1] });
      inset.journal.classList.toggle('animation-touching', own[2] > 0.5);
      change(inset.dents, { transform: turned(inset.bearing.body) });
    });
  }
  return { name: 'the mechanism', times: facts.times, draw: draw };
};
