'use strict';
// The head of a function or class: [Function: f], [class B extends A].

const {
  FunctionPrototypeToString, ObjectGetOwnPropertyDescriptor, ObjectGetPrototypeOf, ObjectHasOwn,
  StringPrototypeStartsWith,
} = primordials;
const { functionFlavour } = require('internal/util/flavour');

const { describe } = require('internal/util/inspect');
const { write } = require('internal/util/inspect/render');

// `name` may be any value.
const nameText = (walk, name) =>
  (typeof name === 'string' ? name : write(describe(walk, name, 0, 0), walk.options));

// The prototype is read-only for classes, but also for built-in constructors; and the source of
// a method may begin with "class".
function isClass(fn, source) {
  return StringPrototypeStartsWith.call(source, 'class') &&
    ObjectGetOwnPropertyDescriptor(fn, 'prototype')?.writable === false;
}

function classHead(walk, { value, name, tag }) {
  const own = ObjectHasOwn(value, 'name') && value.name;
  let text = `[class ${own ? nameText(walk, own) : '(anonymous)'}`;
  if (name !== 'Function' && name !== null)
    text += ` [${name}]`;
  if (tag !== '' && tag !== name)
    text += ` [${tag}]`;
  if (name === null)
    return `${text} extends [null prototype]]`;
  const parent = ObjectGetPrototypeOf(value)?.name;
  return parent ? `${text} extends ${nameText(walk, parent)}]` : `${text}]`;
}

function headOf(walk, subject) {
  const { value, name, tag } = subject;
  const source = FunctionPrototypeToString.call(value);
  if (isClass(value, source))
    return classHead(walk, subject);
  const { async, generator } = functionFlavour(value, source);
  const type = `${async ? 'Async' : ''}${generator ? 'Generator' : ''}Function`;
  let text = `[${type}`;
  if (name === null)
    text += ' (null prototype)';
  text += value.name === '' ? ' (anonymous)]' : `: ${nameText(walk, value.name)}]`;
  if (name !== type && name !== null)
    text += ` ${name}`;
  return tag !== '' && tag !== name ? `${text} [${tag}]` : text;
}

module.exports = { headOf };
