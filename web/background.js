// Long computations beside the page, so that it answers meanwhile and can stop them.
//
//   const work = dashpot.background(name, arguments, {progress(share), part(data), done(data), failed(text)});
//   work.stop()
//   dashpot.background.isBeside()   false: the browser lets no worker start, and the page itself computes
// name: of dashpot.jobs. One at a time: a new one stops the old one.
//
// A page from a disk may not load a worker's script, but may make one of a text. The engine is one
// function, dashpot.engineScript, whose text and compiled module the worker is given.

var dashpot = window.dashpot || {};
window.dashpot = dashpot;

// What can be asked for. Runs in the worker: it sees nothing but its arguments.
dashpot.jobs = function (engine, post) {
  'use strict';
  const PIECES = 60;
  return {
    run(job) {
      post({ done: engine.run(job.text, null, { max_time: job.seconds }) });
    },
    // The motion with all channels, then the summary with the horizon.
    mechanism(job) {
      const limits = { max_time: job.seconds };
      const first = engine.mechanism(job.text, null, limits);
      if (!first.ok) { post({ done: first }); return; }
      const every = first.period > 0 ? first.period / job.rows : first.until / job.rows;
      first.free();
      const run = engine.mechanism(job.text, null, { every, max_time: job.seconds });
      const motion = { until: run.until, period: run.period, bodies: run.bodies, pairs: run.pairs,
        channels: run.channels, problem: null };
      for (let i = 1; i <= PIECES && !motion.problem; i++) {
        const answer = run.advance(i < PIECES ? run.until * i / PIECES : undefined);
        if (!answer.ok) motion.problem = answer.text;
        post({ progress: 0.5 * i / PIECES });
      }
      motion.table = run.rows().table;
      run.free();
      post({ part: motion });
      post({ done: engine.run(job.text, null, { max_time: job.seconds, series: false }) });
    },
  };
};

// The other side of the messages; also text for the worker.
dashpot.listenInWorker = function (scope) {
  'use strict';
  scope.onmessage = (message) => {
    scope.dashpot = { engineModule: message.data.module };
    scope.startEngine(scope);
    scope.dashpot.engine.ready((engine) => {
      if (engine.failure !== null) { scope.postMessage({ failed: engine.failure }); return; }
      const jobs = scope.makeJobs(engine, (data) => scope.postMessage(data));
      scope.onmessage = (next) => jobs[next.data.name](next.data.job);
      scope.postMessage({ ready: true });
    });
  };
};

dashpot.background = (function () {
  'use strict';
  let worker = null, isReady = false, isRefused = false, current = null;

  function text() {
    return 'var dashpot; self.startEngine = ' + String(dashpot.engineScript) + ';\nself.makeJobs = ' +
      String(dashpot.jobs) + ';\n(' + String(dashpot.listenInWorker) + ')(self);';
  }
  function answer(data) {
    if (data.ready) { isReady = true; send(); return; }
    const to = current;
    if (to === null) return;
    if (data.failed !== undefined) { refuse(); return; }
    if (data.progress !== undefined && to.calls.progress) to.calls.progress(data.progress);
    if (data.part !== undefined && to.calls.part) to.calls.part(data.part);
    if (data.done === undefined) return;
    current = null;
    to.calls.done(data.done);
  }
  // The page does it itself; it is deaf meanwhile, so that the limit is short.
  function refuse() {
    isRefused = true;
    worker = null;
    send();
  }
  function runHere(to) {
    const jobs = dashpot.jobs(dashpot.engine, answer);
    setTimeout(() => {
      if (current === to) jobs[to.name](Object.assign({}, to.job, { seconds: Math.min(to.job.seconds, 10) }));
    });
  }
  function start() {
    isReady = false;
    if (isRefused || !dashpot.engineScript || !dashpot.engineModule) { isRefused = true; return; }
    try {
      const address = URL.createObjectURL(new Blob([text()], { type: 'text/javascript' }));
      worker = new Worker(address);
      worker.onmessage = (message) => answer(message.data);
      worker.onerror = (event) => { event.preventDefault(); refuse(); };
      worker.postMessage({ module: dashpot.engineModule });
    } catch (refusal) {
      refuse();
    }
  }
  function send() {
    if (current === null) return;
    if (isRefused) runHere(current);
    else if (isReady) worker.postMessage({ name: current.name, job: current.job });
  }
  function stop() {
    if (current === null) return;
    current = null;
    if (worker) worker.terminate();
    worker = null;
  }
  function background(name, job, calls) {
    stop();
    const own = current = { name, job, calls };
    if (worker === null && !isRefused) start();
    if (isReady || isRefused) send();
    return { stop() { if (current === own) stop(); } };
  }
  // Before the first job, so that it need not wait for the engine to start.
  background.prepare = () => { if (worker === null) start(); };
  background.isBeside = () => !isRefused;
  return background;
})();
