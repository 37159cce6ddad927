// The numbers that a report draws, against the tables beside it: blocks of series.dat and curves of
// the page. A block names its columns in its heading; curves of the page are in the same order.
'use strict';
const fs = require('fs');

// --- tables ---------------------------------------------------------------------------------------
const split = (line) => !line.includes('"') ? line.split(',') : [...line.matchAll(/("(?:[^"]|"")*"|[^,]*)(,|$)/g)].slice(0, -1).map((m) => m[1])
  .concat(line.endsWith(',') ? '' : []).map((cell) => cell.replace(/^"|"$/g, '').replace(/""/g, '"'));
// As in the heading of a block: without unit, and of 60 letters; what gnuplot might read is another
// letter there.
const plain = (name) => name.replace(/ \[[^\]]*\]$/, '').slice(0, 60).replace(/[^\w.]/g, '_');
// Words stay what they are.
const number = (cell) => (cell === '' ? NaN : Number.isNaN(Number(cell)) ? cell : Number(cell));
function readTables(folder) {
  return fs.readdirSync(folder).filter((name) => name.endsWith('.csv')).sort().map((name) => {
    const [heads, ...rows] = fs.readFileSync(`${folder}/${name}`, 'utf8').trim().split(/\r?\n/).map(split);
    return { name, column: new Map(heads.map((head, i) => [plain(head), rows.map((row) => number(row[i]))])) };
  });
}
const isThere = (columns, row) => columns.every((c) => Number.isFinite(c[row]));
const extent = (values) => values.reduce(([low, high], v) => (Number.isFinite(v)
  ? [Math.min(low, v), Math.max(high, v)] : [low, high]), [Infinity, -Infinity]);

// --- rows -----------------------------------------------------------------------------------------
const near = (a, b, digits) => Math.abs(a - b) <= digits * Math.max(Math.abs(a), Math.abs(b)) + 1e-300;
// The row of a table for each row that is drawn, in their order; -1 for a gap, null where one is none.
function rowsOf(columns, drawn, digits) {
  const found = [];
  let row = -1;
  for (let i = 0; i < drawn[0].length; i++) {
    if (!isThere(drawn, i)) { found.push(-1); continue; }
    do row++; while (row < columns[0].length && !columns.every((c, k) => near(c[row], drawn[k][i], digits[k])));
    if (row === columns[0].length) return { missing: drawn.map((d) => d[i]) };
    found.push(row);
  }
  return { found };
}
// Rows that lie between two that are joined by a line have values; so near in x that a picture
// cannot show it, a gap may be left out.
function isJoined(columns, found) {
  const [low, high] = extent(columns[0]), finest = 3e-3 * (high - low);
  for (let i = 1; i < found.length; i++) {
    const [from, to] = [found[i - 1], found[i]];
    if (from < 0 || to < 0 || Math.abs(columns[0][to] - columns[0][from]) < finest) continue;
    for (let row = from + 1; row < to; row++) if (!isThere(columns, row)) return false;
  }
  return true;
}
// The largest and the least value of each column are drawn. A loop may be 1 % off: its points are
// thinned on a grid of that size.
function isWhole(columns, drawn, isAlong) {
  const rows = columns[0].map((v, i) => i).filter((i) => isThere(columns, i));
  return columns.every((c, k) => {
    const [low, high] = extent(rows.map((i) => c[i]));
    const [from, to] = extent(drawn[k].filter((v, i) => isThere(drawn, i)));
    const room = (isAlong ? 1e-6 : 1e-2) * Math.max(Math.abs(low), Math.abs(high));
    return Math.abs(low - from) <= room && Math.abs(high - to) <= room;
  });
}

// What is wrong with what is drawn of these columns, or ''. `curves` are the groups of rows that
// stand for one table, or a single one; `digits` how exact each column is.
function compare(tables, names, curves, { digits, isAlong, isStacked }) {
  const own = tables.filter((t) => names.every((name) => t.column.has(name)));
  if (own.length === 0) return `no table has ${names}`;
  const faults = own.map(({ name, column }) => {
    const columns = names.map((n) => column.get(n));
    // areas have running sums, and no row that lacks a value
    for (let k = 2; k < columns.length && isStacked; k++)
      columns[k] = columns[k].map((v, row) => v + columns[k - 1][row]);
    for (const drawn of curves) {
      const { found, missing } = rowsOf(columns, drawn, digits);
      if (missing) return `${name} has no such row as ${missing}`;
      if (isAlong && curves.length === 1 && !isStacked && !isJoined(columns, found))
        return `a gap of ${name} is drawn over`;
    }
    const all = names.map((n, k) => curves.flatMap((drawn) => Array.from(drawn[k])));
    return isWhole(columns, all, isAlong) ? '' : `the extremes of ${name} are not drawn`;
  });
  return faults.includes('') ? '' : faults.join('; ');
}

// --- maps -----------------------------------------------------------------------------------------
// Cells against the rows of a table, where each row has a cell of its own; else the largest. Cells
// are in rows from below; `room` says how far a value may be off.
function compareMap(tables, names, cells, { columns, rows, room, isCircle }) {
  const own = tables.find((t) => names.every((name) => t.column.has(name)));
  if (!own || names.length !== 3) return `no table has ${names}`;
  const [x, y, z] = names.map((name) => own.column.get(name));
  const [places, lines] = [x, y].map((v) => [...new Set(v.filter(Number.isFinite))].sort((a, b) => a - b));
  const most = (values) => Math.max(...extent(values).map(Math.abs));
  if (!(Math.abs(most(cells) - most(z)) <= room(most(z)))) return `${names}: up to ${most(cells)}, not ${most(z)}`;
  if (places.length !== columns || lines.length !== rows) return '';
  const at = [places, lines].map((list) => new Map(list.map((v, i) => [v, i])));
  let there = 0;
  for (let row = 0; row < z.length; row++) {
    // over places nothing is no colour
    if (!isThere([x, y, z], row) || (isCircle && z[row] === 0)) continue;
    const told = cells[at[0].get(x[row]) + at[1].get(y[row]) * columns];
    there++;
    if (!(Math.abs(told - z[row]) <= room(z[row]))) return `${names}: ${told} at ${x[row]}, ${y[row]}, not ${z[row]}`;
  }
  const drawn = cells.filter(Number.isFinite).length;
  return drawn === there ? '' : `${names}: ${there} cells have a value, ${drawn} are drawn`;
}

module.exports = { readTables, compare, compareMap, plain };
