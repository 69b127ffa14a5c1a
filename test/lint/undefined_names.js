'use strict';
exports.good = () => [process, require, __filename, setTimeout, hoisted(), typeof missing];
exports.bad = () => missing;   // bad: undefined-name
missing = 1;   // bad: undefined-name
function hoisted() {
  label: for (const key of [1]) {
    if (key)
      continue label;
  }
  return { missing: 1 }.missing;
}
