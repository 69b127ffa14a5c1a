'use strict';
// path, Windows flavour. One function (rootOf) knows what a root looks like; the rest works on
// what comes behind it.
//   C:           drive, not absolute         \              absolute on the current drive
//   C:\          drive, absolute             \\srv\share\   a share; always absolute

const { validateString } = require('internal/validators');
const { formatPath } = require('internal/path_format');
const posix = require('path');

const isSep = (code) => code === 47 || code === 92;
const isLetter = (code) => (code >= 65 && code <= 90) || (code >= 97 && code <= 122);
const UNC = /^[\\/]{2}([^\\/]+)[\\/]+([^\\/]+)(?=[\\/]|$)/;
const RESERVED = /^(?:CON|PRN|AUX|NUL|(?:COM|LPT)[1-9\u00b9\u00b2\u00b3])$/i;

// device: 'C:', '\\srv\share' or ''; end: how much of the path is root; share: the path is nothing
// but a share.
function rootOf(path) {
  const first = path.charCodeAt(0);
  if (isSep(first)) {
    const unc = path.length > 1 && isSep(path.charCodeAt(1)) ? UNC.exec(path) : null;
    if (unc === null)
      return { device: '', absolute: true, end: 1, share: false };
    const { 1: server, 2: share } = unc;
    const whole = unc[0].length === path.length;
    if (server === '.' || server === '?')
      return { device: `\\\\${server}`, absolute: true, end: 4, share: false, namespace: true };
    return { device: `\\\\${server}\\${share}`, absolute: true, end: unc[0].length, share: whole };
  }
  if (isLetter(first) && path.charCodeAt(1) === 58) {
    const absolute = path.length > 2 && isSep(path.charCodeAt(2));
    return { device: path.slice(0, 2), absolute, end: absolute ? 3 : 2, share: false };
  }
  return { device: '', absolute: false, end: 0, share: false };
}

function segmentsOf(path, absolute) {
  const kept = [];
  for (const segment of path.split(/[\\/]+/)) {
    if (segment === '' || segment === '.')
      continue;
    if (segment !== '..')
      kept.push(segment);
    else if (kept.length > 0 && kept[kept.length - 1] !== '..')
      kept.pop();
    else if (!absolute)
      kept.push('..');
  }
  return kept.join('\\');
}

const endsWithSep = (path) => path.length > 0 && isSep(path.charCodeAt(path.length - 1));

function resolve(...args) {
  let device = '';
  let tail = '';
  let absolute = false;
  for (let i = args.length - 1; i >= -1; i--) {
    let path;
    if (i >= 0) {
      path = args[i];
      validateString(path, `paths[${i}]`);
      if (path.length === 0)
        continue;
    } else if (device === '') {
      path = process.cwd();
    } else {
      // Each drive has a current directory of its own, kept in a hidden variable.
      path = process.env[`=${device}`] || process.cwd();
      if (path === undefined ||
          (path.slice(0, 2).toLowerCase() !== device.toLowerCase() && path.charCodeAt(2) === 92))
        path = `${device}\\`;
    }
    const root = rootOf(path);
    if (root.device.length > 0) {
      if (device.length > 0) {
        if (root.device.toLowerCase() !== device.toLowerCase())
          continue;
      } else {
        device = root.device;
      }
    }
    if (absolute) {
      if (device.length > 0)
        break;
    } else {
      tail = `${path.slice(root.end)}\\${tail}`;
      absolute = root.absolute;
      if (absolute && device.length > 0)
        break;
    }
  }
  tail = segmentsOf(tail, absolute);
  return absolute ? `${device}\\${tail}` : `${device}${tail}` || '.';
}

function normalize(path) {
  validateString(path, 'path');
  if (path.length === 0)
    return '.';
  if (path.length === 1)
    return path === '/' ? '\\' : path;
  let root = rootOf(path);
  if (root.share)
    return `${root.device}\\`;
  const named = root.device === '' && !root.absolute ? reservedName(path) : '';
  if (named !== '')
    root = { device: named, absolute: false, end: named.length };
  const device = root.namespace ? reservedName(path.slice(4)) : '';
  if (device !== '')
    root = { device: `\\\\?\\${device}`, absolute: true, end: 4 + device.length };
  let tail = segmentsOf(path.slice(root.end), root.absolute);
  if (tail === '' && !root.absolute)
    tail = '.';
  if (tail !== '' && endsWithSep(path))
    tail += '\\';
  if (named !== '')
    return `.\\${named}${tail}`;
  if (!root.absolute && root.device === '')
    tail = guardColon(path, tail);
  return root.absolute ? `${root.device}\\${tail}` : `${root.device}${tail}`;
}

// 'x/../C:foo' must not become a path on drive C, nor may a device's name appear by itself.
function guardColon(path, tail) {
  if (tail.length >= 2 && isLetter(tail.charCodeAt(0)) && tail.charCodeAt(1) === 58)
    return `.\\${tail}`;
  for (let at = path.indexOf(':'); at >= 0; at = path.indexOf(':', at + 1)) {
    if (at === path.length - 1 || isSep(path.charCodeAt(at + 1)))
      return `.\\${tail}`;
  }
  // Without a colon the last character is left out: 'CON.' is a device too.
  return RESERVED.test(path.slice(0, path.indexOf(':'))) ? `.\\${tail}` : tail;
}

// 'CON:' of 'CON:../foo', which Windows takes for the device whatever follows.
function reservedName(path) {
  const colon = path.indexOf(':');
  return colon > 0 && RESERVED.test(path.slice(0, colon)) ? path.slice(0, colon + 1) : '';
}

function isAbsolute(path) {
  validateString(path, 'path');
  if (path.length === 0)
    return false;
  return isSep(path.charCodeAt(0)) || (isLetter(path.charCodeAt(0)) &&
    path.charCodeAt(1) === 58 && isSep(path.charCodeAt(2)));
}

function join(...args) {
  let joined = '';
  let first;
  for (const part of args) {
    validateString(part, 'path');
    if (part.length === 0)
      continue;
    if (joined === '')
      joined = first = part;
    else
      joined += `\\${part}`;
  }
  if (joined === '')
    return '.';
  // Joining must not make a share out of two parts: '//' counts only where the first part had it,
  // followed by a name.
  let slashes = 0;
  while (slashes < joined.length && isSep(joined.charCodeAt(slashes)))
    slashes++;
  const own = first.length > 2 && isSep(first.charCodeAt(0)) && isSep(first.charCodeAt(1)) &&
    !isSep(first.charCodeAt(2));
  if (!own && slashes >= 2)
    joined = `\\${joined.slice(slashes)}`;
  // A device's name among the parts: nothing is resolved, so that nothing can reach it by '..'.
  if (joined.includes(':') && joined.split('\\').some((part) => reservedName(part) !== ''))
    return joined.replaceAll('/', '\\');
  return normalize(joined);
}

function relative(from, to) {
  validateString(from, 'from');
  validateString(to, 'to');
  if (from === to)
    return '';
  const fromFull = resolve(from);
  const toFull = resolve(to);
  if (fromFull === toFull)
    return '';
  if (fromFull.toLowerCase() === toFull.toLowerCase())
    return '';
  const trim = (path) => path.replace(/^\\+|\\+$/g, '').split('\\');
  const source = trim(fromFull);
  const target = trim(toFull);
  let common = 0;
  while (common < source.length && common < target.length &&
         source[common].toLowerCase() === target[common].toLowerCase())
    common++;
  if (common === 0)
    return toFull;
  return [...new Array(source.length - common).fill('..'), ...target.slice(common)].join('\\');
}

function toNamespacedPath(path) {
  if (typeof path !== 'string' || path.length === 0)
    return path;
  const full = resolve(path);
  if (full.length <= 2)
    return path;
  if (full.startsWith('\\\\')) {
    const code = full[2];
    return code === '?' || code === '.' ? full : `\\\\?\\UNC\\${full.slice(2)}`;
  }
  if (isLetter(full.charCodeAt(0)) && full[1] === ':' && full[2] === '\\')
    return `\\\\?\\${full}`;
  return full;
}

function lastSegment(path, from) {
  let end = path.length;
  while (end > from && isSep(path.charCodeAt(end - 1)))
    end--;
  let start = end;
  while (start > from && !isSep(path.charCodeAt(start - 1)))
    start--;
  return { start, end };
}

function dirname(path) {
  validateString(path, 'path');
  if (path.length === 0)
    return '.';
  if (path.length === 1)
    return isSep(path.charCodeAt(0)) ? path : '.';
  const root = displayRoot(path);
  if (root === path.length)
    return path;
  const { start } = lastSegment(path, root);
  if (start > root)
    return path.slice(0, start - 1);
  return root === 0 ? '.' : path.slice(0, root);
}

// How much dirname() and parse() leave whole: the share's or drive's separator included.
function displayRoot(path) {
  const first = path.charCodeAt(0);
  if (isSep(first)) {
    const unc = path.length > 1 && isSep(path.charCodeAt(1)) ? UNC.exec(path) : null;
    if (unc === null)
      return 1;
    return unc[0].length === path.length ? path.length : unc[0].length + 1;
  }
  if (isLetter(first) && path.charCodeAt(1) === 58)
    return path.length > 2 && isSep(path.charCodeAt(2)) ? 3 : 2;
  return 0;
}

function basename(path, suffix) {
  if (suffix !== undefined)
    validateString(suffix, 'suffix');
  validateString(path, 'path');
  const from = isLetter(path.charCodeAt(0)) && path.charCodeAt(1) === 58 ? 2 : 0;
  if (suffix !== undefined && suffix.length > 0 && suffix === path)
    return '';
  const { start, end } = lastSegment(path, from);
  const base = path.slice(start, end);
  if (suffix && suffix.length <= path.length && suffix !== base && suffix.endsWith(base))
    return path.slice(base === '' ? from : start);
  return suffix && base !== suffix && base.endsWith(suffix) ? base.slice(0, -suffix.length) : base;
}

function extname(path) {
  validateString(path, 'path');
  const from = isLetter(path.charCodeAt(0)) && path.charCodeAt(1) === 58 ? 2 : 0;
  const { start, end } = lastSegment(path, from);
  return posix.extname(path.slice(start, end)); // a name without separators: nothing of Windows
}

function parse(path) {
  validateString(path, 'path');
  const end = displayRoot(path);
  const root = path.slice(0, end);
  const last = lastSegment(path, end);
  const dir = last.start > end ? path.slice(0, last.start - 1) : root;
  return { ...posix.parse(path.slice(last.start, last.end)), root, dir };
}

const win32 = module.exports = {
  resolve,
  normalize,
  isAbsolute,
  join,
  relative,
  toNamespacedPath,
  dirname,
  basename,
  extname,
  format: function format(pathObject) {
    return formatPath('\\', pathObject);
  },
  parse,
  matchesGlob: function matchesGlob(path, pattern) {
    return require('internal/path_glob').matchesGlob(path, pattern, true);
  },
  sep: '\\',
  delimiter: ';',
  win32: null,
  posix,
  _makeLong: toNamespacedPath,
};
win32.win32 = win32;
