// Chains, templates, deep clones
const _ = require('lodash');
console.log(_(_.range(1000)).filter((n) => n % 3 === 0).map((n) => n * n).chunk(7).take(3).value());
console.log(_.template('<% names.forEach((n) => { %><li><%- n %></li><% }) %>')({ names: ['a<b', 'c'] }));
const deep = { a: [1, { b: new Map([[1, new Set([2])]]), c: new Date(0) }], r: /x/gi };
console.log(_.isEqual(_.cloneDeep(deep), deep), _.cloneDeep(deep));
console.log(_.groupBy(['one', 'two', 'three'], 'length'), _.merge({ a: { b: 1 } }, { a: { c: 2 } }));
console.log(_.orderBy([{ u: 'b', a: 2 }, { u: 'a', a: 2 }, { u: 'c', a: 1 }], ['a', 'u'], ['asc', 'desc']));
const slow = _.debounce((value) => console.log('debounced', value), 5);
slow(1);
slow(2);
