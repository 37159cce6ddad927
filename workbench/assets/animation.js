var all = function (name) { return document.querySelectorAll('#animation .' + name); };
var one = function (name) { return document.getElementById('animation-' + name); };
var bodies = all('animation-body'), lines = all('animation-spring');
var journals = all('animation-journal'), centres = all('animation-centre');
var dents = all('animation-dents');
var last = times.length - 1, span = times[last] - times[0];
var at = 0, before = null, plays = true;
function end(row, body, x, y) {
  if (body < 0) return [x, y];
  var a = row[3 * body + 2] * Math.PI / 180, c = Math.cos(a), s = Math.sin(a);
  return [row[3 * body] + c * x - s * y, row[3 * body + 1] + s * x + c * y];
}
function show() {
  var i = Math.min(Math.floor(at), last), row = moves[i], free = loose[i], k;
  for (k = 0; k < bodies.length; k++) {
    var p = 3 * (k % (row.length / 3));
    bodies[k].setAttribute('transform', 'translate(' + row[p] + ' ' + row[p + 1] +
      ') rotate(' + row[p + 2] + ')');
  }
  for (k = 0; k < lines.length; k++) {
    var s = springs[k], a = end(row, s[0], s[1], s[2]), b = end(row, s[3], s[4], s[5]);
    lines[k].setAttribute('x1', a[0]); lines[k].setAttribute('y1', a[1]);
    lines[k].setAttribute('x2', b[0]); lines[k].setAttribute('y2', b[1]);
  }
  for (k = 0; k < journals.length; k++) {
    [journals[k], centres[k]].forEach(function (circle) {
      circle.setAttribute('cx', free[3 * k]); circle.setAttribute('cy', free[3 * k + 1]);
    });
    journals[k].classList.toggle('touching', free[3 * k + 2] === 1);
    if (bearings[k] >= 0)
      dents[k].setAttribute('transform', 'rotate(' + row[3 * bearings[k] + 2] + ')');
  }
  one('time').value = i;
  one('now').textContent = times[i].toPrecision(6) + ' s';
}
// five seconds for all frames at speed 0; ten steps of the slider are a factor of ten
function pace() { return last / 5 * Math.pow(10, one('speed').value / 10); }
function tell() {
  var slow = last / pace() / span;
  one('rate').textContent = slow >= 1 ? slow.toPrecision(3) + ' times slower' :
    (1 / slow).toPrecision(3) + ' times faster';
}
function step(now) {
  if (before !== null && plays) {
    at += pace() * Math.min(now - before, 100) / 1000;
    if (at >= last) at %= last;
    show();
  }
  before = now;
  requestAnimationFrame(step);
}
one('play').addEventListener('click', function () {
  plays = !plays;
  this.textContent = plays ? 'Pause' : 'Play';
});
one('time').addEventListener('input', function () {
  plays = false;
  one('play').textContent = 'Play';
  at = Number(this.value);
  show();
});
one('speed').addEventListener('input', tell);
document.querySelector('#animation .controls').hidden = false;
document.querySelector('#animation .still').hidden = true;
if (matchMedia('(prefers-reduced-motion: reduce)').matches) one('play').click();
tell();
show();
requestAnimationFrame(step);
