// What the plots of a report draw, against the tables beside it, without a browser. Looks at the
// interactive plots, whole and zoomed, at the blocks of data that the gnuplot scripts name, at the
// pictures that gnuplot made of them, and at the stage of a ball that is thrown.
// usage: node drawn.js FOLDER...    prints what is wrong; exit status 1 if anything is
'use strict';
const fs = require('fs');
const { readTables, compare, compareMap, plain } = require('./values.js');
let wrong = 0, folder;
function check(isGood, text) {
  if (isGood) return;
  wrong++;
  console.log(`${folder}: ${text}`);
}

// --- a document without a browser -----------------------------------------------------------------
class Element {
  constructor(name) {
    Object.assign(this, { name, attributes: {}, children: [], clientWidth: 800 });
    this.style = { setProperty() {} };
    this.classList = { add() {} };
  }
  set textContent(text) { if (text === '') this.children = []; }
  appendChild(child) { this.children.push(child); return child; }
  append() {}
  prepend() {}
  setAttribute(key, value) { this.attributes[key] = String(value); }
  addEventListener() {}
  getContext() {
    return { createImageData: (w, h) => ({ data: new Uint8ClampedArray(4 * w * h) }), putImageData() {} };
  }
  toDataURL() { return ''; }
}
// The plots of a page, as its own scripts make them.
function plotsOf(page) {
  const block = page.match(/<script type="application\/json" id="plot-data">([^]*?)<\/script>/);
  if (!block) return [];
  const [plotter, reader] = ['// Plots one can touch', "document.querySelectorAll('button"].map((start) => {
    const from = page.indexOf('<script>' + start) + 8;
    return page.slice(from, page.indexOf('</script>', from));
  });
  const window = {}, plots = [], document = {
    createElement: (name) => new Element(name), createElementNS: (space, name) => new Element(name),
    querySelector: () => new Element('figure'), querySelectorAll: () => [],
    getElementById: () => ({ textContent: block[1] }),
  };
  class ResizeObserver { observe() {} }
  new Function('window', 'document', 'ResizeObserver', plotter)(window, document, ResizeObserver);
  const { plot } = window.dashpot;
  window.dashpot.plot = (element, spec) => plots.push(plot(element, spec));
  new Function('window', 'document', 'dashpot', reader)(window, document, window.dashpot);
  return plots;
}

// --- pieces of lines ------------------------------------------------------------------------------
// Runs of rows that have both numbers: [first, last].
function runs(x, y) {
  const found = [];
  let from = -1;
  for (let i = 0; i <= x.length; i++) {
    const isThere = Number.isFinite(x[i]) && Number.isFinite(y[i]);
    if (isThere && from < 0) from = i;
    if (!isThere && from >= 0) { found.push([from, i - 1]); from = -1; }
  }
  return found;
}
const countBy = (count, extra) => `${count} ${extra}${count === 1 ? '' : 's'}`;
// Pieces of a path: pixels where each begins and ends; what has no length is not seen.
const pieces = (path) => path.split('M').slice(1).filter((piece) => /[Lh]/.test(piece)).map((piece) => {
  const at = piece.replace('m-1 0h2', '').split('L').map(Number.parseFloat);
  return [at[0], at[at.length - 1]];
});

function checkCurve(plot, s, stem) {
  const px = (i) => plot.px(s.x[i]), what = `${stem}, ${s.name}`;
  const usable = s.y.map((v) => (Number.isFinite(plot.py(v)) ? v : NaN));
  const all = runs(s.x, usable), drawn = pieces(plot.curvePath(s));
  check(drawn.length === all.length,
    `${what}: ${countBy(all.length, 'piece')} in the data, ${drawn.length} drawn`);
  drawn.forEach((piece, k) => {
    if (drawn.length !== all.length) return;
    const ends = [px(all[k][0]), px(all[k][1])];
    check(ends.every((v, i) => Math.abs(v - piece[i]) < 1.3), `${what}: piece ${k} ends elsewhere`);
  });
  // a value is told on every piece and in no gap
  const middles = plot.isAlong ? all.filter(([from, to]) => s.x[to] > s.x[from]) : [];
  middles.forEach(([from, to]) => {
    const i = (from + to) >> 1, j = i + (to > i ? 1 : -1), at = (s.x[i] + s.x[j]) / 2;
    if (s.x[i] === s.x[j]) return;
    // near enough that neighbours are some pixels away
    plot.view = { x: [s.x[from], s.x[to]], y: plot.home('y') };
    plot.setAxes();
    const hit = plot.nearest({ a: plot.px(at), b: plot.py((s.y[i] + s.y[j]) / 2) });
    check(hit && hit.lines.some((line) => line[0] === s.name || plot.series.length === 1),
      `${what}: nothing is said at ${at}`);
  });
  plot.reset();
  return all;
}
// Zoomed in, what lies in the frame is drawn.
function checkZoom(plot, s, all, stem) {
  const [from, to] = plot.home('x');
  for (let part = 0; part < 16; part++) {
    const [low, high] = [part, part + 1].map((k) => from + (to - from) * k / 16);
    plot.view = { x: [low, high], y: plot.home('y') };
    plot.setAxes();
    const inside = all.filter(([a, b]) => s.x[b] >= low && s.x[a] <= high).length;
    const drawn = pieces(plot.curvePath(s)).filter(([a, b]) => b >= -0.1 && a <= plot.frame.width + 0.1);
    check(drawn.length === inside,
      `${stem}, ${s.name}: zoom ${part} has ${countBy(inside, 'piece')}, ${drawn.length} drawn`);
  }
  plot.reset();
}

// --- tables ---------------------------------------------------------------------------------------
function readTable(name) {
  if (!fs.existsSync(`${folder}/${name}.csv`)) return null;
  const rows = fs.readFileSync(`${folder}/${name}.csv`, 'utf8').trim().split(/\r?\n/)
    .map((line) => line.split(','));
  return { names: rows[0].map((name) => name.replace(/ \[.*$/, '')), rows: rows.slice(1) };
}
// Every span of time is drawn: in the page and in the picture.
function checkSpans(plot, blocks) {
  const table = readTable('timeline');
  if (!table) { check(false, 'modes without timeline.csv'); return; }
  const column = (name) => table.names.indexOf(name);
  const [mode, start, end] = ['mode', 'start', 'end'].map(column), counts = {};
  table.rows.forEach((row) => { counts[row[mode]] = (counts[row[mode]] || 0) + 1; });
  check(Object.keys(counts).sort().join() === plot.series.map((s) => s.name).sort().join(),
    `modes are ${Object.keys(counts)}, drawn ${plot.series.map((s) => s.name)}`);
  if (table.rows.length > 4000) return;  // those closer than a pixel are one
  plot.series.forEach((s, k) => {
    const rows = table.rows.filter((row) => row[mode] === s.name), found = runs(s.x, s.y);
    check(found.length === rows.length, `${s.name}: ${rows.length} in the table, ${found.length} in the page`);
    check(blocks[k].length === rows.length,
      `${s.name}: ${rows.length} in the table, ${blocks[k].length} in series.dat`);
    const scale = plot.spec.x.scale || 1, span = Number(table.rows[table.rows.length - 1][end]);
    rows.forEach((row, i) => {
      const told = found[i] ? [s.x[found[i][0]] / scale, s.x[found[i][1]] / scale] : [];
      const kept = (blocks[k][i] || '').trim().split(' ').map(Number);
      [start, end].forEach((c, side) => [told[side], kept[side]].forEach((v) =>
        check(Math.abs(v - Number(row[c])) < 1e-8 * span, `${s.name} ${i}: ${v}, not ${row[c]}`)));
    });
  });
}

// --- gnuplot --------------------------------------------------------------------------------------
// Blocks of series.dat as `index` counts them: one without rows is none.
function readBlocks() {
  const blocks = [];
  let heading = '', blank = 2;
  fs.readFileSync(`${folder}/plots/series.dat`, 'utf8').split('\n').forEach((line) => {
    if (line.startsWith('#')) { heading = line; return; }
    if (line.trim() === '') { blank++; return; }
    if (blank >= 2) blocks.push({ heading, rows: [] });
    blank = 0;
    blocks[blocks.length - 1].rows.push(line);
  });
  return blocks;
}
// Blocks of a script, in its order; each must be its own.
function checkScript(stem, blocks) {
  const script = fs.readFileSync(`${folder}/plots/${stem}.gp`, 'utf8');
  const numbers = [...new Set([...script.matchAll(/ index (\d+)/g)].map((m) => Number(m[1])))];
  numbers.forEach((n) => {
    const { heading } = blocks[n] || { heading: 'nothing' };
    check(heading.startsWith(`# index ${n}, for ${stem}.gp`), `${stem}.gp: index ${n} reads ${heading}`);
  });
  return numbers.sort((a, b) => a - b).map((n) => blocks[n] || { heading: '', rows: [] });
}
const numbersOf = (row) => row.trim().split(/ +/).map(Number);
const namesOf = ({ heading }) => [...heading.matchAll(/'([^']*)'/g)].map((m) => plain(m[1]));
// Rows of a block as columns, gaps among them.
function columnsOf({ rows }, count) {
  const numbers = rows.map(numbersOf);
  return Array.from({ length: count }, (c, k) => numbers.map((row) => row[k]));
}

// --- numbers --------------------------------------------------------------------------------------
const PAGE = 1e-6, PAGE_TIME = 1e-9, DATA = 1e-8;  // 7, 10 and 9 digits are written
// What is drawn of one table: blocks of the same columns are groups of its rows.
function checkNumbers({ spec, isAlong, isStacked }, own, tables) {
  const curves = (spec.curves || []).concat(spec.band || [], spec.overlays || []), groups = new Map();
  own.forEach((block, k) => {
    const names = namesOf(block), key = names + (block.heading.includes(': points, ') ? ' points' : '');
    if (!groups.has(key)) groups.set(key, { names, page: [], data: [] });
    const group = groups.get(key), c = curves[k];
    group.data.push(columnsOf(block, names.length));
    if (isStacked) group.page = spec.curves.map((curve) => [c.x, curve.y]);
    else group.page.push(c === spec.band ? [c.x, c.low, c.high] : [c.x, c.y]);
  });
  groups.forEach(({ names, page, data }) => {
    const told = (text) => check(text === '', `${spec.stem}: ${text}`);
    const digits = names.map((name) => (name === 'time' && page.length === 1 ? PAGE_TIME : PAGE));
    told(compare(tables, names, data, { digits: names.map(() => DATA), isAlong, isStacked }));
    if (!isStacked) told(compare(tables, names, page, { digits, isAlong }));
    else page.forEach((drawn, k) =>
      told(compare(tables, [names[0], names[k + 1]], [drawn], { digits, isAlong, isStacked })));
  });
}
// The force of a joint reaches the largest of each of its impacts, in the page and in series.dat.
function checkImpacts(plot, own, tables) {
  const table = tables.find((t) => t.name === 'impacts.csv' && t.column.has('joint')), scale = plot.spec.x.scale || 1;
  if (!table || !plot.isAlong) return;
  const [joint, time, duration, most] = ['joint', 'time', 'duration', 'max_force'].map((name) => table.column.get(name));
  plot.series.forEach((s, k) => {
    const name = namesOf(own[k])[1], [x, y] = columnsOf(own[k], 2), end = x[x.length - 1];
    // five rows of a stretch are kept, its highest among them
    const room = Math.max(1e-3, 8 / s.x.length) * (end - x[0]);
    joint.forEach((word, i) => {
      if (name !== `${word}.force` || !(time[i] + duration[i] <= end)) return;
      const peak = (at, value) => at.reduce((high, v, j) =>
        (v > time[i] - room && v < time[i] + duration[i] + room ? Math.max(high, value(j)) : high), -Infinity);
      const drawn = [peak(x, (j) => y[j]), peak(Array.from(s.x, (v) => v / scale), (j) => s.y[j] / (plot.spec.y.scale || 1))];
      check(Math.min(...drawn) >= (1 - 1e-6) * most[i], `${plot.spec.stem}: impact ${i} of ${most[i]} N is drawn as ${drawn}`);
    });
  });
}
// The cells of a map in the page, and in series.dat: a large one is a matrix that repeats them, a
// small one has rows of two places and a value.
function checkMap({ map, spec }, [block], tables) {
  const names = namesOf(block), columns = map.x.length, rows = map.y.length, z = spec.map.z;
  const { low, high, isLog } = map.axis, all = block.rows.map(numbersOf), isImage = columns * rows > 2500;
  const is = { columns, rows, isCircle: Boolean(spec.circle) };
  const told = (text) => check(text === '', `${spec.stem}: ${text}`);
  const page = Array.from({ length: columns * rows }, (c, k) => z[Math.floor(k / columns)][k % columns])
    .map((v) => (v === null ? NaN : v));
  let next = 0;
  const data = page.map((v, k) => {
    if (isImage) return all[Math.floor(k / columns) * all.length / rows][k % columns * all[0].length / columns];
    return Number.isFinite(v) && next < all.length ? all[next++][2] : NaN;
  });
  const bits = isLog ? 1e-4 * Math.log(high / low) : 0, step = isLog ? 0 : 2e-5 * (high - low);
  told(compareMap(tables, names, page, { ...is, room: (v) => (PAGE + isImage * bits) * Math.abs(v) + isImage * step }));
  told(compareMap(tables, names, data, { ...is, room: (v) => 1e-4 * Math.abs(v) }));
  check(isImage || next === all.length, `${spec.stem}: series.dat has ${all.length} cells, the page ${next}`);
}

// --- pictures -------------------------------------------------------------------------------------
// Pieces that gnuplot drew for each part of its plot command: lists of [x, y] in pixels.
function piecesOf(svg) {
  return svg.split('<g id="gnuplot_plot_').slice(1).map((rest) => {
    let depth = 1;
    const end = [...rest.matchAll(/<(\/?)g\b/g)].find((m) => (depth += m[1] ? -1 : 1) === 0).index, text = rest.slice(0, end);
    const places = (list) => [...list.matchAll(/([-\d.]+),([-\d.]+)/g)].map((m) => [Number(m[1]), Number(m[2])]);
    const polygons = [...text.matchAll(/<polygon [^>]*points = '([^']*)'/g)].map((m) => places(m[1]));
    const paths = [...text.matchAll(/<path [^>]*\sd='([^']*)'/g)].flatMap((m) => m[1].split('M').slice(1).map(places));
    return polygons.length > 0 ? polygons : paths.filter((path) => path.length > 1);
  });
}
// A long line is written in parts, each from where the last one ended.
const join = (paths) => paths.reduce((all, path) => {
  const last = all.length > 0 ? all[all.length - 1] : [[NaN, NaN]], end = last[last.length - 1];
  if (end.every((v, k) => v === path[0][k])) last.push(...path); else all.push(path.slice());
  return all;
}, []);
const extentOf = (pieces, k) => pieces.flat().reduce(([low, high], place) =>
  [Math.min(low, place[k]), Math.max(high, place[k])], [Infinity, -Infinity]);
// gnuplot drew every piece of the curves, each curve where its own values are.
function checkPicture(plot, own) {
  const { stem } = plot.spec, name = `${folder}/plots/${stem}.svg`;
  if (!fs.existsSync(name)) return;
  const script = fs.readFileSync(`${folder}/plots/${stem}.gp`, 'utf8'), command = script.split('\nplot ')[1].split('\n');
  const kind = plot.isSpans ? / with (vectors|boxxyerror) / : / with lines /;
  const parts = command.map((line, i) => (kind.test(line) && !line.includes('notitle') ? i : -1)).filter((i) => i >= 0);
  const drawn = piecesOf(fs.readFileSync(name, 'utf8')), hasKey = !script.includes('\nunset key');
  const curves = parts.map((part, k) => {
    const data = own[k].rows.map(numbersOf);
    // a span has a piece of its own; gnuplot draws no line through a single row
    const told = plot.isSpans ? data.map(([start, end, line]) => [[start, line], [end, line]])
      : runs(data.map((row) => row[0]), data.map((row) => row[1])).filter(([from, to]) => to > from)
        .map(([from, to]) => data.slice(from, to + 1));
    // the first piece is that of the key
    const seen = drawn[part].slice(hasKey ? 1 : 0);
    // a flight, or what lies between two, may be shorter than the hundredths of a pixel of an SVG
    const least = 1e-4 * (plot.x.high - plot.x.low) / (plot.spec.x.scale || 1);
    const isSure = ([start, end], i) => !/ vectors /.test(command[part]) ||
      (end[0] - start[0] > least && (i === 0 || start[0] - told[i - 1][1][0] > least));
    return { told, sure: plot.isSpans ? told.filter(isSure).length : told.length, seen: plot.isSpans ? seen : join(seen) };
  });
  check(parts.length === plot.series.filter((s) => !s.isPoints).length, `${stem}.svg: ${parts.length} curves`);
  // where the axis leaves out a part of the curves, pieces end at its edge
  const isCut = plot.spec.y.low !== undefined;
  curves.forEach(({ told, sure, seen }, k) => check(seen.length >= sure && (isCut || seen.length <= told.length),
    `${stem}.svg, ${plot.series[k].name}: ${countBy(told.length, 'piece')} in series.dat, ${seen.length} drawn`));
  [0, 1].forEach((axis) => {
    const flip = (v) => (axis ? -v : v), isLog = plot.log[axis ? 'y' : 'x'];
    if (plot.isSpans ? axis : isCut || plot.spec.apart) return;
    const place = (pieces) => extentOf(pieces, axis).map((v) => (isLog ? Math.log(v) : v));
    const [low, high] = place(curves.flatMap((c) => c.told)), [from, to] = extentOf(curves.flatMap((c) => c.seen), axis).sort((a, b) => flip(a - b));
    if (!(high > low)) return;
    curves.forEach(({ told, seen }, k) => {
      if (seen.length === 0) return;
      const here = place(told), there = extentOf(seen, axis).sort((a, b) => flip(a - b));
      [0, 1].forEach((end) => check(Math.abs(from + (here[end] - low) / (high - low) * (to - from) - there[end]) < 1.5,
        `${stem}.svg, ${plot.series[k].name}: drawn elsewhere`));
    });
  });
}

// --- legends, maps and animations -----------------------------------------------------------------
const within = (element) => [element].concat(...element.children.map(within));
const hasClass = (element, name) => within(element).some((e) => (e.attributes.class || '') === name);
// Areas and spans have names nowhere but in the legend; a map says which cells have no value.
function checkLegend(plot, stem) {
  const script = fs.readFileSync(`${folder}/plots/${stem}.gp`, 'utf8');
  if (plot.isStacked || plot.isSpans) check(!plot.legend.hidden, `${stem}: no legend`);
  if (!plot.map) return;
  const hasGaps = !plot.spec.circle && plot.map.z.some(Number.isNaN);
  check(hasClass(plot.legend, 'plot-none') === hasGaps && plot.legend.hidden === !hasGaps,
    `${stem}: legend of cells without a value`);
  check(hasClass(plot.svg, 'plot-gap') === hasGaps, `${stem}: hatching of cells without a value`);
  check(/fillstyle pattern[^]*title 'no value'/.test(script) === hasGaps, `${stem}.gp: hatching and its key`);
}
// Forces that stand apart begin at the base lines with their names, in the page and in the script.
function checkBases(plot, own) {
  const { stem, apart } = plot.spec;
  if (!apart || !/force/.test(plot.spec.y.label)) return;
  const script = fs.readFileSync(`${folder}/plots/${stem}.gp`, 'utf8');
  const bases = [...script.matchAll(/\(\(\$2-\(([-+.e\d]+)\)\)\*y_scale/g)].map((m) => Number(m[1]));
  plot.series.forEach((s, k) => {
    const first = numbersOf(own[k].rows[0])[1] - (bases[k] || 0);
    check(Math.abs(s.y[0] - s.lift) <= 0.1 * plot.lift, `${stem}, ${s.name}: begins ${s.y[0] - s.lift} off its line`);
    check(Math.abs(first * (plot.spec.y.scale || 1)) <= 0.1 * plot.lift, `${stem}.gp, ${s.name}: begins ${first} off`);
  });
}
// The path of a thrown ball fills its stage, and the ball is large enough to be seen.
function checkStage(page) {
  const from = page.indexOf('<script>\n// Plays a scene') + 9, text = page.slice(from, page.indexOf('</script>', from));
  if (from < 9 || !text.includes('\ndashpot.scenes.bounce = ') || !text.includes('"ways":[')) return;
  const box = new Element('div'), window = {};
  const document = { createElement: (name) => new Element(name), createElementNS: (space, name) => new Element(name),
    currentScript: { parentNode: { querySelector: () => box } } };
  new Function('window', 'document', text.replace('dashpot.player(box,', 'void (box,'))(window, document);
  const all = within(box), [, , width, height] = all.find((e) => e.name === 'svg').attributes.viewBox.split(' ').map(Number);
  const path = all.find((e) => /animation-faint/.test(e.attributes.class)).attributes.points.split(' ').map(Number);
  const extent = (start, size) => { const own = path.filter((v, i) => i % 2 === start);
    return (Math.max(...own) - Math.min(...own)) / size; };
  const ball = all.find((e) => e.attributes.class === 'animation-ball');
  check(extent(0, width) > 0.45 || extent(1, height) > 0.45, 'the path leaves most of the stage empty');
  check(extent(0, width) > 0.45 || width < 400, 'the stage is too wide for its path');
  check(extent(1, height) > 0.3, 'the stage is too high for its path');
  check(Number(ball.attributes.r) >= 8, `a ball of ${ball.attributes.r} pixels`);
}

process.argv.slice(2).forEach((name) => {
  folder = name;
  const page = fs.readFileSync(`${folder}/report.html`, 'utf8');
  const plots = plotsOf(page), blocks = readBlocks(), tables = readTables(folder);
  checkStage(page);
  plots.forEach((plot) => {
    const { stem } = plot.spec, own = checkScript(stem, blocks);
    checkLegend(plot, stem);
    checkBases(plot, own);
    if (plot.spec.style === 'lines' && !plot.isSpans) checkImpacts(plot, own, tables);
    const isLines = !plot.map && !plot.rows && !plot.isStacked;
    if (!plot.map && !plot.isStacked && plot.spec.style === 'lines') checkPicture(plot, own);
    if (plot.isSpans) checkSpans(plot, own.map((block) => block.rows));
    else if (plot.map) checkMap(plot, own, tables);
    else if (!plot.rows && plot.spec.style !== 'named') checkNumbers(plot, own, tables);
    plot.series.forEach((s, k) => {
      if (!isLines || s.isPoints) return;
      const all = checkCurve(plot, s, stem);
      check(all.length > 0, `${stem}, ${s.name}: nothing to draw`);
      if (plot.isAlong && all.length > 1) checkZoom(plot, s, all, stem);
      // the still picture draws another choice of a long table
      const rows = plot.isSpans ? [] : own[k].rows.map(numbersOf);
      if (rows.length !== s.x.length) return;
      const still = runs(rows.map((row) => row[0]), rows.map((row) => row[1]));
      const here = runs(s.x, s.y);
      check(still.join() === here.join(), `${stem}, ${s.name}: gaps differ in series.dat`);
    });
  });
});
process.exit(wrong > 0 ? 1 : 0);
