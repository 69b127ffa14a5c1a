'use strict';
// URLPattern: eight patterns, one per component of a URL, as the URL Pattern standard says.

const {
  Boolean, ObjectDefineProperty, ObjectKeys, ObjectPrototypeIsPrototypeOf, Proxy,
  RegExpPrototypeExec, SafeRegExp, StringPrototypeLastIndexOf, StringPrototypeReplace,
  StringPrototypeSlice, StringPrototypeStartsWith, SymbolToStringTag,
} = primordials;
const { parseURL } = require('internal/url');
const { setOwnProperty } = require('internal/util');
const { compile, escapePattern } = require('internal/urlpattern/component');
const encode = require('internal/urlpattern/encode');

const COMPONENTS = [
  'protocol', 'username', 'password', 'hostname', 'port', 'pathname', 'search', 'hash',
];
const SPECIAL = {
  __proto__: null, http: '80', https: '443', ws: '80', wss: '443', ftp: '21', file: '',
};
const PLAIN = { __proto__: null, delimiter: '', prefix: '', ignoreCase: false };
const HOSTNAME = { __proto__: null, delimiter: '.', prefix: '', ignoreCase: false };

const SCHEMES = ObjectKeys(SPECIAL);
const COLON_AT_END = new SafeRegExp(/:$/);
const QUESTION_MARK = new SafeRegExp(/^\?/);
const NUMBER_SIGN = new SafeRegExp(/^#/);
const slice = (text, start, end) => StringPrototypeSlice.call(text, start, end);

function matchesSpecial(component) {
  for (let i = 0; i < SCHEMES.length; i++) {
    if (RegExpPrototypeExec.call(component.regexp, SCHEMES[i]) !== null)
      return true;
  }
  return false;
}
const protocolMatchesSpecial = (pattern) =>
  matchesSpecial(compile(pattern, encode.protocol, PLAIN));

// What the base gives to a component that comes after all those that are named.
function inherit(result, init, base, forPattern) {
  const keep = forPattern ? escapePattern : (text) => text;
  const none = (...names) => {
    for (let i = 0; i < names.length; i++) {
      if (init[names[i]] !== undefined)
        return false;
    }
    return true;
  };
  const set = (name, value) => { result[name] = keep(value); };
  if (none('protocol'))
    set('protocol', slice(base.protocol, 0, -1));
  if (!forPattern && none('protocol', 'hostname', 'port', 'username'))
    set('username', base.username);
  if (!forPattern && none('protocol', 'hostname', 'port', 'username', 'password'))
    set('password', base.password);
  if (none('protocol', 'hostname'))
    set('hostname', base.hostname);
  if (none('protocol', 'hostname', 'port'))
    set('port', base.port);
  if (none('protocol', 'hostname', 'port', 'pathname'))
    set('pathname', base.pathname);
  if (none('protocol', 'hostname', 'port', 'pathname', 'search'))
    set('search', slice(base.search, 1));
  if (none('protocol', 'hostname', 'port', 'pathname', 'search', 'hash'))
    set('hash', slice(base.hash, 1));
}

function isAbsolute(pathname, forPattern) {
  return pathname[0] === '/' ||
    (forPattern && pathname.length > 1 && (StringPrototypeStartsWith.call(pathname, '\\/') ||
      StringPrototypeStartsWith.call(pathname, '{/')));
}

function resolvePathname(pathname, base, forPattern) {
  if (base === null || isAbsolute(pathname, forPattern) || base.pathname[0] !== '/')
    return pathname;
  const path = forPattern ? escapePattern(base.pathname) : base.pathname;
  const slash = StringPrototypeLastIndexOf.call(path, '/');
  return slash === -1 ? pathname : slice(path, 0, slash + 1) + pathname;
}

// An init as eight texts; for a URL they are canonical, for a pattern as they were written.
function processInit(init, result, forPattern) {
  let base = null;
  if (init.baseURL !== undefined) {
    base = parseURL(init.baseURL);
    if (base === null)
      throw new primordials.TypeError('Invalid URL');
    inherit(result, init, base, forPattern);
  }
  const put = (name, text, canonical) => {
    result[name] = forPattern ? text : canonical(text);
  };
  if (init.protocol !== undefined)
    put('protocol', StringPrototypeReplace.call(init.protocol, COLON_AT_END, ''), encode.protocol);
  if (init.username !== undefined)
    put('username', init.username, encode.username);
  if (init.password !== undefined)
    put('password', init.password, encode.password);
  if (init.hostname !== undefined)
    put('hostname', init.hostname, init.hostname[0] === '[' ? encode.ipv6 : encode.hostname);
  if (init.port !== undefined)
    put('port', init.port, (text) => encode.port(text, result.protocol));
  if (init.pathname !== undefined) {
    const special = !result.protocol || SPECIAL[result.protocol] !== undefined;
    put('pathname', resolvePathname(init.pathname, base, forPattern),
        special ? encode.pathname : encode.opaquePathname);
  }
  if (init.search !== undefined)
    put('search', StringPrototypeReplace.call(init.search, QUESTION_MARK, ''), encode.search);
  if (init.hash !== undefined)
    put('hash', StringPrototypeReplace.call(init.hash, NUMBER_SIGN, ''), encode.hash);
  return result;
}

// The members of an init that are there, as texts.
function readInit(object) {
  const init = { __proto__: null };
  // What is no string does not count, as in Node.
  if (typeof object.baseURL === 'string')
    init.baseURL = object.baseURL;
  for (let i = 0; i < COMPONENTS.length; i++) {
    const name = COMPONENTS[i];
    const value = object[name];
    if (typeof value === 'string')
      init[name] = value;
  }
  return init;
}

const isIPv6 = (pattern) =>
  RegExpPrototypeExec.call(/^(\[|\{\[|\\\[)/, pattern) !== null && pattern.length > 1;

function compileAll(init, ignoreCase) {
  const { protocol = '*', hostname = '*' } = init;
  const folding = { __proto__: null, delimiter: '', prefix: '', ignoreCase };
  const compiled = {
    __proto__: null,
    protocol: compile(protocol, encode.protocol, PLAIN),
    username: compile(init.username ?? '*', encode.username, PLAIN),
    password: compile(init.password ?? '*', encode.password, PLAIN),
    hostname: compile(hostname, isIPv6(hostname) ? encode.ipv6 : encode.hostname, HOSTNAME),
  };
  const port = init.port !== undefined && init.port === SPECIAL[protocol] ? '' : init.port ?? '*';
  compiled.port = compile(port, (text) => encode.port(text, undefined), PLAIN);
  compiled.pathname = matchesSpecial(compiled.protocol)
    ? compile(init.pathname ?? '*', encode.pathname,
              { __proto__: null, delimiter: '/', prefix: '/', ignoreCase })
    : compile(init.pathname ?? '*', encode.opaquePathname, folding);
  compiled.search = compile(init.search ?? '*', encode.search, folding);
  compiled.hash = compile(init.hash ?? '*', encode.hash, folding);
  return compiled;
}

function coded(code, message) {
  const error = new primordials.TypeError(message);
  return setOwnProperty(error, 'code', code);
}

const isA = (Type, error) => ObjectPrototypeIsPrototypeOf.call(Type.prototype, error);

function build(input, baseURL, ignoreCase) {
  try {
    let init;
    if (typeof input === 'string') {
      init = require('internal/urlpattern/string').parseString(input, protocolMatchesSpecial);
      if (baseURL === undefined && init.protocol === undefined)
        throw new primordials.TypeError('A relative pattern needs a base URL');
      init.baseURL = baseURL;
    } else {
      if (baseURL !== undefined)
        throw new primordials.TypeError('An object has its base URL inside');
      init = readInit(input);
    }
    return compileAll(processInit(init, { __proto__: null }, true), ignoreCase);
  } catch (error) {
    if (!isA(primordials.TypeError, error) && !isA(primordials.SyntaxError, error))
      throw error;
    throw coded('ERR_INVALID_URL_PATTERN', 'Failed to construct URLPattern');
  }
}

const NO_INIT = { __proto__: null };
const isObject = (value) => typeof value === 'object' || typeof value === 'function';

// The texts of the components that an input has, or null if it is not a URL.
function componentsOf(input, baseURL) {
  try {
    if (typeof input !== 'string') {
      const empty = { __proto__: null };
      for (let i = 0; i < COMPONENTS.length; i++)
        empty[COMPONENTS[i]] = '';
      return processInit(readInit(input), empty, false);
    }
    const url = parseURL(input, baseURL);
    return url === null ? null : {
      __proto__: null, protocol: slice(url.protocol, 0, -1), username: url.username,
      password: url.password,
      hostname: url.hostname, port: url.port, pathname: url.pathname,
      search: slice(url.search, 1), hash: slice(url.hash, 1),
    };
  } catch (error) {
    if (isA(primordials.TypeError, error))
      return null;
    throw error;
  }
}

function groupsOf(component, found) {
  const groups = {};
  for (let i = 0; i < component.names.length; i++)
    setOwnProperty(groups, component.names[i], found[i + 1]);
  return groups;
}

class URLPattern {
  #components;

  constructor(input = undefined, second = undefined, options = undefined) {
    input ??= NO_INIT;
    if (typeof input !== 'string' && !isObject(input))
      throw coded('ERR_INVALID_ARG_TYPE', 'Input must be an object or a string');
    let baseURL;
    if (arguments.length > 2) {
      if (second != null && typeof second !== 'string')
        throw coded('ERR_INVALID_ARG_TYPE', 'baseURL must be a string');
      if (options != null && !isObject(options))
        throw coded('ERR_INVALID_ARG_TYPE', 'options must be an object');
      baseURL = `${second}`;
    } else if (typeof second === 'string') {
      baseURL = second;
    } else if (second != null) {
      if (!isObject(second))
        throw coded('ERR_INVALID_ARG_TYPE', 'second argument must be a string or object');
      options = second;
    }
    this.#components = build(input, baseURL, Boolean(options?.ignoreCase));
  }

  static #of(self) {
    if (self === null || typeof self !== 'object' || !(#components in self))
      throw new primordials.TypeError('Illegal invocation');
    return self.#components;
  }

  static #match(components, input, baseURL, verb) {
    const url = input ?? {};
    if (typeof url !== 'string' && !isObject(url))
      throw coded('ERR_INVALID_ARG_TYPE', 'URLPattern input needs to be a string or an object');
    if (baseURL != null && typeof baseURL !== 'string')
      throw coded('ERR_INVALID_ARG_TYPE', 'baseURL must be a string');
    if (baseURL !== undefined && typeof url !== 'string')
      throw coded('ERR_OPERATION_FAILED', `Failed to ${verb} URLPattern`);
    const texts = componentsOf(url, baseURL === undefined ? undefined : `${baseURL}`);
    if (texts === null)
      return null;
    const found = { __proto__: null };
    for (let i = 0; i < COMPONENTS.length; i++) {
      const name = COMPONENTS[i];
      found[name] = RegExpPrototypeExec.call(components[name].regexp, texts[name]);
      if (found[name] === null)
        return null;
    }
    const inputs = baseURL === undefined ? [url] : [url, baseURL];
    return { __proto__: null, texts, found, inputs };
  }

  get protocol() { return URLPattern.#of(this).protocol.pattern; }
  get username() { return URLPattern.#of(this).username.pattern; }
  get password() { return URLPattern.#of(this).password.pattern; }
  get hostname() { return URLPattern.#of(this).hostname.pattern; }
  get port() { return URLPattern.#of(this).port.pattern; }
  get pathname() { return URLPattern.#of(this).pathname.pattern; }
  get search() { return URLPattern.#of(this).search.pattern; }
  get hash() { return URLPattern.#of(this).hash.pattern; }

  get hasRegExpGroups() {
    const components = URLPattern.#of(this);
    for (let i = 0; i < COMPONENTS.length; i++) {
      if (components[COMPONENTS[i]].hasRegExp)
        return true;
    }
    return false;
  }

  exec(input = undefined, baseURL = undefined) {
    const components = URLPattern.#of(this);
    const match = URLPattern.#match(components, input, baseURL, 'exec');
    if (match === null)
      return null;
    const part = (name) =>
      ({ groups: groupsOf(components[name], match.found[name]), input: match.texts[name] });
    // By the alphabet, as a dictionary of Web IDL is made.
    return {
      __proto__: null,
      hash: part('hash'), hostname: part('hostname'), inputs: match.inputs,
      password: part('password'), pathname: part('pathname'), port: part('port'),
      protocol: part('protocol'), search: part('search'), username: part('username'),
    };
  }

  test(input = undefined, baseURL = undefined) {
    return URLPattern.#match(URLPattern.#of(this), input, baseURL, 'test') !== null;
  }
}

function makeEnumerable(names) {
  for (let i = 0; i < names.length; i++)
    ObjectDefineProperty(URLPattern.prototype, names[i], { __proto__: null, enumerable: true });
}
makeEnumerable(COMPONENTS);
makeEnumerable(['hasRegExpGroups', 'exec', 'test']);
ObjectDefineProperty(URLPattern.prototype, SymbolToStringTag,
                      { __proto__: null, value: 'URLPattern', configurable: true });

// Called without `new` it has its own code, which a class alone cannot have.
const constructible = new Proxy(URLPattern, {
  __proto__: null,
  apply() {
    throw coded('ERR_CONSTRUCT_CALL_REQUIRED', 'Cannot call constructor without `new`');
  },
});
ObjectDefineProperty(URLPattern.prototype, 'constructor', {
  __proto__: null, value: constructible, writable: true, configurable: true,
});

module.exports = { URLPattern: constructible };
