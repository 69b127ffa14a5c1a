'use strict';
const { one, ...others } = require('./x');
const { two, ...rest } = others;   // `two` is left out of `rest`
const { three, four } = require('./x');   // bad: unused-name
let count = 0;   // bad: unused-name
count++;
let sum = 0;
module.exports = (first, second) => rest[second] + three + (sum += 1);

exports.parameters = (used, unused) => used;   // bad: unused-name
exports.underscore = (used, _unused) => used;
exports.pattern = ({ used, unused }) => used;   // bad: unused-name
exports.setter = { set value(unused) { one(); } };

function inner() {   // bad: unused-name
  try {
    return new (class Named {})();
  } catch (error) {   // bad: unused-name
    return function named() {};
  }
}
