'use strict';
// The value of an expression, found without running any code of the user: for completion and
// previews, which must not change anything.
//
// 1. Known are literals, names, members that are data properties or getters of the REPL's own, and
//    operators on primitive values. Calls, assignments, other getters and proxies have no value
//    here: the result is undefined.
// 2. A result is { value }, or undefined.

const {
  ArrayPrototypePush, Object, ObjectGetOwnPropertyDescriptor,
  ObjectGetPrototypeOf, ReflectApply, String,
} = primordials;
const { scan } = require('internal/repl/scanner');
const { trustedGetters } = require('internal/repl/evaluate');
const { isProxy } = require('internal/util/types');
const { run } = internalBinding('script');

const MOST_NESTED = 50;
const LONGEST = 1 << 16;      // characters of a string that an operator makes
const found = (value) => ({ __proto__: null, value });
const isPrimitive = (value) =>
  (typeof value !== 'object' && typeof value !== 'function' && typeof value !== 'symbol') ||
  value === null;

const BINARY = {
  '__proto__': null,
  '??': [1, null], '||': [2, null], '&&': [3, null],
  '|': [4, (a, b) => a | b], '^': [5, (a, b) => a ^ b], '&': [6, (a, b) => a & b],
  // lint-ok: equality the user's own operators
  '==': [7, (a, b) => a == b], '!=': [7, (a, b) => a != b],
  '===': [7, (a, b) => a === b], '!==': [7, (a, b) => a !== b],
  '<': [8, (a, b) => a < b], '>': [8, (a, b) => a > b], '<=': [8, (a, b) => a <= b],
  '>=': [8, (a, b) => a >= b], '<<': [9, (a, b) => a << b], '>>': [9, (a, b) => a >> b],
  '>>>': [9, (a, b) => a >>> b], '+': [10, (a, b) => a + b], '-': [10, (a, b) => a - b],
  '*': [11, (a, b) => a * b], '/': [11, (a, b) => a / b], '%': [11, (a, b) => a % b],
  '**': [12, (a, b) => a ** b],
};
const UNARY = { '__proto__': null, '-': (a) => -a, '+': (a) => +a, '~': (a) => ~a };
const LITERALS = { __proto__: null, true: true, false: false, null: null };

// The descriptor of a property, from the object or what it inherits from.
function descriptorOf(object, key) {
  for (let at = object; at !== null; at = ObjectGetPrototypeOf(at)) {
    if (isProxy(at))
      return undefined;
    const descriptor = ObjectGetOwnPropertyDescriptor(at, key);
    if (descriptor !== undefined)
      return descriptor;
  }
  return null;
}

// The member of a value; undefined when it cannot be known.
function member(value, key) {
  if (value === undefined || value === null || !(isPrimitive(key) || typeof key === 'symbol'))
    return undefined;
  const descriptor = descriptorOf(Object(value), key);
  if (descriptor === undefined)
    return undefined;
  if (descriptor === null)
    return found(undefined);
  if (descriptor.get === undefined)
    return found(descriptor.value);
  return trustedGetters.has(descriptor.get) ? found(ReflectApply(descriptor.get, value, [])) :
    undefined;
}

// Throws NONE where there is no value.
const NONE = { __proto__: null };
const need = (result) => {
  if (result === undefined)
    throw NONE;
  return result.value;
};

class Evaluator {
  constructor(tokens, start, end, context) {
    this.tokens = tokens;
    this.at = start;
    this.end = end;
    this.context = context;
    this.depth = 0;
  }

  peek() { return this.at < this.end ? this.tokens[this.at] : undefined; }
  isSign(text) {
    const token = this.peek();
    return token?.type === 'punctuator' && token.text === text;
  }
  expect(text) {
    if (!this.isSign(text))
      throw NONE;
    this.at++;
  }

  expression() {
    if (++this.depth > MOST_NESTED)
      throw NONE;
    const condition = this.binary(0);
    this.depth--;
    if (!this.isSign('?'))
      return condition;
    this.at++;
    const yes = this.expression();
    this.expect(':');
    const no = this.expression();
    return condition ? yes : no;
  }

  binary(least) {
    let left = this.unary();
    for (;;) {
      const token = this.peek();
      const operator = token?.type === 'punctuator' ? BINARY[token.text] : undefined;
      if (operator === undefined || operator[0] <= least)
        return left;
      this.at++;
      const right = this.binary(operator[1] !== null && token.text === '**' ? operator[0] - 1 :
        operator[0]);
      left = this.combine(token.text, operator[1], left, right);
    }
  }

  combine(sign, operator, left, right) {
    if (sign === '&&')
      return left && right;
    if (sign === '||')
      return left || right;
    if (sign === '??')
      return left ?? right;
    const isIdentity = sign === '===' || sign === '!==';
    if (!isIdentity && !(isPrimitive(left) && isPrimitive(right)))
      throw NONE;
    if ((typeof left === 'string' && left.length > LONGEST) ||
        (typeof right === 'string' && right.length > LONGEST) ||
        (typeof left === 'bigint' && (sign === '**' || sign === '<<')))
      throw NONE;
    return operator(left, right);
  }

  unary() {
    const token = this.peek();
    if (token === undefined)
      throw NONE;
    const { type, text } = token;
    if (type === 'punctuator' && text === '!') {
      this.at++;
      return !this.unary();
    }
    if (type === 'punctuator' && UNARY[text] !== undefined) {
      this.at++;
      const operand = this.unary();
      if (!isPrimitive(operand))
        throw NONE;
      return UNARY[text](operand);
    }
    if (type === 'keyword' && text === 'typeof') {
      this.at++;
      return typeof this.unary();
    }
    return this.members(this.primary());
  }

  members(value) {
    for (;;) {
      const isOptional = this.isSign('?.');
      if (isOptional && (value === undefined || value === null))
        throw NONE;
      if (this.isSign('.') || isOptional) {
        this.at++;
        if (this.isSign('['))
          continue;
        const token = this.peek();
        if (token === undefined || (token.type !== 'name' && token.type !== 'keyword'))
          throw NONE;
        this.at++;
        value = need(member(value, token.text));
      } else if (this.isSign('[')) {
        this.at++;
        const key = this.expression();
        this.expect(']');
        value = need(member(value, key));
      } else if (this.isSign('(') || this.peek()?.type === 'template') {
        throw NONE;
      } else {
        return value;
      }
    }
  }

  primary() {
    const { type, text, match } = this.peek();
    const start = this.at++;
    if (type === 'number' || type === 'string' || type === 'regexp')
      return literal(text);
    if (type === 'template') {
      if (match !== start)
        throw NONE;
      return literal(text);
    }
    if (type === 'name' || text === 'this')
      return this.name(text);
    if (type === 'keyword' && text in LITERALS)
      return LITERALS[text];
    if (text === '(') {
      const value = this.isSign('{') ? this.objectLiteral() : this.expression();
      this.expect(')');
      return value;
    }
    if (text === '[')
      return this.arrayLiteral();
    throw NONE;
  }

  name(text) {
    if (text === 'this' || text === 'globalThis')
      return this.context;
    if (text === 'undefined')
      return undefined;
    const descriptor = descriptorOf(this.context, text);
    if (descriptor === null)
      throw NONE;
    return need(member(this.context, text));
  }

  arrayLiteral() {
    const list = [];
    while (!this.isSign(']')) {
      ArrayPrototypePush.call(list, this.expression());
      if (!this.isSign(']'))
        this.expect(',');
    }
    this.at++;
    return list;
  }

  objectLiteral() {
    const object = {};
    this.at++;
    while (!this.isSign('}')) {
      const key = this.peek();
      this.at++;
      if (key === undefined || key.text === '__proto__')
        throw NONE;
      if (key.type !== 'name' && key.type !== 'string' && key.type !== 'number')
        throw NONE;
      const name = key.type === 'name' ? key.text : String(literal(key.text));
      if (this.isSign(':')) {
        this.at++;
        object[name] = this.isSign('{') ? this.objectLiteral() : this.expression();
      } else if (key.type === 'name') {
        object[name] = this.name(name);
      } else {
        throw NONE;
      }
      if (!this.isSign('}'))
        this.expect(',');
    }
    this.at++;
    return this.isSign('.') || this.isSign('[') ? this.members(object) : object;
  }
}

// A literal has no names: the engine evaluates it.
function literal(text) {
  try {
    return run(`(${text}\n)`, 'repl', 1);
  } catch {
    throw NONE;
  }
}

// The value of tokens[start] to tokens[end - 1].
function valueOfTokens(tokens, start, end, context) {
  const evaluator = new Evaluator(tokens, start, end, context);
  try {
    const value = evaluator.expression();
    return evaluator.at === end ? found(value) : undefined;
  } catch {
    return undefined;       // no value, or an operator that does not know its operands
  }
}

// The value of a whole text, which may end with a semicolon.
function valueOf(source, context) {
  const { tokens, open, unterminated, mismatch } = scan(source);
  if (open.length > 0 || mismatch || tokens.length === 0 ||
      (unterminated !== '' && unterminated !== 'line comment'))
    return undefined;
  const last = tokens[tokens.length - 1];
  const end = last.type === 'punctuator' && last.text === ';' ? tokens.length - 1 : tokens.length;
  return valueOfTokens(tokens, 0, end, context);
}

module.exports = { valueOf, valueOfTokens };
