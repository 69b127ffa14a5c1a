'use strict';
const { ObjectCreate, ObjectDefineProperties, ObjectDefineProperty: define } = primordials;

exports.good = (options) => {
  define(exports, 'a', { __proto__: null, value: 1 });
  define(exports, 'b', options);
  ObjectDefineProperties(exports, { __proto__: null, c: { __proto__: null, value: 1 } });
  ObjectCreate(null);
  return { __proto__: null, ...options };
};

exports.bad = (options) => {
  define(exports, 'a', { value: 1 });   // bad: descriptor
  ObjectDefineProperties(exports, { c: { __proto__: null, value: 1 } });   // bad: descriptor
  ObjectCreate(null, { __proto__: null, c: { value: 1 } });   // bad: descriptor
  return { ...options, signal: null };   // bad: options-own
};
