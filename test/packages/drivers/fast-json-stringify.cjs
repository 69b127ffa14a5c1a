// Compiled serializers
const f = require('fast-json-stringify')({ type: 'object', properties: { a: { type: 'string' }, b: { type: 'array', items: { type: 'number' } }, d: { type: 'string', format: 'date-time' } } });
console.log(f({ a: 'x"y', b: [1, 2.5], d: new Date(0), hidden: 1 }), require('fast-json-stable-stringify')({ b: 1, a: [3] }));
