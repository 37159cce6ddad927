// A text area for scenarios: lines have numbers, and what is wrong with one stands beside it.
// Needs dashpot.js and controls.js.
//
//   const editor = dashpot.scenarioEditor(element, {label, changed(check)});
//   editor.text(), editor.set(text), editor.show(diagnostics)
// changed gets the answer of dashpot.engine.check a moment after the last key.

var dashpot = window.dashpot || {};
window.dashpot = dashpot;

dashpot.scenarioEditor = function (element, options) {
  'use strict';
  const make = dashpot.make, LONGEST = 500000, PAUSE = 200;  // characters, [ms] after the last key
  const box = make(element, 'div', 'editor'), sheet = make(box, 'div', 'editor-sheet');
  const lines = make(sheet, 'pre', 'editor-lines'), area = make(sheet, 'textarea', 'editor-text');
  const spoken = make(box, 'div'), notes = make(spoken, 'ul', 'editor-notes');
  lines.setAttribute('aria-hidden', 'true');
  area.setAttribute('aria-label', options.label);
  area.spellcheck = false;
  area.wrap = 'off';
  spoken.setAttribute('role', 'status');
  let timer = null, shown = [];

  function number() {
    const count = area.value.split('\n').length, bad = new Set(shown.map((d) => d.line));
    lines.textContent = '';
    for (let i = 1; i <= Math.min(count, 5000); i++)
      make(lines, 'span', bad.has(i) ? 'editor-bad' : '', i + '\n');
    follow();
  }
  const lineHeight = () => parseFloat(getComputedStyle(area).lineHeight) || 20;
  // Each note beside its line; where two would lie upon each other, the later one moves down.
  function follow() {
    lines.scrollTop = area.scrollTop;
    let free = 0;
    Array.from(notes.children).forEach((note, i) => {
      const wanted = ((shown[i].line || 1) - 1) * lineHeight() - area.scrollTop + 8;
      note.style.top = Math.max(free, wanted) + 'px';
      free = Math.max(free, wanted) + note.offsetHeight + 4;
    });
  }
  function goTo(line) {
    const all = area.value.split('\n'), from = all.slice(0, line - 1).join('\n').length + (line > 1 ? 1 : 0);
    area.focus();
    area.setSelectionRange(from, from + (all[line - 1] || '').length);
    area.scrollTop = Math.max(0, (line - 4) * lineHeight());
  }
  function show(diagnostics) {
    shown = diagnostics.slice(0, 50).sort((a, b) => (a.line || 0) - (b.line || 0));
    notes.textContent = '';
    shown.forEach((d) => {
      const note = make(notes, 'li');
      if (d.line) {
        const button = make(note, 'button', 'quiet', 'line ' + d.line);
        button.type = 'button';
        button.addEventListener('click', () => goTo(d.line));
      }
      make(note, 'span', '', (d.line ? ' ' : '') + d.text);
      note.dataset.line = d.line || '';
    });
    box.classList.toggle('editor-wrong', shown.length > 0);
    number();
  }
  function check() {
    timer = null;
    const answer = area.value.length > LONGEST ? { ok: false, text: 'too long', diagnostics: [{ line: null,
      text: 'The text has ' + area.value.length + ' characters; this page takes ' + LONGEST + '.' }] }
      : dashpot.engine.check(area.value, null, { max_time: 600 });
    show(answer.ok ? [] : answer.diagnostics);
    options.changed(answer);
  }
  area.addEventListener('input', () => {
    number();
    clearTimeout(timer);
    timer = setTimeout(check, PAUSE);
  });
  area.addEventListener('scroll', follow);
  return { text: () => area.value, show, set(text) { area.value = text; area.scrollTop = 0; check(); } };
};
