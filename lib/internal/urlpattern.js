'use strict';
// URLPattern: eight patterns, one per component of a URL, as the URL Pattern standard says.

const { codes } = require('internal/errors');
const { URL } = require('internal/url');
const { compile, escapePattern } = require('internal/urlpattern/component');
const encode = require('internal/urlpattern/encode');

const COMPONENTS = ['protocol', 'username', 'password', 'hostname', 'port', 'pathname', 'search', 'hash'];
const SPECIAL = { http: '80', https: '443', ws: '80', wss: '443', ftp: '21', file: '' };
const PLAIN = { delimiter: '', prefix: '', ignoreCase: false };
const HOSTNAME = { delimiter: '.', prefix: '', ignoreCase: false };

const matchesSpecial = (component) =>
  Object.keys(SPECIAL).some((scheme) => component.regexp.test(scheme));
const protocolMatchesSpecial = (pattern) => matchesSpecial(compile(pattern, encode.protocol, PLAIN));

// What the base gives to a component that comes after all those that are named.
function inherit(result, init, base, forPattern) {
  const keep = forPattern ? escapePattern : (text) => text;
  const none = (...names) => names.every((name) => init[name] === undefined);
  const set = (name, value) => { result[name] = keep(value); };
  if (none('protocol'))
    set('protocol', base.protocol.slice(0, -1));
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
    set('search', base.search.slice(1));
  if (none('protocol', 'hostname', 'port', 'pathname', 'search', 'hash'))
    set('hash', base.hash.slice(1));
}

function isAbsolute(pathname, forPattern) {
  return pathname[0] === '/' ||
    (forPattern && pathname.length > 1 && (pathname.startsWith('\\/') || pathname.startsWith('{/')));
}

function resolvePathname(pathname, base, forPattern) {
  if (base === null || isAbsolute(pathname, forPattern) || base.pathname[0] !== '/')
    return pathname;
  const path = forPattern ? escapePattern(base.pathname) : base.pathname;
  const slash = path.lastIndexOf('/');
  return slash === -1 ? pathname : path.slice(0, slash + 1) + pathname;
}

// An init as eight texts; for a URL they are canonical, for a pattern as they were written.
function processInit(init, result, forPattern) {
  let base = null;
  if (init.baseURL !== undefined) {
    base = new URL(init.baseURL);
    inherit(result, init, base, forPattern);
  }
  const put = (name, text, canonical) => {
    result[name] = forPattern ? text : canonical(text);
  };
  if (init.protocol !== undefined)
    put('protocol', init.protocol.replace(/:$/, ''), encode.protocol);
  for (const name of ['username', 'password', 'hostname']) {
    if (init[name] !== undefined)
      put(name, init[name], name === 'hostname' && init[name][0] === '[' ? encode.ipv6 : encode[name]);
  }
  if (init.port !== undefined)
    put('port', init.port, (text) => encode.port(text, result.protocol));
  if (init.pathname !== undefined) {
    const special = !result.protocol || SPECIAL[result.protocol] !== undefined;
    put('pathname', resolvePathname(init.pathname, base, forPattern),
        special ? encode.pathname : encode.opaquePathname);
  }
  if (init.search !== undefined)
    put('search', init.search.replace(/^\?/, ''), encode.search);
  if (init.hash !== undefined)
    put('hash', init.hash.replace(/^#/, ''), encode.hash);
  return result;
}

// The members of an init that are there, as texts.
function readInit(object) {
  const init = {};
  for (const name of ['baseURL', ...COMPONENTS]) {
    if (object[name] !== undefined)
      init[name] = `${object[name]}`;
  }
  return init;
}

const isIPv6 = (pattern) => /^(\[|\{\[|\\\[)/.test(pattern) && pattern.length > 1;

function compileAll(init, ignoreCase) {
  const { protocol = '*', hostname = '*' } = init;
  const folding = { delimiter: '', prefix: '', ignoreCase };
  const compiled = {
    protocol: compile(protocol, encode.protocol, PLAIN),
    username: compile(init.username ?? '*', encode.username, PLAIN),
    password: compile(init.password ?? '*', encode.password, PLAIN),
    hostname: compile(hostname, isIPv6(hostname) ? encode.ipv6 : encode.hostname, HOSTNAME),
  };
  const port = init.port !== undefined && init.port === SPECIAL[protocol] ? '' : init.port ?? '*';
  compiled.port = compile(port, (text) => encode.port(text, undefined), PLAIN);
  compiled.pathname = matchesSpecial(compiled.protocol)
    ? compile(init.pathname ?? '*', encode.pathname, { delimiter: '/', prefix: '/', ignoreCase })
    : compile(init.pathname ?? '*', encode.opaquePathname, folding);
  compiled.search = compile(init.search ?? '*', encode.search, folding);
  compiled.hash = compile(init.hash ?? '*', encode.hash, folding);
  return compiled;
}

function coded(code, message) {
  const error = new TypeError(message);
  error.code = code;
  return error;
}

function build(input, baseURL, ignoreCase) {
  try {
    let init;
    if (typeof input === 'string') {
      init = require('internal/urlpattern/string').parseString(input, protocolMatchesSpecial);
      if (baseURL === undefined && init.protocol === undefined)
        throw new TypeError('A relative pattern needs a base URL');
      init.baseURL = baseURL;
    } else {
      if (baseURL !== undefined)
        throw new TypeError('An object has its base URL inside');
      init = readInit(input);
    }
    return compileAll(processInit(init, {}, true), ignoreCase);
  } catch (error) {
    if (!(error instanceof TypeError || error instanceof SyntaxError))
      throw error;
    throw coded('ERR_INVALID_URL_PATTERN', 'Failed to construct URLPattern');
  }
}

const isObject = (value) => typeof value === 'object' || typeof value === 'function';

// The texts of the components that an input has, or null when it is no URL.
function componentsOf(input, baseURL) {
  try {
    if (typeof input !== 'string') {
      const empty = Object.fromEntries(COMPONENTS.map((name) => [name, '']));
      return processInit(readInit(input), empty, false);
    }
    const url = new URL(input, baseURL);
    return {
      protocol: url.protocol.slice(0, -1), username: url.username, password: url.password,
      hostname: url.hostname, port: url.port, pathname: url.pathname,
      search: url.search.slice(1), hash: url.hash.slice(1),
    };
  } catch (error) {
    if (error instanceof TypeError)
      return null;
    throw error;
  }
}

function groupsOf(component, found) {
  const groups = {};
  component.names.forEach((name, i) => { groups[name] = found[i + 1]; });
  return groups;
}

class URLPattern {
  #components;

  constructor(...args) {
    let { 0: input = {}, 1: second, 2: options } = args;
    input ??= {};
    if (typeof input !== 'string' && !isObject(input))
      throw coded('ERR_INVALID_ARG_TYPE', 'Input must be an object or a string');
    let baseURL;
    if (args.length > 2) {
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
      throw new TypeError('Illegal invocation');
    return self.#components;
  }

  static #match(components, args, verb) {
    const { 0: input = {}, 1: baseURL } = args;
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
    const found = {};
    for (const name of COMPONENTS) {
      found[name] = components[name].regexp.exec(texts[name]);
      if (found[name] === null)
        return null;
    }
    return { texts, found, inputs: baseURL === undefined ? [url] : [url, baseURL] };
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
    return COMPONENTS.some((name) => components[name].hasRegExp);
  }

  exec(...args) {
    const components = URLPattern.#of(this);
    const match = URLPattern.#match(components, args, 'exec');
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

  test(...args) {
    return URLPattern.#match(URLPattern.#of(this), args, 'test') !== null;
  }
}

for (const name of [...COMPONENTS, 'hasRegExpGroups', 'exec', 'test'])
  Object.defineProperty(URLPattern.prototype, name, { __proto__: null, enumerable: true });
Object.defineProperty(URLPattern.prototype, Symbol.toStringTag,
                      { __proto__: null, value: 'URLPattern', configurable: true });

// Called without `new` it has its own code, which a class alone cannot have.
const constructible = new Proxy(URLPattern, {
  apply() {
    throw coded('ERR_CONSTRUCT_CALL_REQUIRED', 'Cannot call constructor without `new`');
  },
});
Object.defineProperty(URLPattern.prototype, 'constructor', {
  __proto__: null, value: constructible, writable: true, configurable: true,
});

module.exports = { URLPattern: constructible };
