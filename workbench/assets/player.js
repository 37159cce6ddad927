// Plays a scene: play, pause, step, slider, speed, time, keyboard; linked to the cursor of plots.
//
//     dashpot.player(element, dashpot.scenes.bounce(element, facts))
//
// A scene is {name, times, draw, seconds, seek}: times [s] ascend; draw(at) shows frame `at`, whose
// fraction is the way to the next frame; seconds: how long all of it lasts at speed 1, default 6;
// seek(time) is set by the player, for a scene that can be pointed at. Returned: {play, pause,
// seek(time), step(frames), time(), destroy()}.
var dashpot = window.dashpot || {};
window.dashpot = dashpot;
dashpot.scenes = dashpot.scenes || {};

// What scenes and player draw with.
dashpot.pen = (function () {
  'use strict';
  function change(element, attributes) {
    Object.keys(attributes).forEach(function (key) {
      element.setAttribute(key, attributes[key]);
    });
    return element;
  }
  // An SVG element.
  function put(parent, name, attributes) {
    var element = document.createElementNS('http://www.w3.org/2000/svg', name);
    return parent.appendChild(change(element, attributes || {}));
  }
  // An HTML element; its text is never read as HTML.
  function add(parent, name, kind, text) {
    var element = parent.appendChild(document.createElement(name));
    if (kind) element.className = kind;
    if (text !== undefined) element.textContent = text;
    return element;
  }
  function digits(value, count) { return String(Number(value.toPrecision(count))); }
  function prefix(size) {
    var steps = [[1e9, 'G'], [1e6, 'M'], [1e3, 'k'], [1, ''], [1e-3, 'm'], [1e-6, '\u00b5'],
      [1e-9, 'n'], [1e-12, 'p']];
    return steps.find(function (step) { return size >= 0.9999 * step[0]; }) ||
      (size > 0 ? steps[7] : steps[3]);
  }
  // A number with its unit: quantity(0.0123, 'm', 3) is 12.3 mm.
  function quantity(value, unit, count) {
    var by = prefix(Math.abs(value));
    return digits(value / by[0], count) + ' ' + by[1] + unit;
  }
  // The largest of 1, 2 and 5 times a power of ten that is not above a value.
  function round(value) {
    var ten = Math.pow(10, Math.floor(Math.log10(value) + 1e-9));
    return ten * (value >= 4.999 * ten ? 5 : value >= 1.999 * ten ? 2 : 1);
  }
  // The last index whose time is not after `time`, and the way to the next.
  function position(times, time) {
    var low = 0, high = times.length - 1;
    if (!(time < times[high])) return high;
    while (high - low > 1) {
      var middle = (low + high) >> 1;
      if (times[middle] <= time) low = middle; else high = middle;
    }
    return low + Math.max(0, (time - times[low]) / (times[high] - times[low]) || 0);
  }
  // Rows of numbers: arrays as they are, or {width, bytes, unit, text} with whole numbers of one or
  // two bytes (the lower first; two have a sign), in base64, times the unit.
  function rows(packed) {
    if (Array.isArray(packed)) return packed;
    var text = atob(packed.text), all = [], row = null;
    for (var i = 0; i * packed.bytes < text.length; i++) {
      var value = text.charCodeAt(packed.bytes * i);
      if (packed.bytes === 2) value = (value | text.charCodeAt(2 * i + 1) << 8) << 16 >> 16;
      if (i % packed.width === 0) all.push(row = []);
      row.push(value * packed.unit);
    }
    return all;
  }
  // How wide the picture is drawn, so that its letters are no smaller on a small screen.
  function width(element) { return Math.max(320, Math.min(760, element.clientWidth || 760)); }
  return { change: change, put: put, add: add, digits: digits, prefix: prefix, round: round,
    quantity: quantity, position: position, rows: rows, width: width };
})();

dashpot.player = function (element, scene) {
  'use strict';
  var pen = dashpot.pen, me = {}, times = scene.times, last = times.length - 1;
  var from = times[0], span = times[last] - from || 1, now = from;
  var plays = false, isSeen = true, isOver = false, before = null;
  var TICKS = 1000, unit = pen.prefix(Math.max(Math.abs(from), Math.abs(times[last])));
  element.classList.add('animation-box');
  element.tabIndex = 0;
  element.setAttribute('role', 'group');
  element.setAttribute('aria-label', 'Animation: ' + scene.name);

  // --- controls ---
  var bar = pen.add(element, 'div', 'animation-controls');
  function button(text, label, kind, act) {
    var made = pen.add(bar, 'button', 'animation-' + kind, text);
    made.type = 'button';
    made.setAttribute('aria-label', label);
    made.title = label;
    made.addEventListener('click', act);
    return made;
  }
  function slider(kind, told, low, high) {
    var setting = pen.add(bar, 'span', 'animation-setting');
    var range = pen.add(pen.add(setting, 'label', '', kind + ' '), 'input', 'animation-' + kind);
    range.type = 'range';
    range.min = low;
    range.max = high;
    range.value = 0;
    return { range: range, output: pen.add(setting, 'output', 'animation-' + told) };
  }
  button('\u25c2\u2759', 'one frame back', 'back', function () { step(-1); });
  var toggle = button('Play', 'play or pause', 'play', turn);
  button('\u2759\u25b8', 'one frame forward', 'forward', function () { step(1); });
  var first = slider('time', 'now', 0, TICKS), second = slider('speed', 'rate', -20, 20);
  var place = first.range, clock = first.output, speed = second.range, rate = second.output;

  // --- time ---
  function show(isOwn) {
    var at = pen.position(times, now);
    scene.draw(at);
    place.value = Math.round(TICKS * (now - from) / span);
    clock.textContent = (now / unit[0]).toFixed(Math.max(0,
      4 - Math.floor(Math.log10(span / unit[0])))) + ' ' + unit[1] + 's';
    place.setAttribute('aria-valuetext', clock.textContent);
    if (isOwn && dashpot.cursor) dashpot.cursor.move('time', now, me);
  }
  function seek(time) {
    pause();
    now = Math.max(from, Math.min(times[last], time));
    show(true);
  }
  // To the next frame, also from between two.
  function step(by) {
    var at = pen.position(times, now), whole = by > 0 ? Math.floor(at) : Math.ceil(at);
    seek(times[Math.max(0, Math.min(last, whole + by))]);
  }
  function pace() { return span / (scene.seconds || 6) * Math.pow(10, speed.value / 10); }
  function tell() {
    var by = pace();
    rate.textContent = by <= 1 ? pen.digits(1 / by, 3) + ' times slower' :
      pen.digits(by, 3) + ' times faster';
  }
  function advance(clockNow) {
    if (isOver || !plays) return;
    if (before !== null && isSeen) {
      now += pace() * Math.min(clockNow - before, 100) / 1000;
      if (now > times[last]) now = from + (now - from) % span;
      show(true);
    }
    before = clockNow;
    requestAnimationFrame(advance);
  }
  function play() {
    if (plays || isOver) return;
    plays = true;
    toggle.textContent = 'Pause';
    before = null;
    requestAnimationFrame(advance);
  }
  function pause() {
    plays = false;
    toggle.textContent = 'Play';
  }

  function turn() { if (plays) pause(); else play(); }

  // --- who moves it ---
  place.addEventListener('input', function () { seek(from + span * place.value / TICKS); });
  speed.addEventListener('input', tell);
  element.addEventListener('keydown', function (event) {
    var target = event.target, isButton = target.tagName === 'BUTTON';
    if (target === speed || event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.key === ' ' && !isButton) turn();
    else if (event.key === 'ArrowLeft') step(-1);
    else if (event.key === 'ArrowRight') step(1);
    else if (event.key === 'Home') seek(from);
    else if (event.key === 'End') seek(times[last]);
    else return;
    event.preventDefault();
  });
  scene.seek = seek;
  if (dashpot.cursor) dashpot.cursor.on(function (axis, value, source) {
    if (isOver || source === me || axis !== 'time' || value === null) return;
    pause();
    now = Math.max(from, Math.min(times[last], value));
    show(false);
  });
  // nothing moves, and nobody is told, while it is out of sight
  if (window.IntersectionObserver) new IntersectionObserver(function (seen) {
    isSeen = seen[seen.length - 1].isIntersecting;
  }).observe(element);
  tell();
  show(false);
  if (!matchMedia('(prefers-reduced-motion: reduce)').matches) play();
  me.play = play;
  me.pause = pause;
  me.seek = seek;
  me.step = step;
  me.time = function () { return now; };
  me.destroy = function () { isOver = true; };
  return me;
};
