'use strict';
// The names of Buffer.prototype's read* and write* methods. Many programs use buffers and few of them
// read numbers: the methods themselves are loaded when one is called for the first time, and all
// stand-ins are replaced then.

const KINDS = ['UInt8', 'Int8'];
for (const kind of ['BigUInt64', 'BigInt64', 'UInt', 'UInt32', 'UInt16', 'Int', 'Int32', 'Int16', 'Float', 'Double'])
  KINDS.push(`${kind}LE`, `${kind}BE`);

// Calls visit(name, alias) for each; the alias is the same when there is none.
function each(visit) {
  for (let i = 0; i < KINDS.length; i++) {
    const alias = KINDS[i].replace('UInt', 'Uint');
    visit(`read${KINDS[i]}`, `read${alias}`);
    visit(`write${KINDS[i]}`, `write${alias}`);
  }
}

function addNumbers(prototype) {
  let methods;
  const replace = () => {
    ({ methods } = require('internal/buffer/numbers'));
    each((name, alias) => {
      // What the program has put there meanwhile stays.
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
      return Reflect.apply(methods[name], this, args);
    };
    standIns[name] = standIn;
    prototype[name] = standIn;
    prototype[alias] = standIn;
  });
}

module.exports = { addNumbers };
