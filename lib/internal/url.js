'use strict';
// URL objects over the parser in C. A URL has its text and the offsets of its parts; a getter cuts
// a part out of the text, and a setter is one call that returns the new text.
// (1) searchParams is made when it is first read. Afterwards each changes with the other: see
//     internal/url/search_params.

const {
  Boolean, ObjectDefineProperty, ObjectGetOwnPropertyDescriptor, ObjectKeys, ObjectSetPrototypeOf,
  StringPrototypeSlice, StringPrototypeStartsWith, Symbol, SymbolToStringTag,
} = primordials;
const { codes } = require('internal/errors');
const { parse, canParse, update, layout } = internalBinding('url');
const { setOwnProperty } = require('internal/util');
const { inspectSymbol } = require('internal/url/text');

const OMITTED = 4294967295;
const kParsed = Symbol('parsed'); // an argument that no user has: the text is in `layout` already

// The numbers of enum gy_url_part.
const PROTOCOL = 0, USERNAME = 1, PASSWORD = 2, HOST = 3, HOSTNAME = 4, PORT = 5, PATHNAME = 6,
  SEARCH = 7, HASH = 8;

// In the order of struct gy_url_layout; the names are what util.inspect() shows of hidden things.
class URLContext {
  href = '';
  protocol_end = 0;
  username_end = 0;
  host_start = 0;
  host_end = 0;
  pathname_start = 0;
  search_start = 0;
  hash_start = 0;
  port = 0;
  scheme_type = 1;

  constructor(href) {
    this.take(href);
  }

  take(href) {
    this.href = href;
    this.protocol_end = layout[0];
    this.username_end = layout[1];
    this.host_start = layout[2];
    this.host_end = layout[3];
    this.port = layout[4];
    this.pathname_start = layout[5];
    this.search_start = layout[6];
    this.hash_start = layout[7];
    this.scheme_type = layout[8];
  }

  get hasPort() { return this.port !== OMITTED; }
  get hasSearch() { return this.search_start !== OMITTED; }
  get hasHash() { return this.hash_start !== OMITTED; }
}
ObjectDefineProperty(URLContext.prototype, 'take', { __proto__: null, enumerable: false });

const text = (value) => {
  if (typeof value === 'symbol')
    throw new primordials.TypeError('Cannot convert a Symbol value to a string');
  return `${value}`;
};

// A plain TypeError with a code: its text has none, unlike other coded errors'.
function invalidURL(input, base) {
  const error = new primordials.TypeError('Invalid URL');
  setOwnProperty(error, 'code', 'ERR_INVALID_URL');
  setOwnProperty(error, 'input', input);
  if (base !== undefined)
    setOwnProperty(error, 'base', base);
  return error;
}

const hostnameOf = ({ href, host_start, host_end }) =>
  StringPrototypeSlice.call(href, href[host_start] === '@' ? host_start + 1 : host_start, host_end);
const hostOf = (context) =>
  (context.hasPort ? `${hostnameOf(context)}:${context.port}` : hostnameOf(context));

function searchOf(context) {
  if (!context.hasSearch)
    return '';
  const end = context.hasHash ? context.hash_start : context.href.length;
  return end - context.search_start <= 1 ? '' :
    StringPrototypeSlice.call(context.href, context.search_start, end);
}

const queryOf = (context) => StringPrototypeSlice.call(searchOf(context), 1);

let hasContext;

class URL {
  #context;
  #searchParams = null;

  static {
    hasContext = (value) => typeof value === 'object' && value !== null && #context in value;
  }

  constructor(input, base = undefined) {
    if (arguments.length === 0)
      throw new codes.ERR_MISSING_ARGS('url');
    if (input === kParsed) {
      this.#context = new URLContext(base);
      return;
    }
    input = text(input);
    if (base !== undefined)
      base = text(base);
    const href = parse(input, base);
    if (href === undefined)
      throw invalidURL(input, base);
    this.#context = new URLContext(href);
  }

  static parse(input, base = undefined) {
    if (arguments.length === 0)
      throw new codes.ERR_MISSING_ARGS('url');
    const href = parse(text(input), base === undefined ? undefined : text(base));
    return href === undefined ? null : new URL(kParsed, href);
  }

  static canParse(url, base = undefined) {
    if (arguments.length === 0)
      throw new codes.ERR_MISSING_ARGS('url');
    return canParse(text(url), base === undefined ? undefined : text(base));
  }

  // Node's text for an object of another class; the engine's is different.
  static #contextOf(self, receiver = false) {
    if (hasContext(self))
      return self.#context;
    throw new primordials.TypeError(receiver ? 'Receiver must be an instance of class URL'
      : 'Cannot read private member #context from an object whose class did not declare it');
  }

  static #set(self, part, value) {
    const context = URL.#contextOf(self);
    const href = update(context.href, part, text(value));
    if (href !== undefined)
      context.take(href);
  }

  #refill() {
    if (this.#searchParams !== null)
      require('internal/url/search_params').fill(this.#searchParams, queryOf(this.#context));
  }

  [inspectSymbol](depth, options) {
    const context = URL.#contextOf(this, true);
    if (typeof depth === 'number' && depth < 0)
      return this;
    const shown = {};
    for (let i = 0; i < ATTRIBUTES.length; i++)
      shown[ATTRIBUTES[i]] = this[ATTRIBUTES[i]];
    if (options.showHidden)
      shown[Symbol('context')] = context;
    const { inspect } = require('internal/util/inspect');
    return `${(this.constructor || URL).name} ${inspect(shown, options)}`;
  }

  toString() {
    return URL.#contextOf(this, true).href;
  }

  get href() {
    return URL.#contextOf(this, true).href;
  }

  set href(value) {
    const context = URL.#contextOf(this);
    value = text(value);
    const href = parse(value);
    if (href === undefined)
      throw invalidURL(value);
    context.take(href);
    this.#refill();
  }

  get origin() {
    const context = URL.#contextOf(this);
    const { href, protocol_end, scheme_type, pathname_start } = context;
    if (scheme_type !== 1)
      return scheme_type === 6 ? 'null' :
        `${StringPrototypeSlice.call(href, 0, protocol_end)}//${hostOf(context)}`;
    if (StringPrototypeStartsWith.call(href, 'blob:')) {
      const inner = URL.parse(StringPrototypeSlice.call(href, pathname_start));
      if (inner !== null && (inner.protocol === 'http:' || inner.protocol === 'https:'))
        return inner.origin;
    }
    return 'null';
  }

  get protocol() {
    const { href, protocol_end } = URL.#contextOf(this);
    return StringPrototypeSlice.call(href, 0, protocol_end);
  }

  set protocol(value) {
    URL.#set(this, PROTOCOL, value);
  }

  get username() {
    const { href, protocol_end, username_end } = URL.#contextOf(this);
    return protocol_end + 2 < username_end ?
      StringPrototypeSlice.call(href, protocol_end + 2, username_end) : '';
  }

  set username(value) {
    URL.#set(this, USERNAME, value);
  }

  get password() {
    const { href, username_end, host_start } = URL.#contextOf(this);
    return host_start > username_end ?
      StringPrototypeSlice.call(href, username_end + 1, host_start) : '';
  }

  set password(value) {
    URL.#set(this, PASSWORD, value);
  }

  get host() {
    return hostOf(URL.#contextOf(this));
  }

  set host(value) {
    URL.#set(this, HOST, value);
  }

  get hostname() {
    return hostnameOf(URL.#contextOf(this));
  }

  set hostname(value) {
    URL.#set(this, HOSTNAME, value);
  }

  get port() {
    const context = URL.#contextOf(this);
    return context.hasPort ? `${context.port}` : '';
  }

  set port(value) {
    URL.#set(this, PORT, value);
  }

  get pathname() {
    const context = URL.#contextOf(this);
    const end = context.hasSearch ? context.search_start
      : context.hasHash ? context.hash_start : undefined;
    return StringPrototypeSlice.call(context.href, context.pathname_start, end);
  }

  set pathname(value) {
    URL.#set(this, PATHNAME, value);
  }

  get search() {
    return searchOf(URL.#contextOf(this, true));
  }

  set search(value) {
    URL.#set(this, SEARCH, value);
    this.#refill();
  }

  get searchParams() {
    if (!hasContext(this))
      throw new primordials.TypeError('Cannot read private member #searchParams from an object ' +
        'whose class did not declare it');
    if (this.#searchParams === null) {
      const { URLSearchParams, fill, attach } = require('internal/url/search_params');
      this.#searchParams = new URLSearchParams();
      fill(this.#searchParams, queryOf(this.#context));
      attach(this.#searchParams, (query) => URL.#set(this, SEARCH, query));
    }
    return this.#searchParams;
  }

  get hash() {
    const context = URL.#contextOf(this);
    return context.hasHash && context.href.length - context.hash_start > 1
      ? StringPrototypeSlice.call(context.href, context.hash_start) : '';
  }

  set hash(value) {
    URL.#set(this, HASH, value);
  }

  toJSON() {
    return URL.#contextOf(this, true).href;
  }

  static createObjectURL(obj) {
    return require('internal/blob').createObjectURL(obj);
  }

  static revokeObjectURL(url) {
    if (arguments.length === 0)
      throw new codes.ERR_MISSING_ARGS('url');
    require('internal/blob').revokeObjectURL(text(url));
  }
}

const ATTRIBUTES = [
  'href', 'origin', 'protocol', 'username', 'password', 'host', 'hostname', 'port', 'pathname',
  'search', 'searchParams', 'hash',
];
function makeEnumerable(object, names) {
  for (let i = 0; i < names.length; i++)
    ObjectDefineProperty(object, names[i], { __proto__: null, enumerable: true });
}
makeEnumerable(URL.prototype, ATTRIBUTES);
makeEnumerable(URL.prototype, ['toString', 'toJSON']);
makeEnumerable(URL, ['parse', 'canParse', 'createObjectURL', 'revokeObjectURL']);
ObjectDefineProperty(URL.prototype, SymbolToStringTag,
                      { __proto__: null, value: 'URL', configurable: true });

// For built-ins: a URL whose accessors no program can replace, or null when the text is none.
const safePrototype = { __proto__: null };
for (let i = 0; i < ATTRIBUTES.length; i++) {
  const descriptor = ObjectGetOwnPropertyDescriptor(URL.prototype, ATTRIBUTES[i]);
  ObjectDefineProperty(safePrototype, ATTRIBUTES[i], { __proto__: null, ...descriptor });
}
function parseURL(input, base) {
  const href = parse(input, base);
  return href === undefined ? null : ObjectSetPrototypeOf(new URL(kParsed, href), safePrototype);
}
// The same; throws what `new URL()` does.
function requireURL(input, base) {
  const url = parseURL(input, base);
  if (url === null)
    throw invalidURL(input, base);
  return url;
}

// URLs of other realms and libraries count too; what url.parse() made does not.
function isURL(value) {
  return hasContext(value) ||
    Boolean(value?.href && value.protocol && value.auth === undefined && value.path === undefined);
}

function domainToASCII(domain) {
  if (arguments.length < 1)
    throw new codes.ERR_MISSING_ARGS('domain');
  return internalBinding('url').domainToASCII(text(domain));
}

function domainToUnicode(domain) {
  if (arguments.length < 1)
    throw new codes.ERR_MISSING_ARGS('domain');
  return internalBinding('url').domainToUnicode(text(domain));
}

module.exports = {
  URL, hasContext, isURL, parseURL, requireURL, domainToASCII, domainToUnicode,
  inspectSymbol,
};

// What only some programs need, loaded when they take it from here.
const later = {
  __proto__: null,
  URLSearchParams: 'internal/url/search_params',
  fileURLToPath: 'internal/url/paths',
  fileURLToPathBuffer: 'internal/url/paths',
  pathToFileHref: 'internal/url/paths',
  pathToFileURL: 'internal/url/paths',
  toPathIfFileURL: 'internal/url/paths',
  urlToHttpOptions: 'internal/url/paths',
};
const laterNames = ObjectKeys(later);
for (let i = 0; i < laterNames.length; i++) {
  const name = laterNames[i];
  ObjectDefineProperty(module.exports, name, {
    __proto__: null, enumerable: true, configurable: true,
    get: () => require(later[name])[name],
  });
}
