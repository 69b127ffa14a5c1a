'use strict';
// V8's message for a text that is not JSON: the engine's message is different and has no position.
// The reader only finds the first error; it runs after the engine has refused the text.

const {
  RegExpPrototypeExec, SafeRegExp, StringPrototypeIncludes, StringPrototypeSlice,
  StringPrototypeSplit,
} = primordials;
const SPACE = ' \t\n\r';
const LINE_END = new SafeRegExp(/\r\n?|\n/);
const AROUND = 10;      // characters shown on both sides of an unexpected one

class Refusal {
  constructor(text) { this.text = text; }
}

const isDigit = (c) => c >= '0' && c <= '9';

class Reader {
  constructor(text) {
    this.text = text;
    this.at = 0;
  }

  refuse(what) {
    const before = StringPrototypeSlice.call(this.text, 0, this.at);
    const line = StringPrototypeSplit.call(before, LINE_END);
    return new Refusal(`${what} in JSON at position ${this.at} ` +
      `(line ${line.length} column ${line[line.length - 1].length + 1})`);
  }

  // A character that nothing can begin with.
  unexpected() {
    const { text, at } = this;
    if (at >= text.length)
      return new Refusal('Unexpected end of JSON input');
    const c = text[at];
    if (isDigit(c) || c === '-')
      return this.refuse('Unexpected number');
    if (c === '"')
      return this.refuse('Unexpected string');
    if (text === 'undefined' || text === '[object Object]')
      return new Refusal(`"${text}" is not valid JSON`);
    return new Refusal(`Unexpected token '${c}', ${this.around()} is not valid JSON`);
  }

  around() {
    const { text, at } = this;
    if (text.length <= 2 * AROUND)
      return `"${text}"`;
    const from = at < AROUND ? 0 : at - AROUND;
    const to = at >= text.length - AROUND ? text.length : at + AROUND;
    const part = StringPrototypeSlice.call(text, from, to);
    return `${from > 0 ? '...' : ''}"${part}"${to < text.length ? '...' : ''}`;
  }

  skip() {
    while (this.at < this.text.length && StringPrototypeIncludes.call(SPACE, this.text[this.at]))
      this.at++;
    return this.text[this.at];
  }

  value() {
    const c = this.skip();
    if (c === '{')
      return this.object();
    if (c === '[')
      return this.array();
    if (c === '"')
      return this.string();
    if (c === '-' || (c !== undefined && isDigit(c)))
      return this.number();
    if (c === 't')
      return this.word('true');
    if (c === 'f')
      return this.word('false');
    if (c === 'n')
      return this.word('null');
    throw this.unexpected();
  }

  word(word) {
    for (let i = 0; i < word.length; i++) {
      if (this.text[this.at] !== word[i])
        throw this.unexpected();
      this.at++;
    }
  }

  digits(why) {
    if (!isDigit(this.text[this.at] ?? ''))
      throw this.refuse(why);
    while (isDigit(this.text[this.at] ?? ''))
      this.at++;
  }

  number() {
    if (this.text[this.at] === '-') {
      this.at++;
      if (!isDigit(this.text[this.at] ?? ''))
        throw this.refuse('No number after minus sign');
    }
    if (this.text[this.at] === '0') {
      this.at++;
      if (isDigit(this.text[this.at] ?? ''))
        throw this.refuse('Unexpected number');
    } else {
      this.digits('No number after minus sign');
    }
    if (this.text[this.at] === '.') {
      this.at++;
      this.digits('Unterminated fractional number');
    }
    if (this.text[this.at] === 'e' || this.text[this.at] === 'E') {
      this.at++;
      if (this.text[this.at] === '+' || this.text[this.at] === '-')
        this.at++;
      this.digits('Exponent part is missing a number');
    }
  }

  string() {
    for (this.at++; ; this.at++) {
      const c = this.text[this.at];
      if (c === undefined)
        throw this.refuse('Unterminated string');
      if (c === '"')
        break;
      if (c < ' ')
        throw this.refuse('Bad control character in string literal');
      if (c === '\\')
        this.escape();
    }
    this.at++;
  }

  escape() {
    const c = this.text[++this.at];
    if (c === undefined)
      throw this.refuse('Unterminated string');
    if (c !== 'u') {
      if (!StringPrototypeIncludes.call('"\\/bfnrt', c))
        throw this.refuse('Bad escaped character');
      return;
    }
    for (let i = 0; i < 4; i++) {
      this.at++;
      if (RegExpPrototypeExec.call(/[\da-f]/i, this.text[this.at] ?? '') === null)
        throw this.refuse(
          this.at < this.text.length ? 'Bad Unicode escape' : 'Unterminated string');
    }
  }

  array() {
    this.at++;
    if (this.skip() === ']') {
      this.at++;
      return;
    }
    for (;;) {
      this.value();
      const c = this.skip();
      this.at++;
      if (c === ']')
        return;
      if (c !== ',') {
        this.at--;
        throw this.refuse("Expected ',' or ']' after array element");
      }
    }
  }

  object() {
    this.at++;
    if (this.skip() === '}') {
      this.at++;
      return;
    }
    for (let first = true; ; first = false) {
      if (this.skip() !== '"')
        throw this.refuse(first ? "Expected property name or '}'" :
          'Expected double-quoted property name');
      this.string();
      if (this.skip() !== ':')
        throw this.refuse("Expected ':' after property name");
      this.at++;
      this.value();
      const c = this.skip();
      if (c !== ',' && c !== '}')
        throw this.refuse("Expected ',' or '}' after property value");
      this.at++;
      if (c === '}')
        return;
    }
  }

  whole() {
    this.value();
    if (this.skip() === undefined)
      return;
    const what = StringPrototypeSlice.call(this.refuse('').text, ' in JSON'.length);
    throw new Refusal(`Unexpected non-whitespace character after JSON${what}`);
  }
}

// V8's message, or undefined when no error is found.
function whyInvalid(text) {
  try {
    new Reader(text).whole();
  } catch (error) {
    if (error instanceof Refusal)
      return error.text;
  }
  return undefined;
}

module.exports = { whyInvalid };
