'use strict';
// --disable-proto: takes Object.prototype.__proto__ away, or makes it throw, in every realm.

const { ObjectDefineProperty, ReflectDeleteProperty } = primordials;
const { get: getOption } = internalBinding('options');

function refuse() {
  const { codes } = require('internal/errors');
  throw new codes.ERR_PROTO_ACCESS();
}

// In the realm of this global object.
function disableProtoIn(global) {
  const { prototype } = global.Object;
  if (getOption('--disable-proto') === 'delete') {
    ReflectDeleteProperty(prototype, '__proto__');
    return;
  }
  ObjectDefineProperty(prototype, '__proto__', {
    __proto__: null, get: refuse, set: refuse, enumerable: false, configurable: true,
  });
}

module.exports = { disableProtoIn };
