// Anchors, dates, 3,000 records
const yaml = require('js-yaml');
console.log(yaml.load('a: &x {b: 1, c: [x, "y"]}\nd: *x\ne: 2001-12-14\nf: |\n  line\n  two\nh: ~\n'));
const list = Array.from({ length: 3000 }, (_, i) => ({ id: i, name: 'n' + i, tags: ['a', 'b'], deep: { x: i / 7 } }));
const text = yaml.dump(list);
console.log(text.length, yaml.load(text)[2999]);
try { yaml.load('a: [1, 2'); } catch (e) { console.log(e.name, e.reason); }
