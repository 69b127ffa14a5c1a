'use strict';
// One component of a URLPattern: from its pattern to parts, from parts to a regular expression and
// back to a pattern in its normal form.
// A part is { type, value, modifier, name, prefix, suffix }; types are fixed, segment, full and
// regexp.

const {
  ArrayPrototypePush, ObjectSetPrototypeOf, RegExpPrototypeExec, SafeArray, SafeRegExp,
  StringFromCodePoint, StringPrototypeCodePointAt, StringPrototypeEndsWith,
  StringPrototypeReplace,
} = primordials;
const { tokenize, isNamePart } = require('internal/urlpattern/tokens');

const IN_REGEXP = new SafeRegExp(/[.+*?^${}()[\]|/\\]/g);
const IN_PATTERN = new SafeRegExp(/[+*?:{}()\\]/g);
const escapeRegexp = (text) => StringPrototypeReplace.call(text, IN_REGEXP, '\\$&');
const escapePattern = (text) => StringPrototypeReplace.call(text, IN_PATTERN, '\\$&');
const segmentRegexp = ({ delimiter }) =>
  (delimiter === '' ? '[^]+?' : `[^${escapeRegexp(delimiter)}]+?`);

class PatternParser {
  constructor(input, options, encode) {
    this.tokens = tokenize(input, false);
    this.index = 0;
    this.parts = new SafeArray();
    this.pending = '';
    this.number = 0;
    this.options = options;
    this.encode = encode;
    this.segment = segmentRegexp(options);
  }

  take(type) {
    const token = this.tokens[this.index];
    if (token.type !== type)
      return null;
    this.index++;
    return token;
  }

  need(type) {
    const token = this.take(type);
    if (token === null)
      throw new primordials.TypeError(`Expected ${type} in pattern`);
    return token;
  }

  takeMatcher(name) {
    return this.take('regexp') ?? (name === null ? this.take('asterisk') : null);
  }

  takeModifier() {
    return (this.take('modifier') ?? this.take('asterisk'))?.value ?? '';
  }

  takeText() {
    let text = '';
    for (let token; (token = this.take('char') ?? this.take('escaped')) !== null;)
      text += token.value;
    return text;
  }

  flush() {
    if (this.pending !== '')
      this.addFixed(this.pending, '');
    this.pending = '';
  }

  addFixed(text, modifier) {
    ArrayPrototypePush.call(this.parts, {
      __proto__: null, type: 'fixed', value: this.encode(text), modifier, name: '', prefix: '',
      suffix: '',
    });
  }

  add(prefix, name, matcher, suffix, modifier) {
    if (name === null && matcher === null && modifier === '') {
      this.pending += prefix;
      return;
    }
    this.flush();
    if (name === null && matcher === null) {
      if (prefix !== '')
        this.addFixed(prefix, modifier);
      return;
    }
    let value = matcher === null ? this.segment :
      matcher.type === 'asterisk' ? '.*' : matcher.value;
    const type = value === this.segment ? 'segment' : value === '.*' ? 'full' : 'regexp';
    if (type !== 'regexp')
      value = '';
    const called = name !== null ? name.value : `${this.number++}`;
    for (let i = 0; i < this.parts.length; i++) {
      if (this.parts[i].name === called)
        throw new primordials.TypeError(`Duplicate name ${called} in pattern`);
    }
    ArrayPrototypePush.call(this.parts, {
      __proto__: null, type, value, modifier, name: called, prefix: this.encode(prefix),
      suffix: this.encode(suffix),
    });
  }

  parse() {
    while (this.index < this.tokens.length) {
      const char = this.take('char');
      const name = this.take('name');
      const matcher = this.takeMatcher(name);
      if (name !== null || matcher !== null)
        this.addMatcher(char?.value ?? '', name, matcher);
      else if (!this.addText(char) && !this.addGroup())
        this.finish();
    }
    return this.parts;
  }

  addMatcher(prefix, name, matcher) {
    if (prefix !== '' && prefix !== this.options.prefix) {
      this.pending += prefix;
      prefix = '';
    }
    this.flush();
    this.add(prefix, name, matcher, '', this.takeModifier());
  }

  addText(char) {
    const token = char ?? this.take('escaped');
    if (token !== null)
      this.pending += token.value;
    return token !== null;
  }

  addGroup() {
    if (this.take('open') === null)
      return false;
    const prefix = this.takeText();
    const name = this.take('name');
    const matcher = this.takeMatcher(name);
    const suffix = this.takeText();
    this.need('close');
    this.add(prefix, name, matcher, suffix, this.takeModifier());
    return true;
  }

  finish() {
    this.flush();
    this.need('end');
  }
}

ObjectSetPrototypeOf(PatternParser.prototype, null);

function partRegexp(part, segment) {
  const { type, modifier } = part;
  if (type === 'fixed') {
    const text = escapeRegexp(part.value);
    return modifier === '' ? text : `(?:${text})${modifier}`;
  }
  const value = type === 'segment' ? segment : type === 'full' ? '.*' : part.value;
  const once = modifier === '' || modifier === '?';
  const prefix = escapeRegexp(part.prefix);
  const suffix = escapeRegexp(part.suffix);
  if (prefix === '' && suffix === '')
    return once ? `(${value})${modifier}` : `((?:${value})${modifier})`;
  if (once)
    return `(?:${prefix}(${value})${suffix})${modifier}`;
  return `(?:${prefix}((?:${value})(?:${suffix}${prefix}(?:${value}))*)${suffix})` +
    (modifier === '*' ? '?' : '');
}

const isNumeric = (name) => RegExpPrototypeExec.call(/^[0-9]/, name) !== null;
const firstChar = (text) =>
  (text === '' ? undefined : StringFromCodePoint(StringPrototypeCodePointAt.call(text, 0)));

// Would the pattern be read as another without braces around this part?
function needsBraces(part, previous, next, options) {
  if (part.suffix !== '' || (part.prefix !== '' && part.prefix !== options.prefix))
    return true;
  if (!isNumeric(part.name) && part.type === 'segment' && part.modifier === '' &&
      next !== undefined && next.prefix === '' && next.suffix === '') {
    const joins = next.type === 'fixed' ? isNamePart(firstChar(next.value), false) :
      isNumeric(next.name);
    if (joins)
      return true;
  }
  return part.prefix === '' && previous?.type === 'fixed' && options.prefix !== '' &&
    StringPrototypeEndsWith.call(previous.value, options.prefix);
}

function matcherText(part, previous, braces, segment) {
  const numeric = isNumeric(part.name);
  if (part.type === 'regexp')
    return `(${part.value})`;
  if (part.type === 'segment')
    return numeric ? `(${segment})` : '';
  const star = numeric && (previous === undefined || previous.type === 'fixed' ||
    previous.modifier !== '' || braces || part.prefix !== '');
  return star ? '*' : '(.*)';
}

function partPattern(parts, i, options, segment) {
  const part = parts[i];
  if (part.type === 'fixed') {
    const text = escapePattern(part.value);
    return part.modifier === '' ? text : `{${text}}${part.modifier}`;
  }
  const named = !isNumeric(part.name);
  const braces = needsBraces(part, parts[i - 1], parts[i + 1], options);
  let text = escapePattern(part.prefix) + (named ? `:${part.name}` : '') +
    matcherText(part, parts[i - 1], braces, segment);
  if (part.type === 'segment' && named && isNamePart(firstChar(part.suffix), false))
    text += '\\';
  text += escapePattern(part.suffix);
  return (braces ? `{${text}}` : text) + part.modifier;
}

function compile(input, encode, options) {
  const parts = new PatternParser(input, options, encode).parse();
  const segment = segmentRegexp(options);
  const names = new SafeArray();
  let source = '';
  let pattern = '';
  let hasRegExp = false;
  for (let i = 0; i < parts.length; i++) {
    source += partRegexp(parts[i], segment);
    pattern += partPattern(parts, i, options, segment);
    hasRegExp ||= parts[i].type === 'regexp';
    if (parts[i].type !== 'fixed')
      ArrayPrototypePush.call(names, parts[i].name);
  }
  const regexp = new SafeRegExp(`^${source}$`, options.ignoreCase ? 'vi' : 'v');
  return { __proto__: null, pattern, regexp, names, hasRegExp };
}

module.exports = { compile, escapePattern };
