'use strict';
// --expose-externalize-string: V8's functions to keep a string's characters outside its heap. Here
// the engine decides where they lie, so a string comes back as it is; the binding reports only how
// wide it is.

const { ObjectDefineProperty, ObjectKeys, StringPrototypeCharCodeAt } = primordials;

function isOneByteString(text) {
  for (let i = 0; i < text.length; i++) {
    if (StringPrototypeCharCodeAt.call(text, i) > 0xFF)
      return false;
  }
  return true;
}

const same = (text) => `${text}`;

function expose() {
  const functions = {
    createExternalizableString: same, createExternalizableTwoByteString: same,
    externalizeString(text) { same(text); }, isOneByteString: (text) => isOneByteString(`${text}`),
  };
  const names = ObjectKeys(functions);
  for (let i = 0; i < names.length; i++) {
    const name = names[i];
    ObjectDefineProperty(globalThis, name, {
      __proto__: null, value: functions[name], writable: true, enumerable: true,
    });
  }
}

module.exports = { expose };
