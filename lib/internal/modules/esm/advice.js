'use strict';
// What is said about specifiers that are wrong or deprecated: the name that was probably meant, and
// warnings about package.json files.

const {
  RegExpPrototypeExec, SafeSet, StringPrototypeEndsWith, StringPrototypeIncludes,
  StringPrototypeLastIndexOf, StringPrototypeSlice, StringPrototypeStartsWith,
} = primordials;
const { Module } = require('internal/modules/cjs');
const { fileURLToPath, pathToFileHref } = require('internal/url');
const path = require('path');

const warned = new SafeSet();

const warn = (text, code) => process.emitWarning(text, 'DeprecationWarning', code);
const isRelative = (specifier) => RegExpPrototypeExec.call(/^\.{1,2}(?:\/|$)/, specifier) !== null;

// A relative path with the characters that a URL needs.
function inURL(relative) {
  const { 0: up } = RegExpPrototypeExec.call(/^(?:\.\.\/)*/, relative);
  const rest = StringPrototypeSlice.call(relative, up.length);
  return (up === '' ? './' : up) +
    StringPrototypeSlice.call(pathToFileHref(`/${rest}`), 'file:///'.length);
}

// The specifier of what require() would find; undefined if that is nothing.
function meant(specifier, base) {
  const relative = isRelative(specifier);
  if (!StringPrototypeStartsWith.call(base, 'file:') || (!relative && specifier[0] === '/'))
    return undefined;
  const folder = path.dirname(fileURLToPath(base));
  const found = Module._findPath(specifier, relative ? [folder] : Module._nodeModulePaths(folder));
  if (!found)
    return undefined;
  if (relative)
    return inURL(path.relative(folder, found));
  const mark = '/node_modules/';
  const at = StringPrototypeLastIndexOf.call(found, mark);
  const rest = StringPrototypeSlice.call(found, at + mark.length);
  return at < 0 || !StringPrototypeIncludes.call(rest, '/') ? pathToFileHref(found) :
    StringPrototypeSlice.call(inURL(rest), 2);
}

// Adds to the message of an error what the specifier should have been.
function explain(error, specifier, base) {
  let name;
  try {
    name = meant(specifier, base);
  } catch { /* require() does not find it either */ }
  if (name !== undefined)
    error.message += `\nDid you mean to import "${name}"?`;
}

// A package without "exports" whose main file was found by trying names.
function warnOfMain({ dir, main }, file, from) {
  const shown = path.relative(dir, file);
  if (!main) {
    warn(`No "main" or "exports" field defined in the package.json for ${dir}/ resolving the ` +
      `main entry point "${shown}", imported from ${from}.\n` +
      'Default "index" lookups for the main are deprecated for ES modules.', 'DEP0151');
  } else if (path.resolve(dir, main) !== file) {
    warn(`Package ${dir}/ has a "main" field set to "${main}", excluding the full filename and ` +
      `extension to the resolved file at "${shown}", imported from ${from}.\n Automatic ` +
      'extension resolution of the "main" field is deprecated for ES modules.', 'DEP0151');
  }
}

const importer = (base) => (base ? ` imported from ${base}` : '');
const fieldOf = (pkg, internal, base) => `in the "${internal ? 'imports' : 'exports'}" field ` +
  `module resolution of the package at ${pkg.path}${importer(base)}.`;

// A target that was found, but with empty names of folders in it. `key` is what matched `request`.
function warnOfSlashes({ base, internal, pkg }, target, request, key) {
  if (StringPrototypeEndsWith.call(request, '/'))
    return;       // another warning says so
  const kind = StringPrototypeIncludes.call(request + target, '//') ? 'double slash' :
    'leading or trailing slash matching';
  warn(`Use of deprecated ${kind} resolving "${target}" for module request "${request}" ` +
    `${request === key ? '' : `matched to "${key}" `}${fieldOf(pkg, internal, base)}`, 'DEP0166');
}

// Once for each package and name.
function warnOfTrailingSlash({ base, internal, pkg }, subpath) {
  const key = `${pkg.path}|${subpath}`;
  if (warned.has(key))
    return;
  warned.add(key);
  warn(`Use of deprecated trailing slash pattern mapping "${subpath}" ` +
    `${fieldOf(pkg, internal, base)} Mapping specifiers ending in "/" is no longer supported.`,
       'DEP0155');
}

module.exports = { explain, warnOfMain, warnOfSlashes, warnOfTrailingSlash };
