'use strict';
// path, POSIX flavour. The Windows flavour is a module of its own (internal/path_win32) that is
// loaded when somebody reads `win32`.

const { validateString } = require('internal/quick_validators');

// Anything that normalize() would change: a doubled slash, a segment that is '.' or '..'.
const MESSY = /\/\/|(?:^|\/)\.\.?(?:\/|$)/;

function segmentsOf(path, absolute) {
  const kept = [];
  for (const segment of path.split('/')) {
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
  if (!MESSY.test(path))
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
  if (!MESSY.test(path) && path.length > 1 && path[path.length - 1] !== '/')
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

function relative(from, to) {
  validateString(from, 'from');
  validateString(to, 'to');
  if (from === to)
    return '';
  from = resolve(from);
  to = resolve(to);
  if (from === to)
    return '';
  const source = from === '/' ? [] : from.slice(1).split('/');
  const target = to === '/' ? [] : to.slice(1).split('/');
  let common = 0;
  while (common < source.length && common < target.length && source[common] === target[common])
    common++;
  const up = new Array(source.length - common).fill('..');
  return [...up, ...target.slice(common)].join('/');
}

// Where the last segment starts and ends; slashes behind it do not count.
function lastSegment(path) {
  let end = path.length;
  while (end > 0 && path.charCodeAt(end - 1) === 47)
    end--;
  return { start: end === 0 ? 0 : path.lastIndexOf('/', end - 1) + 1, end };
}

function dirname(path) {
  validateString(path, 'path');
  if (path.length === 0)
    return '.';
  const rooted = path[0] === '/';
  const { start } = lastSegment(path);
  if (start <= 1)
    return rooted ? '/' : '.';
  return rooted && start === 2 ? '//' : path.slice(0, start - 1);
}

function basename(path, suffix) {
  if (suffix !== undefined)
    validateString(suffix, 'suffix');
  validateString(path, 'path');
  if (suffix !== undefined && suffix.length > 0 && suffix === path)
    return '';
  const { start, end } = lastSegment(path);
  const base = path.slice(start, end);
  // A suffix that begins before the last segment: Node.js gives everything from the segment on.
  if (suffix && suffix.length <= path.length && suffix !== base && suffix.endsWith(base))
    return path.slice(start);
  return suffix && base !== suffix && base.endsWith(suffix) ? base.slice(0, -suffix.length) : base;
}

function extensionOf(base) {
  const dot = base.lastIndexOf('.');
  return dot <= 0 || base === '..' ? '' : base.slice(dot);
}

function extname(path) {
  validateString(path, 'path');
  const { start, end } = lastSegment(path);
  return extensionOf(path.slice(start, end));
}

function parse(path) {
  validateString(path, 'path');
  const root = path.length > 0 && path[0] === '/' ? '/' : '';
  const { start, end } = lastSegment(path);
  const base = path.slice(start, end);
  // Right behind the root '..' counts as a name with an extension, in Node.js as well.
  const ext = start === 1 && base === '..' ? '.' : extensionOf(base);
  return {
    root,
    dir: start > 1 ? path.slice(0, start - 1) : root,
    base,
    ext,
    name: ext === '' ? base : base.slice(0, -ext.length),
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
    const descriptor = { __proto__: null, value, writable: true, enumerable: true, configurable: true };
    Object.defineProperty(posix, 'win32', descriptor);
  },
  posix: null,
  _makeLong: null,
};
posix.posix = posix;
posix._makeLong = posix.toNamespacedPath;
