// Plots one can touch: dashpot.plot(element, spec), and dashpot.cursor, which plots and animations
// share. Drawn as SVG, so that colours follow the style sheet (plot.css) in the dark and on paper.
var dashpot = window.dashpot || {};
window.dashpot = dashpot;

// Who points at which value (SI) of which axis; null: nobody. A listener that gave itself as
// `owner` hears of others only.
dashpot.cursor = dashpot.cursor || {
  listeners: new Set(),
  on(fn, owner) {
    const entry = { fn, owner: owner || fn };
    this.listeners.add(entry);
    return () => this.listeners.delete(entry);
  },
  move(axis, value, source) {
    this.listeners.forEach((to) => { if (to.owner !== source) to.fn(axis, value, source); });
  },
};

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
  const NONE = 'no value';
  const AXES = ['x', 'y'], ANCHORS = { start: 'start', end: 'end' };

  // An element of a page, or of a picture where its parent is part of one.
  function make(parent, name, attributes, text) {
    const isSvg = name === 'svg' || parent.ownerSVGElement !== undefined;
    const space = isSvg ? 'http://www.w3.org/2000/svg' : 'http://www.w3.org/1999/xhtml';
    const element = document.createElementNS(space, name);
    Object.keys(attributes).forEach((key) => element.setAttribute(key, attributes[key]));
    element.textContent = text === undefined ? '' : text;
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
  const mirrored = (low, high) => [...low, ...high.slice().reverse()];
  const shorten = (text, most) => (text.length <= most ? text : '…' + text.slice(1 - most || 1));
  // In units of the axis; what is no number is NaN.
  const scaled = (values, scale) =>
    Float64Array.from(values || [], (v) => (Number.isFinite(v) ? v * (scale || 1) : NaN));
  const rises = (x, last = -Infinity) =>
    x.every((v) => { const good = !(v < last); if (v > last) last = v; return good; });
  function number(value, digits) {
    if (!Number.isFinite(value)) return '–';
    const size = Math.abs(value), say = (v) => String(Number(v)).replace('-', '−');
    if (size === 0 || (size >= 1e-3 && size < 1e6)) return say(value.toPrecision(digits));
    const [mantissa, power] = value.toExponential(digits - 1).split('e');
    return (Number(mantissa) === 1 ? '' : say(mantissa) + '·') + '10' + power.replace('+', '')
      .replace(/./g, (c) => '⁻⁰¹²³⁴⁵⁶⁷⁸⁹'['-0123456789'.indexOf(c)]);
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
    value(share) { return (this.isLog ? Math.exp : Number)(this.from + share * this.span); }
  }
  // At most so many places with their texts.
  function ticsOf(axis, most, { words, counted }) {
    const tics = [], decades = axis.isLog ? axis.span / Math.LN10 : 0;
    const add = (at, text) => Math.abs(axis.share(at) - 0.5) < 0.5001 && tics.push({ at, text });
    if (words) {
      const skip = Math.max(1, Math.ceil((axis.high - axis.low) / most));
      words.forEach((word, i) => { if (i % skip === 0) add(i, word); });
    } else if (decades >= 0.7) {
      const skip = Math.ceil(decades / most), steps = decades * 3 <= most ? [1, 2, 5] : [1];
      for (let d = Math.floor(Math.log10(axis.low)); d <= Math.log10(axis.high); d++)
        if (d % skip === 0) steps.forEach((m) => add(m * 10 ** d, number(m * 10 ** d, 3)));
    } else {
      const least = (axis.high - axis.low) / most, unit = 10 ** Math.floor(Math.log10(least));
      const nice = unit * ([1, 2, 5].find((m) => m * unit >= least * 0.999) || 10);
      const step = counted ? Math.max(1, nice) : nice;
      const size = Math.max(Math.abs(axis.low), Math.abs(axis.high));
      const digits = clamp(2 + Math.floor(Math.log10(size / step)), 2, 12);
      for (let i = Math.ceil(axis.low / step - 1e-6); i * step <= axis.high + 1e-6 * step; i++)
        add(i * step, number(i && i * step, digits));
    }
    return tics;
  }
  // Room around what is shown; none beyond zero where nothing but rounding goes there.
  function addRoom(low, high, share) {
    const size = Math.max(Math.abs(low), Math.abs(high)), part = 0.05 * size || 1;
    if (!(high - low >= 1e-6 * size) || size === 0) [low, high] = [low - part, high + part];
    const room = share * (high - low), rounding = 1e-4 * (high - low);
    return [low >= -rounding && low <= room ? 0 : low - room,
      high <= rounding && high >= -room ? 0 : high + room];
  }
  // The first index whose x is a number and not below; x rises, with gaps (NaN) in it.
  function search(x, value) {
    let low = 0, high = x.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      let at = middle;
      while (at > low && Number.isNaN(x[at])) at--;
      if (x[at] >= value) high = at; else low = middle + 1;
    }
    return low;
  }
  function nearestIn(x, value) {
    const i = search(x, value);
    let before = i - 1;
    while (before >= 0 && Number.isNaN(x[before])) before--;
    return before >= 0 && !(x[i] - value <= value - x[before]) ? before : i;
  }
  // Straight between the rows; nothing in a gap.
  function valueAt({ x, y }, at) {
    const i = search(x, at);
    if (x[i] === at || i === 0) return x[i] === at ? y[i] : NaN;
    return y[i - 1] + (y[i] - y[i - 1]) * (at - x[i - 1]) / (x[i] - x[i - 1]);
  }

  // --- colours of a map ---
  function coloursOf(values, axis) {
    let low = Infinity, high = -Infinity;
    values.forEach((z) => { if (z < low) low = z; if (z > high) high = z; });
    const below = Math.max(0, -low), above = Math.max(0, high), most = Math.max(below, above);
    const isLog = low > 0 && (axis.log === undefined ? !axis.field && high > 100 * low : axis.log);
    // a sign that is smaller than this share of the other is a ripple, not half of the picture
    const hasSigns = Math.min(below, above) > 0.1 * most;
    if (hasSigns) [low, high] = [-most, most];
    else if (axis.field) [low, high] = [Math.min(low, 0), Math.max(high, 0)];
    if (!(low < high)) [low, high] = addRoom(low, low, 0);
    const colours = hasSigns ? TWO_SIGNS : below > above ? ONE_SIGN.slice().reverse() : ONE_SIGN;
    const parts = colours.map((c) => [1, 3, 5].map((i) => parseInt(c.substr(i, 2), 16)));
    return { axis: new Axis([low, high], isLog), of(share) {
      const at = clamp(share, 0, 1) * 6, i = Math.min(Math.floor(at), 5);
      return parts[i].map((c, k) => c + (parts[i + 1][k] - c) * (at - i));
    } };
  }
  // An image of cells as data; `share` says where the colour of one, counted from below, lies. What
  // has none is transparent.
  function paint(columns, rows, colours, share) {
    const canvas = document.createElement('canvas'), context = canvas.getContext('2d');
    Object.assign(canvas, { width: columns, height: rows });
    const image = context.createImageData(columns, rows);
    for (let k = 0; k < columns * rows; k++) {
      const s = share(k), at = 4 * (k % columns + (rows - 1 - Math.floor(k / columns)) * columns);
      image.data.set(Number.isFinite(s) ? [...colours.of(s), 255] : [0, 0, 0, 0], at);
    }
    context.putImageData(image, 0, 0);
    return canvas.toDataURL();
  }

  class Plot {
    constructor(element, spec) {
      Object.assign(this, { hidden: new Set(), switches: {}, view: null });
      const part = (parent, name, more) =>
        make(parent, 'div', Object.assign({ class: 'plot' + name }, more));
      this.root = part(element, '');
      const head = part(this.root, '-head');
      this.title = part(head, '-title');
      this.resetter = button(head, 'plot-tool', 'reset', () => this.reset());
      AXES.forEach((which) => {
        this.switches[which] = button(head, 'plot-tool', 'log ' + which,
          () => { this.log[which] = !this.log[which]; this.reset(); });
      });
      this.svg = make(this.root, 'svg', { class: 'plot-area', tabindex: 0, role: 'application' });
      this.legend = part(this.root, '-legend');
      this.tip = part(this.root, '-tip');
      this.said = part(this.root, '-said', { 'aria-live': 'polite' });
      this.listen(); this.update(spec);
    }
    listen() {
      const acts = { pointerdown: (e) => this.press(e), pointermove: (e) => this.move(e),
        pointerup: (e) => this.release(e), pointercancel: (e) => this.release(e),
        pointerleave: (e) => { if (e.pointerType === 'mouse') this.leave(); },
        keydown: (e) => this.key(e), dblclick: () => this.reset(), blur: () => this.leave() };
      Object.keys(acts).forEach((name) => this.svg.addEventListener(name, acts[name]));
      this.forget = dashpot.cursor.on((axis, value) => this.follow(axis, value), this);
      this.observer = new ResizeObserver(() =>
        this.root.clientWidth === this.drawnWidth || this.draw());
      this.observer.observe(this.root);
    }
    destroy() { this.observer.disconnect(); this.forget(); this.root.remove(); }

    // --- what is shown ---
    update(spec) {
      Object.assign(this, { spec, length: 0, log: this.log || { x: spec.x.log, y: spec.y.log },
        rows: spec.style === 'bars' ? spec.y.words : null, isStacked: spec.style === 'areas',
        isSpans: spec.style === 'lines' && Boolean(spec.y.words) });
      this.title.textContent = spec.title || '';
      this.svg.setAttribute('aria-label', (spec.title || nameOf(spec.y.label)) +
        '. Arrow keys read values, plus and minus zoom, Escape resets.');
      this.readSeries(spec);
      this.map = spec.map ? this.readMap(spec) : null;
      AXES.forEach((which) => {
        this.switches[which].hidden = !this.mayBeLog(which);
        this.log[which] = Boolean(this.log[which] && (this.mayBeLog(which) || this.map));
      });
      this.writeLegend(); this.draw();
    }
    // All that the legend names, in units of the axes.
    readSeries(spec) {
      const x = spec.x.scale || 1, y = spec.y.scale || 1, curves = spec.curves || [];
      const isPoints = spec.style === 'points' || spec.style === 'named';
      const read = (c, more) => Object.assign({ name: c.name || '', x: scaled(c.x, x),
        y: this.rows ? scaled(c.x).map((v, i) => -i) : scaled(c.y, y).map((v) => v - (c.base || 0) * y), t: c.t && scaled(c.t),
        sigma: scaled(c.sigma, y), across: scaled(c.across, x), lift: 0 }, more);
      this.series = curves.map((c, i) => read(c, { isPoints, isThin: c.thin, isWide: c.wide,
        colour: c.colour === undefined ? i : c.colour }));
      this.isAlong = !isPoints && !this.rows && !spec.map && this.series.every((s) => rises(s.x));
      if (spec.apart) this.setApart();
      (spec.overlays || []).forEach((o) => this.series.push(read(o, { isPoints: true,
        isOverlay: true, colour: curves.length === 1 && o.curve >= 0 ? 1 : o.curve })));
      this.band = spec.band && { x: scaled(spec.band.x, x), low: scaled(spec.band.low, y),
        high: scaled(spec.band.high, y) };
    }
    // One above another; peaks pass in turn, so the highest may reach beyond the next base line.
    setApart() {
      const [low, high] = this.extent('y'), lift = this.lift = 0.6 * (high - low);
      this.series.forEach((s, i) =>
        Object.assign(s, { lift: lift * i, y: s.y.map((v) => v + lift * i) }));
    }
    readMap({ map, x, y, z, circle }) {
      const columns = map.x.length, rows = map.y.length, values = new Float64Array(columns * rows);
      map.z.forEach((row, j) => values.set(scaled(row, z.scale), j * columns));
      const colours = coloursOf(values, z), share = (k) => colours.axis.share(values[k]);
      return { x: scaled(map.x, x.scale), y: scaled(map.y, y.scale), z: values, axis: colours.axis,
        image: paint(columns, rows, colours, share), bar: paint(1, 64, colours, (k) => k / 63),
        // over a circle a cell without a value is one where nobody was
        hasGaps: !circle && values.some(Number.isNaN) };
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
      // the axis names a single curve, but no area and no span
      const isNamed = this.series.length < 2 && !this.isStacked && !this.isSpans;
      const hasGaps = this.map && this.map.hasGaps, size = { width: 30, height: 12, 'aria-hidden': true };
      this.legend.hidden = (isNamed && !hasGaps) || Boolean(this.spec.apart);
      this.series.forEach((s) => {
        const key = button(this.legend, 'plot-key', '', () => {
          if (!this.hidden.delete(s.name)) this.hidden.add(s.name);
          this.draw();
        });
        const d = this.rows || this.isStacked ? 'M0 0H30V12H0Z' : 'M0 6H30';
        this.tint(make(key, 'svg', size), s.isPoints ? this.mark(s, 15, 6) : d, s, s.isPoints);
        key.append(s.name);
      });
      if (!hasGaps) return;
      const key = make(this.legend, 'span', { class: 'plot-none' });
      this.hatch(make(key, 'svg', size), 0, 0, 30, 12);
      key.append(NONE);
    }
    // What has no value: hatched, so that no colour of a map looks like it.
    hatch(parent, x, y, width, height) {
      const area = make(parent, 'svg', { class: 'plot-gap', x, y, width, height });
      make(area, 'rect', { width: '100%', height: '100%' });
      let d = '';
      for (let at = -height; at < width; at += 6) d += `M${fixed(at)} ${height}l${height} ${-height}`;
      make(area, 'path', { d });
    }
    // A path in the colour of its curve; colours are variables of the style sheet.
    tint(parent, d, s, isPoints) {
      const kind = this.rows ? 'bar-' : this.isStacked ? 'area-' : '';
      const name = kind ? 'fill' : !isPoints ? s.isThin ? 'line plot-thin' : s.isWide ? 'line plot-wide' : 'line'
        : s.isOverlay ? 'ring' : 'mark';
      const path = make(parent, 'path', { d, class: 'plot-' + name });
      path.style.setProperty('--own', s.colour < 0 ? 'var(--plot-ink)'
        : 'var(--plot-' + kind + s.colour % 12 + ')');
      // dashes of a line that fills the frame are not seen, and take browsers seconds
      if (kind || isPoints || s.isWide) return;
      if (this.length > 20 * this.drawnWidth) path.classList.add('plot-thin');
      else if (!this.spec.apart) path.style.strokeDasharray = DASHES[Math.max(0, s.colour) % 12];
    }
    // Shapes tell points apart where colours do not.
    mark(s, x, y) {
      const r = s.x.length > 150 || this.spec.marked ? 2 : 3.2, arc = `a${r} ${r} 0 1 0 `;
      return `M${fixed(x)} ${fixed(y)}` + [`m${-r} 0${arc}${2 * r} 0${arc}${-2 * r} 0z`,
        'm-3-3h6v6h-6z', 'm0-3.6l3.4 6h-6.8z', 'm0-4l3.6 4l-3.6 4l-3.6-4z'][
        s.isOverlay ? 0 : Math.max(0, s.colour) % 4];
    }

    // --- ranges ---
    extent(which) {
      let low = Infinity, high = -Infinity;
      const spec = this.spec, isY = which === 'y', isLog = this.log[which];
      const add = (v) => { if (v < low && !(isLog && v <= 0)) low = v; if (v > high) high = v; };
      const stack = isY && this.isStacked ? this.sums() : null;
      this.shown().forEach((s, k) => (stack ? stack[k] : s[which]).forEach((v, i) => {
        const error = (isY ? s.sigma : s.across)[i] || 0;
        [v, v + error, v - error].forEach(add);
      }));
      if (isY && this.band) [this.band.low, this.band.high].forEach((edge) => edge.forEach(add));
      if (spec.circle && !spec.close) [1, -1].forEach((side) => add(side * spec.circle * (spec.x.scale || 1)));
      const hasZero = isY ? spec.from_zero || spec.apart || stack : false;
      if (hasZero || this.rows || spec.style === 'named') add(0);
      return [low, high];
    }
    home(which) {
      const spec = this.spec, own = spec[which], scale = own.scale || 1, isLog = this.log[which];
      if (this.map) return this.mapEdges(which);
      if (this.rows && which === 'y') return [0.4 - this.rows.length, 0.6];
      if (own.words) return [-0.5, own.words.length - 0.5];
      const both = (spec.diagonal ? AXES : [which]).map((axis) => this.extent(axis));
      let low = Math.min(...both.map((e) => e[0])), high = Math.max(...both.map((e) => e[1]));
      if (!(low <= high)) [low, high] = isLog ? [1, 10] : [0, 1];
      const room = low < high ? Math.pow(high / low, 0.04) : 2;
      [low, high] = isLog ? [low / room, high * room]
        : addRoom(low, high, which === 'y' ? 0.05 : this.isStacked ? 0 : 0.02);
      if (spec.bars && which === 'x') [low, high] = [low - 0.6, high + 0.6];
      return [own.low, own.high].map((v, i) => (Number.isFinite(v) ? v * scale : [low, high][i]));
    }
    // Half a cell beyond the outermost values; cells are equally wide on the axis.
    mapEdges(which) {
      const v = this.map[which], last = v.length - 1, axis = new Axis([v[0], v[last]], this.log[which]);
      return last > 0 ? [axis.value(-0.5 / last), axis.value(1 + 0.5 / last)] : [v[0] - 0.5, v[0] + 0.5];
    }
    setAxes() {
      const f = this.frame;
      let { x, y } = this.view || { x: this.home('x'), y: this.home('y') };
      if (this.spec.equal || this.spec.circle) {
        const half = Math.max((x[1] - x[0]) / f.width, (y[1] - y[0]) / f.height) / 2;
        const about = (r, size) => [-1, 1].map((side) => (r[0] + r[1]) / 2 + side * half * size);
        [x, y] = [about(x, f.width), about(y, f.height)];
      }
      Object.assign(this, { x: new Axis(x, this.log.x), y: new Axis(y, this.log.y) });
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
      this.svg.setAttribute('viewBox', `0 0 ${width} ${height}`);
      // a picture within the picture cuts what goes beyond the frame
      const layer = (name) => make(this.svg, 'svg', { class: name, x: f.left, y: f.top,
        width: f.width, height: f.height });
      this.inner = layer('plot-inner');
      make(this.inner, 'rect', { width: '100%', height: '100%', class: 'plot-back' });
      if (this.spec.window) this.drawWindow();
      this.drawTics(tics);
      this.inner = layer('plot-inner');
      if (this.map) this.drawMap(); else if (this.rows) this.drawRows(); else this.drawSeries();
      if (this.spec.circle) make(this.inner, 'circle', { class: 'plot-guide', cx: this.px(0),
        cy: this.py(0), r: this.px(this.spec.circle * (this.spec.x.scale || 1)) - this.px(0) });
      make(this.svg, 'path', { d: `M${f.left} ${top}v${f.height}h${f.width}` + (this.map ? `v${-f.height}z` : ''), class: 'plot-frame' });
      this.over = layer('plot-over');
      this.resetter.hidden = !this.view;
      AXES.forEach((which) => this.switches[which].setAttribute('aria-pressed', this.log[which]));
      this.series.forEach((s, i) => this.legend.children[i].setAttribute('aria-pressed',
        !this.hidden.has(s.name)));
      this.clear();
    }
    text(parent, name, x, y, text, anchor) {
      make(parent, 'text', { class: name, 'text-anchor': ANCHORS[anchor] || 'middle', transform:
        `translate(${fixed(x)} ${fixed(y)})${anchor === 'upright' ? 'rotate(-90)' : ''}` }, text);
    }
    // Room for the numbers beside the frame; returns the tics.
    fitFrame(width) {
      const f = this.frame, spec = this.spec;
      const longest = (tics) => Math.max(1, ...tics.map((tic) => tic.text.length));
      const y = this.rows ? this.rows.map((text, i) => ({ at: -i, text }))
        : spec.apart ? this.series.map((s) => ({ at: s.lift, text: s.name }))
          : ticsOf(this.y, Math.max(3, Math.floor(f.height / 45)), spec.y);
      y.forEach((tic) => { tic.text = shorten(tic.text, Math.floor(0.36 * width / LETTER)); });
      f.left = Math.round(longest(y) * LETTER + (this.rows ? 12 : 32));
      f.width = width - f.left - (this.map ? 92 : 16);
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
        make(g, 'path', { d: `M${at} ${f.top}V${base}` });
        this.text(g, '', at, base + 16, tic.text);
      });
      y.forEach((tic) => {
        const at = fixed(f.top + this.py(tic.at));
        if (at < f.top - 1 || at > base + 1) return;
        if (!this.rows) make(g, 'path', { d: `M${f.left} ${at}h${f.width}` });
        this.text(g, '', f.left - 6, at + 4, tic.text, 'end');
      });
      const { label } = this.spec.y, more = `, ${number(this.lift, 3)} ${unitOf(label)} between lines`;
      this.text(this.svg, 'plot-label', f.left + f.width / 2, base + 36, this.spec.x.label);
      if (!this.rows) this.text(this.svg, 'plot-label', 13, f.top + f.height / 2,
        this.spec.apart ? nameOf(label) + more : label, 'upright');
    }
    drawWindow() {
      const f = this.frame, scale = this.spec.x.scale || 1;
      const [from, to] = this.spec.window.map((t) => clamp(this.px(t * scale), 0, f.width));
      [[0, from, 'start-up'], [from, to, 'window'], [to, f.width, '']].forEach(([a, b, word]) => {
        if (word !== 'window' && b > a) make(this.inner, 'rect', { class: 'plot-outside', x: a, y: 0,
          width: b - a, height: f.height });
        if (b - a > 60) this.text(this.svg, 'plot-word', f.left + (a + b) / 2, f.top - 7, word);
      });
    }
    // A line through places of the plot. What is no number breaks it; what falls on the place
    // before is left out; a piece that is one place is a dot.
    pathOf(x, y, end, least = 0.4) {
      let path = '', pen = 'M', lastA = NaN, lastB = NaN, isDot = false;
      const dot = () => (isDot ? 'm-1 0h2' : '');
      this.length = 0;
      for (let i = 0; i < x.length; i++) {
        const b = fixed(this.py(y[i])), own = fixed(this.px(x[i])), isThere = Number.isFinite(own + b);
        const a = least < 0 && pen === 'L' ? Math.max(own, lastA + 0.8) : own;  // a span is seen
        const far = Math.abs(a - lastA) + Math.abs(b - lastB);
        if (isThere && pen === 'L' && far < least) continue;
        if (isThere && pen === 'L') this.length += far;
        path += isThere ? pen + a + ' ' + b : dot();
        isDot = isThere && pen === 'M';
        [pen, lastA, lastB] = [isThere ? 'L' : 'M', a, b];
      }
      return path && path + dot() + (end || '');
    }
    line(name, x, y) { return make(this.inner, 'path', { class: name, d: this.pathOf(x, y) }); }
    drawSeries() {
      const spec = this.spec, ends = [this.x.low, this.x.high];
      if (!this.isStacked && !this.y.isLog && !spec.apart) this.line('plot-zero', ends, [0, 0]);
      if (spec.diagonal) this.line('plot-guide', ends, ends); if (this.band) this.drawBand();
      if (this.isStacked) { this.drawAreas(); return; }
      this.shown().forEach((s) => {
        if (s.sigma.length || s.across.length) this.drawErrors(s);
        if (!s.isPoints) this.tint(this.inner, this.curvePath(s), s, false);
        if (s.isPoints || spec.marked) this.tint(this.inner, this.marksPath(s), s, true);
      });
    }
    curvePath({ x, y }) {
      const [from, to] = [this.x.low, this.x.high].map((edge) => search(x, edge));
      const part = (v) => (this.isAlong ? v.subarray(Math.max(0, from - 1), to + 2) : v);
      return this.pathOf(part(x), part(y), '', this.isSpans ? -1 : 0.4);
    }
    marksPath(s) {
      const near = (axis, value) => Math.abs(axis.share(value) - 0.5) < 0.55;
      return Array.from(s.x, (x, i) => (near(this.x, x) && near(this.y, s.y[i])
        ? this.mark(s, this.px(x), this.py(s.y[i])) : '')).join('');
    }
    // On an axis in decades what reaches down to 0 goes on below the frame.
    above(y) { return this.y.isLog && !(y > 0) ? this.y.low / 2 : y; }
    drawErrors(s) {
      make(this.inner, 'path', { class: 'plot-error', d: Array.from(s.x, (x, i) => {
        const y = s.y[i], e = s.sigma[i], d = s.across[i];
        return (e > 0 ? this.pathOf([x, x], [this.above(y - e), y + e]) : '') +
          (d > 0 ? this.pathOf([x - d, x + d], [y, y]) : '');
      }).join('') });
    }
    drawBand() {
      const { x, low, high } = this.band, edge = (v) => this.above(v);
      const area = this.line('plot-band', mirrored(x, x), mirrored(low.map(edge), high.map(edge)));
      area.style.setProperty('--own', `var(--plot-${this.series[0].colour % 12})`);
    }
    // Running sums of the areas that are shown.
    sums() {
      let last = null;
      return this.shown().map((s) => (last = s.y.map((v, i) => v + (last ? last[i] : 0))));
    }
    boxes(x, edges) {
      return Array.from(x, edges).map(([left, right, low, high]) => this.pathOf([left, right, right,
        left], [low, low, high, high], 'Z')).join('');
    }
    drawAreas() {
      const shown = this.shown(), sums = this.sums();
      sums.forEach((sum, k) => {
        const x = shown[k].x, low = k > 0 ? sums[k - 1] : sum.map(() => 0);
        this.tint(this.inner, this.spec.bars
          ? this.boxes(x, (v, i) => [v - 0.4, v + 0.4, low[i], sum[i]])
          : this.pathOf(mirrored(x, x), mirrored(sum, low), 'Z'), shown[k]);
      });
    }
    // Bars from zero, one row below another: the second curve wide, the first narrow upon it.
    drawRows() {
      this.shown().reverse().forEach((s) => {
        const [half, lift] = s === this.series[0] ? [0.2, 0] : [0.38, 0.29];
        this.tint(this.inner, this.boxes(s.x, (x, i) => [0, x, -i - half, -i + half]), s);
        this.drawErrors(Object.assign({}, s, { y: s.y.map((v) => v - lift) }));
      });
      this.line('plot-zero', [0, 0], [this.y.low, this.y.high]);
    }
    drawMap() {
      const f = this.frame, { image, bar, axis } = this.map, at = f.left + f.width + 12;
      const [left, right] = this.mapEdges('x').map((v) => this.px(v));
      const [bottom, top] = this.mapEdges('y').map((v) => this.py(v));
      const put = (parent, href, x, y, width, height) => make(parent, 'image', { href,
        class: 'plot-map', x, y, width, height, preserveAspectRatio: 'none' });
      const [x, to] = [left, right].map((v) => clamp(v, 0, f.width));
      const [y, down] = [top, bottom].map((v) => clamp(v, 0, f.height)), width = to - x, height = down - y;
      if (this.map.hasGaps) this.hatch(this.inner, x, y, width, height);
      else make(this.inner, 'rect', { class: 'plot-nobody', x, y, width, height });
      put(this.inner, image, left, top, right - left, bottom - top);
      put(this.svg, bar, at, f.top, 12, f.height);
      make(this.svg, 'rect', { class: 'plot-frame', x: at, y: f.top, width: 12, height: f.height });
      ticsOf(axis, 6, {}).forEach((tic) => this.text(this.svg, '', at + 16,
        f.top + (1 - axis.share(tic.at)) * f.height + 4, tic.text, 'start'));
      this.text(this.svg, 'plot-label', at + 74, f.top + f.height / 2, this.spec.z.label, 'upright');
    }

    // --- values under the pointer ---
    // What is nearest to a place of the frame, with lines of names and values.
    nearest({ a, b }) {
      const { spec, map } = this, { width, height } = this.frame;
      const x = this.x.value(a / width), y = this.y.value(1 - b / height);
      const named = (axis, value, sigma) => [nameOf(axis.label), quantity(value, axis, sigma)];
      if (this.rows) {
        const i = clamp(Math.round(-y), 0, this.rows.length - 1), label = spec.x.label;
        return { x: NaN, y: -i, lines: [[this.rows[i], '']].concat(this.shown().map((s) =>
          [s.name, quantity(s.x[i], { label }, s.across[i])])) };
      }
      if (map) {
        const [i, j] = [x, y].map((value, k) => {
          const which = AXES[k], edges = new Axis(this.mapEdges(which), this.log[which]);
          return clamp(Math.floor(edges.share(value) * map[which].length), 0, map[which].length - 1);
        });
        return { x: map.x[i], y: map.y[j], lines: [named(spec.x, map.x[i]), named(spec.y, map.y[j]),
          Number.isNaN(map.z[j * map.x.length + i]) ? [nameOf(spec.z.label), spec.circle ? '–' : NONE]
            : named(spec.z, map.z[j * map.x.length + i])] };
      }
      let hit = null, least = Infinity;
      if (this.isSpans) return this.spanAt(a, x, Math.round(y));
      this.shown().forEach((s) => {
        const isOver = this.isAlong && !s.isOverlay;
        const from = isOver ? nearestIn(s.x, x) : 0, to = isOver ? from + 1 : s.x.length;
        for (let i = from; i < to; i++) {
          const d = Math.hypot(isOver ? 12 : this.px(s.x[i]) - a, this.py(s.y[i]) - b);
          if (d < least) [least, hit] = [d, { s, i, x: s.x[i], y: s.y[i], t: s.t ? s.t[i] : NaN }];
        }
      });
      if (hit) hit.lines = this.isAlong ? [named(spec.x, hit.x)].concat(this.linesAt(hit))
        : [[hit.s.name, ''], named(spec.x, hit.x, hit.s.across[hit.i]),
          named(spec.y, hit.y, hit.s.sigma[hit.i])];
      return hit;
    }
    // The shortest span of a line under the pointer, a little beside it for those that are narrow.
    spanAt(a, x, line) {
      const near = 3, label = this.spec.x.label;
      let hit = null, least = Infinity;
      this.shown().forEach((s) => s.x.forEach((start, i) => {
        const end = s.x[i + 1], isNear = this.px(start) < a + near && this.px(end) > a - near;
        if (s.y[i] !== line || !isNear || end - start >= least) return;
        least = end - start;
        hit = { s, i, x: clamp(x, start, end), y: line, lines: [[s.name, this.spec.y.words[line]],
          ['from', quantity(start, { label })], ['to', quantity(end, { label })]] };
      }));
      return hit;
    }
    // What every curve has at the x of a hit; of overlays those that are as good as there.
    linesAt(hit) {
      const label = this.spec.y.label, isSingle = this.series.length === 1;
      return this.shown().map((s) => {
        const i = s === hit.s ? hit.i : s.isOverlay ? nearestIn(s.x, hit.x) : -1;
        const isFar = s.isOverlay && !(Math.abs(this.px(s.x[i]) - this.px(hit.x)) < 4);
        const y = isFar ? NaN : i >= 0 ? s.y[i] : valueAt(s, hit.x);
        return Number.isFinite(y) && [isSingle ? nameOf(label) : s.name,
          quantity(y - s.lift, { label }, s.sigma[i])];
      }).filter(Boolean);
    }
    // Where others point, no value is told, but the place is shown on every curve.
    follow(axis, value) {
      const isX = axis === this.spec.x.axis && (this.isAlong || this.map || this.isSpans);
      if (this.hit || !isX && axis !== this.spec.along) return;  // a reader points at this one
      this.clear();
      if (value === null) return;
      const x = value * (this.spec.x.scale || 1);
      if (isX) this.cross(x, NaN);
      this.shown().forEach((s) => {
        const i = s.t && !isX ? nearestIn(s.t, value) : -1;
        if (i >= 0) this.dot(s.x[i], s.y[i]);
        else if (isX && !s.isOverlay && !this.isStacked && !this.isSpans) this.dot(x, valueAt(s, x));
      });
    }
    clear() { this.over.textContent = ''; this.tip.hidden = true; this.hit = null; }
    cross(x, y) {
      const { width, height } = this.frame, a = fixed(this.px(x)), b = fixed(this.py(y));
      make(this.over, 'path', { class: 'plot-cross', d: (Number.isFinite(a) ? `M${a} 0V${height}`
        : '') + (Number.isFinite(b) ? `M0 ${b}H${width}` : '') });
    }
    dot(x, y) {
      const cx = this.px(x), cy = this.py(y);
      if (Number.isFinite(cx + cy)) make(this.over, 'circle', { class: 'plot-dot', cx, cy, r: 4 });
    }
    // The values at a place, and to all others that share the axis: look here.
    show(at, isSaid) {
      const f = this.frame, { axis, scale } = this.spec.x, hit = this.nearest(at);
      this.clear();
      Object.assign(this, { hit, at });
      if (!hit) return;
      this.cross(hit.x, this.isAlong ? NaN : hit.y);
      if (hit.s && !this.isStacked) this.dot(hit.x, hit.y);
      Object.assign(this.tip, { textContent: '', hidden: false });
      hit.lines.forEach((texts) => {
        const line = make(this.tip, 'div', { class: 'plot-value' });
        texts.forEach((text, i) => make(line, i ? 'b' : 'span', {}, text));
      });
      const a = Number.isFinite(hit.x) ? this.px(hit.x) : at.a, isRight = a > f.width / 2;
      const area = this.svg.getBoundingClientRect(), root = this.root.getBoundingClientRect();
      Object.assign(this.tip.style, { top: area.top - root.top + f.top + 6 + 'px',
        left: isRight ? '' : f.left + a + 12 + 'px',
        right: isRight ? area.width - f.left - a + 12 + 'px' : '' });
      if (isSaid) this.said.textContent = hit.lines.map((line) => line.filter(Boolean).join(' ')).join(', ');
      if (axis && (this.isAlong || this.map || this.isSpans)) dashpot.cursor.move(axis, hit.x / (scale || 1), this);
      else if (Number.isFinite(hit.t)) dashpot.cursor.move(this.spec.along, hit.t, this);
    }
    leave() {
      if (!this.hit) return;
      this.clear();
      [this.spec.x.axis, this.spec.along].forEach((axis) => axis && dashpot.cursor.move(axis, null, this));
    }

    // --- zoom and keys ---
    reset() { this.view = null; this.draw(); }
    // To these shares of the axes.
    zoom(shares) {
      const view = {};
      AXES.forEach((which, k) => {
        const axis = this[which], [low, high] = shares[k];
        const deep = (high - low) * axis.span / new Axis(this.home(which), this.log[which]).span;
        view[which] = deep > DEEPEST && deep < 10 ? [axis.value(low), axis.value(high)]
          : [axis.low, axis.high];
      });
      this.view = view; this.draw();
    }
    // Pixels of an event within the frame.
    place(event) {
      const area = this.svg.getBoundingClientRect(), f = this.frame;
      return { a: clamp(event.clientX - area.left - f.left, 0, f.width),
        b: clamp(event.clientY - area.top - f.top, 0, f.height) };
    }
    // The mouse and a finger alike: a drag is a box to zoom to, a tap of a finger shows values.
    press(event) {
      if (event.button !== 0) return;
      this.from = this.place(event);
      this.svg.setPointerCapture(event.pointerId);
      if (event.pointerType !== 'mouse') this.show(this.from, true);
    }
    move(event) {
      if (!this.from) { this.show(this.place(event), false); return; }
      const { width, height } = this.frame, [[left, right], [low, high]] = this.boxTo(this.place(event));
      if (right - left === 1 && high - low === 1) return;
      this.clear();
      make(this.over, 'rect', { class: 'plot-box', x: left * width, y: (1 - high) * height,
        width: (right - left) * width, height: (high - low) * height });
    }
    // Shares of a box; one that is hardly wide or tall zooms along the other axis only.
    boxTo(to) {
      const { width, height } = this.frame, { a, b } = this.from;
      return [[a, to.a, width], [height - b, height - to.b, height]].map(([p, q, size]) =>
        (Math.abs(p - q) < 10 ? [0, 1] : [Math.min(p, q) / size, Math.max(p, q) / size]));
    }
    release(event) {
      const shares = this.from && this.boxTo(this.place(event));
      this.from = null;
      if (!shares || event.type !== 'pointerup') return;
      if (shares.some(([low, high]) => high - low < 1)) this.zoom(shares); else this.select();
    }
    select() { if (this.spec.onselect && this.hit) this.spec.onselect(this.hit); }
    // Keys move a place within the frame as a pointer would.
    key(event) {
      const { width, height } = this.frame, at = this.at || { a: width / 2, b: height / 2 };
      const step = (event.shiftKey ? 1 : 10) / 1000, go = (across, up) => this.show(
        { a: clamp(at.a + across * width, 0, width), b: clamp(at.b - up * height, 0, height) }, true);
      const zoomBy = (factor) => this.zoom([at.a / width, 1 - at.b / height].map((c) =>
        [c - c * factor, c + (1 - c) * factor]));
      const acts = { ArrowLeft: () => go(-step, 0), ArrowRight: () => go(step, 0),
        ArrowUp: () => go(0, 4 * step), ArrowDown: () => go(0, -4 * step), Home: () => go(-1, 0),
        End: () => go(1, 0), '+': () => zoomBy(0.5), '=': () => zoomBy(0.5), '-': () => zoomBy(2),
        Escape: () => { this.leave(); this.reset(); }, Enter: () => this.select() };
      if (!acts[event.key] || event.ctrlKey || event.metaKey || event.altKey) return;
      event.preventDefault(); acts[event.key]();
    }
  }

  return (element, spec) => new Plot(element, spec);
})();
