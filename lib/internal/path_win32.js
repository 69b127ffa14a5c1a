'use strict';
// path.win32. One function (rootOf) parses the root; all others work on what follows it.
//   C:           drive, not absolute         \              absolute on the current drive
//   C:\          drive, absolute             \\srv\share\   a share; always absolute

const {
  ArrayPrototypeSome, RegExpPrototypeExec, SafeArray, StringPrototypeCharCodeAt,
  StringPrototypeEndsWith, StringPrototypeIncludes, StringPrototypeIndexOf,
  StringPrototypeReplaceAll, StringPrototypeSlice, StringPrototypeSplit, StringPrototypeStartsWith,
  StringPrototypeToLowerCase,
} = primordials;
const { validateString } = require('internal/validators');
const { formatPath } = require('internal/path_format');
const posix = require('path');

const { extname: extname0, parse: parsePosix } = posix;

const isSep = (code) => code === 47 || code === 92;
const isLetter = (code) => (code >= 65 && code <= 90) || (code >= 97 && code <= 122);
const hasDrive = (path) => isLetter(StringPrototypeCharCodeAt.call(path, 0)) &&
  StringPrototypeCharCodeAt.call(path, 1) === 58;
const UNC = /^[\\/]{2}([^\\/]+)[\\/]+([^\\/]+)(?=[\\/]|$)/;
const RESERVED = /^(?:CON|PRN|AUX|NUL|(?:COM|LPT)[1-9\u00b9\u00b2\u00b3])$/i;

const uncOf = (path) => (path.length > 1 && isSep(StringPrototypeCharCodeAt.call(path, 1)) ?
  RegExpPrototypeExec.call(UNC, path) : null);

// device: 'C:', '\\srv\share' or ''; end: how much of the path is root; share: the path is nothing
// but a share.
function rootOf(path) {
  const first = StringPrototypeCharCodeAt.call(path, 0);
  if (isSep(first)) {
    const unc = uncOf(path);
    if (unc === null)
      return { __proto__: null, device: '', absolute: true, end: 1, share: false };
    const { 1: server, 2: share } = unc;
    const whole = unc[0].length === path.length;
    if (server === '.' || server === '?')
      return {
        __proto__: null, device: `\\\\${server}`, absolute: true, end: 4, share: false,
        namespace: true,
      };
    return {
      __proto__: null, device: `\\\\${server}\\${share}`, absolute: true, end: unc[0].length,
      share: whole,
    };
  }
  if (hasDrive(path)) {
    const absolute = path.length > 2 && isSep(StringPrototypeCharCodeAt.call(path, 2));
    const device = StringPrototypeSlice.call(path, 0, 2);
    return { __proto__: null, device, absolute, end: absolute ? 3 : 2, share: false };
  }
  return { __proto__: null, device: '', absolute: false, end: 0, share: false };
}

const toBackslashes = (path) => StringPrototypeReplaceAll.call(path, '/', '\\');

function segmentsOf(path, absolute) {
  const kept = new SafeArray();
  const names = StringPrototypeSplit.call(toBackslashes(path), '\\');
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
  return kept.join('\\');
}

const endsWithSep = (path) =>
  path.length > 0 && isSep(StringPrototypeCharCodeAt.call(path, path.length - 1));
const isSameDevice = (a, b) =>
  StringPrototypeToLowerCase.call(a) === StringPrototypeToLowerCase.call(b);

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
      // Each drive has a current directory of its own, in a hidden environment variable.
      path = process.env[`=${device}`] || process.cwd();
      if (path === undefined ||
          (!isSameDevice(StringPrototypeSlice.call(path, 0, 2), device) &&
           StringPrototypeCharCodeAt.call(path, 2) === 92))
        path = `${device}\\`;
    }
    const root = rootOf(path);
    if (root.device.length > 0) {
      if (device.length > 0) {
        if (!isSameDevice(root.device, device))
          continue;
      } else {
        device = root.device;
      }
    }
    if (absolute) {
      if (device.length > 0)
        break;
    } else {
      tail = `${StringPrototypeSlice.call(path, root.end)}\\${tail}`;
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
    root = { __proto__: null, device: named, absolute: false, end: named.length };
  const device = root.namespace ? reservedName(StringPrototypeSlice.call(path, 4)) : '';
  if (device !== '')
    root = { __proto__: null, device: `\\\\?\\${device}`, absolute: true, end: 4 + device.length };
  let tail = segmentsOf(StringPrototypeSlice.call(path, root.end), root.absolute);
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
  if (tail.length >= 2 && hasDrive(tail))
    return `.\\${tail}`;
  const colon = StringPrototypeIndexOf.call(path, ':');
  for (let at = colon; at >= 0; at = StringPrototypeIndexOf.call(path, ':', at + 1)) {
    if (at === path.length - 1 || isSep(StringPrototypeCharCodeAt.call(path, at + 1)))
      return `.\\${tail}`;
  }
  // Without a colon the last character is left out: 'CON.' is a device too.
  const name = StringPrototypeSlice.call(path, 0, colon);
  return RegExpPrototypeExec.call(RESERVED, name) !== null ? `.\\${tail}` : tail;
}

// 'CON:' of 'CON:../foo', which Windows takes for the device whatever follows.
function reservedName(path) {
  const colon = StringPrototypeIndexOf.call(path, ':');
  if (colon <= 0)
    return '';
  const name = StringPrototypeSlice.call(path, 0, colon);
  return RegExpPrototypeExec.call(RESERVED, name) !== null ? `${name}:` : '';
}

function isAbsolute(path) {
  validateString(path, 'path');
  if (path.length === 0)
    return false;
  return isSep(StringPrototypeCharCodeAt.call(path, 0)) ||
    (hasDrive(path) && isSep(StringPrototypeCharCodeAt.call(path, 2)));
}

function join(...args) {
  let joined = '';
  let first;
  for (let i = 0; i < args.length; i++) {
    const part = args[i];
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
  while (slashes < joined.length && isSep(StringPrototypeCharCodeAt.call(joined, slashes)))
    slashes++;
  const own = first.length > 2 && isSep(StringPrototypeCharCodeAt.call(first, 0)) &&
    isSep(StringPrototypeCharCodeAt.call(first, 1)) &&
    !isSep(StringPrototypeCharCodeAt.call(first, 2));
  if (!own && slashes >= 2)
    joined = `\\${StringPrototypeSlice.call(joined, slashes)}`;
  // A device's name among the parts: nothing is resolved, so that nothing can reach it by '..'.
  if (StringPrototypeIncludes.call(joined, ':') &&
      ArrayPrototypeSome.call(StringPrototypeSplit.call(joined, '\\'),
                              (part) => reservedName(part) !== ''))
    return toBackslashes(joined);
  return normalize(joined);
}

// The names of a full path, without backslashes at its ends.
function namesOf(path) {
  let start = 0;
  let end = path.length;
  while (start < end && path[start] === '\\')
    start++;
  while (end > start && path[end - 1] === '\\')
    end--;
  return StringPrototypeSplit.call(StringPrototypeSlice.call(path, start, end), '\\');
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
  if (isSameDevice(fromFull, toFull))
    return '';
  const source = namesOf(fromFull);
  const target = namesOf(toFull);
  let common = 0;
  while (common < source.length && common < target.length &&
         isSameDevice(source[common], target[common]))
    common++;
  if (common === 0)
    return toFull;
  let path = '';
  for (let i = common; i < source.length; i++)
    path += path === '' ? '..' : '\\..';
  for (let i = common; i < target.length; i++)
    path += path === '' ? target[i] : `\\${target[i]}`;
  return path;
}

function toNamespacedPath(path) {
  if (typeof path !== 'string' || path.length === 0)
    return path;
  const full = resolve(path);
  if (full.length <= 2)
    return path;
  if (StringPrototypeStartsWith.call(full, '\\\\')) {
    const code = full[2];
    return code === '?' || code === '.' ? full :
      `\\\\?\\UNC\\${StringPrototypeSlice.call(full, 2)}`;
  }
  if (isLetter(StringPrototypeCharCodeAt.call(full, 0)) && full[1] === ':' && full[2] === '\\')
    return `\\\\?\\${full}`;
  return full;
}

function lastSegment(path, from) {
  let end = path.length;
  while (end > from && isSep(StringPrototypeCharCodeAt.call(path, end - 1)))
    end--;
  let start = end;
  while (start > from && !isSep(StringPrototypeCharCodeAt.call(path, start - 1)))
    start--;
  return { __proto__: null, start, end };
}

function dirname(path) {
  validateString(path, 'path');
  if (path.length === 0)
    return '.';
  if (path.length === 1)
    return isSep(StringPrototypeCharCodeAt.call(path, 0)) ? path : '.';
  const root = displayRoot(path);
  if (root === path.length)
    return path;
  const { start } = lastSegment(path, root);
  if (start > root)
    return StringPrototypeSlice.call(path, 0, start - 1);
  return root === 0 ? '.' : StringPrototypeSlice.call(path, 0, root);
}

// How much dirname() and parse() leave whole: the share's or drive's separator included.
function displayRoot(path) {
  const first = StringPrototypeCharCodeAt.call(path, 0);
  if (isSep(first)) {
    const unc = uncOf(path);
    if (unc === null)
      return 1;
    return unc[0].length === path.length ? path.length : unc[0].length + 1;
  }
  if (hasDrive(path))
    return path.length > 2 && isSep(StringPrototypeCharCodeAt.call(path, 2)) ? 3 : 2;
  return 0;
}

function basename(path, suffix) {
  if (suffix !== undefined)
    validateString(suffix, 'suffix');
  validateString(path, 'path');
  const from = hasDrive(path) ? 2 : 0;
  if (suffix !== undefined && suffix.length > 0 && suffix === path)
    return '';
  const { start, end } = lastSegment(path, from);
  const base = StringPrototypeSlice.call(path, start, end);
  if (suffix && suffix.length <= path.length && suffix !== base &&
      StringPrototypeEndsWith.call(suffix, base))
    return StringPrototypeSlice.call(path, base === '' ? from : start);
  return suffix && base !== suffix && StringPrototypeEndsWith.call(base, suffix) ?
    StringPrototypeSlice.call(base, 0, -suffix.length) : base;
}

function extname(path) {
  validateString(path, 'path');
  const { start, end } = lastSegment(path, hasDrive(path) ? 2 : 0);
  // A name without separators is the same in both flavours.
  return extname0(StringPrototypeSlice.call(path, start, end));
}

function parse(path) {
  validateString(path, 'path');
  const end = displayRoot(path);
  const root = StringPrototypeSlice.call(path, 0, end);
  const last = lastSegment(path, end);
  const dir = last.start > end ? StringPrototypeSlice.call(path, 0, last.start - 1) : root;
  const { base, ext, name } = parsePosix(StringPrototypeSlice.call(path, last.start, last.end));
  return { root, dir, base, ext, name };
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
