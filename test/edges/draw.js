// Runs the animation of a report without a browser and prints what it draws, an element a line.
// usage: node draw.js report.html
'use strict';
const page = require('fs').readFileSync(process.argv[2], 'utf8');
const script = page.match(/<script>\n(\(function \(\) \{\nvar facts[^]*?)<\/script>/);
if (script === null) process.exit(1);

class Element {
  constructor(name) {
    this.name = name;
    this.attributes = {};
    this.children = [];
    this.style = {};
    this.classList = { toggle: (word, isOn) => { this.isMarked = isOn; } };
  }
  appendChild(child) { this.children.push(child); return child; }
  setAttribute(key, value) { this.attributes[key] = String(value); }
  addEventListener() {}
  click() {}
  print() {
    const attributes = Object.entries(this.attributes).map(([key, value]) => ` ${key}="${value}"`);
    console.log(`<${this.name}${attributes.join('')}>${this.textContent || ''}`);
    this.children.forEach((child) => child.print());
  }
}
const known = {};
const find = (name) => known[name] = known[name] || new Element(name);
const document = {
  getElementById: find, querySelector: find, createElement: (name) => new Element(name),
  createElementNS: (space, name) => new Element(name),
  createTextNode: (text) => Object.assign(new Element('text'), { textContent: text }),
};
find('animation-speed').value = 0;
const frames = [];
new Function('document', 'requestAnimationFrame', 'matchMedia', script[1])(
  document, (step) => frames.push(step), () => ({ matches: false }));
// it moves, too
frames[0](0);
frames[1](50);
Object.values(known).forEach((element) => element.print());
const bad = Object.values(known).some((element) => JSON.stringify(element).includes('NaN'));
process.exit(bad ? 2 : 0);
