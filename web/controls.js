// Controls that pages of the laboratory share. Needs dashpot.js and pages.css.
//
//   const controls = dashpot.controls(element, fields, (values, key) => redraw());
//     fields: [{key, label, unit, low, high, value, scale: "linear" | "log", from, to, choices, help, optional}]
//       value     SI number, or a text with a unit ("9.5 mm"), or one of choices; "" or null: not given
//       low, high limits in SI; from, to: ends of the slider where the limits are too far apart.
//                 No slider without finite ends.
//       choices   ["a", "b"]: a list in place of slider and text; optional: may be left empty
//     onchange    called at most once in a frame, only when all fields are right
//   controls.values()  {key: SI number | choice | null}: the last right value of each field
//   controls.texts()   {key: "9.5 mm"}: the same as texts; what the engine and the program read
//   controls.set({key: text | number}, isLoud)  returns ["sentence", ...] for what was refused
//   controls.idle({key: "why it has no effect" | ""})   a field with a sentence is grey
//   controls.isRight() false while an error stands beside a field
//   controls.destroy()
//
//   dashpot.link.read()      {key: text} of location.hash, "#law=flores&speed=2 m/s"
//   dashpot.link.write(map)  puts the map there without an entry of the history
//   dashpot.link.on(fn)      fn(map) when somebody else changes it
//   dashpot.copyButton(element, "copy YAML", () => text)
//   dashpot.shown(value, unit, digits)   "9.5 mm"; without digits all that are needed
//   dashpot.axis("force", "N", values)   {label: "force [kN]", scale: 1e-3} for dashpot.plot
//   dashpot.make(parent, "p", "class", "text"), dashpot.drawing(parent, "circle", {attributes})

var dashpot = window.dashpot || {};
window.dashpot = dashpot;

(function () {
  'use strict';
  const STEPS = 200;      // of a slider
  const LONGEST = 8000;   // characters of a link
  const LONGEST_TEXT = 80;
  let count = 0;          // of names that labels refer to

  // --- elements ---

  dashpot.make = function (parent, name, className, text) {
    const element = document.createElement(name);
    if (className) element.className = className;
    if (text !== undefined) element.textContent = text;
    if (parent) parent.appendChild(element);
    return element;
  };
  dashpot.drawing = function (parent, name, attributes, text) {
    const element = document.createElementNS('http://www.w3.org/2000/svg', name);
    Object.keys(attributes || {}).forEach((key) => element.setAttribute(key, attributes[key]));
    if (text !== undefined) element.textContent = text;
    return parent ? parent.appendChild(element) : element;
  };
  const make = dashpot.make;

  // --- numbers with units ---

  // The unit in which people say it, and what to multiply by.
  function spoken(value, unit) {
    const size = Math.abs(value);
    if (!unit || unit === '1') return { unit: '', scale: 1 };
    if (unit === 'm/s' && size >= 0.01) return { unit, scale: 1 };
    if (unit === 'rad') return { unit: 'deg', scale: 180 / Math.PI };
    if (unit === 'kg' && size < 1 && size >= 1e-6) return { unit: 'g', scale: 1e3 };
    const found = size > 0 && isFinite(size) ? dashpot.engine.prefix(value, unit) : { ok: false };
    return found.ok ? found : { unit, scale: 1 };
  }
  dashpot.shown = function (value, unit, digits) {
    if (!isFinite(value) || value === null) return '–';
    const to = spoken(value, unit), scaled = value * to.scale;
    return Number(scaled.toPrecision(digits || 12)) + (to.unit ? ' ' + to.unit : '');
  };
  dashpot.axis = function (name, unit, values) {
    let most = 0;
    (values || []).forEach((v) => { if (Math.abs(v) > most && isFinite(v)) most = Math.abs(v); });
    const to = spoken(most, unit);
    return { label: to.unit ? name + ' [' + to.unit + ']' : name, scale: to.scale };
  };

  // --- one field ---

  class Field {
    constructor(parent, spec, changed) {
      Object.assign(this, { spec, changed, text: '', why: '', value: null, id: 'field-' + ++count });
      this.row = make(parent, 'div', 'field');
      const label = make(this.row, 'label', 'field-label', spec.label || spec.key);
      label.htmlFor = this.id;
      if (spec.choices) this.addList(); else this.addText();
      this.said = make(this.row, 'div', 'field-error');
      this.said.id = this.id + '-error';
      this.said.setAttribute('role', 'alert');
      if (spec.help) {
        this.help = make(this.row, 'div', 'field-help', spec.help);
        this.help.id = this.id + '-help';
        label.title = spec.help;
      }
      this.entry.setAttribute('aria-describedby', this.id + '-error' +
        (spec.help ? ' ' + this.id + '-help' : ''));
      this.accept(spec.value);
      this.refresh();
    }

    addList() {
      this.entry = make(this.row, 'select', 'field-list');
      this.entry.id = this.id;
      if (this.spec.optional) this.addChoice('', 'not given');
      this.spec.choices.forEach((word) => this.addChoice(word, word));
      this.entry.addEventListener('change', () => this.type(this.entry.value));
    }
    addChoice(word, text) { make(this.entry, 'option', '', text).value = word; }

    addText() {
      this.ends = this.findEnds();
      if (this.ends) {
        this.slider = make(this.row, 'input', 'field-slider');
        Object.assign(this.slider, { type: 'range', min: 0, max: STEPS, step: 1 });
        this.slider.setAttribute('aria-label', (this.spec.label || this.spec.key) + ', slider');
        this.slider.addEventListener('input', () => this.slide());
      } else {
        this.row.classList.add('field-plain');
      }
      this.entry = make(this.row, 'input', 'field-text');
      Object.assign(this.entry, { type: 'text', id: this.id, autocomplete: 'off', spellcheck: false });
      if (this.spec.optional) this.entry.placeholder = 'not given';
      this.entry.addEventListener('input', () => this.type(this.entry.value));
      this.entry.addEventListener('change', () => { if (!this.error) this.refresh(); });
    }

    // --- slider ---

    findEnds() {
      const { from, to, low, high } = this.spec;
      const ends = [from === undefined ? low : from, to === undefined ? high : to];
      const isGood = ends.every((v) => typeof v === 'number' && isFinite(v)) && ends[0] < ends[1];
      return isGood && !(this.spec.scale === 'log' && ends[0] <= 0) ? ends : null;
    }
    share(value) {
      const [a, b] = this.ends, isLog = this.spec.scale === 'log';
      const at = isLog ? Math.log(value / a) / Math.log(b / a) : (value - a) / (b - a);
      return Math.max(0, Math.min(1, at));
    }
    slide() {
      const [a, b] = this.ends, share = this.slider.value / STEPS;
      const isLog = this.spec.scale === 'log';
      const value = isLog ? a * Math.pow(b / a, share) : a + (b - a) * share;
      // as many digits as a step of the slider has a meaning
      const to = spoken(value || b, this.spec.unit);
      const digits = isLog ? Number((value * to.scale).toPrecision(3))
        : Number((value * to.scale).toFixed(Math.max(0, 2 - Math.floor(Math.log10((b - a) * to.scale)))));
      this.accept(digits + (to.unit ? ' ' + to.unit : ''));
      this.entry.value = this.text;
      this.showError();
      this.slider.setAttribute('aria-valuetext', this.text);
      this.changed(this.spec.key);
    }

    // --- values ---

    // Takes a text or a number; keeps the old value and a sentence where it is wrong.
    accept(given) {
      const { key, unit, choices, optional, label } = this.spec;
      const text = typeof given === 'number' ? dashpot.shown(given, unit)
        : given === null || given === undefined ? '' : String(given).trim();
      this.error = '';
      if (text === '' && optional) Object.assign(this, { text, value: null });
      else if (choices) {
        if (choices.includes(text)) Object.assign(this, { text, value: text });
        else this.error = key + ' is \'' + text.slice(0, 40) + '\'; it must be one of ' + choices.join(', ');
      } else this.acceptNumber(text, label || key, unit || '1');
      return this.error;
    }
    // A bare number keeps the unit that stood there: 12 over "10 mm" is 12 mm, not 12 m.
    withUnit(text) {
      const unit = /[^\d\s.eE+-].*$/.exec(this.text);
      return unit && /^[+-]?[\d.]+([eE][+-]?\d+)?$/.test(text) ? text + ' ' + unit[0] : text;
    }
    acceptNumber(given, name, unit) {
      const { low, high } = this.spec, text = this.withUnit(given);
      const read = text.length <= LONGEST_TEXT ? dashpot.engine.quantity(text, unit, name)
        : { ok: false, text: name + ' must be written in at most ' + LONGEST_TEXT + ' characters' };
      if (!read.ok) this.error = read.text;
      else if (typeof low === 'number' && read.value < low)
        this.error = name + (low < 1e-300 && low > 0 ? ' must be above 0'
          : ' must be at least ' + dashpot.shown(low, unit));
      else if (typeof high === 'number' && read.value > high)
        this.error = name + ' must be at most ' + dashpot.shown(high, unit);
      else Object.assign(this, { text, value: read.value });
    }
    type(text) {
      this.accept(text);
      this.showError();
      if (this.error) return;
      this.moveSlider();
      this.changed(this.spec.key);
    }
    moveSlider() {
      if (!this.slider) return;
      this.row.classList.toggle('field-open', this.value === null);
      this.slider.value = Math.round(STEPS * (this.value === null ? 0.5 : this.share(this.value)));
      this.slider.setAttribute('aria-valuetext', this.text || 'not given');
    }
    showError() {
      this.said.textContent = this.error;
      this.entry.setAttribute('aria-invalid', this.error !== '');
    }
    // Grey, with a sentence, where it has no effect; what was wrong in it goes.
    setIdle(why) {
      if (this.why === (why || '')) return;
      this.why = why || '';
      this.row.classList.toggle('field-idle', this.why !== '');
      [this.entry, this.slider].forEach((input) => { if (input) input.disabled = this.why !== ''; });
      this.reason = this.reason || make(this.row, 'div', 'field-reason');
      this.reason.textContent = this.why;
      if (this.why) this.refresh();
    }
    refresh() {
      this.error = '';
      this.entry.value = this.text;
      this.moveSlider();
      this.showError();
    }
  }

  // --- a group of fields ---

  dashpot.controls = function (element, fields, onchange) {
    const group = make(element, 'div', 'controls'), all = new Map();
    let key = null, isWaiting = false;
    const isRight = () => [...all.values()].every((field) => !field.error);
    const collect = (name) => {
      const map = {};
      all.forEach((field, own) => { map[own] = field[name]; });
      return map;
    };
    const tell = () => {
      isWaiting = false;
      if (group.isConnected && isRight() && onchange) onchange(collect('value'), key);
    };
    const changed = (own) => {
      key = own;
      if (!isWaiting) requestAnimationFrame(tell);
      isWaiting = true;
    };
    fields.forEach((spec) => all.set(spec.key, new Field(group, spec, changed)));
    if (fields.some((spec) => spec.help)) addExplainer(group);
    return {
      values: () => collect('value'),
      texts: () => collect('text'),
      isRight,
      set(map, isLoud) {
        const refused = [];
        Object.keys(map).forEach((own) => {
          const field = all.get(own);
          if (!field) return;
          const error = field.accept(map[own]);
          if (error) refused.push(error);
          field.refresh();
          if (isLoud) changed(own);
        });
        return refused;
      },
      idle(map) {
        Object.keys(map).forEach((own) => { if (all.has(own)) all.get(own).setIdle(map[own]); });
      },
      destroy() { group.remove(); },
    };
  };

  function addExplainer(group) {
    const button = make(group, 'button', 'quiet', 'What do these mean?');
    button.type = 'button';
    button.setAttribute('aria-expanded', false);
    button.addEventListener('click', () => {
      button.setAttribute('aria-expanded', group.classList.toggle('controls-explained'));
    });
  }

  // --- the link ---

  const decode = (text) => {
    try {
      return decodeURIComponent(text);
    } catch (broken) {
      return text;
    }
  };
  // Slashes, commas and colons stay readable.
  const encode = (text) => encodeURIComponent(text).replace(/%(2F|2C|3A|5E)/g, (c) => decode(c));

  dashpot.link = {
    read() {
      const map = Object.create(null);
      location.hash.slice(1, LONGEST).split('&').forEach((part) => {
        const at = part.indexOf('=');
        if (at > 0) map[decode(part.slice(0, at))] = decode(part.slice(at + 1));
      });
      return map;
    },
    write(map) {
      const parts = Object.keys(map).filter((key) => map[key] !== null && map[key] !== undefined &&
        map[key] !== '').map((key) => encode(key) + '=' + encode(String(map[key])));
      history.replaceState(null, '', '#' + parts.join('&'));
    },
    on(fn) { window.addEventListener('hashchange', () => fn(dashpot.link.read())); },
  };

  // --- copies ---

  // Where the clipboard is refused, an area that is selected does it the old way.
  function copyBySelection(text) {
    const area = make(document.body, 'textarea', 'unseen');
    area.value = text;
    area.select();
    const isDone = document.execCommand('copy');
    area.remove();
    return isDone;
  }

  dashpot.copyButton = function (element, label, read) {
    const button = make(element, 'button', 'copy', label);
    button.type = 'button';
    const said = make(element, 'span', 'copy-said');
    said.setAttribute('role', 'status');
    const say = (isDone) => { said.textContent = isDone ? 'copied' : 'select the text and copy it'; };
    button.addEventListener('click', () => {
      const text = read();
      const byHand = () => { say(copyBySelection(text)); button.focus(); };
      if (navigator.clipboard) navigator.clipboard.writeText(text).then(() => say(true), byHand);
      else byHand();
    });
    button.addEventListener('blur', () => { said.textContent = ''; });
    return button;
  };
})();
