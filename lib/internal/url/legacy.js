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

const { codes } = require('internal/errors');
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

for (const [bit, members] of [
  [NAME, 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789+-.'],
  [CUT, '/?#'],
  [QUERY, '?#'],
  [FOREIGN, ' "%\';<>\\^`{|}'],
  [UNSAFE, '\t\n\r "\'<>\\^`{|}'],
  [DIGIT, '0123456789'],
]) {
  for (let i = 0; i < members.length; i++)
    classes[members.charCodeAt(i)] |= bit;
}

const isIn = (text, i, bit) => (classes[text.charCodeAt(i)] & bit) !== 0;

// The first place at or after `i` with a character of the class; the end if there is none.
function seek(text, i, bit) {
  while (i < text.length && !isIn(text, i, bit))
    i++;
  return i;
}

// What surrounds a URL in prose and in files: controls, blanks, the byte order mark.
const isPadding = (code) => code <= 0x20 || code === 0xa0 || code === 0xfeff;

// Without padding, and with the slashes that people on Windows mean. Backslashes of a query or a
// fragment are data.
function straighten(text) {
  let start = 0;
  let end = text.length;
  while (start < end && isPadding(text.charCodeAt(start)))
    start++;
  while (end > start && isPadding(text.charCodeAt(end - 1)))
    end--;
  text = text.slice(start, end);
  const query = seek(text, 0, QUERY);
  return text.slice(0, query).replaceAll('\\', '/') + text.slice(query);
}

function escape(text) {
  let result = '';
  let done = 0;
  for (let i = seek(text, 0, UNSAFE); i < text.length; i = seek(text, done, UNSAFE)) {
    result += text.slice(done, i) + encodeUnsafe(text.charCodeAt(i));
    done = i + 1;
  }
  return result + text.slice(done);
}

const encodeUnsafe = (code) => `%${code < 16 ? '0' : ''}${code.toString(16).toUpperCase()}`;

// The target of a request, as servers parse it all day ("/path?query"): taken as it is written.
function isTarget(text) {
  return text[0] === '/' && !text.startsWith('///') && !/[\s#]/.test(text) &&
    !text.slice(0, seek(text, 0, QUERY)).includes('@');
}

// "//user@host" has a host even if slashes alone do not say so. A slash or a second "@" must not
// come where user or host should begin.
function namesUser(text) {
  const at = text.indexOf('@', 2);
  const slash = text.indexOf('/', 2);
  return at > 2 && (slash === -1 || slash > at + 1) && at + 1 < text.length &&
    text[at + 1] !== '@';
}

function readScheme(text) {
  let i = 0;
  while (i < text.length && isIn(text, i, NAME))
    i++;
  return i > 0 && text[i] === ':' ? text.slice(0, i + 1) : '';
}

// Everything before the path. Returns the rest, ready to be split.
function readOrigin(url, text, slashesDenoteHost, input) {
  const scheme = readScheme(text);
  const protocol = scheme.toLowerCase();
  let rest = text.slice(scheme.length);
  if (protocol !== '')
    url.protocol = protocol;
  if (schemeIs(protocol, SCRIPT))
    return rest;
  const slashes = rest.startsWith('//') &&
    (protocol !== '' || slashesDenoteHost || namesUser(rest));
  if (slashes) {
    url.slashes = true;
    rest = rest.slice(2);
  }
  // Asked for the scheme as it is written: "HTTP:host" has always been read unlike "http:path".
  if (slashes || (scheme !== '' && !isSlashed(scheme)))
    rest = readAuthority(url, rest, input);
  return escape(rest);
}

// Line breaks and tabs come from wrapped text: browsers drop them, so a host must not end there.
function readAuthority(url, text, input) {
  const end = seek(text, 0, CUT);
  const zone = text.slice(0, end).replace(/[\t\n\r]/g, '');
  const host = zone.lastIndexOf('@') + 1;
  const stop = seek(zone, host, FOREIGN);
  if (host > 0)
    url.auth = decodeAuth(zone.slice(0, host - 1));
  const bracketed = readHost(url, zone.slice(host, stop), input);
  const rest = zone.slice(stop) + text.slice(end);
  return bracketed && rest[0] !== '/' ? `/${rest}` : rest;
}

function decodeAuth(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    throw new URIError('URI malformed');   // the engine has other words for it
  }
}

// "name:80" in two; the port may be empty. Whatever else follows a colon belongs to the name.
function splitPort(host) {
  let i = host.length;
  while (i > 0 && isIn(host, i - 1, DIGIT))
    i--;
  return i > 0 && host[i - 1] === ':' ? [host.slice(0, i - 1), host.slice(i)] : [host, ''];
}

const isBracketed = (name) => name[0] === '[' && name.endsWith(']');

// Says if the host is an address in brackets: then its path begins with a slash in any scheme.
function readHost(url, text, input) {
  const [written, port] = splitPort(text);
  const bracketed = isBracketed(written);
  if (!bracketed && written.includes(':'))
    throw new codes.ERR_INVALID_ARG_VALUE('url', 'Invalid port in url', input);
  const name = normalize(written, bracketed, input);
  url.port = port || null;
  url.host = port === '' ? name : `${name}:${port}`;
  url.hostname = bracketed ? name.slice(1, -1) : name;
  return bracketed;
}

// No resolver knows names of more than 255 characters. A zero byte would cut the name short in C.
function normalize(name, bracketed, input) {
  if (name.length > 255)
    return '';
  const lower = name.toLowerCase();
  const result = bracketed || !/[^\0-\x7f]/.test(lower) ? lower : toASCII(lower);
  if ((result === '' && name !== '') || (bracketed ? /\0/ : /[\0[\]]/).test(result))
    throw new codes.ERR_INVALID_URL(input);
  return result;
}

// The conversion of today's URLs (it refuses control characters), without their reading of numbers
// as addresses: with a last label that is a word there is none.
function toASCII(name) {
  return internalBinding('url').domainToASCII(`${name}.x`.toWellFormed()).slice(0, -2);
}

function readRest(url, text, parseQueryString) {
  const hash = text.indexOf('#');
  if (hash !== -1) {
    url.hash = text.slice(hash);
    text = text.slice(0, hash);
  }
  const query = text.indexOf('?');
  if (query !== -1) {
    url.search = text.slice(query);
    url.query = text.slice(query + 1);
    text = text.slice(0, query);
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
    return `${encodeURIComponent(text).replaceAll('%3A', ':')}@`;
  } catch {
    throw new codes.ERR_INVALID_URI();
  }
}

// An address with colons needs brackets, or its end would be read as a port.
function writeName(hostname) {
  const name = `${hostname}`;
  return name.includes(':') && !isBracketed(name) ? `[${name}]` : name;
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
  return shown ? begin('?', `${shown}`).replaceAll('#', '%23') : '';
}

const begin = (mark, text) => (text[0] === mark ? text : mark + text);

Object.assign(Url.prototype, {
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
    const scheme = protocol === '' || protocol.endsWith(':') ? protocol : `${protocol}:`;
    const host = writeHost(this);
    let path = (this.pathname ? `${this.pathname}` : '')
      .replaceAll('?', '%3F').replaceAll('#', '%23');
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
    const [name, port] = splitPort(`${this.host || ''}`);
    if (port !== '')
      this.port = port;
    if (name !== '')
      this.hostname = name;
  },
});

function urlParse(url, parseQueryString, slashesDenoteHost) {
  return url instanceof Url ? url : new Url().parse(url, parseQueryString, slashesDenoteHost);
}

module.exports = { Url, urlParse, setPath, isSlashed };
