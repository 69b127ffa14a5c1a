// Expressions, matrices, units, big numbers
const math = require('mathjs');
console.log(math.evaluate('sqrt(3^2 + 4^2)'), math.evaluate('12.7 cm to inch').toString(), math.derivative('x^2 + x', 'x').toString());
console.log(math.inv([[1, 2], [3, 4]]), math.format(math.bignumber(1).div(3)), math.simplify('2x + x').toString(), math.complex('2+3i').mul(2).toString());
for (const wrong of ['2 +', 'unknown(1)', '[1, 2] + [1, 2, 3]']) {
  try {
    math.evaluate(wrong);
  } catch (error) {
    console.log(error.name, error.message);
  }
}
