// "Any scenario": editor, run beside the page, results. Needs the scripts before it in mechanism.html.
//
//   const any = dashpot.anyScenario({begins()});   begins: called before a run starts
//   any.open(text)      puts a scenario there and shows it

var dashpot = window.dashpot || {};
window.dashpot = dashpot;

dashpot.anyScenario = function (calls) {
  'use strict';
  const at = (id) => document.getElementById(id), make = dashpot.make;
  let work = null, view = null, clock = null, began = 0;

  const editor = dashpot.scenarioEditor(at('editor'), { label: 'Scenario as YAML', changed(check) {
    document.body.dataset.check = check.ok ? 'right' : 'wrong';
    if (work === null) say(check.ok ? 'a right scenario of kind ' + check.kind : 'this cannot run yet');
  } });
  function say(text) { at('run-said').textContent = text; }
  function elapsed() { return ((performance.now() - began) / 1000).toFixed(1) + ' s'; }
  function end(state) {
    clearInterval(clock);
    work = null;
    at('stop-run').hidden = true;
    at('run').disabled = false;
    document.body.dataset.paste = state;
  }
  function clear() {
    if (view) view.destroy();
    view = null;
  }
  function limit() {
    const read = dashpot.engine.quantity(at('limit').value.slice(0, 40), 's', 'time limit');
    const isGood = read.ok && read.value > 0 && read.value <= 3600;
    at('limit').setAttribute('aria-invalid', !isGood);
    if (!isGood) say(read.ok ? 'the time limit must be more than 0 and at most 1 h' : read.text);
    return isGood ? read.value : null;
  }
  function finish(result) {
    end(result.ok ? 'done' : 'failed');
    editor.show(result.ok ? [] : result.diagnostics);
    say((result.ok ? 'done in ' : 'refused or broken off after ') + elapsed());
    if (result.ok || result.summary) view = dashpot.resultView(at('result'), result);
  }
  function run() {
    const seconds = limit();
    if (seconds === null) return;
    calls.begins();
    clear();
    began = performance.now();
    at('run').disabled = true;
    at('stop-run').hidden = !dashpot.background.isBeside();
    document.body.dataset.paste = 'running';
    clock = setInterval(() => say('running, ' + elapsed()), 100);
    say('running');
    work = dashpot.background('run', { text: editor.text(), seconds }, { done: finish });
  }
  function stop() {
    if (work === null) return;
    work.stop();
    end('stopped');
    say('stopped after ' + elapsed());
  }

  Object.keys(dashpot.examples).forEach((kind) => make(at('examples'), 'option', '', kind));
  at('examples').addEventListener('change', () => editor.set(dashpot.examples[at('examples').value]));
  at('run').addEventListener('click', run);
  at('stop-run').addEventListener('click', stop);
  editor.set(dashpot.examples[at('examples').value] || '');
  return { stop, open(text) { editor.set(text); at('editor').scrollIntoView({ block: 'center' }); } };
};
