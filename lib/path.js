'use strict';
// path, POSIX flavour. The Windows flavour is a module of its own (internal/path_win32) that is
// loaded when `win32` is first read.

const {
  ObjectDefineProperty, RegExpPrototypeExec, SafeArray, StringPrototypeCharCodeAt,
  StringPrototypeEndsWith, StringPrototypeLastIndexOf, StringPrototypeSlice, StringPrototypeSplit,
} = primordials;
const { validateString } = require('internal/quick_validators');

// Anything that normalize() would change: a doubled slash, a segment that is '.' or '..'.
const MESSY = /\/\/|(?:^|\/)\.\.?(?:\/|$)/;

function segmentsOf(path, absolute) {
  const kept = new SafeArray();
  const names = StringPrototypeSplit.call(path, '/');
  for (let i = 0; i < names.length; i++) {
    const segment = names[i];
    if (segment === '' || segment === '.')
      continue;
    if (segment !== '..')
      kept.push(segment);
    else if (kept.length > 0 && kept[kept.length - 1] !== '..')
      kept.pop();
    else if (!absolute)
      kept.push('..');
  }
  return kept.join('/');
}

function normalize(path) {
  validateString(path, 'path');
  if (path.length === 0)
    return '.';
  if (RegExpPrototypeExec.call(MESSY, path) === null)
    return path;
  const absolute = path[0] === '/';
  const trailing = path[path.length - 1] === '/';
  const body = segmentsOf(path, absolute);
  if (body === '')
    return absolute ? '/' : trailing ? './' : '.';
  return `${absolute ? '/' : ''}${body}${trailing ? '/' : ''}`;
}

function resolve(...args) {
  let path = '';
  let absolute = false;
  for (let i = args.length - 1; i >= -1 && !absolute; i--) {
    const part = i >= 0 ? args[i] : process.cwd();
    if (i >= 0)
      validateString(part, `paths[${i}]`);
    if (part.length === 0)
      continue;
    path = path === '' ? part : `${part}/${path}`;
    absolute = part[0] === '/';
  }
  if (RegExpPrototypeExec.call(MESSY, path) === null && path.length > 1 &&
      path[path.length - 1] !== '/')
    return absolute ? path : path || '.';
  const body = segmentsOf(path, absolute);
  return absolute ? `/${body}` : body || '.';
}

function isAbsolute(path) {
  validateString(path, 'path');
  return path.length > 0 && path[0] === '/';
}

function join(...args) {
  let path = '';
  for (let i = 0; i < args.length; i++) {
    const part = args[i];
    validateString(part, 'path');
    if (part.length > 0)
      path = path === '' ? part : `${path}/${part}`;
  }
  return normalize(path);
}

const namesOf = (path) =>
  (path === '/' ? [] : StringPrototypeSplit.call(StringPrototypeSlice.call(path, 1), '/'));

function relative(from, to) {
  validateString(from, 'from');
  validateString(to, 'to');
  if (from === to)
    return '';
  from = resolve(from);
  to = resolve(to);
  if (from === to)
    return '';
  const source = namesOf(from);
  const target = namesOf(to);
  let common = 0;
  while (common < source.length && common < target.length && source[common] === target[common])
    common++;
  let path = '';
  for (let i = common; i < source.length; i++)
    path += path === '' ? '..' : '/..';
  for (let i = common; i < target.length; i++)
    path += path === '' ? target[i] : `/${target[i]}`;
  return path;
}

// Where the last segment starts and ends; slashes after it do not count.
function lastSegment(path) {
  let end = path.length;
  while (end > 0 && StringPrototypeCharCodeAt.call(path, end - 1) === 47)
    end--;
  return { start: end === 0 ? 0 : StringPrototypeLastIndexOf.call(path, '/', end - 1) + 1, end };
}

function dirname(path) {
  validateString(path, 'path');
  if (path.length === 0)
    return '.';
  const rooted = path[0] === '/';
  const { start } = lastSegment(path);
  if (start <= 1)
    return rooted ? '/' : '.';
  return rooted && start === 2 ? '//' : StringPrototypeSlice.call(path, 0, start - 1);
}

function basename(path, suffix) {
  if (suffix !== undefined)
    validateString(suffix, 'suffix');
  validateString(path, 'path');
  if (suffix !== undefined && suffix.length > 0 && suffix === path)
    return '';
  const { start, end } = lastSegment(path);
  const base = StringPrototypeSlice.call(path, start, end);
  // A suffix that begins before the last segment: Node.js gives everything from the segment on.
  if (suffix && suffix.length <= path.length && suffix !== base &&
      StringPrototypeEndsWith.call(suffix, base))
    return StringPrototypeSlice.call(path, start);
  return suffix && base !== suffix && StringPrototypeEndsWith.call(base, suffix) ?
    StringPrototypeSlice.call(base, 0, -suffix.length) : base;
}

function extensionOf(base) {
  const dot = StringPrototypeLastIndexOf.call(base, '.');
  return dot <= 0 || base === '..' ? '' : StringPrototypeSlice.call(base, dot);
}

function extname(path) {
  validateString(path, 'path');
  const { start, end } = lastSegment(path);
  return extensionOf(StringPrototypeSlice.call(path, start, end));
}

function parse(path) {
  validateString(path, 'path');
  const root = path.length > 0 && path[0] === '/' ? '/' : '';
  const { start, end } = lastSegment(path);
  const base = StringPrototypeSlice.call(path, start, end);
  // Right after the root, '..' counts as a name with an extension, in Node.js as well.
  const ext = start === 1 && base === '..' ? '.' : extensionOf(base);
  return {
    root,
    dir: start > 1 ? StringPrototypeSlice.call(path, 0, start - 1) : root,
    base,
    ext,
    name: ext === '' ? base : StringPrototypeSlice.call(base, 0, -ext.length),
  };
}

const posix = module.exports = {
  resolve,
  normalize,
  isAbsolute,
  join,
  relative,
  toNamespacedPath: function toNamespacedPath(path) {
    return path;   // there are no namespaces here
  },
  dirname,
  basename,
  extname,
  format: function format(pathObject) {
    return require('internal/path_format').formatPath('/', pathObject);
  },
  parse,
  matchesGlob: function matchesGlob(path, pattern) {
    return require('internal/path_glob').matchesGlob(path, pattern, false);
  },
  sep: '/',
  delimiter: ':',
  get win32() {
    return posix.win32 = require('internal/path_win32');
  },
  set win32(value) {
    ObjectDefineProperty(posix, 'win32', {
      __proto__: null, value, writable: true, enumerable: true, configurable: true,
    });
  },
  posix: null,
  _makeLong: null,
};
posix.posix = posix;
posix._makeLong = posix.toNamespacedPath;
