// Runs the animation of a report without a browser and prints what it draws, an element a line.
// usage: node draw.js report.html
'use strict';
const page = require('fs').readFileSync(process.argv[2], 'utf8');
const script = page.match(/<script>\n(\/\/ Plays a scene[^]*?)<\/script>/);
if (script === null) process.exit(1);

class Element {
  constructor(name) {
    this.name = name;
    this.attributes = {};
    this.children = [];
    this.style = {};
    this.classList = { add: () => {}, toggle: () => {} };
  }
  appendChild(child) { this.children.push(child); return child; }
  setAttribute(key, value) { this.attributes[key] = String(value); }
  addEventListener() {}
  querySelector() { return this; }
  print() {
    const attributes = Object.entries(this.attributes).map(([key, value]) => ` ${key}="${value}"`);
    console.log(`<${this.name}${attributes.join('')}>${this.textContent || ''}`);
    this.children.forEach((child) => child.print());
  }
}
const box = new Element('box');
const document = {
  currentScript: { parentNode: box }, createElement: (name) => new Element(name),
  createElementNS: (space, name) => new Element(name),
  createTextNode: (text) => Object.assign(new Element('text'), { textContent: text }),
};
const frames = [];
new Function('window', 'document', 'requestAnimationFrame', 'matchMedia', 'getComputedStyle',
  script[1])({}, document, (step) => frames.push(step), () => ({ matches: false }),
  () => ({ getPropertyValue: () => '#ffffff,#000000' }));
// it moves, too
frames[0](0);
frames[1](50);
box.print();
process.exit(JSON.stringify(box).includes('NaN') ? 2 : 0);
