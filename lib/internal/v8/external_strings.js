'use strict';
// --expose-externalize-string: V8's functions to keep a string's characters outside its heap. Here the
// engine decides where they lie, so a string comes back as it is; what is told is how wide it is.

function isOneByteString(text) {
  for (let i = 0; i < text.length; i++) {
    if (text.charCodeAt(i) > 0xFF)
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
  for (const name of Object.keys(functions)) {
    Object.defineProperty(globalThis, name, {
      __proto__: null, value: functions[name], writable: true, enumerable: true,
    });
  }
}

module.exports = { expose };
