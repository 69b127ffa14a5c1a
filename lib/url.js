'use strict';
// node:url: the web's URL classes, conversions, and the older url.parse() family.

const {
  Boolean, ObjectDefineProperty, ObjectKeys, ReflectApply, RegExpPrototypeExec,
  StringPrototypeIncludes, StringPrototypeStartsWith,
} = primordials;
const { codes } = require('internal/errors');
const { URL, hasContext, domainToASCII, domainToUnicode } = require('internal/url');

const legacy = () => require('internal/url/legacy');

const MAX_FRAMES = 10;
let warned = false;

// Once, and not for what packages do: their users cannot change it.
function warn() {
  if (warned || process.noDeprecation || calledFromPackage())
    return;
  warned = true;
  process.emitWarning(
    '`url.parse()` behavior is not standardized and prone to errors that have security ' +
    'implications. Use the WHATWG URL API instead. CVEs are not issued for `url.parse()` ' +
    'vulnerabilities.', 'DeprecationWarning', 'DEP0169');
}

function calledFromPackage() {
  const frames = require('internal/error_stack').callerFrames(calledFromPackage, MAX_FRAMES);
  for (let i = 0; i < frames.length; i++) {
    const { url } = frames[i];
    if (!StringPrototypeStartsWith.call(url, 'node:') && StringPrototypeIncludes.call(url, '/'))
      return RegExpPrototypeExec.call(/[/\\]node_modules[/\\]/, url) !== null;
  }
  return false;
}

function parse(url, parseQueryString, slashesDenoteHost) {
  warn();
  return legacy().urlParse(url, parseQueryString, slashesDenoteHost);
}

function resolve(from, to) {
  return parse(from, false, true).resolve(to);
}

function resolveObject(source, relative) {
  return source ? parse(source, false, true).resolveObject(relative) : relative;
}

function format(urlObject, options) {
  if (typeof urlObject === 'string')
    return parse(urlObject).format();
  if (typeof urlObject !== 'object' || urlObject === null)
    throw new codes.ERR_INVALID_ARG_TYPE('urlObject', ['Object', 'string'], urlObject);
  if (hasContext(urlObject))
    return formatURL(urlObject, options);
  return ReflectApply(legacy().Url.prototype.format, urlObject, []);
}

function formatURL(url, options) {
  const show = { __proto__: null, auth: true, fragment: true, search: true, unicode: false };
  if (options) {
    require('internal/validators').validateObject(options, 'options');
    const parts = ObjectKeys(show);
    for (let i = 0; i < parts.length; i++) {
      const value = options[parts[i]];
      if (value != null)
        show[parts[i]] = Boolean(value);
    }
  }
  if (show.auth && show.fragment && show.search && !show.unicode)
    return url.href;
  const { href, protocol, username, password, pathname } = url;
  let host = show.unicode && url.hostname !== '' ? domainToUnicode(url.hostname) : url.hostname;
  if (host === '')
    host = url.hostname;
  const slashes = StringPrototypeStartsWith.call(href, '//', protocol.length) ? '//' : '';
  const auth = show.auth && (username || password)
    ? `${username}${password ? `:${password}` : ''}@` : '';
  const port = url.port ? `:${url.port}` : '';
  const dot = slashes === '' && StringPrototypeStartsWith.call(pathname, '//') ? '/.' : '';
  return protocol + slashes + auth + host + port + dot + pathname +
    (show.search ? url.search : '') + (show.fragment ? url.hash : '');
}

// In Node's order. What is loaded on first use becomes a plain property then.
const names = {
  __proto__: null,
  Url: 'internal/url/legacy',
  parse,
  resolve,
  resolveObject,
  format,
  URL,
  URLPattern: 'internal/urlpattern',
  URLSearchParams: 'internal/url/search_params',
  domainToASCII,
  domainToUnicode,
  pathToFileURL: 'internal/url/paths',
  fileURLToPath: 'internal/url/paths',
  fileURLToPathBuffer: 'internal/url/paths',
  urlToHttpOptions: 'internal/url/paths',
};
const put = (name, value) => ObjectDefineProperty(module.exports, name, {
  __proto__: null, value, writable: true, enumerable: true, configurable: true,
});
const keys = ObjectKeys(names);
for (let i = 0; i < keys.length; i++) {
  const name = keys[i];
  const what = names[name];
  if (typeof what === 'function') {
    put(name, what);
    continue;
  }
  ObjectDefineProperty(module.exports, name, {
    __proto__: null, enumerable: true, configurable: true,
    get: () => put(name, require(what)[name])[name],
    set: (value) => put(name, value),
  });
}
