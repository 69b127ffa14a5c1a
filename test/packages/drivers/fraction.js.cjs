// fraction.js, complex.js, seedrandom, currency.js, numeral
const F = require('fraction.js'), C = require('complex.js');
console.log(new (F.default || F)('1.(3)').mul('3/4').toFraction(), new (C.default || C)('3+4i').abs(), require('seedrandom')('seed')(), require('currency.js')('1,234.56').add(0.44).format(), require('numeral')(12345.678).format('0,0.00a'));
