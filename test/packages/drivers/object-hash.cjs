// Hashes of objects; fast-deep-equal, deepmerge, flat, dot-prop
console.log(require('object-hash')({ b: [1, new Set([2])], a: new Date(0), f() {} }), require('fast-deep-equal')({ a: [1] }, { a: [1] }), require('deepmerge')({ a: [1], b: { c: 1 } }, { a: [2], b: { d: 2 } }));
import('flat').then(({ flatten, unflatten }) => console.log(flatten({ a: { b: [1, 2] } }), unflatten({ 'x.y': 1 })));
import('dot-prop').then(({ getProperty, setProperty }) => console.log(getProperty({ a: { b: 3 } }, 'a.b'), setProperty({}, 'x.y', 1)));
