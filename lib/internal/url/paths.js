'use strict';
// Between file URLs and paths, and from URLs to the options that http.request() takes.

const {
  Number, NumberParseInt, RegExpPrototypeExec, SafeRegExp, StringFromCharCode,
  StringPrototypeIndexOf, StringPrototypeReplace, StringPrototypeReplaceAll, StringPrototypeSlice,
  StringPrototypeStartsWith, StringPrototypeToWellFormed, decodeURIComponent, encodeURI,
} = primordials;
const { codes } = require('internal/errors');
const { validateObject, validateString, kValidateObjectAllowObjects } =
  require('internal/validators');
const { URL, isURL, parseURL, domainToUnicode } = require('internal/url');

const ESCAPES = new SafeRegExp('%([0-9a-f]{2})', 'gi');
const LEFT_OUT = new SafeRegExp('[?#~]', 'g');   // what encodeURI() leaves as it is
const SERVER_END = new SafeRegExp('[/?#][^]*');
const BACKSLASH = '\\';
const onWindows = (options) => options?.windows ?? process.platform === 'win32';

function toFileURL(path) {
  if (typeof path === 'string')
    path = parseURL(path) ?? new URL(path);   // the constructor throws
  else if (!isURL(path))
    throw new codes.ERR_INVALID_ARG_TYPE('path', ['string', 'URL'], path);
  if (path.protocol !== 'file:')
    throw new codes.ERR_INVALID_URL_SCHEME('file');
  return path;
}

// An escaped separator would change where the file is once it is a separator.
function refuseSeparators(url, windows) {
  if (RegExpPrototypeExec.call(windows ? /%(2f|5c)/i : /%2f/i, url.pathname) !== null)
    throw new codes.ERR_INVALID_FILE_URL_PATH(
      `must not include encoded ${windows ? '\\ or ' : ''}/ characters`, url);
}

function windowsPath(url, decode) {
  refuseSeparators(url, true);
  const path = decode(StringPrototypeReplaceAll.call(url.pathname, '/', BACKSLASH));
  if (url.hostname !== '')
    return [`${BACKSLASH}${BACKSLASH}${domainToUnicode(url.hostname)}`, path];
  if (RegExpPrototypeExec.call(/^\/[a-z]:/i, url.pathname) === null)
    throw new codes.ERR_INVALID_FILE_URL_PATH('must be absolute', url);
  return ['', typeof path === 'string' ? StringPrototypeSlice.call(path, 1) : path.slice(1)];
}

function posixPath(url, decode) {
  if (url.hostname !== '')
    throw new codes.ERR_INVALID_FILE_URL_HOST(process.platform);
  refuseSeparators(url, false);
  return ['', decode(url.pathname)];
}

function fileURLToPath(path, options = undefined) {
  const url = toFileURL(path);
  const parts = (onWindows(options) ? windowsPath : posixPath)(url, decodeURIComponent);
  return parts[0] + parts[1];
}

// File names need not be UTF-8: bytes as they are.
function fileURLToPathBuffer(path, options = undefined) {
  const { bufferConcat, bufferFrom } = require('internal/buffer');
  const url = toFileURL(path);
  const toByte = (_, hex) => StringFromCharCode(NumberParseInt(hex, 16));
  const decode = (text) =>
    bufferFrom(StringPrototypeReplace.call(text, ESCAPES, toByte), 'latin1');
  const parts = (onWindows(options) ? windowsPath : posixPath)(url, decode);
  return bufferConcat([bufferFrom(parts[0]), parts[1]]);
}

const ESCAPED = { '__proto__': null, '?': '%3F', '#': '%23', '~': '%7E' };
const encodePath = (path) =>
  StringPrototypeReplace.call(encodeURI(StringPrototypeToWellFormed.call(path)), LEFT_OUT,
                              (char) => ESCAPED[char]);

// \\server\share\file, also as \\?\UNC\server\…
function uncText(path) {
  const rest = StringPrototypeSlice.call(
    path, StringPrototypeStartsWith.call(path, '\\\\?\\UNC\\') ? 8 : 2);
  const end = StringPrototypeIndexOf.call(rest, BACKSLASH);
  if (end === -1)
    throw new codes.ERR_INVALID_ARG_VALUE('path', path, 'Missing UNC resource path');
  if (end === 0)
    throw new codes.ERR_INVALID_ARG_VALUE('path', path, 'Empty UNC servername');
  const host =
    StringPrototypeReplace.call(StringPrototypeSlice.call(rest, 0, end), SERVER_END, '');
  const share =
    StringPrototypeReplaceAll.call(StringPrototypeSlice.call(rest, end), BACKSLASH, '/');
  return `file://${host}${encodePath(share)}`;
}

function pathToFileURL(path, options = undefined) {
  validateString(path, 'path');
  return new URL(fileURLText(path, onWindows(options)));
}

// The same as text, for built-ins: no accessor of the program's URL is called.
const pathToFileHref = (path) => parseURL(fileURLText(path, false)).href;

function fileURLText(path, windows) {
  if (windows) {
    if (RegExpPrototypeExec.call(/^\\\\\?\\[a-z]:/i, path) !== null)
      path = StringPrototypeSlice.call(path, 4);
    else if (StringPrototypeStartsWith.call(path, '\\\\'))
      return uncText(path);
  }
  const flavour = windows ? require('path').win32 : require('path');
  let resolved = flavour.resolve(path);
  const last = path[path.length - 1];
  if ((last === '/' || (windows && last === BACKSLASH)) &&
      resolved[resolved.length - 1] !== flavour.sep)
    resolved += '/';
  if (windows)
    resolved = `/${StringPrototypeReplaceAll.call(resolved, BACKSLASH, '/')}`;
  return `file://${encodePath(resolved)}`;
}

function toPathIfFileURL(value) {
  return isURL(value) ? fileURLToPath(value) : value;
}

function urlToHttpOptions(url) {
  validateObject(url, 'url', kValidateObjectAllowObjects);
  const { hostname, pathname, port, username, password, search } = url;
  const options = {
    __proto__: null,
    ...url, // in case an own property was added
    protocol: url.protocol,
    hostname: typeof hostname === 'string' && hostname[0] === '[' ?
      StringPrototypeSlice.call(hostname, 1, -1) : hostname,
    hash: url.hash,
    search,
    pathname,
    path: `${pathname || ''}${search || ''}`,
    href: url.href,
  };
  if (port !== '')
    options.port = Number(port);
  if (username || password)
    options.auth = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  return options;
}

module.exports = {
  fileURLToPath, fileURLToPathBuffer, pathToFileHref, pathToFileURL, toPathIfFileURL,
  urlToHttpOptions,
};
