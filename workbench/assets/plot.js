// Plots one can touch: dashpot.plot(element, spec), and dashpot.cursor, which plots and animations
// share. Drawn as SVG, so that colours follow the style sheet (plot.css) in the dark and on paper.
var dashpot = window.dashpot || {};
window.dashpot = dashpot;

// Who points at which value (SI) of which axis; null: nobody. A listener that gave itself as
// `owner` hears of others only.
dashpot.cursor = dashpot.cursor || (function () {
  const listeners = new Set();
  return {
    on(fn, owner) {
      const entry = { fn, owner: owner || fn };
      listeners.add(entry);
      return () => listeners.delete(entry);
    },
    move(axis, value, source) {
      listeners.forEach((to) => { if (to.owner !== source) to.fn(axis, value, source); });
    },
  };
})();

dashpot.plot = (function () {
  'use strict';
  // as in the still pictures: told apart by dashes, too
  const DASHES = ['', '14 5', '4 4', '14 4 3 4', '9 4', '2 3', '20 3 3 3 3 3', '18 4 8 4',
    '12 3 3 3 3 3', '', '24 8', '6 2 2 2'];
  // seven colours at equal steps of lightness, for one sign and for two
  const ONE_SIGN = ['#faf7e5', '#c0d594', '#7bb379', '#408d7c', '#16637d', '#043b6c', '#0f1840'];
  const TWO_SIGNS = ['#001b3f', '#013a71', '#365e8c', '#808080', '#cd9c6b', '#f9c570', '#fff6dd'];
  const LETTER = 6.7;    // its width
  const DEEPEST = 1e-5;  // share of an axis that a zoom may show
  const NAMED_MOST = 8;  // names that stand at their points
  const AXES = ['x', 'y'];

  // An element of a page, or of a picture where its parent is part of one.
  function make(parent, name, attributes, text) {
    const isSvg = name === 'svg' || parent.ownerSVGElement !== undefined;
    const space = isSvg ? 'http://www.w3.org/2000/svg' : 'http://www.w3.org/1999/xhtml';
    const element = document.createElementNS(space, name);
    Object.keys(attributes).forEach((key) => element.setAttribute(key, attributes[key]));
    if (text !== undefined) element.textContent = text;
    return parent.appendChild(element);
  }
  function button(parent, name, text, act) {
    const element = make(parent, 'button', { class: name, type: 'button' }, text);
    element.addEventListener('click', act);
    return element;
  }

  // --- numbers ---
  const clamp = (value, low, high) => Math.max(low, Math.min(high, value));
  const fixed = (value) => Math.round(value * 10) / 10;
  const shorten = (text, most) =>
    (text.length <= most ? text : '…' + text.slice(text.length - most + 1));
  // In units of the axis; what is no number is NaN.
  const scaled = (values, scale) =>
    Float64Array.from(values || [], (v) => (Number.isFinite(v) ? v * (scale || 1) : NaN));
  function rises(x) {
    let last = -Infinity;
    return x.every((v) => { const good = !(v < last); if (v > last) last = v; return good; });
  }
  const raised = (power) =>
    power.replace('+', '').replace(/./g, (c) => '⁻⁰¹²³⁴⁵⁶⁷⁸⁹'['-0123456789'.indexOf(c)]);
  function number(value, digits) {
    if (!Number.isFinite(value)) return '–';
    const size = Math.abs(value), isPlain = size === 0 || (size >= 1e-3 && size < 1e6);
    const [mantissa, power] = (isPlain ? value.toPrecision(digits) + 'e'
      : value.toExponential(digits - 1)).split(/e(?!.*e)/);
    return String(Number(mantissa)).replace('-', '−') + (isPlain ? '' : '·10' + raised(power));
  }
  const unitOf = (label) => (/\[([^\]]*)\]\s*$/.exec(label || '') || ['', ''])[1];
  const nameOf = (label) => (label || '').replace(/\s*\[[^\]]*\]\s*$/, '');
  function quantity(value, axis, sigma) {
    if (axis.words) return axis.words[Math.round(value)];
    const unit = unitOf(axis.label), error = sigma > 0 ? ' ± ' + number(sigma, 2) : '';
    return number(value, 5) + error + (unit && unit !== '1' ? ' ' + unit : '');
  }

  // --- axes ---
  // From values to shares of the frame and back.
  class Axis {
    constructor([low, high], isLog) {
      const from = isLog ? Math.log(low) : low;
      Object.assign(this, { low, high, isLog, from, span: (isLog ? Math.log(high) : high) - from });
    }
    share(value) { return ((this.isLog ? Math.log(value) : value) - this.from) / this.span; }
    value(share) {
      const place = this.from + share * this.span;
      return this.isLog ? Math.exp(place) : place;
    }
  }
  function niceStep(least) {
    const unit = Math.pow(10, Math.floor(Math.log10(least)));
    return unit * ([1, 2, 5].find((m) => m * unit >= least * 0.999) || 10);
  }
  // At most so many places with their texts.
  function ticsOf(axis, most, { words, counted }) {
    const tics = [], decades = axis.isLog ? axis.span / Math.LN10 : 0;
    const add = (at, text) => { if (Math.abs(axis.share(at) - 0.5) < 0.5001) tics.push({ at, text }); };
    if (words) {
      const skip = Math.max(1, Math.ceil((axis.high - axis.low) / most));
      words.forEach((word, i) => { if (i % skip === 0) add(i, word); });
    } else if (decades >= 0.7) {
      const skip = Math.ceil(decades / most), steps = decades * 3 <= most ? [1, 2, 5] : [1];
      for (let d = Math.floor(Math.log10(axis.low)); d <= Math.log10(axis.high); d++)
        if (d % skip === 0) steps.forEach((m) => add(m * 10 ** d, number(m * 10 ** d, 3)));
    } else {
      const step = Math.max(niceStep((axis.high - axis.low) / most), counted ? 1 : 0);
      const size = Math.max(Math.abs(axis.low), Math.abs(axis.high));
      const digits = clamp(2 + Math.floor(Math.log10(size / step)), 2, 12);
      for (let i = Math.ceil(axis.low / step - 1e-6); i * step <= axis.high + 1e-6 * step; i++)
        add(i * step, number(i && i * step, digits));
    }
    return tics;
  }
  // Room around what is shown; none beyond zero where nothing but rounding goes there.
  function addRoom(low, high, share) {
    const size = Math.max(Math.abs(low), Math.abs(high));
    if (!(high - low >= 1e-6 * size) || size === 0)
      [low, high] = [low - (0.05 * size || 1), high + (0.05 * size || 1)];
    const room = share * (high - low), rounding = 1e-4 * (high - low);
    return [low >= -rounding && low <= room ? 0 : low - room,
      high <= rounding && high >= -room ? 0 : high + room];
  }
  // The first index whose x is not below; x rises.
  function search(x, value) {
    let low = 0, high = x.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (x[middle] < value) low = middle + 1; else high = middle;
    }
    return low;
  }
  function nearestIn(x, value) {
    const i = search(x, value);
    return i > 0 && !(x[i] - value <= value - x[i - 1]) ? i - 1 : i;
  }
  // Straight between the rows.
  function valueAt({ x, y }, at) {
    const i = search(x, at);
    if (x[i] === at) return y[i];
    return i === 0 ? NaN : y[i - 1] + (y[i] - y[i - 1]) * (at - x[i - 1]) / (x[i] - x[i - 1]);
  }

  // --- colours of a map ---
  function coloursOf(values, axis) {
    let low = Infinity, high = -Infinity;
    values.forEach((z) => { if (z < low) low = z; if (z > high) high = z; });
    const below = Math.max(0, -low), above = Math.max(0, high), isLog = axis.log !== undefined
      ? axis.log && low > 0 : !axis.field && low > 0 && high > 100 * low;
    // a sign that is smaller than this share of the other is a ripple, not half of the picture
    const hasSigns = Math.min(below, above) > 0.1 * Math.max(below, above);
    if (hasSigns) [low, high] = [-Math.max(below, above), Math.max(below, above)];
    else if (axis.field) [low, high] = [Math.min(low, 0), Math.max(high, 0)];
    if (!(low < high)) [low, high] = addRoom(low, low, 0);
    const colours = hasSigns ? TWO_SIGNS : below > above ? ONE_SIGN.slice().reverse() : ONE_SIGN;
    const parts = colours.map((c) => [1, 3, 5].map((i) => parseInt(c.substr(i, 2), 16)));
    return { axis: new Axis([low, high], isLog), of(share) {
      const at = clamp(share, 0, 1) * 6, i = Math.min(Math.floor(at), 5);
      return parts[i].map((c, k) => c + (parts[i + 1][k] - c) * (at - i));
    } };
  }
  // An image of cells as data; `share` says where the colour of one, counted from below, lies.
  function paint(columns, rows, colours, share) {
    const canvas = document.createElement('canvas'), context = canvas.getContext('2d');
    Object.assign(canvas, { width: columns, height: rows });
    const image = context.createImageData(columns, rows);
    for (let k = 0; k < columns * rows; k++) {
      const s = share(k), at = 4 * (k % columns + (rows - 1 - Math.floor(k / columns)) * columns);
      if (Number.isFinite(s)) image.data.set([...colours.of(s), 255], at);
    }
    context.putImageData(image, 0, 0);
    return canvas.toDataURL();
  }

  class Plot {
    constructor(element, spec) {
      Object.assign(this, { hidden: new Set(), fingers: new Map(), hit: null, view: null });
      const part = (parent, name) => make(parent, 'div', { class: name });
      this.root = part(element, 'plot');
      const head = part(this.root, 'plot-head');
      this.title = part(head, 'plot-title');
      this.resetter = button(head, 'plot-tool', 'reset', () => this.reset());
      this.switches = {};
      AXES.forEach((which) => {
        this.switches[which] = button(head, 'plot-tool', 'log ' + which, () => {
          this.log[which] = !this.log[which];
          this.reset();
        });
      });
      this.svg = make(this.root, 'svg', { class: 'plot-area', tabindex: 0, role: 'application' });
      this.legend = part(this.root, 'plot-legend');
      this.tip = part(this.root, 'plot-tip');
      this.said = part(this.root, 'plot-said');
      this.said.setAttribute('aria-live', 'polite');
      this.listen();
      this.update(spec);
    }
    listen() {
      const acts = { pointerdown: (e) => this.press(e), pointermove: (e) => this.move(e),
        pointerup: (e) => this.release(e), keydown: (e) => this.key(e), dblclick: () => this.reset(),
        pointercancel: (e) => { this.box = null; this.release(e); }, blur: () => this.leave(),
        pointerleave: (e) => { if (e.pointerType === 'mouse') this.leave(); } };
      Object.keys(acts).forEach((name) => this.svg.addEventListener(name, acts[name]));
      this.forget = dashpot.cursor.on((axis, value) => this.follow(axis, value), this);
      this.observer = new ResizeObserver(() => {
        if (this.root.clientWidth !== this.drawnWidth) this.draw();
      });
      this.observer.observe(this.root);
    }
    destroy() {
      this.observer.disconnect();
      this.forget();
      this.root.remove();
    }

    // --- what is shown ---
    update(spec) {
      Object.assign(this, { spec, hit: null, log: this.log || { x: spec.x.log, y: spec.y.log } });
      this.title.textContent = spec.title || '';
      this.svg.setAttribute('aria-label', (spec.title || nameOf(spec.y.label)) +
        '. Arrow keys read values, plus and minus zoom, Escape resets.');
      this.rows = spec.style === 'bars' ? spec.y.words : null;
      this.isStacked = spec.style === 'areas';
      this.isArea = this.rows || this.isStacked;
      this.readSeries(spec);
      this.map = spec.map ? this.readMap(spec) : null;
      AXES.forEach((which) => {
        const allowed = this.mayBeLog(which);
        this.log[which] = Boolean(this.log[which] && (allowed || this.map));
        this.switches[which].hidden = !allowed;
      });
      this.writeLegend();
      this.draw();
    }
    // All that the legend names, in units of the axes.
    readSeries(spec) {
      const x = spec.x.scale || 1, y = spec.y.scale || 1;
      const isPoints = spec.style === 'points' || spec.style === 'named';
      const read = (c, more) => Object.assign({ name: c.name || '', x: scaled(c.x, x),
        y: scaled(c.y, y), t: c.t && scaled(c.t, 1), sigma: scaled(c.sigma, Math.abs(y)),
        across: scaled(c.across, Math.abs(x)), names: c.names, lift: 0 }, more);
      this.series = (spec.curves || []).map((c, i) => read(c, { isPoints, isThin: c.thin,
        colour: c.colour === undefined ? i : c.colour }));
      this.series.forEach((s) => {
        if (this.rows) s.y = s.x.map((v, i) => -i);
        s.rises = rises(s.x);
      });
      this.isAlong = !isPoints && !this.rows && !spec.map && this.series.every((s) => s.rises);
      if (spec.apart) this.setApart();
      const isSingle = this.series.length === 1;
      (spec.overlays || []).forEach((o) => this.series.push(read(o, { isPoints: true,
        isOverlay: true, colour: isSingle && o.curve >= 0 ? 1 : o.curve })));
      this.band = spec.band && { x: scaled(spec.band.x, x), low: scaled(spec.band.low, y),
        high: scaled(spec.band.high, y) };
    }
    // One above another; peaks pass in turn, so the highest may reach beyond the next base line.
    setApart() {
      const most = (sign) => Math.max(0, ...this.series.map((s) =>
        s.y.reduce((best, v) => (sign * v > best ? sign * v : best), 0)));
      this.peak = most(1) + most(-1);
      this.series.forEach((s, i) => {
        s.lift = 0.6 * this.peak * i;
        s.y = s.y.map((v) => v + s.lift);
      });
    }
    readMap({ map, x, y, z }) {
      const columns = map.x.length, values = new Float64Array(columns * map.y.length);
      map.z.forEach((row, j) => values.set(scaled(row, z.scale), j * columns));
      const colours = coloursOf(values, z), share = (k) => colours.axis.share(values[k]);
      return { x: scaled(map.x, x.scale), y: scaled(map.y, y.scale), z: values, axis: colours.axis,
        image: paint(columns, map.y.length, colours, share), bar: paint(1, 64, colours, (k) => k / 63) };
    }
    shown() { return this.series.filter((s) => !this.hidden.has(s.name)); }
    mayBeLog(which) {
      const spec = this.spec, isY = which === 'y';
      if (this.map || this.rows || spec.equal || spec.circle || spec.bars || spec[which].words ||
        spec.style === 'named' || (isY && (spec.apart || this.isStacked))) return false;
      return this.series.every((s) => s[which].every((v) => !(v <= 0)));
    }
    writeLegend() {
      this.legend.textContent = '';
      this.legend.hidden = this.series.length < 2 || Boolean(this.spec.apart);
      this.series.forEach((s) => {
        const key = button(this.legend, 'plot-key', '', () => {
          if (!this.hidden.delete(s.name)) this.hidden.add(s.name);
          key.setAttribute('aria-pressed', !this.hidden.has(s.name));
          this.hit = null;
          this.draw();
        });
        key.setAttribute('aria-pressed', !this.hidden.has(s.name));
        const sample = make(key, 'svg', { width: 30, height: 12, 'aria-hidden': true });
        this.tint(sample, s.isPoints ? this.mark(s, 15, 6) : this.isArea ? 'M0 0H30V12H0Z'
          : 'M0 6H30', s, s.isPoints);
        key.append(s.name);
      });
    }
    // A path in the colour of its curve; colours are variables of the style sheet.
    tint(parent, d, s, isPoints) {
      const kind = this.rows ? 'bar-' : this.isArea ? 'area-' : '';
      const path = make(parent, 'path', { d, class: this.isArea ? 'plot-fill' : isPoints
        ? s.isOverlay ? 'plot-ring' : 'plot-mark' : s.isThin ? 'plot-line plot-thin' : 'plot-line' });
      path.style.setProperty('--own', s.colour < 0 ? 'var(--plot-ink)'
        : 'var(--plot-' + kind + s.colour % 12 + ')');
      if (!this.isArea && !isPoints && !this.spec.apart)
        path.style.strokeDasharray = DASHES[Math.max(0, s.colour) % 12];
    }
    // Shapes tell points apart where colours do not.
    mark(s, x, y) {
      const shape = s.isOverlay ? 0 : Math.max(0, s.colour) % 4;
      const r = s.x.length > 150 || this.spec.marked ? 2 : 3.2, arc = 'a' + r + ' ' + r + ' 0 1 0 ';
      return 'M' + fixed(x) + ' ' + fixed(y) + ['m' + -r + ' 0' + arc + 2 * r + ' 0' + arc +
        -2 * r + ' 0z', 'm-3-3h6v6h-6z', 'm0-3.6l3.4 6h-6.8z', 'm0-4l3.6 4l-3.6 4l-3.6-4z'][shape];
    }

    // --- ranges ---
    extent(which) {
      let low = Infinity, high = -Infinity;
      const spec = this.spec, isY = which === 'y', isLog = this.log[which];
      const add = (v) => { if (!(isLog && v <= 0)) { if (v < low) low = v; if (v > high) high = v; } };
      const stack = isY && this.isStacked ? this.sums() : null;
      this.shown().forEach((s, k) => {
        const error = isY ? s.sigma : s.across;
        (stack ? stack[k] : s[which]).forEach((v, i) => {
          add(v);
          if (error[i] > 0) { add(v + error[i]); add(v - error[i]); }
        });
      });
      if (isY && this.band) { this.band.low.forEach(add); this.band.high.forEach(add); }
      if (spec.circle) [1, -1].forEach((side) => add(side * spec.circle * (spec.x.scale || 1)));
      if (this.rows || spec.style === 'named' || (isY && (spec.from_zero || spec.apart || stack))) add(0);
      return [low, high];
    }
    home(which) {
      const spec = this.spec, own = spec[which], scale = own.scale || 1, isLog = this.log[which];
      if (this.map) return this.mapEdges(which);
      if (this.rows && which === 'y') return [0.4 - this.rows.length, 0.6];
      if (own.words) return [-0.5, own.words.length - 0.5];
      let [low, high] = this.extent(which);
      if (spec.diagonal) {
        const other = this.extent(which === 'x' ? 'y' : 'x');
        [low, high] = [Math.min(low, other[0]), Math.max(high, other[1])];
      }
      if (!(low <= high)) [low, high] = isLog ? [1, 10] : [0, 1];
      const room = low < high ? Math.pow(high / low, 0.04) : 2;
      [low, high] = isLog ? [low / room, high * room]
        : addRoom(low, high, which === 'y' ? 0.05 : this.isStacked ? 0 : 0.02);
      if (spec.bars && which === 'x') [low, high] = [low - 0.6, high + 0.6];
      return [Number.isFinite(own.low) ? own.low * scale : low,
        Number.isFinite(own.high) ? own.high * scale : high];
    }
    // Half a cell beyond the outermost values; cells are equally wide on the axis.
    mapEdges(which) {
      const v = this.map[which], last = v.length - 1, isLog = this.log[which];
      const [from, to] = isLog ? [Math.log(v[0]), Math.log(v[last])] : [v[0], v[last]];
      const half = last > 0 ? (to - from) / last / 2 : 0.5;
      return [from - half, to + half].map((edge) => (isLog ? Math.exp(edge) : edge));
    }
    setAxes() {
      const f = this.frame;
      let { x, y } = this.view || { x: this.home('x'), y: this.home('y') };
      if (this.spec.equal || this.spec.circle) {
        const unit = Math.max((x[1] - x[0]) / f.width, (y[1] - y[0]) / f.height);
        const about = ([low, high], size) => [-1, 1].map((side) => (low + high + side * unit * size) / 2);
        [x, y] = [about(x, f.width), about(y, f.height)];
      }
      this.x = new Axis(x, this.log.x);
      this.y = new Axis(y, this.log.y);
    }
    // Pixels within the frame.
    px(x) { return this.x.share(x) * this.frame.width; }
    py(y) { return (1 - this.y.share(y)) * this.frame.height; }

    // --- drawing ---
    draw() {
      const width = Math.max(220, this.root.clientWidth || 600);
      const height = Math.round(clamp(0.6 * width, 250, 420)), top = this.spec.window ? 22 : 10;
      this.drawnWidth = this.root.clientWidth;
      const f = this.frame = { left: 60, top, width: width - 80, height: height - top - 42 };
      this.setAxes();
      const tics = this.fitFrame(width);
      this.setAxes();
      this.svg.textContent = '';
      this.svg.setAttribute('viewBox', '0 0 ' + width + ' ' + height);
      // a picture within the picture cuts what goes beyond the frame
      const layer = (name) => make(this.svg, 'svg', { class: name, x: f.left, y: f.top,
        width: f.width, height: f.height });
      this.inner = layer('plot-inner');
      make(this.inner, 'rect', { width: '100%', height: '100%', class: 'plot-back' });
      if (this.spec.window) this.drawWindow();
      this.drawTics(tics);
      this.inner = layer('plot-inner');
      if (this.map) this.drawMap(); else if (this.rows) this.drawRows(); else this.drawSeries();
      this.over = layer('plot-over');
      make(this.svg, 'path', { class: 'plot-frame', d: `M${f.left} ${f.top}v${f.height}h${f.width}` });
      this.resetter.hidden = !this.view;
      AXES.forEach((which) => this.switches[which].setAttribute('aria-pressed', this.log[which]));
      this.clear();
    }
    // Room for the numbers beside the frame; returns the tics.
    fitFrame(width) {
      const f = this.frame, spec = this.spec;
      const longest = (tics) => Math.max(1, ...tics.map((tic) => tic.text.length));
      let y = ticsOf(this.y, Math.max(3, Math.floor(f.height / 45)), this.rows ? {} : spec.y);
      if (this.rows) y = this.rows.map((text, i) => ({ at: -i, text }));
      if (spec.apart) y = this.series.map((s) => ({ at: s.lift, text: s.name }));
      y.forEach((tic) => { tic.text = shorten(tic.text, Math.floor(0.36 * width / LETTER)); });
      f.left = Math.round(longest(y) * LETTER + 12 + (spec.apart || this.rows ? 0 : 20));
      f.width = width - f.left - (this.map ? 92 : spec.apart ? 64 : 16);
      let most = Math.max(2, Math.floor(f.width / 70)), x = ticsOf(this.x, most, spec.x);
      while (most > 2 && longest(x) * LETTER * x.length > 0.85 * f.width)
        x = ticsOf(this.x, --most, spec.x);
      x.forEach((tic) => { tic.text = shorten(tic.text, Math.floor(f.width / x.length / LETTER)); });
      return { x, y };
    }
    drawTics({ x, y }) {
      const f = this.frame, base = f.top + f.height, g = make(this.svg, 'g', { class: 'plot-tics' });
      x.forEach((tic) => {
        const at = fixed(f.left + this.px(tic.at));
        make(g, 'path', { d: 'M' + at + ' ' + f.top + 'V' + base });
        make(g, 'text', { x: at, y: base + 16, 'text-anchor': 'middle' }, tic.text);
      });
      y.forEach((tic) => {
        const at = fixed(f.top + this.py(tic.at));
        if (at < f.top - 1 || at > base + 1) return;
        if (!this.rows) make(g, 'path', { d: 'M' + f.left + ' ' + at + 'h' + f.width });
        make(g, 'text', { x: f.left - 6, y: at + 4, 'text-anchor': 'end' }, tic.text);
      });
      this.drawLabel(this.spec.x.label, f.left + f.width / 2, base + 36, 0);
      if (this.spec.apart) this.drawLength(g);
      else if (!this.rows) this.drawLabel(this.spec.y.label, 13, f.top + f.height / 2, -90);
    }
    drawLabel(text, x, y, angle) {
      make(this.svg, 'text', { class: 'plot-label', 'text-anchor': 'middle',
        transform: 'translate(' + x + ' ' + y + ') rotate(' + angle + ')' }, text);
    }
    // Of curves that stand apart: a length to measure peaks by.
    drawLength(g) {
      const f = this.frame, length = niceStep(this.peak / 2.5), x = f.left + f.width + 8;
      const tall = length / this.y.span * f.height, y = f.top + f.height - 10;
      if (!(tall < f.height)) return;
      make(g, 'path', { class: 'plot-length', d: 'M' + x + ' ' + y + 'v' + -tall });
      make(g, 'text', { x: x + 4, y: y - tall / 2 + 4 }, number(length, 3) + ' ' +
        unitOf(this.spec.y.label));
    }
    drawWindow() {
      const f = this.frame, scale = this.spec.x.scale || 1;
      const [from, to] = this.spec.window.map((t) => clamp(this.px(t * scale), 0, f.width));
      [[0, from, 'start-up'], [from, to, 'window'], [to, f.width, '']].forEach(([a, b, text]) => {
        if (text !== 'window' && b > a) make(this.inner, 'rect', { class: 'plot-outside', x: a, y: 0,
          width: b - a, height: f.height });
        if (b - a > 60) make(this.svg, 'text', { class: 'plot-word', x: f.left + (a + b) / 2,
          y: f.top - 7, 'text-anchor': 'middle' }, text);
      });
    }
    // A line through places of the plot; what is no number breaks it.
    pathOf(x, y, end) {
      let path = '', pen = 'M';
      for (let i = 0; i < x.length; i++) {
        const a = fixed(this.px(x[i])), b = fixed(this.py(y[i])), isThere = Number.isFinite(a + b);
        if (isThere) path += pen + a + ' ' + b;
        pen = isThere ? 'L' : 'M';
      }
      return path && path + (end || '');
    }
    line(name, x, y) { return make(this.inner, 'path', { class: name, d: this.pathOf(x, y) }); }
    drawSeries() {
      const spec = this.spec, ends = [this.x.low, this.x.high];
      if (!this.isStacked && !this.y.isLog && !spec.apart) this.line('plot-zero', ends, [0, 0]);
      if (spec.circle) make(this.inner, 'circle', { class: 'plot-guide', cx: this.px(0),
        cy: this.py(0), r: this.px(spec.circle * (spec.x.scale || 1)) - this.px(0) });
      if (spec.diagonal) this.line('plot-guide', ends, ends);
      if (this.band) this.drawBand();
      if (this.isStacked) { this.drawAreas(); return; }
      this.shown().forEach((s) => {
        if (s.sigma.length || s.across.length) this.drawErrors(s);
        if (!s.isPoints) this.tint(this.inner, this.curvePath(s), s, false);
        if (s.isPoints || spec.marked) this.tint(this.inner, this.marksPath(s), s, true);
        if (s.names && s.names.length <= NAMED_MOST) this.drawNames(s);
      });
    }
    // Where many rows fall on one pixel, the first, the last and the extremes are drawn.
    curvePath(s) {
      if (!s.rises) return this.pathOf(s.x, s.y);
      const from = Math.max(0, search(s.x, this.x.low) - 1), to = search(s.x, this.x.high) + 2;
      const x = s.x.subarray(from, to), y = s.y.subarray(from, to), keep = [];
      if (x.length < 4 * this.frame.width) return this.pathOf(x, y);
      for (let i = 0, next; i < x.length; i = next) {
        const pixel = Math.floor(this.px(x[i]));
        let low = i, high = i;
        for (next = i + 1; next < x.length && Math.floor(this.px(x[next])) === pixel; next++) {
          if (!(y[next] >= y[low])) low = next;
          if (y[next] > y[high]) high = next;
        }
        keep.push(i, Math.min(low, high), Math.max(low, high), next - 1);
      }
      return this.pathOf(keep.map((i) => x[i]), keep.map((i) => y[i]));
    }
    marksPath(s) {
      const f = this.frame;
      return Array.from(s.x, (x, i) => {
        const a = this.px(x), b = this.py(s.y[i]);
        return a > -9 && a < f.width + 9 && b > -9 && b < f.height + 9 ? this.mark(s, a, b) : '';
      }).join('');
    }
    // On an axis in decades what reaches down to 0 goes on below the frame.
    above(y) { return this.y.isLog && !(y > 0) ? this.y.low / 2 : y; }
    drawErrors(s) {
      const bars = Array.from(s.x, (x, i) => {
        const y = s.y[i], e = s.sigma[i], d = s.across[i];
        return (e > 0 ? this.pathOf([x, x], [this.above(y - e), y + e]) : '') +
          (d > 0 ? this.pathOf([x - d, x + d], [y, y]) : '');
      });
      make(this.inner, 'path', { class: 'plot-error', d: bars.join('') });
    }
    // A name that would lie on another one is left to the pointer.
    drawNames(s) {
      const taken = [];
      s.names.forEach((name, i) => {
        const wide = name.length * LETTER, a = this.px(s.x[i]), y = this.py(s.y[i]) - 7;
        const x = a + wide > this.frame.width ? Math.max(0, a - wide - 4) : a + 5;
        if (taken.some((t) => Math.abs(t.y - y) < 13 && x < t.x + t.wide && t.x < x + wide)) return;
        taken.push({ x, y, wide });
        make(this.inner, 'text', { class: 'plot-name', x: fixed(x), y: fixed(y) }, name);
      });
    }
    drawBand() {
      const { x, low, high } = this.band, edge = (v) => this.above(v);
      const area = this.line('plot-band', [...x, ...x.slice().reverse()],
        [...low.map(edge), ...high.map(edge).reverse()]);
      area.style.setProperty('--own', 'var(--plot-' + this.series[0].colour % 12 + ')');
    }
    // Running sums of the areas that are shown.
    sums() {
      let last = null;
      return this.shown().map((s) => (last = s.y.map((v, i) => v + (last ? last[i] : 0))));
    }
    drawAreas() {
      const shown = this.shown(), sums = this.sums();
      sums.forEach((sum, k) => {
        const x = Array.from(shown[k].x), low = k > 0 ? sums[k - 1] : sum.map(() => 0);
        this.tint(this.inner, this.spec.bars ? x.map((v, i) => this.pathOf([v - 0.4, v + 0.4,
          v + 0.4, v - 0.4], [low[i], low[i], sum[i], sum[i]], 'Z')).join('')
          : this.pathOf([...x, ...x.slice().reverse()], [...sum, ...low.slice().reverse()], 'Z'), shown[k]);
      });
    }
    // Bars from zero, one row below another: the second curve wide, the first narrow upon it.
    drawRows() {
      this.shown().reverse().forEach((s) => {
        const [half, lift] = s === this.series[0] ? [0.2, 0] : [0.38, 0.29];
        this.tint(this.inner, Array.from(s.x, (x, i) => this.pathOf([0, x, x, 0],
          [-i - half, -i - half, -i + half, -i + half], 'Z')).join(''), s);
        this.drawErrors(Object.assign({}, s, { y: s.y.map((v) => v - lift) }));
      });
      this.line('plot-zero', [0, 0], [this.y.low, this.y.high]);
    }
    drawMap() {
      const f = this.frame, { image, bar, axis } = this.map;
      const [[left, right], [bottom, top]] = AXES.map((which) => this.mapEdges(which).map((v) =>
        (which === 'x' ? this.px(v) : this.py(v))));
      const at = f.left + f.width + 12, g = make(this.svg, 'g', { class: 'plot-tics' });
      const put = (parent, href, x, y, width, height) => make(parent, 'image', { href,
        class: 'plot-map', x, y, width, height, preserveAspectRatio: 'none' });
      put(this.inner, image, left, top, right - left, bottom - top);
      put(this.svg, bar, at, f.top, 12, f.height);
      ticsOf(axis, 6, {}).forEach((tic) => make(g, 'text', { x: at + 16,
        y: fixed(f.top + (1 - axis.share(tic.at)) * f.height + 4) }, tic.text));
      this.drawLabel(this.spec.z.label, at + 74, f.top + f.height / 2, -90);
    }

    // --- values under the pointer ---
    // What is nearest to a place of the frame. A hit is point i of curve (or row of the map) k.
    nearest({ a, b }) {
      const f = this.frame, x = this.x.value(a / f.width), y = this.y.value(1 - b / f.height);
      if (this.rows) return this.hitAt(0, clamp(Math.round(-y), 0, this.rows.length - 1));
      if (this.map) {
        const [i, j] = AXES.map((which, k) => {
          const edges = new Axis(this.mapEdges(which), this.log[which]), n = this.map[which].length;
          return clamp(Math.floor(edges.share(k ? y : x) * n), 0, n - 1);
        });
        return this.hitAt(j, i);
      }
      let best = null, least = Infinity;
      this.shown().forEach((s, k) => {
        const isOver = this.isAlong && !s.isOverlay;
        const from = isOver ? nearestIn(s.x, x) : 0, to = isOver ? from + 1 : s.x.length;
        for (let i = from; i < to; i++) {
          const d = Math.hypot(isOver ? 12 : this.px(s.x[i]) - a, this.py(s.y[i]) - b);
          if (d < least) [least, best] = [d, [k, i]];
        }
      });
      return best && this.hitAt(best[0], best[1]);
    }
    hitAt(k, i) {
      const { spec, map } = this, shown = this.shown(), s = shown[k];
      const named = (axis, value, sigma) => [nameOf(axis.label), quantity(value, axis, sigma)];
      if (map) return { k, i, x: map.x[i], y: map.y[k], lines: [named(spec.x, map.x[i]),
        named(spec.y, map.y[k]), named(spec.z, map.z[k * map.x.length + i])] };
      if (this.rows) return { k, i, x: NaN, y: -i, lines: [[this.rows[i], '']].concat(shown.map((c) =>
        [c.name, quantity(c.x[i], { label: spec.x.label }, c.across[i])])) };
      const hit = { k, i, x: s.x[i], y: s.y[i], t: s.t ? s.t[i] : NaN };
      hit.lines = this.isAlong ? [named(spec.x, hit.x)].concat(this.linesAt(hit, s))
        : [[s.names ? s.names[i] : s.name, ''], named(spec.x, hit.x, s.across[i]),
          named(spec.y, hit.y, s.sigma[i])];
      return hit;
    }
    // What every curve has at the x of a hit; of overlays those that are as good as there.
    linesAt(hit, own) {
      const label = this.spec.y.label, isSingle = this.series.length === 1;
      return this.shown().map((s) => {
        const i = s === own ? hit.i : s.isOverlay ? nearestIn(s.x, hit.x) : -1;
        const isFar = s.isOverlay && !(Math.abs(this.px(s.x[i]) - this.px(hit.x)) < 4);
        const y = isFar ? NaN : i >= 0 ? s.y[i] : valueAt(s, hit.x);
        return Number.isFinite(y) && [isSingle ? nameOf(label) : s.name,
          quantity(y - s.lift, { label }, s.sigma[i])];
      }).filter(Boolean);
    }
    // Where others point, no value is told, but the place is shown on every curve.
    follow(axis, value) {
      const isX = axis === this.spec.x.axis && (this.isAlong || this.map);
      if (!isX && axis !== this.spec.along) return;
      this.hit = null;
      this.clear();
      if (value === null) return;
      const x = value * (this.spec.x.scale || 1);
      if (isX) this.cross(x, NaN);
      this.shown().forEach((s) => {
        if (isX && !s.isOverlay && !this.isStacked) this.dot(x, valueAt(s, x));
        const i = s.t && !isX ? nearestIn(s.t, value) : -1;
        if (i >= 0) this.dot(s.x[i], s.y[i]);
      });
    }
    clear() {
      this.over.textContent = '';
      this.tip.hidden = true;
    }
    cross(x, y) {
      const { width, height } = this.frame, a = fixed(this.px(x)), b = fixed(this.py(y));
      make(this.over, 'path', { class: 'plot-cross', d: (Number.isFinite(a) ? `M${a} 0V${height}` : '') +
        (Number.isFinite(b) ? `M0 ${b}H${width}` : '') });
    }
    dot(x, y) {
      const cx = this.px(x), cy = this.py(y);
      if (Number.isFinite(cx + cy)) make(this.over, 'circle', { class: 'plot-dot', cx, cy, r: 4 });
    }
    show(hit, isSaid) {
      if (!hit) return;
      const f = this.frame, { axis, scale } = this.spec.x;
      this.clear();
      this.hit = hit;
      this.cross(hit.x, this.isAlong ? NaN : hit.y);
      if (!this.map && !this.isArea) this.dot(hit.x, hit.y);
      this.tip.textContent = '';
      hit.lines.forEach(([name, value]) => {
        const line = make(this.tip, 'div', { class: 'plot-value' });
        make(line, 'span', {}, name);
        make(line, 'b', {}, value);
      });
      this.tip.hidden = false;
      const a = Number.isFinite(hit.x) ? this.px(hit.x) : f.width / 2, isRight = a > f.width / 2;
      const area = this.svg.getBoundingClientRect(), root = this.root.getBoundingClientRect();
      Object.assign(this.tip.style, { top: area.top - root.top + f.top + 6 + 'px',
        left: isRight ? '' : f.left + a + 12 + 'px',
        right: isRight ? area.width - f.left - a + 12 + 'px' : '' });
      if (isSaid) this.said.textContent = hit.lines.map((line) => line.join(' ')).join(', ');
      if (axis && (this.isAlong || this.map)) dashpot.cursor.move(axis, hit.x / (scale || 1), this);
      else if (Number.isFinite(hit.t)) dashpot.cursor.move(this.spec.along, hit.t, this);
    }
    leave() {
      if (!this.hit) return;
      this.hit = null;
      this.clear();
      [this.spec.x.axis, this.spec.along].filter(Boolean).forEach((axis) =>
        dashpot.cursor.move(axis, null, this));
    }

    // --- zoom, keys, fingers ---
    reset() {
      this.view = null;
      this.draw();
    }
    // To these shares of the axes.
    zoom(shares, axes) {
      this.view = {};
      AXES.forEach((which) => {
        const axis = axes[which], [low, high] = shares[which];
        const deep = (high - low) * axis.span / new Axis(this.home(which), this.log[which]).span;
        this.view[which] = deep > DEEPEST && deep < 10 ? [axis.value(low), axis.value(high)]
          : [axis.low, axis.high];
      });
      this.draw();
    }
    // About the hit, or the middle.
    zoomBy(factor) {
      const about = (axis, value) => {
        const c = this.hit && Number.isFinite(value) ? clamp(axis.share(value), 0, 1) : 0.5;
        return [c - c * factor, c + (1 - c) * factor];
      }, { x, y } = this.hit || {};
      this.zoom({ x: about(this.x, x), y: about(this.y, y) }, { x: this.x, y: this.y });
    }
    // Pixels of an event within the frame.
    place(event) {
      const area = this.svg.getBoundingClientRect(), f = this.frame;
      return { a: clamp(event.clientX - area.left - f.left, 0, f.width),
        b: clamp(event.clientY - area.top - f.top, 0, f.height) };
    }
    press(event) {
      const at = this.place(event);
      if (event.pointerType === 'mouse') {
        if (event.button !== 0) return;
        this.box = { from: at, to: at };
        this.svg.setPointerCapture(event.pointerId);
        return;
      }
      this.fingers.set(event.pointerId, { from: at, to: at });
      this.fingers.forEach((finger) => { finger.from = finger.to; });
      this.pinched = { x: this.x, y: this.y };
      if (this.fingers.size === 1) this.show(this.nearest(at), true);
    }
    move(event) {
      const at = this.place(event), finger = this.fingers.get(event.pointerId);
      if (finger) finger.to = at;
      if (this.box) this.stretch(at);
      else if (this.fingers.size === 2) this.pinch();
      else this.show(this.nearest(at), false);
    }
    // A box that is hardly wide or tall zooms along the other axis only.
    boxShares() {
      const { width, height } = this.frame, { from, to } = this.box;
      const sorted = (p, q, size) => (Math.abs(p - q) < 10 ? [0, 1]
        : [Math.min(p, q) / size, Math.max(p, q) / size]);
      return { x: sorted(from.a, to.a, width), y: sorted(height - from.b, height - to.b, height) };
    }
    stretch(at) {
      const { width, height } = this.frame;
      this.box.to = at;
      const { x, y } = this.boxShares();
      this.clear();
      make(this.over, 'rect', { class: 'plot-box', x: x[0] * width, y: (1 - y[1]) * height,
        width: (x[1] - x[0]) * width, height: (y[1] - y[0]) * height });
    }
    // What two fingers hold stays below them.
    pinch() {
      const [p, q] = [...this.fingers.values()], { width, height } = this.frame;
      const shares = (get, size) => {
        const old = get(q.from) - get(p.from), now = get(q.to) - get(p.to), rate = old / now;
        const low = (get(p.from) - rate * get(p.to)) / size;
        return Math.abs(old) < 30 || !(rate > 0) ? [0, 1] : [low, low + rate];
      };
      this.zoom({ x: shares((at) => at.a, width), y: shares((at) => height - at.b, height) },
        this.pinched);
    }
    release(event) {
      this.fingers.delete(event.pointerId);
      if (!this.box) return;
      const shares = this.boxShares(), isZoom = AXES.some((which) => shares[which][1] -
        shares[which][0] < 1);
      this.box = null;
      if (isZoom) this.zoom(shares, { x: this.x, y: this.y });
      else this.select();
    }
    select() { if (this.spec.onselect && this.hit) this.spec.onselect(this.hit); }
    key(event) {
      const acts = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1],
        Home: [-1e9, 0], End: [1e9, 0], '+': () => this.zoomBy(0.5), '=': () => this.zoomBy(0.5),
        '-': () => this.zoomBy(2), Escape: () => { this.leave(); this.reset(); },
        Enter: () => this.select() };
      const act = acts[event.key];
      if (!act || event.ctrlKey || event.metaKey || event.altKey) return;
      event.preventDefault();
      if (Array.isArray(act)) this.step(act, event.shiftKey); else act();
    }
    // Along a curve and from one to the next; with Shift row by row.
    step([along, across], isFine) {
      const old = this.hit, { width, height } = this.frame, shown = this.shown();
      if (!old) { this.show(this.nearest({ a: width / 2, b: height / 2 }), true); return; }
      if (this.rows || this.map) {
        const [i, k] = this.rows ? [old.i + along - across, 0] : [old.i + along, old.k + across];
        this.show(this.hitAt(clamp(k, 0, this.map ? this.map.y.length - 1 : 0),
          clamp(i, 0, (this.map ? this.map.x : this.rows).length - 1)), true);
        return;
      }
      const k = (old.k + across + shown.length) % shown.length, x = shown[k].x;
      const size = isFine ? 1 : Math.max(1, Math.round(this.countVisible(x) / 100));
      const i = across && this.isAlong ? nearestIn(x, old.x) : old.i + along * size;
      this.show(this.hitAt(k, clamp(i, 0, x.length - 1)), true);
    }
    countVisible(x) { return x.filter((v) => v >= this.x.low && v <= this.x.high).length; }
  }

  return (element, spec) => {
    const plot = new Plot(element, spec);
    return { update: (next) => plot.update(next), destroy: () => plot.destroy() };
  };
})();
