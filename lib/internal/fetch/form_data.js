'use strict';
// FormData: a list of names with strings or files.

const { ArrayPrototypeSlice, ObjectDefineProperty, SafeArray, SymbolFor } = primordials;
const { describe, finishInterface, illegalInvocation, isObject, makeIterable, requireArguments,
        typeError, usvString } = require('internal/fetch/webidl');

const customInspect = SymbolFor('nodejs.util.inspect.custom');

let entriesOf;
let isFormData;

class FormData {
  #entries = new SafeArray(); // [name, value]

  static {
    isFormData = (value) => isObject(value) && #entries in value;
    entriesOf = (data) => data.#entries;
  }

  constructor(form = undefined) {
    if (form !== undefined) {
      throw typeError('FormData constructor: Argument 1 could not be converted to: undefined.');
    }
  }

  append(name, value, filename = undefined) {
    check(this, 'FormData.append', 2, arguments.length);
    this.#entries.push(makeEntry('FormData.append', name, value, filename, arguments.length));
  }

  delete(name) {
    check(this, 'FormData.delete', 1, arguments.length);
    name = usvString(name);
    this.#entries = this.#entries.filter((entry) => entry[0] !== name);
  }

  get(name) {
    check(this, 'FormData.get', 1, arguments.length);
    name = usvString(name);
    return this.#entries.find((entry) => entry[0] === name)?.[1] ?? null;
  }

  getAll(name) {
    check(this, 'FormData.getAll', 1, arguments.length);
    name = usvString(name);
    const found = this.#entries.filter((entry) => entry[0] === name);
    return ArrayPrototypeSlice.call(found.map((entry) => entry[1]));
  }

  has(name) {
    check(this, 'FormData.has', 1, arguments.length);
    name = usvString(name);
    return this.#entries.some((entry) => entry[0] === name);
  }

  set(name, value, filename = undefined) {
    check(this, 'FormData.set', 2, arguments.length);
    const entry = makeEntry('FormData.set', name, value, filename, arguments.length);
    const at = this.#entries.findIndex((known) => known[0] === entry[0]);
    if (at === -1) {
      this.#entries.push(entry);
      return;
    }
    this.#entries = this.#entries.filter((known, i) => i <= at || known[0] !== entry[0]);
    this.#entries[at] = entry;
  }

  [customInspect](depth, options) {
    if (!isFormData(this))
      return this;
    const shown = {};
    for (let i = 0; i < this.#entries.length; i++) {
      const name = this.#entries[i][0];
      const all = this.#entries.filter((entry) => entry[0] === name).map((entry) => entry[1]);
      ObjectDefineProperty(shown, name, {
        __proto__: null, configurable: true, enumerable: true,
        value: all.length === 1 ? all[0] : ArrayPrototypeSlice.call(all),
      });
    }
    const { inspect } = require('internal/util/inspect');
    const inner = { __proto__: null, ...options };
    inner.depth ??= depth;
    return `FormData ${inspect(shown, inner)}`;
  }
}

function check(data, where, count, given) {
  if (!isFormData(data))
    throw illegalInvocation();
  requireArguments(count, given, where);
}

// A Blob becomes a File with a name.
function makeEntry(where, name, value, filename, given) {
  const { isBlob } = require('internal/blob');
  name = usvString(name);
  if (!isBlob(value)) {
    if (given > 2) {
      throw typeError(`${where}: Expected value ("${describe(value)}") to be an instance ` +
        'of Blob.');
    }
    return [name, usvString(value)];
  }
  const { File } = require('internal/file');
  if (!(value instanceof File) || filename !== undefined) {
    const fileName = filename !== undefined ? usvString(filename) :
      value instanceof File ? value.name : 'blob';
    value = new File([value], fileName, {
      __proto__: null, type: value.type, lastModified: value.lastModified,
    });
  }
  return [name, value];
}

makeIterable(FormData, 'FormData', (data) => {
  if (!isFormData(data))
    throw illegalInvocation();
  return entriesOf(data);
});
finishInterface(FormData, 'FormData');
ObjectDefineProperty(FormData, 'length', { __proto__: null, configurable: true, value: 0 });

module.exports = { FormData, entriesOf, isFormData };
