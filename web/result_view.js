// What a run gave, as a page: headlines, notes, plots, summary. Needs dashpot.js, plot.js, controls.js.
//
//   const view = dashpot.resultView(element, result)   result: of dashpot.engine.run
//   view.destroy()

var dashpot = window.dashpot || {};
window.dashpot = dashpot;

dashpot.resultView = function (element, result) {
  'use strict';
  const make = dashpot.make, box = make(element, 'div', 'result'), plots = [];
  const PLOTS_MOST = 12, SUMMARY_MOST = 200000;  // characters

  function putHeadlines() {
    const table = make(box, 'table', 'numbers result-headlines'), body = make(table, 'tbody');
    make(table, 'caption', 'unseen', 'Headlines');
    let part = '';
    result.headlines.forEach((line) => {
      // what the numbers below speak of: the window of the statistics, or the whole run
      if (line.part && line.part !== part) {
        const cell = make(make(body, 'tr'), 'th', 'result-part', line.part);
        Object.assign(cell, { colSpan: 2, scope: 'rowgroup' });
      }
      part = line.part;
      const row = make(body, 'tr');
      make(row, 'th', '', line.name).scope = 'row';
      const cell = make(row, 'td', '', line.unit === '%' ? Number(line.value.toPrecision(4)) + ' %'
        : dashpot.shown(line.value, line.unit, 5));
      cell.dataset.value = String(line.value);
    });
  }
  function putNotes() {
    const list = make(box, 'ul', 'notes');
    result.notes.forEach((note) => make(list, 'li', '', note));
  }
  function putPlots() {
    const grid = make(box, 'div', 'pictures');
    result.plots.slice(0, PLOTS_MOST).forEach((spec) => {
      const figure = make(grid, 'figure', 'result-plot');
      plots.push(dashpot.plot(figure, spec));
      if (spec.caption) make(figure, 'figcaption', 'muted', spec.caption);
    });
    if (result.plots.length > PLOTS_MOST)
      make(box, 'p', 'muted', 'The first ' + PLOTS_MOST + ' of ' + result.plots.length + ' plots are shown.');
  }
  function putSummary() {
    const details = make(box, 'details'), text = JSON.stringify(result.summary, null, 2);
    make(details, 'summary', '', 'Summary as JSON');
    const pre = make(details, 'pre', 'recipe result-summary', text.length <= SUMMARY_MOST ? text
      : text.slice(0, SUMMARY_MOST) + '\n… ' + (text.length - SUMMARY_MOST) + ' characters more');
    pre.tabIndex = 0;
    dashpot.copyButton(details, 'Copy', () => text);
  }

  make(box, 'h3', '', result.title || 'Results');
  if (!result.ok) make(box, 'p', 'result-problem', result.text);
  putHeadlines();
  putNotes();
  putPlots();
  if (result.summary) putSummary();
  return { destroy() { plots.forEach((plot) => plot.destroy()); box.remove(); } };
};
