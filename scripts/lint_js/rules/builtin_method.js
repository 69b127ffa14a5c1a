'use strict';
// builtin-method: a method of a built-in prototype is called as it was before any program ran.
//
// (1) Names that only built-ins have are reported unless the file defines a method of that name or
//     the receiver is known to be an object of our own.
// (2) Names that our classes have too are reported where the receiver may be a built-in.
// (3) Functions from primordials that need a receiver have a `call` of their own; nothing has an
//     `apply` or `bind` of its own.
// (4) A hot path may call `f.call(…)` under a condition that compares `f.call` with
//     FunctionPrototypeCall.

const { METHODS, ONLY_BUILTIN, primordialOf } = require('../names.js');

const WITH_RECEIVER = /Prototype[A-Z]|^(Promise|Array|TypedArray)[A-Z]/;
const INSTEAD = {
  __proto__: null,
  call: 'ReflectApply(f, receiver, [a, b]) or FunctionPrototypeCall.call(f, receiver, a, b)',
  apply: 'ReflectApply(f, receiver, list)',
  bind: 'an arrow function or FunctionPrototypeBind.call(f, receiver)',
};

// Methods that look up another method themselves.
const ADVICE = {
  __proto__: null,
  test: 'RegExpPrototypeExec.call(…) !== null',
  catch: 'PromisePrototypeThen.call(promise, undefined, failed)',
  finally: 'PromisePrototypeThen.call(promise, done, failed)',
};

const isMissing = (node) => node?.type === 'ThisExpression' || node?.name === 'undefined' ||
                            node?.type === 'Literal' && node.value === null;

// Our handles and sockets have a `bind` too.
function isFunctionCall(source, name, node, kinds) {
  if (kinds.has('function') || name !== 'bind')
    return true;
  if (kinds.size > 0 && !kinds.has('unknown'))
    return false;
  const [receiver] = node.arguments;
  const { object } = node.callee;
  return isMissing(receiver) || object.type === 'MemberExpression' && receiver !== undefined &&
         source.textOf(receiver) === source.textOf(object.object);
}

const CONDITIONS = new Set(['ConditionalExpression', 'IfStatement']);

function isGuarded(source, node) {
  const text = `${source.textOf(node.callee.object)}.call`;
  const guards = [`${text} === FunctionPrototypeCall`, `${text} !== FunctionPrototypeCall`];
  for (let at = node.parent; at; at = at.parent) {
    if (CONDITIONS.has(at.type) && guards.some((guard) => source.textOf(at.test).includes(guard)))
      return true;
  }
  return false;
}

function methodsDefined(source) {
  const defined = new Set();
  for (const { key } of source.nodes('MethodDefinition'))
    defined.add(key.name);
  for (const { key, value } of source.nodes('Property')) {
    if (/Function/.test(value.type))
      defined.add(key.name);
  }
  for (const { left, right } of source.nodes('AssignmentExpression')) {
    if (left.type === 'MemberExpression' && /Function/.test(right.type))
      defined.add(left.property.name);
  }
  return defined;
}

function checkCall(source, node, defined) {
  const { object, property } = node.callee;
  const { name } = property;
  if (METHODS.function.has(name) && name !== 'toString') {
    const language = source.kinds.languageName(object);
    if (name === 'call' && language !== undefined && WITH_RECEIVER.test(language) ||
        object.type === 'ThisExpression' || name === 'call' && isGuarded(source, node))
      return undefined;
    return isFunctionCall(source, name, node, source.kinds.at(object)) ?
      `.${name}() can be replaced: write ${INSTEAD[name]}` : undefined;
  }
  const isCandidate = ONLY_BUILTIN.has(name) && !defined.has(name);
  if (!isCandidate && !Object.values(METHODS).some((methods) => methods.has(name)))
    return undefined;
  const kinds = source.kinds.at(object);
  let kind = [...kinds].find((one) => METHODS[one]?.has(name));
  const mayBeBuiltin = kinds.has('unknown') || kinds.size === 0 || kinds.has('nothing');
  if (kind === undefined && isCandidate && mayBeBuiltin && object.type !== 'ThisExpression')
    kind = ONLY_BUILTIN.get(name);
  if (kind === undefined)
    return undefined;
  if (kind === 'iterator')
    return `.${name}() of an iterator can be replaced`;
  return `.${name}() can be replaced: write ` +
         (ADVICE[name] ?? `${primordialOf(kind, name)}.call(…)`);
}

function *methodCalls(source) {
  for (const node of source.nodes('CallExpression')) {
    const { callee } = node;
    if (callee.type !== 'MemberExpression' || callee.computed || callee.object.type === 'Super' ||
        callee.property.type !== 'Identifier')
      continue;
    // Without a variable it is a namespace, which is bare-global's.
    if (callee.object.type !== 'Identifier' || callee.object.variable !== undefined ||
        callee.object.name === 'arguments')
      yield node;
  }
}

function check(source, report) {
  const defined = methodsDefined(source);
  for (const node of methodCalls(source)) {
    const message = checkCall(source, node, defined);
    if (message !== undefined)
      report(node.callee.property, message);
  }
  for (const node of source.nodes('MemberExpression')) {
    const { object, property, computed } = node;
    if (computed || property.name !== 'size')
      continue;
    const kind = [...source.kinds.at(object)].find((one) => one === 'map' || one === 'set');
    if (kind !== undefined)
      report(property, `.size can be replaced: write ${primordialOf(kind, 'getSize')}.call(…)`);
  }
}

// What the inference knows nothing about, for a person to look at: `lint-js --suspects`.
const SUSPECT_KINDS = ['array', 'string', 'regexp', 'promise', 'map', 'set'];

function checkSuspects(source, report) {
  for (const { callee: { object, property } } of methodCalls(source)) {
    const kind = SUSPECT_KINDS.find((one) => METHODS[one].has(property.name));
    if (kind === undefined || object.type === 'ThisExpression' || ONLY_BUILTIN.has(property.name))
      continue;
    const kinds = source.kinds.at(object);
    if (kinds.has('unknown') && ![...kinds].some((one) => METHODS[one]?.has(property.name)))
      report(property, `is ${source.textOf(object).split('\n')[0]} an object of our own?`);
  }
}

module.exports = [
  { name: 'builtin-method', group: 'lib', check },
  { name: 'suspect-method', group: 'suspects', check: checkSuspects },
];
