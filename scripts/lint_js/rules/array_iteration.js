'use strict';
// array-iteration: no built-in goes through Array.prototype[Symbol.iterator] or the `next` of its
// iterators, which a program can replace.
//
// Measured in JavaScriptCore, interpreted and compiled: for…of, spread (of rest parameters and
// `arguments` too), array patterns, yield*, typed arrays and collections made of an array, and the
// default constructor of a derived class look them up. ReflectApply and ReflectConstruct do not.

const { COLLECTIONS, TYPED_ARRAYS } = require('../names.js');

const ITERATING = new Set(['ObjectFromEntries', 'ObjectGroupBy', 'MapGroupBy']);
const ITERATING_SECOND = new Set(['ArrayFrom', 'TypedArrayFrom', 'PromiseAll', 'PromiseAllSettled',
                                  'PromiseAny', 'PromiseRace']);

// Safe collections have iterators of their own.
function isSafe(source, node) {
  const kinds = source.kinds.at(node);
  if (kinds.has('safe') && ![...kinds].some((kind) => kind !== 'safe' && kind !== 'nothing'))
    return true;
  const { callee } = node;
  return callee?.type === 'MemberExpression' && isSafe(source, callee.object) &&
         /^(entries|keys|values)$/.test(callee.property.name);
}

// There, as with `for await`, the values are a program's, and it is their iterator that is meant.
function isInAsyncFunction(node) {
  let at = node.parent;
  while (at && !/Function/.test(at.type))
    at = at.parent;
  return at?.async === true;
}

function checkLoops(source, report) {
  for (const node of source.nodes('ForOfStatement')) {
    if (!node.await && !isSafe(source, node.right))
      report(node, 'for…of can be replaced by the program: loop by index');
  }
  for (const node of source.nodes('YieldExpression')) {
    if (node.delegate && !isInAsyncFunction(node))
      report(node, 'yield* can be replaced by the program');
  }
}

function checkSpread(source, report) {
  for (const node of source.nodes('SpreadElement')) {
    const { parent } = node;
    if (parent.type === 'ObjectExpression' || isSafe(source, node.argument))
      continue;
    const isCall = parent.type === 'CallExpression' && parent.callee.type !== 'Super';
    report(node, 'spread can be replaced by the program: use ' +
      (parent.type === 'ArrayExpression' ? 'ArrayPrototypeConcat, ArrayPrototypeSlice or a loop' :
        isCall ? 'ReflectApply' : 'ReflectConstruct'));
  }
  for (const node of source.nodes('ArrayPattern'))
    report(node, 'an array pattern can be replaced by the program: read by index');
}

function checkConstructors(source, report) {
  for (const node of source.nodes('ClassDeclaration', 'ClassExpression')) {
    if (node.superClass && !node.body.body.some(({ kind }) => kind === 'constructor')) {
      report(node, 'the default constructor of a derived class iterates over its arguments: ' +
                   'write a constructor');
    }
  }
}

function checkCalls(source, report) {
  const { kinds } = source;
  const isArray = (node) => node !== undefined && kinds.at(node).has('array');
  for (const node of source.nodes('NewExpression')) {
    const name = kinds.languageName(node.callee);
    if ((TYPED_ARRAYS.has(name) || COLLECTIONS.has(name) || /^Safe/.test(name)) &&
        isArray(node.arguments[0]))
      report(node, `new ${name}(array) goes through the array's iterator: fill it by a loop`);
  }
  for (const node of source.nodes('CallExpression')) {
    const { callee } = node;
    const isDotCall = callee.type === 'MemberExpression' && callee.property.name === 'call';
    const name = kinds.languageName(isDotCall ? callee.object : callee);
    if (ITERATING.has(name) && isArray(node.arguments[0]) ||
        isDotCall && ITERATING_SECOND.has(name) && isArray(node.arguments[1]))
      report(node, `${name}() goes through the array's iterator`);
  }
}

function check(source, report) {
  checkLoops(source, report);
  checkSpread(source, report);
  checkConstructors(source, report);
  checkCalls(source, report);
}

module.exports = { name: 'array-iteration', group: 'lib', check };
