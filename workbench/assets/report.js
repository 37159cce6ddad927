document.querySelectorAll('button[data-of]').forEach(function (button) {
  button.addEventListener('click', function () {
    getSelection().selectAllChildren(document.getElementById(button.getAttribute('data-of')));
    document.execCommand('copy');
    button.textContent = 'Copied';
  });
});

// A table that is wider than the page says so, and keys scroll it.
document.querySelectorAll('.scroll').forEach(function (box) {
  const hint = document.createElement('p');
  hint.className = 'muted sideways';
  hint.textContent = 'Scroll the table sideways for more columns \u2192';
  box.before(hint);
  new ResizeObserver(function () {
    hint.hidden = box.scrollWidth <= box.clientWidth + 1;
    if (hint.hidden) box.removeAttribute('tabindex'); else box.tabIndex = 0;
  }).observe(box);
});

// The plots of the page, drawn from its block of data. A plot names columns by their number.
(function () {
  'use strict';
  const block = document.getElementById('plot-data');
  if (!block) return;
  const data = JSON.parse(block.textContent);

  function fill(object, keys) {
    keys.forEach((key) => {
      if (Number.isInteger(object[key])) object[key] = data.columns[object[key]];
    });
  }
  // Rows of numbers; a large map has them as 16 bits, 0 for none, in even steps or even ratios.
  function cells({ x, z }) {
    if (Array.isArray(z)) return z;
    const bits = atob(z.bits), rows = [], from = z.log ? Math.log(z.low) : z.low;
    const span = (z.log ? Math.log(z.high) : z.high) - from;
    for (let k = 0; 2 * k < bits.length; k++) {
      const step = bits.charCodeAt(2 * k) * 256 + bits.charCodeAt(2 * k + 1);
      const value = from + (step - 1) / 65534 * span;
      if (k % x.length === 0) rows.push([]);
      rows[rows.length - 1].push(step === 0 ? NaN : z.log ? Math.exp(value) : value);
    }
    return rows;
  }
  data.plots.forEach((plot) => {
    const figure = document.querySelector('figure[data-plot="' + plot.stem + '"]');
    (plot.curves || []).concat(plot.overlays || []).forEach((curve) =>
      fill(curve, ['x', 'y', 't', 'sigma']));
    if (plot.band) fill(plot.band, ['x', 'low', 'high']);
    if (plot.rows) plot.y.words = plot.rows;
    if (plot.map) plot.map.z = cells(plot.map);
    plot.along = 'time';
    const place = document.createElement('div');
    figure.prepend(place);
    dashpot.plot(place, plot);
    figure.classList.add('live');
  });
})();
