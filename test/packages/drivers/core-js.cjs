// Polyfills on a finished engine
require('core-js');
console.log([1, [2, [3]]].flat(Infinity), Array.from(new Set([1, 2]).union(new Set([3]))), structuredClone({ a: new Map([[1, 2]]) }), 'abc'.at(-1), Object.groupBy([1, 2, 3], (n) => n % 2 ? 'o' : 'e'), Promise.try ? 'try' : '');
