'use strict';
// Functions that a program makes of text: Function() and its async kinds. Once node:async_hooks is
// loaded, their awaits are followed like those of files; until then nothing is replaced.

const { insertAwaits } = internalBinding('script');
const { FunctionPrototypeToString, ObjectDefineProperty, ObjectGetPrototypeOf, ObjectSetPrototypeOf,
        ReflectApply, ReflectConstruct, ReflectDefineProperty, ReflectSetPrototypeOf,
        StringPrototypeIncludes, Function: NativeFunction, eval: evaluate } = primordials;

// What the program has frozen stays as it is.
function put(target, name, value, writable) {
  ReflectDefineProperty(target, name, {
    __proto__: null, value, writable, enumerable: false, configurable: true,
  });
}

// Replaces the constructor of functions like `sample`.
function replace(sample) {
  const prototype = ObjectGetPrototypeOf(sample);
  const Native = prototype.constructor;
  function Made(...args) {
    const target = new.target === undefined || new.target === Made ? Native : new.target;
    const plain = ReflectConstruct(Native, args, target);
    const text = ReflectApply(FunctionPrototypeToString, plain, []);
    // One with an import() was made elsewhere (internal/modules/made_functions).
    if (!StringPrototypeIncludes.call(text, 'async') || StringPrototypeIncludes.call(text,
        '_$load'))
      return plain;
    const whole = `(${text})`;
    const changed = insertAwaits(whole);
    if (changed === whole)
      return plain;
    const made = evaluate(changed);
    return target === Native ? made : ObjectSetPrototypeOf(made, target.prototype);
  }
  put(Made, 'name', Native.name, false);
  put(Made, 'length', 1, false);
  ObjectDefineProperty(Made, 'prototype', { __proto__: null, value: prototype, writable: false });
  put(prototype, 'constructor', Made, prototype === NativeFunction.prototype);
  return { Native, Made };
}

function install() {
  const { Native, Made } = replace(() => {});
  if (globalThis.Function === Native)
    put(globalThis, 'Function', Made, true);
  const kinds = [async () => {}, function* () {}, async function* () {}];
  for (let i = 0; i < kinds.length; i++) {
    const kind = i === 1 ? ObjectGetPrototypeOf(kinds[i]).constructor : replace(kinds[i]).Made;
    ReflectSetPrototypeOf(kind, Made);
  }
}

module.exports = { install };
