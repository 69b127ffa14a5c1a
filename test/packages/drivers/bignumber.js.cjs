// 200 digits, and decimal.js
const B = require('bignumber.js'), D = require('decimal.js');
B.config({ DECIMAL_PLACES: 100 });
D.set({ precision: 200 });
console.log(new B(2).sqrt().toString(), new B('123456789123456789').pow(5).toFixed(), D.acos(-1).toString(), new D('0.1').plus('0.2').toString(), new B(255).toString(16));
