'use strict';
// Whether a function is async or a generator: decided by its source text, because its prototype
// can be changed.

const { FunctionPrototypeToString, ObjectGetPrototypeOf, RegExpPrototypeExec } = primordials;
const AsyncFunction = ObjectGetPrototypeOf(async () => {});

const NONE = { async: false, generator: false };
const METHOD = /^async\s*\([^()]*\)\s*\{/;
const PREFIX = /^(async(?=[\s(*/["'#]))?[^\S\n]*(function\b)?\s*(\*)?/;

// "async (…" begins an arrow function, or a method of that name: { async() {} }.
function isMethod(fn, source) {
  if (RegExpPrototypeExec.call(METHOD, source) !== null)
    return true;
  return fn.name === 'async' && ObjectGetPrototypeOf(fn) !== AsyncFunction;
}

function functionFlavour(fn, source = FunctionPrototypeToString.call(fn)) {
  const match = RegExpPrototypeExec.call(PREFIX, source);
  const { 0: text, 1: isAsync, 2: keyword, 3: star } = match;
  if (isAsync === undefined && star === undefined)
    return NONE;
  if (isAsync !== undefined && keyword === undefined && star === undefined &&
      source[text.length] === '(' &&
      isMethod(fn, source))
    return NONE;
  return { async: isAsync !== undefined, generator: star !== undefined };
}

module.exports = { functionFlavour };
