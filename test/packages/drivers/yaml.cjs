// Documents with comments
const YAML = require('yaml');
const doc = YAML.parseDocument('# top\na: 1 # one\nb: &x [1, 2]\nc: *x\n');
doc.set('d', { e: true });
console.log(String(doc), doc.toJS(), YAML.stringify({ s: 'line\ntwo', n: null }), YAML.parseDocument('a: [').errors[0].code);
