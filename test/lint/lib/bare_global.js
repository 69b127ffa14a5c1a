'use strict';
const { MathMax, ObjectKeys: keys, SafeMap, TypeError: Wrong } = primordials;
const { Buffer } = require('buffer');

exports.good = (list) => {
  const map = new SafeMap();
  map.set(MathMax(1, 2), keys(list));
  if (list === undefined || list.length === Infinity)
    throw new primordials.TypeError('no list');
  throw new Wrong(Buffer.from('x'));
};

exports.bad = (list) => {
  const size = Math.max(1, list.length);   // bad: bare-global
  const names = Object.keys(list);   // bad: bare-global
  const map = new Map();   // bad: bare-global
  const { freeze } = Object;   // bad: bare-global
  if (!Array.isArray(list))   // bad: bare-global
    throw new TypeError('no list');   // bad: bare-global
  setTimeout(size, 10);   // bad: bare-global
  return [names, map, freeze, Symbol('x'), console, parseInt(size)];   // bad: bare-global
};
