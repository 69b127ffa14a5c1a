'use strict';
// What kind of value an expression may have, from what its file says: a small inference without
// flow, but for the conditions that a place stands under.
//
// (1) The result is a Set of kinds: those of names.js (string, array, regexp …), `safe` for Safe*
//     collections, `own` for objects that are no built-ins, `nothing` for null and undefined, and
//     `unknown`. A variable has the kinds of all that is assigned to it.
// (2) Properties are known by their name, for the whole file: `this.list = []` makes every `x.list`
//     an array. Where one is also assigned an object of our own, nothing is said about it.
// (3) `typeof x === 'string'`, `ArrayIsArray(x)`, `x instanceof Map`, `validateString(x)` and the
//     like count where they guard the place: in the branch, behind `&&`, or after an early exit.
// (4) A parameter on which a method is called that only strings (or arrays) have is one, unless its
//     type is tested somewhere.

const { FUNCTIONS } = require('./scopes.js');
const { TYPED_ARRAYS, METHODS, ONLY_BUILTIN } = require('./names.js');

const CONSTRUCTED = {
  __proto__: null, Array: 'array', RegExp: 'regexp', Map: 'map', Set: 'set', WeakMap: 'weakmap',
  WeakSet: 'weakset', WeakRef: 'weakref', FinalizationRegistry: 'registry',
  Promise: 'promise', Date: 'date', Function: 'function', DataView: 'view',
  SafeMap: 'safe', SafeSet: 'safe', SafeWeakMap: 'safe', SafeWeakSet: 'safe',
  SafeArray: 'safe', SafeRegExp: 'safe',
};
for (const name of TYPED_ARRAYS)
  CONSTRUCTED[name] = 'typed';

// What functions of the language return, by their names in primordials.
const RETURNED = { __proto__: null };
const returns = (kind, text) => text.trim().split(/\s+/).forEach((name) => RETURNED[name] = kind);
returns('array', `ObjectKeys ObjectValues ObjectEntries ObjectGetOwnPropertyNames ArrayFrom ArrayOf
  ObjectGetOwnPropertySymbols ReflectOwnKeys StringPrototypeSplit ArrayPrototypeMap
  ArrayPrototypeFilter ArrayPrototypeSlice ArrayPrototypeSplice ArrayPrototypeConcat
  ArrayPrototypeFlat ArrayPrototypeFlatMap ArrayPrototypeSort ArrayPrototypeReverse
  ArrayPrototypeToSorted StringPrototypeMatch RegExpPrototypeExec`);
returns('string', `String StringFromCharCode StringFromCodePoint StringRaw ArrayPrototypeJoin
  StringPrototypeCharAt StringPrototypeConcat StringPrototypeNormalize StringPrototypePadEnd
  StringPrototypePadStart StringPrototypeRepeat StringPrototypeReplace StringPrototypeReplaceAll
  StringPrototypeSlice StringPrototypeSubstring StringPrototypeSubstr StringPrototypeToLowerCase
  StringPrototypeToUpperCase StringPrototypeTrim StringPrototypeTrimEnd StringPrototypeTrimStart
  NumberPrototypeToString NumberPrototypeToFixed FunctionPrototypeToString
  DatePrototypeToISOString encodeURIComponent decodeURIComponent encodeURI decodeURI escape
  unescape JSONStringify`);
returns('number', `Number NumberParseInt NumberParseFloat parseInt parseFloat DateNow DateParse
  StringPrototypeIndexOf StringPrototypeLastIndexOf StringPrototypeCharCodeAt ArrayPrototypeIndexOf
  ArrayPrototypePush StringPrototypeCodePointAt MathAbs MathCeil MathFloor MathMax MathMin MathPow
  MathRound MathTrunc`);
returns('promise', `PromiseResolve PromiseReject PromiseAll PromiseAllSettled PromiseRace PromiseAny
  PromisePrototypeThen`);
returns('function', 'FunctionPrototypeBind');
returns('symbol', 'Symbol SymbolFor');
returns('bigint', 'BigInt BigIntAsIntN BigIntAsUintN');
returns('regexp', 'RegExp');

// Methods whose result is of one kind, whatever the receiver is.
const METHOD_RESULT = {
  __proto__: null, split: 'array', toLowerCase: 'string', toUpperCase: 'string', trim: 'string',
  padStart: 'string', padEnd: 'string', substring: 'string', charAt: 'string', toFixed: 'string',
  toISOString: 'string', replace: 'string', charCodeAt: 'number', then: 'unknown', bind: 'unknown',
};
// The same kind as the receiver's.
const SAME = new Set('slice concat sort reverse filter subarray fill map flat'.split(' '));
const STRING_RESULT = new Set(['join', 'toString', 'repeat', 'normalize']);

const PREDICATES = {
  __proto__: null, ArrayIsArray: 'array', isRegExp: 'regexp', isPromise: 'promise', isDate: 'date',
  isMap: 'map', isSet: 'set', validateString: 'string', validateArray: 'array',
  validateFunction: 'function', isTypedArray: 'typed', isUint8Array: 'typed',
};
const ARITHMETIC = new Set(['-', '*', '/', '%', '**', '|', '&', '^', '<<', '>>', '>>>']);
const DECLARATIONS = new Set(['FunctionDeclaration', 'ClassDeclaration', 'ClassExpression']);

const UNKNOWN = new Set(['unknown']);
const one = (kind) => new Set([kind]);
const join = (...sets) => new Set(sets.flatMap((set) => [...set]));
const capital = (text) => text[0].toUpperCase() + text.slice(1);

// The name by which a property is known: that of a symbol's variable in brackets.
function propertyKey({ computed, property, key = property }) {
  if (computed)
    return key.variable?.kind === 'const' ? `[${key.name}]` : undefined;
  return key.type === 'PrivateIdentifier' ? `#${key.name}` : key.name ?? key.value;
}

class Kinds {
  constructor(source) {
    this.source = source;
    this.active = new Set();
    this.known = new Map();
    this.properties = this.collectProperties();
  }

  collectProperties() {
    const found = new Map();
    const add = (name, value) => {
      if (name === undefined || value === null)
        return;
      if (!found.has(name))
        found.set(name, []);
      found.get(name).push({ value });
    };
    for (const node of this.source.nodes('AssignmentExpression')) {
      if (node.left.type === 'MemberExpression')
        add(propertyKey(node.left), node.operator === '=' ? node.right : node);
    }
    for (const node of this.source.nodes('Property', 'PropertyDefinition')) {
      const { value, kind } = node;
      if ((kind === undefined || kind === 'init') && !/Pattern$/.test(value?.type))
        add(propertyKey(node), value);
    }
    return found;
  }

  // The name in primordials, or of a global, that an expression stands for.
  languageName(node) {
    if (node.type === 'MemberExpression' && !node.computed && node.object.type === 'Identifier' &&
        node.object.variable === undefined) {
      return node.object.name === 'primordials' ? node.property.name :
        node.object.name + capital(node.property.name);
    }
    if (node.type !== 'Identifier')
      return undefined;
    return node.variable === undefined ? node.name : this.primordialVariable(node.variable);
  }

  primordialVariable(variable) {
    const { parent } = variable.node;
    if (variable.kind !== 'const')
      return undefined;
    if (parent.type === 'Property' && parent.value === variable.node) {
      const declarator = parent.parent.parent;
      return declarator.type === 'VariableDeclarator' && declarator.init?.name === 'primordials' ?
        parent.key.name : undefined;
    }
    if (parent.type !== 'VariableDeclarator' || parent.init === null || parent.id !== variable.node)
      return undefined;
    const { init } = parent;
    return init.type === 'Identifier' && init.variable?.kind === 'const' ||
           init.type === 'MemberExpression' && init.object.name === 'primordials' ?
      this.languageName(init) : undefined;
  }

  // The kinds of an expression at its place.
  at(node) {
    const found = new Set(this.of(node));
    for (const { kind, holds } of this.guards(node)) {
      if (holds) {
        found.clear();
        found.add(kind);
      } else {
        found.delete(kind);
      }
    }
    return found;
  }

  of(node) {
    const known = this.known.get(node);
    if (known !== undefined)
      return known;
    if (this.active.has(node))
      return new Set();
    this.active.add(node);
    const found = this.compute(node);
    this.active.delete(node);
    if (this.active.size === 0)
      this.known.set(node, found);
    return found;
  }

  compute(node) {
    if (FUNCTIONS.has(node.type) || DECLARATIONS.has(node.type))
      return one('function');
    return this[node.type]?.(node) ?? UNKNOWN;
  }

  ofSources(sources) {
    return join(...sources.map((source) => (
      source.rest ? one('array') : source.nothing ? one('nothing') :
        join(source.unknown ? UNKNOWN : [], source.value ? this.of(source.value) : []))));
  }

  ArrayExpression() { return one('array'); }
  ObjectExpression() { return one('own'); }
  TemplateLiteral() { return one('string'); }
  Literal(node) {
    if (node.regex)
      return one('regexp');
    return one(node.value === null && !node.bigint ? 'nothing' : typeof node.value);
  }
  UnaryExpression(node) {
    const KIND = { '__proto__': null, 'typeof': 'string', 'void': 'nothing', '!': 'boolean',
                   'delete': 'boolean' };
    return one(KIND[node.operator] ?? 'number');
  }
  BinaryExpression(node) { return this.binary(node.operator, node.left, node.right); }
  binary(operator, left, right) {
    if (operator !== '+')
      return one(ARITHMETIC.has(operator) ? 'number' : 'boolean');
    const a = this.of(left), b = this.of(right);
    if (a.has('string') && a.size === 1 || b.has('string') && b.size === 1)
      return one('string');
    const areNumbers = a.has('number') && a.size === 1 && b.has('number') && b.size === 1;
    return areNumbers ? one('number') : UNKNOWN;
  }
  ConditionalExpression(node) { return join(this.of(node.consequent), this.of(node.alternate)); }
  LogicalExpression(node) { return this.logical(node.operator, node.left, node.right); }
  logical(operator, left, right) {
    if (operator === '&&')
      return this.of(right);
    const kept = new Set(this.of(left));
    kept.delete('nothing');
    return join(kept, this.of(right));
  }
  AssignmentExpression(node) {
    const operator = node.operator.slice(0, -1);
    if (operator === '')
      return this.of(node.right);
    return /^(\?\?|\|\||&&)$/.test(operator) ? this.logical(operator, node.left, node.right) :
      this.binary(operator, node.left, node.right);
  }
  SequenceExpression(node) { return this.of(node.expressions.at(-1)); }
  ChainExpression(node) { return this.of(node.expression); }
  ImportExpression() { return one('promise'); }
  NewExpression(node) {
    return one(CONSTRUCTED[this.languageName(node.callee)] ?? 'own');
  }
  Identifier(node) {
    if (node.variable === undefined)
      return node.name === 'undefined' ? one('nothing') : UNKNOWN;
    if (this.primordialVariable(node.variable) !== undefined)
      return one('function');
    return join(this.ofSources(node.variable.sources), this.evidence(node.variable));
  }
  // From what is called on a parameter.
  evidence({ kind, references }) {
    const found = new Set();
    if (kind !== 'param')
      return found;
    for (const { node } of references) {
      const { parent } = node;
      if (parent.type === 'UnaryExpression')
        return new Set();
      const method = parent.type === 'MemberExpression' && !parent.computed &&
        parent.parent.type === 'CallExpression' && parent.parent.callee === parent ?
        ONLY_BUILTIN.get(parent.property.name) : undefined;
      const isReceiver = parent.type === 'CallExpression' &&
        parent.callee.property?.name === 'call' && parent.arguments[0] === node;
      const primordial = isReceiver ? this.languageName(parent.callee.object) : undefined;
      if (method === 'string' || method === 'array')
        found.add(method);
      else if (/^StringPrototype/.test(primordial))
        found.add('string');
    }
    return found;
  }
  MemberExpression(node) {
    const name = propertyKey(node);
    if (name === 'length')
      return one('number');
    const sources = name !== undefined ? this.properties.get(name) : undefined;
    if (sources === undefined)
      return UNKNOWN;
    const found = this.ofSources(sources);
    return found.has('own') || found.has('safe') && found.size > 1 + Number(found.has('nothing')) ?
      UNKNOWN : found;
  }
  CallExpression(node) {
    const { callee } = node;
    if (callee.type === 'Identifier' && /^(require|internalBinding)$/.test(callee.name))
      return one('own');
    const language = RETURNED[this.languageName(callee)];
    if (language !== undefined)
      return one(language);
    if (callee.type === 'Identifier')
      return this.ofLocalCall(callee.variable);
    return callee.type === 'MemberExpression' ? this.ofMethodCall(callee) : UNKNOWN;
  }
  ofLocalCall(variable) {
    const functions = (variable?.sources ?? []).map(({ value }) => value);
    if (functions.length !== 1 || !functions[0] || !FUNCTIONS.has(functions[0].type))
      return UNKNOWN;
    const [called] = functions;
    if (called.async)
      return one(called.generator ? 'own' : 'promise');
    if (called.generator)
      return one('iterator');
    if (called.body.type !== 'BlockStatement')
      return this.of(called.body);
    const returned = this.source.nodes('ReturnStatement')
      .filter((statement) => statement.argument && this.functionOf(statement) === called);
    return returned.length === 0 ? one('nothing') :
      join(...returned.map(({ argument }) => this.of(argument)));
  }
  ofMethodCall(callee) {
    const name = propertyKey(callee);
    if (name === 'call') {
      const kind = RETURNED[this.languageName(callee.object)];
      return kind !== undefined ? one(kind) : UNKNOWN;
    }
    if (METHOD_RESULT[name] !== undefined)
      return one(METHOD_RESULT[name]);
    const receiver = this.of(callee.object);
    const builtin = [...receiver].filter((kind) => METHODS[kind]?.has(name));
    if (builtin.length === 0 || receiver.has('own'))
      return UNKNOWN;
    return SAME.has(name) ? new Set(builtin) : STRING_RESULT.has(name) ? one('string') : UNKNOWN;
  }

  functionOf(node) {
    let at = node.parent;
    while (at !== undefined && !FUNCTIONS.has(at.type))
      at = at.parent;
    return at;
  }

  // ---- Conditions ----

  *guards(node) {
    const text = this.source.textOf(node);
    for (let child = node; child.parent !== undefined; child = child.parent) {
      const { parent } = child;
      if (FUNCTIONS.has(child.type))
        return;
      if (parent.type === 'IfStatement' || parent.type === 'ConditionalExpression') {
        if (child !== parent.test)
          yield* this.facts(parent.test, child === parent.consequent, text);
      } else if (parent.type === 'LogicalExpression' && child === parent.right) {
        if (parent.operator !== '??')
          yield* this.facts(parent.left, parent.operator === '&&', text);
      } else if (parent.type === 'BlockStatement' || parent.type === 'Program') {
        for (const statement of parent.body) {
          if (statement === child)
            break;
          yield* this.afterStatement(statement, text);
        }
      }
    }
  }

  *afterStatement(statement, text) {
    const { type, expression, test, consequent, alternate } = statement;
    if (type === 'ExpressionStatement' && /^validate/.test(expression.callee?.name))
      yield* this.facts(expression, true, text);
    else if (type === 'IfStatement' && !alternate && this.exits(consequent))
      yield* this.facts(test, false, text);
  }

  exits(statement) {
    const last = statement.type === 'BlockStatement' ? statement.body.at(-1) : statement;
    return /^(Return|Throw|Continue|Break)Statement$/.test(last?.type);
  }

  // What a condition says about the expression with this text where it is true (or false).
  *facts(test, isTrue, text) {
    const of = (node) => this.source.textOf(node) === text;
    if (test.type === 'UnaryExpression' && test.operator === '!') {
      yield* this.facts(test.argument, !isTrue, text);
    } else if (test.type === 'LogicalExpression') {
      if (test.operator === (isTrue ? '&&' : '||')) {
        yield* this.facts(test.left, isTrue, text);
        yield* this.facts(test.right, isTrue, text);
      }
    } else if (test.type === 'BinaryExpression') {
      const { operator, left, right } = test;
      if (left.type === 'UnaryExpression' && left.operator === 'typeof' && of(left.argument) &&
          METHODS[right.value] !== undefined)
        yield { kind: right.value, holds: (operator === '===') === isTrue };
      else if (operator === 'instanceof' && of(left))
        yield { kind: CONSTRUCTED[this.languageName(right)] ?? 'own', holds: isTrue };
    } else if (test.type === 'CallExpression' && test.arguments[0] && of(test.arguments[0])) {
      const kind = PREDICATES[this.languageName(test.callee)] ?? PREDICATES[test.callee.name];
      if (kind !== undefined)
        yield { kind, holds: isTrue };
    }
  }
}

module.exports = { Kinds };
