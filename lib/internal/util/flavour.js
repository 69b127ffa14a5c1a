'use strict';
// Is a function async, is it a generator? Its source says so, whatever was done to its prototype.

const { ReflectApply: apply } = primordials;
const functionToString = Function.prototype.toString;
const AsyncFunction = Object.getPrototypeOf(async () => {});

const NONE = { async: false, generator: false };
const METHOD = /^async\s*\([^()]*\)\s*\{/;
const PREFIX = /^(async(?=[\s(*/["'#]))?[^\S\n]*(function\b)?\s*(\*)?/;

// "async (…" begins an arrow function, or a method of that name: { async() {} }.
function isMethod(fn, source) {
  if (METHOD.test(source))
    return true;
  return fn.name === 'async' && Object.getPrototypeOf(fn) !== AsyncFunction;
}

function functionFlavour(fn, source = apply(functionToString, fn, [])) {
  const match = PREFIX.exec(source);
  const [text, isAsync, keyword, star] = match;
  if (isAsync === undefined && star === undefined)
    return NONE;
  if (isAsync !== undefined && keyword === undefined && star === undefined &&
      source[text.length] === '(' &&
      isMethod(fn, source))
    return NONE;
  return { async: isAsync !== undefined, generator: star !== undefined };
}

module.exports = { functionFlavour };
