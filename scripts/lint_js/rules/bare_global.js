'use strict';
// bare-global: what a program can replace is taken from primordials, or by require.

const { COLLECTIONS, ERRORS, LANGUAGE, RUNTIME } = require('../names.js');

const capital = (text) => text[0].toUpperCase() + text.slice(1);
const NAMESPACES = new Set(['Atomics', 'Intl', 'JSON', 'Math', 'Reflect', 'WebAssembly']);
const NUMBER = { __proto__: null, parseInt: 'NumberParseInt', parseFloat: 'NumberParseFloat',
                 isNaN: 'NumberIsNaN', isFinite: 'NumberIsFinite' };

function advice(node) {
  const { name, parent } = node;
  if (RUNTIME.has(name))
    return `${name} can be replaced by a program: take it by require('${RUNTIME.get(name)}')`;
  if (ERRORS.has(name))
    return `${name}: write primordials.${name}, or use a code of internal/errors`;
  if (parent.type === 'MemberExpression' && parent.object === node && !parent.computed) {
    const member = parent.property.name;
    if (member !== 'prototype')
      return `${name}.${member}: take ${name}${capital(member)} from primordials`;
    if (parent.parent.type === 'MemberExpression' && !parent.parent.computed)
      return `${name}.prototype: take ${name}Prototype${capital(parent.parent.property.name)} ` +
             'from primordials';
  }
  if (COLLECTIONS.has(name))
    return `${name}: take Safe${name} from primordials, or ${name} where the program sees it`;
  if (NAMESPACES.has(name))
    return `${name}: take the functions that are needed from primordials`;
  return `${name}: take ${NUMBER[name] ?? name} from primordials`;
}

function check(source, report) {
  for (const { node } of source.scopes.unresolved) {
    if (LANGUAGE.has(node.name) || RUNTIME.has(node.name))
      report(node, advice(node));
  }
}

module.exports = { name: 'bare-global', group: 'lib', check };
