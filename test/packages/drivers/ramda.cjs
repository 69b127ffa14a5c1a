// Pipes over 5,000 numbers, lenses
const R = require('ramda');
console.log(R.pipe(R.range(0), R.filter((n) => n % 7 === 0), R.map(R.multiply(3)), R.sum)(5000));
console.log(R.over(R.lensPath(['a', 'b']), R.inc, { a: { b: 1, c: 2 } }), R.groupBy(R.prop('k'), [{ k: 'x' }, { k: 'y' }]));
console.log(R.transduce(R.compose(R.map(R.inc), R.take(3)), R.flip(R.append), [], [1, 2, 3, 4]));
