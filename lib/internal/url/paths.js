'use strict';
// Between file URLs and paths, and from URLs to the options that http.request() takes.

const { codes } = require('internal/errors');
const { validateObject, validateString } = require('internal/validators');
const { URL, isURL, domainToUnicode } = require('internal/url');

const BACKSLASH = '\\';
const onWindows = (options) => options?.windows ?? process.platform === 'win32';

function toFileURL(path) {
  if (typeof path === 'string')
    path = new URL(path);
  else if (!isURL(path))
    throw new codes.ERR_INVALID_ARG_TYPE('path', ['string', 'URL'], path);
  if (path.protocol !== 'file:')
    throw new codes.ERR_INVALID_URL_SCHEME('file');
  return path;
}

// An escaped separator would change where the file is once it is a separator.
function refuseSeparators(url, windows) {
  if (windows ? /%(2f|5c)/i.test(url.pathname) : /%2f/i.test(url.pathname))
    throw new codes.ERR_INVALID_FILE_URL_PATH(
      `must not include encoded ${windows ? '\\ or ' : ''}/ characters`, url);
}

function windowsPath(url, decode) {
  refuseSeparators(url, true);
  const path = decode(url.pathname.replaceAll('/', BACKSLASH));
  if (url.hostname !== '')
    return [`${BACKSLASH}${BACKSLASH}${domainToUnicode(url.hostname)}`, path];
  if (!/^\/[a-z]:/i.test(url.pathname))
    throw new codes.ERR_INVALID_FILE_URL_PATH('must be absolute', url);
  return ['', path.slice(1)];
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
  const { Buffer } = require('buffer');
  const url = toFileURL(path);
  const decode = (text) => Buffer.from(
    text.replace(/%([0-9a-f]{2})/gi, (_, hex) => String.fromCharCode(parseInt(hex, 16))), 'latin1');
  const parts = (onWindows(options) ? windowsPath : posixPath)(url, decode);
  return Buffer.concat([Buffer.from(parts[0]), parts[1]]);
}

const more = { '?': '%3F', '#': '%23', '~': '%7E' };
const encodePath = (path) => encodeURI(path.toWellFormed()).replace(/[?#~]/g, (char) => more[char]);

// \\server\share\file, also as \\?\UNC\server\…
function uncURL(path) {
  const rest = path.startsWith('\\\\?\\UNC\\') ? path.slice(8) : path.slice(2);
  const end = rest.indexOf(BACKSLASH);
  if (end === -1)
    throw new codes.ERR_INVALID_ARG_VALUE('path', path, 'Missing UNC resource path');
  if (end === 0)
    throw new codes.ERR_INVALID_ARG_VALUE('path', path, 'Empty UNC servername');
  const host = rest.slice(0, end).replace(/[/?#][^]*/, '');
  return new URL(`file://${host}${encodePath(rest.slice(end).replaceAll(BACKSLASH, '/'))}`);
}

function pathToFileURL(path, options = undefined) {
  validateString(path, 'path');
  const windows = onWindows(options);
  if (windows) {
    if (/^\\\\\?\\[a-z]:/i.test(path))
      path = path.slice(4);
    else if (path.startsWith('\\\\'))
      return uncURL(path);
  }
  const flavour = windows ? require('path').win32 : require('path');
  let resolved = flavour.resolve(path);
  const last = path.at(-1);
  if ((last === '/' || (windows && last === BACKSLASH)) && resolved.at(-1) !== flavour.sep)
    resolved += '/';
  if (windows)
    resolved = `/${resolved.replaceAll(BACKSLASH, '/')}`;
  return new URL(`file://${encodePath(resolved)}`);
}

function toPathIfFileURL(value) {
  return isURL(value) ? fileURLToPath(value) : value;
}

function urlToHttpOptions(url) {
  validateObject(url, 'url', { allowArray: true, allowFunction: true });
  const { hostname, pathname, port, username, password, search } = url;
  const options = {
    __proto__: null,
    ...url, // in case an own property was added
    protocol: url.protocol,
    hostname: hostname?.[0] === '[' ? hostname.slice(1, -1) : hostname,
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
  fileURLToPath, fileURLToPathBuffer, pathToFileURL, toPathIfFileURL, urlToHttpOptions,
};
