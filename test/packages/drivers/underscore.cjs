// Chains, templates
const _ = require('underscore');
console.log(_.chain([3, 1, 2]).sortBy().map((n) => n * 2).reverse().value());
console.log(_.template('hello <%= name %>')({ name: 'you' }), _.countBy([1, 2, 3, 4], (n) => n % 2 ? 'odd' : 'even'));
console.log(_.zip(['a', 'b'], [1, 2]), _.invert({ a: 'x', b: 'y' }), _.partition([1, 2, 3], (n) => n > 1));
