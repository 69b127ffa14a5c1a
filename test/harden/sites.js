'use strict';
// Finds where built-ins reach what a program can replace, without breaking anything: each
// function of the standard library, and each name on Object.prototype, is replaced by one that does
// the same and records the place of its caller, if that is a built-in.
//
// (1) While a place is being found, calls are passed on unrecorded: finding it calls built-ins.
// (2) A place is a line of the stack; built-ins are those whose file begins with "node:".

const { list, locate } = require('./poisons.js');
const { defineProperty, getOwnPropertyDescriptor } = Object;
const { apply, construct } = Reflect;
const { Error: NativeError } = globalThis;
const { split, indexOf, slice } = String.prototype;

const places = { __proto__: null };
let busy = false;

function keep(name) {
  if (busy) return;
  busy = true;
  try {
    const lines = apply(split, new NativeError('').stack, ['\n']);
    let from = 0;
    while (from < lines.length && apply(indexOf, lines[from], ['sites.js']) === -1) from++;
    while (from < lines.length && apply(indexOf, lines[from], ['sites.js']) !== -1) from++;
    const line = lines[from] ?? '';
    const at = apply(indexOf, line, ['node:']);
    if (at !== -1) places[`${apply(slice, line, [at])} ${name}`] = true;
  } finally {
    busy = false;
  }
}

function watched(name, original) {
  return function (...args) {
    keep(name);
    return new.target ? construct(original, args, new.target) : apply(original, this, args);
  };
}

function watchFunction(path) {
  const at = locate(path);
  const descriptor = at && at[1] !== undefined && getOwnPropertyDescriptor(at[0], at[1]);
  if (!descriptor || !(descriptor.configurable || descriptor.writable)) return;
  const copy = { __proto__: null, ...descriptor };
  if (copy.value) copy.value = watched(path, copy.value);
  if (copy.get) copy.get = watched(path, copy.get);
  if (copy.set) copy.set = watched(path, copy.set);
  defineProperty(at[0], at[1], copy);
}

function watchName(name) {
  defineProperty(Object.prototype, name, {
    __proto__: null,
    configurable: true,
    get() { keep(`reads ${name}`); },
    set(value) {
      keep(`assigns ${name}`);
      defineProperty(this, name,
        { __proto__: null, value, writable: true, enumerable: true, configurable: true });
    },
  });
}

function watchAll(print) {
  const poisons = list();
  const functions = [];
  const names = [];
  for (const poison of poisons) {
    const space = poison.indexOf(' ');
    const kind = poison.slice(0, space);
    const name = poison.slice(space + 1);
    if (kind === 'throw' && !/^(Error|Buffer|[Pp]erformance)/.test(name)) functions.push(name);
    if (kind === 'accessor' && !/[[\d]|^(constructor|toString|valueOf)$/.test(name)) {
      names.push(name);
    }
  }
  process.on('exit', () => {
    busy = true;
    for (const place in places) {
      if (apply(indexOf, place, ['node:']) === 0) print(`@ ${place}`);
    }
  });
  for (const name of names) watchName(name);
  for (let i = 0; i < functions.length; i++) watchFunction(functions[i]);
}

module.exports = { watchAll };
