// The picture of an oblique impact: the ball before, in contact, after. A scene for dashpot.player.
//
//   dashpot.impactScene(element, {series, summary, radius, speed, angle, spin})
//     series: columns of the engine in SI; time counts from the touch
var dashpot = window.dashpot || {};
window.dashpot = dashpot;

dashpot.impactScene = function (element, facts) {
  'use strict';
  // letters keep their size on a small screen, so the drawing is made for its width
  const WIDTH = Math.max(330, Math.min(760, element.clientWidth || 680)), isWide = WIDTH > 520;
  const HEIGHT = isWide ? 330 : 290, FLOOR = HEIGHT - 62, MIDDLE = WIDTH / 2;
  const BALL = isWide ? 44 : 30, WAY = isWide ? 170 : 120;
  const FLIGHT = 4;       // lengths of the contact that are shown before and after it
  const FRAMES = 40;      // of each flight
  const put = dashpot.drawing, { series, summary } = facts;
  const [down, across] = summary.velocities_after[0], spinAfter = summary.spins_after[0];
  const spent = Math.max(summary.duration, series.time[series.time.length - 1]) || 1e-6;
  const perMetre = WAY / (facts.speed * FLIGHT * spent);   // pixels
  const before = [facts.speed * Math.cos(facts.angle), facts.speed * Math.sin(facts.angle)];

  // --- the motion in pixels: rows of [time, depth, way, angle] ---

  function motion() {
    const rows = [], n = series.time.length, turn = perMetre * facts.radius / BALL;
    for (let i = FRAMES; i > 0; i--) {
      const t = -FLIGHT * spent * i / FRAMES;
      rows.push([t, before[0] * t * perMetre, before[1] * t * perMetre, facts.spin * t * turn]);
    }
    let way = 0, angle = 0;
    for (let i = 0; i < n; i++) {
      const dt = i > 0 ? series.time[i] - series.time[i - 1] : 0;
      way += dt * series.across_1[i] * perMetre;
      angle += dt * series.spin_1[i] * turn;
      rows.push([series.time[i], series.indentation[i] * perMetre, way, angle, i]);
    }
    const end = rows[rows.length - 1];
    for (let i = 1; i <= FRAMES; i++) {
      const t = FLIGHT * spent * i / FRAMES;
      rows.push([end[0] + t, end[1] + down * t * perMetre, end[2] + across * t * perMetre, end[3] + spinAfter * t * turn]);
    }
    return rows;
  }

  // --- drawing ---

  const rows = motion(), first = rows[0], last = rows[rows.length - 1];
  const place = (row) => [MIDDLE + row[2], FLOOR - BALL + row[1]];
  const svg = put(element, 'svg', { class: 'scene', viewBox: '0 0 ' + WIDTH + ' ' + HEIGHT, role: 'img',
    'aria-label': 'The ball before, during and after the impact' });

  function arrow(parent, x, y, dx, dy, kind) {
    const length = Math.hypot(dx, dy);
    if (!(length > 3)) return;
    const ux = dx / length, uy = dy / length, tip = [x + dx, y + dy], back = [tip[0] - 10 * ux, tip[1] - 10 * uy];
    put(parent, 'path', { class: 'arrow ' + kind, d: 'M' + x + ' ' + y + 'L' + back.join(' ') });
    put(parent, 'path', { class: 'head ' + kind, d: 'M' + tip.join(' ') + 'L' + (back[0] - 5 * uy) + ' ' + (back[1] + 5 * ux) +
      'L' + (back[0] + 5 * uy) + ' ' + (back[1] - 5 * ux) + 'Z' });
  }
  // An arc round a ball; a positive spin turns down towards the right.
  function spinArc(parent, [x, y], spin, kind) {
    const most = Math.max(Math.abs(facts.spin), Math.abs(spinAfter));
    if (!(Math.abs(spin) > 1e-6 * most)) return;
    const half = 0.35 + 0.75 * Math.abs(spin) / most, sign = spin > 0 ? -1 : 1, r = BALL + 9;
    const at = (angle) => [x + r * Math.sin(angle), y - r * Math.cos(angle)];
    const from = at(-half * sign), to = at(half * sign), flag = sign > 0 ? 1 : 0;
    put(parent, 'path', { class: 'arrow ' + kind, d: 'M' + from.join(' ') + 'A' + r + ' ' + r + ' 0 0 ' + flag + ' ' + to.join(' ') });
    const dx = sign * Math.cos(half), dy = Math.sin(half), tip = [to[0] + 9 * dx, to[1] + 9 * dy];
    put(parent, 'path', { class: 'head ' + kind, d: 'M' + tip.join(' ') + 'L' + (to[0] - 5 * dy) + ' ' + (to[1] + 5 * dx) +
      'L' + (to[0] + 5 * dy) + ' ' + (to[1] - 5 * dx) + 'Z' });
  }
  const degrees = (angle) => Number((angle * 180 / Math.PI).toFixed(1)) + '°';
  function label(x, y, anchor, lines) {
    lines.forEach((text, i) => put(svg, 'text', { x, y: y + 17 * i, 'text-anchor': anchor }, text));
  }
  function still() {
    const a = place(first), b = place(last), scale = 0.55 * WAY / facts.speed;
    put(svg, 'path', { class: 'guide', d: 'M' + MIDDLE + ' 26V' + FLOOR });
    put(svg, 'path', { class: 'guide', d: 'M' + a.join(' ') + 'L' + MIDDLE + ' ' + (FLOOR - BALL) + 'L' + b.join(' ') });
    [a, b].forEach(([cx, cy]) => put(svg, 'circle', { class: 'ghost', cx, cy, r: BALL }));
    arrow(svg, a[0], a[1], before[1] * scale, before[0] * scale, 'own-0');
    arrow(svg, b[0], b[1], across * scale, down * scale, 'own-1');
    spinArc(svg, a, facts.spin, 'own-0');
    spinArc(svg, b, spinAfter, 'own-1');
  }
  // The plate covers what is pressed into it; what is known stands on it.
  function labels() {
    const fast = Math.hypot(down, across), shown = dashpot.shown;
    put(svg, 'rect', { class: 'floor', x: 0, y: FLOOR, width: WIDTH, height: HEIGHT - FLOOR });
    label(10, FLOOR + 18, 'start', ['before', shown(facts.speed, 'm/s', 4) + ' at ' + degrees(facts.angle), shown(facts.spin, 'rad/s', 4)]);
    label(WIDTH - 10, FLOOR + 18, 'end', ['after', shown(fast, 'm/s', 4) + ' at ' + degrees(summary.rebound_angle), shown(spinAfter, 'rad/s', 4)]);
  }

  still();
  const ball = put(svg, 'g'), round = put(ball, 'g'), forces = put(svg, 'g');
  put(round, 'circle', { class: 'ball', r: BALL });
  put(round, 'path', { class: 'spoke', d: 'M' + -BALL + ' 0H' + BALL + 'M0 ' + -BALL + 'V' + BALL });
  put(round, 'circle', { class: 'ball', r: 6, cy: -BALL + 12 });
  labels();
  const words = put(svg, 'text', { x: MIDDLE, y: 15, 'text-anchor': 'middle' }), most = summary.max_force || 1;
  svg.appendChild(forces);

  // Forces at the contact, while there are any.
  function drawForces(i) {
    forces.textContent = '';
    words.textContent = '';
    if (i === undefined) return;
    const normal = series.force[i], along = series.tangential_force ? series.tangential_force[i] : 0;
    const x = MIDDLE + rows[FRAMES + i][2];
    arrow(forces, x, FLOOR, 0, -70 * normal / most, 'own-2');
    arrow(forces, x, FLOOR, -70 * along / most, 0, 'own-3');
    words.textContent = 'normal force ' + dashpot.shown(normal, 'N', 3) + ', friction ' + dashpot.shown(Math.abs(along), 'N', 3) +
      (isSliding(series, i) ? ', slides' : ', holds');
  }
  function isSliding(columns, i) { return dashpot.impactScene.isSliding(columns, i); }

  return {
    name: 'oblique impact', times: rows.map((row) => row[0]), seconds: 5, magnified: perMetre * facts.radius / BALL,
    draw(at) {
      const i = Math.min(Math.floor(at), rows.length - 1), next = rows[Math.min(i + 1, rows.length - 1)], part = at - i;
      const row = rows[i].slice(0, 4).map((v, k) => v + part * (next[k] - v)), [x, y] = place(row);
      ball.setAttribute('transform', 'translate(' + x.toFixed(2) + ' ' + y.toFixed(2) + ')');
      // counter-clockwise on the screen is negative in SVG
      round.setAttribute('transform', 'rotate(' + (-row[3] * 180 / Math.PI).toFixed(2) + ')');
      drawForces(rows[i][4]);
    },
  };
};

// Is all that friction can give used up?
dashpot.impactScene.isSliding = function (series, i) {
  'use strict';
  if (!series.tangential_force || !series.friction_most) return false;
  const force = series.tangential_force[i], most = series.friction_most[i], least = series.friction_least[i];
  return most > 0 && (force >= most * (1 - 1e-6) || force <= least * (1 - 1e-6));
};
