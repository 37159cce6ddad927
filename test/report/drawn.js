// What the plots of a report draw, against the tables beside it, without a browser. Looks at the
// interactive plots, whole and zoomed, at the blocks of data that the gnuplot scripts name, and at the
// stage of a ball that is thrown.
// usage: node drawn.js FOLDER...    prints what is wrong; exit status 1 if anything is
'use strict';
const fs = require('fs');
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
  return numbers.sort((a, b) => a - b).map((n) => (blocks[n] ? blocks[n].rows : []));
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
  const plots = plotsOf(page), blocks = readBlocks();
  checkStage(page);
  plots.forEach((plot) => {
    const { stem } = plot.spec, own = checkScript(stem, blocks);
    checkLegend(plot, stem);
    const isLines = !plot.map && !plot.rows && !plot.isStacked;
    if (plot.isSpans) checkSpans(plot, own);
    plot.series.forEach((s, k) => {
      if (!isLines || s.isPoints) return;
      const all = checkCurve(plot, s, stem);
      check(all.length > 0, `${stem}, ${s.name}: nothing to draw`);
      if (plot.isAlong && all.length > 1) checkZoom(plot, s, all, stem);
      // the still picture draws another choice of a long table
      const rows = plot.isSpans ? [] : own[k].map((row) => row.trim().split(' ').map(Number));
      if (rows.length !== s.x.length) return;
      const still = runs(rows.map((row) => row[0]), rows.map((row) => row[1]));
      const here = runs(s.x, s.y);
      check(still.join() === here.join(), `${stem}, ${s.name}: gaps differ in series.dat`);
    });
  });
});
process.exit(wrong > 0 ? 1 : 0);
