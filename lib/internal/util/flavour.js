'use strict';
// Is a function async, is it a generator? Its source says so, whatever was done to its prototype.

const { ReflectApply: apply } = primordials;
const functionToString = Function.prototype.toString;
const AsyncFunction = Object.getPrototypeOf(async () => {});

const NONE = { async: false, generator: false };
const PREFIX = /^(async(?=[\s(*/["'#]))?[^\S\n]*(function\b)?\s*(\*)?/;

function functionFlavour(fn, source = apply(functionToString, fn, [])) {
  const match = PREFIX.exec(source);
  const [text, isAsync, keyword, star] = match;
  if (isAsync === undefined && star === undefined)
    return NONE;
  // "async (…" begins an arrow function or a method of that name; only the prototype knows.
  if (isAsync !== undefined && keyword === undefined && star === undefined && source[text.length] === '(' &&
      Object.getPrototypeOf(fn) !== AsyncFunction)
    return NONE;
  return { async: isAsync !== undefined, generator: star !== undefined };
}

module.exports = { functionFlavour };
