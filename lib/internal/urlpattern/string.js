'use strict';
// A pattern that is one text, like "https://*.example.com/:path": cut into components as a URL is.

const {
  ArrayPrototypeIndexOf, MathMin, ObjectSetPrototypeOf, StringPrototypeSlice,
} = primordials;
const { tokenize } = require('internal/urlpattern/tokens');

const ORDER = ['protocol', 'authority', 'username', 'password', 'hostname', 'port', 'pathname',
               'search', 'hash'];
const orderOf = (state) => ArrayPrototypeIndexOf.call(ORDER, state);
const before = (state, last) => orderOf(state) <= orderOf(last);
const after = (state, first) => orderOf(state) >= orderOf(first);

class StringParser {
  constructor(input, matchesSpecial) {
    this.input = input;
    this.tokens = tokenize(input, true);
    this.matchesSpecial = matchesSpecial;
    this.special = false;
    this.result = { __proto__: null };
    this.state = 'init';
    this.start = 0;
    this.index = 0;
    this.step = 1;
    this.groups = 0;
    this.brackets = 0;
  }

  is(char, offset = 0) {
    const token = this.tokens[MathMin(this.index + offset, this.tokens.length - 1)];
    const { type } = token;
    return token.value === char &&
      (type === 'char' || type === 'escaped' || type === 'invalid');
  }

  // A '?' after something that can be repeated makes it optional; anywhere else it begins a query.
  isSearch() {
    if (this.is('?'))
      return true;
    if (this.tokens[this.index].value !== '?' || this.tokens[this.index].type !== 'modifier')
      return false;
    const previous = this.tokens[this.index - 1];
    return previous === undefined || (previous.type !== 'name' && previous.type !== 'regexp' &&
      previous.type !== 'close' && previous.type !== 'asterisk');
  }

  text() {
    return StringPrototypeSlice.call(this.input, this.tokens[this.start].index,
                                     this.tokens[this.index].index);
  }

  change(state, skip) {
    const { result } = this;
    if (this.state !== 'init' && this.state !== 'authority')
      result[this.state] = this.text();
    if (this.state !== 'init' && state !== 'done') {
      if (before(this.state, 'password') && after(state, 'port'))
        result.hostname ??= '';
      if (before(this.state, 'port') && after(state, 'search'))
        result.pathname ??= this.special ? '/' : '';
      if (before(this.state, 'pathname') && state === 'hash')
        result.search ??= '';
    }
    this.state = state;
    this.index += skip;
    this.start = this.index;
    this.step = 0;
  }

  rewind(state) {
    this.index = this.start;
    this.step = 0;
    this.state = state;
  }

  // '/', '?' or '#': the parts after the host.
  changeToTail(pathname) {
    if (pathname && this.is('/'))
      this.change('pathname', 0);
    else if (this.isSearch())
      this.change('search', 1);
    else if (this.is('#'))
      this.change('hash', 1);
  }

  atEnd() {
    if (this.state === 'init') {
      this.rewind('init');
      if (this.is('#'))
        this.change('hash', 1);
      else if (this.isSearch())
        this.change('search', 1);
      else
        this.change('pathname', 0);
      return false;
    }
    if (this.state === 'authority') {
      this.rewind('hostname');
      return false;
    }
    this.change('done', 0);
    return true;
  }

  parse() {
    while (this.index < this.tokens.length) {
      this.step = 1;
      const { type } = this.tokens[this.index];
      if (type === 'end') {
        if (this.atEnd())
          break;
      } else if (type === 'open') {
        this.groups++;
      } else if (this.groups > 0) {
        this.groups -= type === 'close' ? 1 : 0;
      } else {
        states[this.state](this);
      }
      this.index += this.step;
    }
    if (this.result.hostname !== undefined)
      this.result.port ??= '';
    return this.result;
  }
}

ObjectSetPrototypeOf(StringParser.prototype, null);

const states = {
  __proto__: null,
  init(parser) {
    if (parser.is(':'))
      parser.rewind('protocol');
  },
  protocol(parser) {
    if (!parser.is(':'))
      return;
    parser.special = parser.matchesSpecial(parser.text());
    const slashes = parser.is('/', 1) && parser.is('/', 2);
    parser.change(slashes || parser.special ? 'authority' : 'pathname', slashes ? 3 : 1);
  },
  authority(parser) {
    if (parser.is('@'))
      parser.rewind('username');
    else if (parser.is('/') || parser.isSearch() || parser.is('#'))
      parser.rewind('hostname');
  },
  username(parser) {
    if (parser.is(':'))
      parser.change('password', 1);
    else if (parser.is('@'))
      parser.change('hostname', 1);
  },
  password(parser) {
    if (parser.is('@'))
      parser.change('hostname', 1);
  },
  hostname(parser) {
    if (parser.is('['))
      parser.brackets++;
    else if (parser.is(']'))
      parser.brackets--;
    else if (parser.is(':') && parser.brackets === 0)
      parser.change('port', 1);
    else
      parser.changeToTail(true);
  },
  port(parser) { parser.changeToTail(true); },
  pathname(parser) { parser.changeToTail(false); },
  search(parser) {
    if (parser.is('#'))
      parser.change('hash', 1);
  },
  hash() {},
};

const parseString = (input, matchesSpecial) => new StringParser(input, matchesSpecial).parse();

module.exports = { parseString };
