'use strict';
// The names of Buffer.prototype's read* and write* methods. Many programs use buffers and few of
// them read numbers: the methods are loaded when one is called for the first time, and replace all
// stand-ins then.

const { ReflectApply, StringPrototypeReplace } = primordials;
const KINDS = [
  'UInt8', 'Int8', 'BigUInt64LE', 'BigUInt64BE', 'BigInt64LE', 'BigInt64BE', 'UIntLE', 'UIntBE',
  'UInt32LE', 'UInt32BE', 'UInt16LE', 'UInt16BE', 'IntLE', 'IntBE', 'Int32LE', 'Int32BE', 'Int16LE',
  'Int16BE', 'FloatLE', 'FloatBE', 'DoubleLE', 'DoubleBE',
];

// Calls visit(name, alias) for each; the alias is the same when there is none.
function each(visit) {
  for (let i = 0; i < KINDS.length; i++) {
    const alias = StringPrototypeReplace.call(KINDS[i], 'UInt', 'Uint');
    visit(`read${KINDS[i]}`, `read${alias}`);
    visit(`write${KINDS[i]}`, `write${alias}`);
  }
}

function addNumbers(prototype) {
  let methods;
  const replace = () => {
    ({ methods } = require('internal/buffer/numbers'));
    each((name, alias) => {
      // A method of the program's stays.
      if (prototype[name] === standIns[name])
        prototype[name] = methods[name];
      if (prototype[alias] === standIns[name])
        prototype[alias] = methods[name];
    });
  };
  const standIns = { __proto__: null };
  each((name, alias) => {
    const standIn = function(...args) {
      if (methods === undefined)
        replace();
      return ReflectApply(methods[name], this, args);
    };
    standIns[name] = standIn;
    prototype[name] = standIn;
    prototype[alias] = standIn;
  });
}

module.exports = { addNumbers };
