'use strict';
// The first byte of each value in a message between threads. A message begins with the offset of
// its second part, 4 bytes; the first part is the value, the second the objects of the transfer
// list.

module.exports = {
  __proto__: null,
  UNDEFINED: 0, NULL: 1, TRUE: 2, FALSE: 3, INTEGER: 4, DOUBLE: 5, LATIN1: 6, UTF16: 7, BIGINT: 8,
  SEEN: 9,          // an object that was written before, by its number
  PLAIN: 10,        // pairs of a key and a value, and END
  DENSE: 11,        // an array: its length, and as many values
  SPARSE: 12,       // an array: its length, and pairs
  END: 13,
  DATE: 14, REGEXP: 15, MAP: 16, SET: 17, ERROR: 18, DOM_EXCEPTION: 19, BOXED: 20,
  BUFFER: 21,       // an ArrayBuffer: its bytes
  RESIZABLE: 22,    // its maximal length first
  SHARED: 23,       // a SharedArrayBuffer: the number of its part
  VIEW: 24,         // a typed array or DataView: its kind, buffer, offset and length
  MOVED: 26,        // its number in the transfer list
  HOST: 27,         // an object of a built-in class: module, function and data that make it
  MOVED_BUFFER: 28, MOVED_PORT: 29,    // of the second part
};
