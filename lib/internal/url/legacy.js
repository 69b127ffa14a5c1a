'use strict';
// The older notion of URLs: url.parse(), url.format() of its results, and the class Url.
//
// A text is read from left to right, each reader taking its part and handing on what is left:
// scheme, slashes, authority (auth, host, port), and the rest (path, query, fragment). The writer
// joins such parts again; it takes them from any object, not only from what the reader made.
//
// 1. Reading sets only the parts that are there: the others keep what the object had. Host, name
//    and port are one such part.
// 2. Path, query and fragment are escaped, never refused; only auth, host and port can be wrong,
//    and halves of surrogate pairs where they must be encoded.

const {
  NumberPrototypeToString, RegExpPrototypeExec, SafeRegExp, StringPrototypeCharCodeAt,
  StringPrototypeEndsWith, StringPrototypeIncludes, StringPrototypeIndexOf,
  StringPrototypeLastIndexOf, StringPrototypeReplace, StringPrototypeReplaceAll,
  StringPrototypeSlice, StringPrototypeStartsWith, StringPrototypeToLowerCase,
  StringPrototypeToUpperCase, StringPrototypeToWellFormed, Uint8Array, decodeURIComponent,
  encodeURIComponent,
} = primordials;
const { codes } = require('internal/errors');
const { assignOwn } = require('internal/util');
const { validateString } = require('internal/validators');

// What a scheme says about the text after it. One that is not here takes its host with or without
// slashes ("mailto:user@host"); these take one only after slashes.
const SLASHED = 1;   // written with "//" before a host, and such a host has at least the path "/"
const ALWAYS = 2;    // written with "//" even without a host
const SCRIPT = 4;    // has no host, and what follows is a program: nothing in it is escaped
const schemes = {
  __proto__: null,
  'http:': SLASHED,
  'https:': SLASHED,
  'ws:': SLASHED,
  'wss:': SLASHED,
  'ftp:': SLASHED,
  'gopher:': SLASHED,
  'file:': SLASHED | ALWAYS,
  'javascript:': SCRIPT,
};

const schemeIs = (protocol, trait) => (schemes[protocol] & trait) !== 0;
const isSlashed = (protocol) => schemeIs(protocol, SLASHED);

// Classes of ASCII characters, as bits; no other character is in any.
const NAME = 1;      // may stand in a scheme
const CUT = 2;       // ends the authority
const QUERY = 4;     // ends the path
const FOREIGN = 8;   // ends a host inside the authority: the rest of it counts as path
const UNSAFE = 16;   // is escaped in path, query and fragment
const DIGIT = 32;
const classes = new Uint8Array(128);

function addClass(bit, members) {
  for (let i = 0; i < members.length; i++)
    classes[StringPrototypeCharCodeAt.call(members, i)] |= bit;
}
addClass(NAME, 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789+-.');
addClass(CUT, '/?#');
addClass(QUERY, '?#');
addClass(FOREIGN, ' "%\';<>\\^`{|}');
addClass(UNSAFE, '\t\n\r "\'<>\\^`{|}');
addClass(DIGIT, '0123456789');

const isIn = (text, i, bit) => (classes[StringPrototypeCharCodeAt.call(text, i)] & bit) !== 0;

// The first place at or after `i` with a character of the class; the end if there is none.
function seek(text, i, bit) {
  while (i < text.length && !isIn(text, i, bit))
    i++;
  return i;
}

// What surrounds a URL in prose and in files: controls, blanks, the byte order mark.
const isPadding = (code) => code <= 0x20 || code === 0xa0 || code === 0xfeff;

const replaceAll = (text, part, replacement) =>
  StringPrototypeReplaceAll.call(text, part, replacement);

// Without padding, and with the slashes that people on Windows mean. Backslashes of a query or a
// fragment are data.
function straighten(text) {
  let start = 0;
  let end = text.length;
  while (start < end && isPadding(StringPrototypeCharCodeAt.call(text, start)))
    start++;
  while (end > start && isPadding(StringPrototypeCharCodeAt.call(text, end - 1)))
    end--;
  text = StringPrototypeSlice.call(text, start, end);
  const query = seek(text, 0, QUERY);
  return replaceAll(StringPrototypeSlice.call(text, 0, query), '\\', '/') +
    StringPrototypeSlice.call(text, query);
}

function escape(text) {
  let result = '';
  let done = 0;
  for (let i = seek(text, 0, UNSAFE); i < text.length; i = seek(text, done, UNSAFE)) {
    result += StringPrototypeSlice.call(text, done, i) +
      encodeUnsafe(StringPrototypeCharCodeAt.call(text, i));
    done = i + 1;
  }
  return result + StringPrototypeSlice.call(text, done);
}

function encodeUnsafe(code) {
  const hex = StringPrototypeToUpperCase.call(NumberPrototypeToString.call(code, 16));
  return code < 16 ? `%0${hex}` : `%${hex}`;
}

// The target of a request, as servers parse it all day ("/path?query"): taken as it is written.
function isTarget(text) {
  return text[0] === '/' && !StringPrototypeStartsWith.call(text, '///') &&
    RegExpPrototypeExec.call(/[\s#]/, text) === null &&
    !StringPrototypeIncludes.call(StringPrototypeSlice.call(text, 0, seek(text, 0, QUERY)), '@');
}

// "//user@host" has a host even if slashes alone do not say so. A slash or a second "@" must not
// come where user or host should begin.
function namesUser(text) {
  const at = StringPrototypeIndexOf.call(text, '@', 2);
  const slash = StringPrototypeIndexOf.call(text, '/', 2);
  return at > 2 && (slash === -1 || slash > at + 1) && at + 1 < text.length &&
    text[at + 1] !== '@';
}

function readScheme(text) {
  let i = 0;
  while (i < text.length && isIn(text, i, NAME))
    i++;
  return i > 0 && text[i] === ':' ? StringPrototypeSlice.call(text, 0, i + 1) : '';
}

// Everything before the path. Returns the rest, ready to be split.
function readOrigin(url, text, slashesDenoteHost, input) {
  const scheme = readScheme(text);
  const protocol = StringPrototypeToLowerCase.call(scheme);
  let rest = StringPrototypeSlice.call(text, scheme.length);
  if (protocol !== '')
    url.protocol = protocol;
  if (schemeIs(protocol, SCRIPT))
    return rest;
  const slashes = StringPrototypeStartsWith.call(rest, '//') &&
    (protocol !== '' || slashesDenoteHost || namesUser(rest));
  if (slashes) {
    url.slashes = true;
    rest = StringPrototypeSlice.call(rest, 2);
  }
  // Asked for the scheme as it is written: "HTTP:host" has always been read unlike "http:path".
  if (slashes || (scheme !== '' && !isSlashed(scheme)))
    rest = readAuthority(url, rest, input);
  return escape(rest);
}

const BREAKS = new SafeRegExp('[\\t\\n\\r]', 'g');

// Line breaks and tabs come from wrapped text: browsers drop them, so a host must not end there.
function readAuthority(url, text, input) {
  const end = seek(text, 0, CUT);
  const zone = StringPrototypeReplace.call(StringPrototypeSlice.call(text, 0, end), BREAKS, '');
  const host = StringPrototypeLastIndexOf.call(zone, '@') + 1;
  const stop = seek(zone, host, FOREIGN);
  if (host > 0)
    url.auth = decodeAuth(StringPrototypeSlice.call(zone, 0, host - 1));
  const bracketed = readHost(url, StringPrototypeSlice.call(zone, host, stop), input);
  const rest = StringPrototypeSlice.call(zone, stop) + StringPrototypeSlice.call(text, end);
  return bracketed && rest[0] !== '/' ? `/${rest}` : rest;
}

function decodeAuth(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    throw new primordials.URIError('URI malformed');   // the engine has other words for it
  }
}

// Where the name of "name:80" ends; the port may be empty. Whatever else follows a colon belongs to
// the name.
function nameEnd(host) {
  let i = host.length;
  while (i > 0 && isIn(host, i - 1, DIGIT))
    i--;
  return i > 0 && host[i - 1] === ':' ? i - 1 : host.length;
}

const isBracketed = (name) => name[0] === '[' && StringPrototypeEndsWith.call(name, ']');

// True for an address in brackets: then the path begins with a slash in any scheme.
function readHost(url, text, input) {
  const end = nameEnd(text);
  const written = StringPrototypeSlice.call(text, 0, end);
  const port = StringPrototypeSlice.call(text, end + 1);
  const bracketed = isBracketed(written);
  if (!bracketed && StringPrototypeIncludes.call(written, ':'))
    throw new codes.ERR_INVALID_ARG_VALUE('url', 'Invalid port in url', input);
  const name = normalize(written, bracketed, input);
  url.port = port || null;
  url.host = port === '' ? name : `${name}:${port}`;
  url.hostname = bracketed ? StringPrototypeSlice.call(name, 1, -1) : name;
  return bracketed;
}

// No resolver knows names of more than 255 characters. A zero byte would cut the name short in C.
function normalize(name, bracketed, input) {
  if (name.length > 255)
    return '';
  const lower = StringPrototypeToLowerCase.call(name);
  const result = bracketed || RegExpPrototypeExec.call(/[^\0-\x7f]/, lower) === null ? lower :
    toASCII(lower);
  if ((result === '' && name !== '') ||
      RegExpPrototypeExec.call(bracketed ? /\0/ : /[\0[\]]/, result) !== null)
    throw new codes.ERR_INVALID_URL(input);
  return result;
}

// The conversion of today's URLs (it refuses control characters), without their reading of numbers
// as addresses: with a last label that is a word there is none.
function toASCII(name) {
  const { domainToASCII } = internalBinding('url');
  const ascii = domainToASCII(StringPrototypeToWellFormed.call(`${name}.x`));
  return StringPrototypeSlice.call(ascii, 0, -2);
}

function readRest(url, text, parseQueryString) {
  const hash = StringPrototypeIndexOf.call(text, '#');
  if (hash !== -1) {
    url.hash = StringPrototypeSlice.call(text, hash);
    text = StringPrototypeSlice.call(text, 0, hash);
  }
  const query = StringPrototypeIndexOf.call(text, '?');
  if (query !== -1) {
    url.search = StringPrototypeSlice.call(text, query);
    url.query = StringPrototypeSlice.call(text, query + 1);
    text = StringPrototypeSlice.call(text, 0, query);
  } else if (parseQueryString) {
    url.search = null;
    url.query = { __proto__: null };
  }
  if (query !== -1 && parseQueryString)
    url.query = require('querystring').parse(url.query);
  if (text !== '')
    url.pathname = text;
  else if (isSlashed(url.protocol) && url.hostname && !url.pathname)
    url.pathname = '/';
  if (url.pathname || url.search)
    setPath(url);
}

function setPath(url) {
  url.path = url.pathname || url.search ? (url.pathname || '') + (url.search || '') : null;
}

// Callable without `new`, and with the parts in the order in which they are shown.
function Url() {
  this.protocol = null;
  this.slashes = null;
  this.auth = null;
  this.host = null;
  this.port = null;
  this.hostname = null;
  this.hash = null;
  this.search = null;
  this.query = null;
  this.pathname = null;
  this.path = null;
  this.href = null;
}

function writeAuth(auth) {
  const text = `${auth}`;
  try {
    return `${replaceAll(encodeURIComponent(text), '%3A', ':')}@`;
  } catch {
    throw new codes.ERR_INVALID_URI();
  }
}

// An address with colons needs brackets, or its end would be read as a port.
function writeName(hostname) {
  const name = `${hostname}`;
  return StringPrototypeIncludes.call(name, ':') && !isBracketed(name) ? `[${name}]` : name;
}

function writeHost({ auth, host, hostname, port }) {
  if (!host && !hostname)
    return '';
  return (auth ? writeAuth(auth) : '') +
    (host ? `${host}` : writeName(hostname) + (port ? `:${port}` : ''));
}

// The query is written even where `search` wins: one that cannot be is an error in any case.
function writeSearch({ search, query }) {
  const object = query !== null && typeof query === 'object';
  const text = object ? require('querystring').stringify(query) : '';
  const shown = search || (text && `?${text}`);
  return shown ? replaceAll(begin('?', `${shown}`), '#', '%23') : '';
}

const begin = (mark, text) => (text[0] === mark ? text : mark + text);

assignOwn(Url.prototype, {
  __proto__: null,
  parse(url, parseQueryString, slashesDenoteHost) {
    validateString(url, 'url');
    const text = straighten(url);
    const target = !slashesDenoteHost && isTarget(text);
    readRest(this, target ? text : readOrigin(this, text, slashesDenoteHost, url),
             parseQueryString);
    this.href = target ? text : this.format();
    return this;
  },

  format() {
    const protocol = this.protocol ? `${this.protocol}` : '';
    const scheme = protocol === '' || StringPrototypeEndsWith.call(protocol, ':') ? protocol :
      `${protocol}:`;
    const host = writeHost(this);
    let path = this.pathname ? `${this.pathname}` : '';
    path = replaceAll(replaceAll(path, '?', '%3F'), '#', '%23');
    let slashes = schemeIs(scheme, ALWAYS) ? '//' : '';
    if (this.slashes || (host !== '' && isSlashed(scheme))) {
      slashes = '//';
      path &&= begin('/', path);   // or it would be read as more of the host
    }
    const hash = this.hash ? begin('#', `${this.hash}`) : '';
    return scheme + slashes + host + path + writeSearch(this) + hash;
  },

  resolve(relative) {
    return this.resolveObject(relative).format();
  },

  resolveObject(relative) {
    return require('internal/url/resolve').resolveObject(this, relative);
  },

  parseHost() {
    const host = `${this.host || ''}`;
    const end = nameEnd(host);
    if (end + 1 < host.length)
      this.port = StringPrototypeSlice.call(host, end + 1);
    if (end > 0)
      this.hostname = StringPrototypeSlice.call(host, 0, end);
  },
});

function urlParse(url, parseQueryString, slashesDenoteHost) {
  return url instanceof Url ? url : new Url().parse(url, parseQueryString, slashesDenoteHost);
}

module.exports = { Url, urlParse, setPath, isSlashed };
