'use strict';
// node:url: the web's URL classes, conversions, and the older url.parse() family.

const { codes } = require('internal/errors');
const { Url, urlParse } = require('internal/url/legacy');
const internalUrl = require('internal/url');

const { URL, isURL, domainToASCII, domainToUnicode } = internalUrl;

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
  const frames = `${new Error().stack}`.split('\n').slice(1);
  const caller = frames.find((frame) => !frame.includes('node:') && frame.includes('/'));
  return caller !== undefined && /[/\\]node_modules[/\\]/.test(caller);
}

function parse(url, parseQueryString, slashesDenoteHost) {
  warn();
  return urlParse(url, parseQueryString, slashesDenoteHost);
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
  if (isURL(urlObject))
    return formatURL(urlObject, options);
  return Url.prototype.format.call(urlObject);
}

function formatURL(url, options) {
  let show = { auth: true, fragment: true, search: true, unicode: false };
  if (options) {
    require('internal/validators').validateObject(options, 'options');
    show = { ...show };
    for (const name of Object.keys(show)) {
      if (options[name] != null)
        show[name] = Boolean(options[name]);
    }
  }
  if (show.auth && show.fragment && show.search && !show.unicode)
    return url.href;
  const { href, protocol, username, password, pathname } = url;
  let host = show.unicode && url.hostname !== '' ? domainToUnicode(url.hostname) : url.hostname;
  if (host === '')
    host = url.hostname;
  const slashes = href.startsWith('//', protocol.length) ? '//' : '';
  const auth = show.auth && (username || password)
    ? `${username}${password ? `:${password}` : ''}@` : '';
  const port = url.port ? `:${url.port}` : '';
  const dot = slashes === '' && pathname.startsWith('//') ? '/.' : '';
  return protocol + slashes + auth + host + port + dot + pathname +
    (show.search ? url.search : '') + (show.fragment ? url.hash : '');
}

module.exports = {
  Url,
  parse,
  resolve,
  resolveObject,
  format,
  URL,
  get URLSearchParams() { return internalUrl.URLSearchParams; },
  domainToASCII,
  domainToUnicode,
  get pathToFileURL() { return internalUrl.pathToFileURL; },
  get fileURLToPath() { return internalUrl.fileURLToPath; },
  get fileURLToPathBuffer() { return internalUrl.fileURLToPathBuffer; },
  get urlToHttpOptions() { return internalUrl.urlToHttpOptions; },
};
