'use strict';
// --experimental-package-map: a file that says in which folder each dependency of a package is, in
// place of the node_modules folders.
//
// (1) The file is read with the first request for a package, and checked as a whole.
// (2) A file belongs to the package with the longest folder above it. Folders count with their real
//     names, too: files that are required have those.

const {
  JSONParse, ObjectDefineProperty, ObjectHasOwn, ObjectKeys, ReflectConstruct, RegExpPrototypeExec,
  SafeArray, SafeMap, StringPrototypeEndsWith, StringPrototypeSlice, StringPrototypeStartsWith,
} = primordials;
const { realpath } = internalBinding('script');
const { get: getOption } = internalBinding('options');
const { emitExperimentalWarning } = require('internal/util');
const { URL, fileURLToPath, pathToFileHref } = require('internal/url');
const path = require('path');
const coded = (code, ...args) => ReflectConstruct(require('internal/errors').codes[code], args);

const NAME = /^((?:@[^/]+\/)?[^/]+)(.*)$/;
let map;      // { file, packages: key -> { folder, dependencies }, folders: [{ folder, key }] }

function invalid(file, reason, cause) {
  const error = coded('ERR_PACKAGE_MAP_INVALID', file, reason);
  if (cause !== undefined)
    ObjectDefineProperty(error, 'cause', { __proto__: null, value: cause, writable: true,
                                           configurable: true });
  return error;
}

const isObject = (value) => typeof value === 'object' && value !== null;

function readFile(file) {
  let text;
  try {
    text = require('fs').readFileSync(file, 'utf8');
  } catch (error) {
    throw invalid(file, 'failed to read', error);
  }
  let data;
  try {
    data = JSONParse(text);
  } catch (error) {
    throw invalid(file, 'invalid JSON', error);
  }
  if (!isObject(data) || !ObjectHasOwn(data, 'packages') || !isObject(data.packages))
    throw invalid(file, 'missing "packages" object');
  return data.packages;
}

function folderOf(file, key, entry) {
  if (!isObject(entry) || !ObjectHasOwn(entry, 'url'))
    throw invalid(file, `package "${key}" is missing "url" field`);
  const { url: text } = entry;
  if (typeof text !== 'string') {
    throw invalid(file,
                  `package "${key}" has invalid "url" field: expected string, got ${typeof text}`);
  }
  let url;
  try {
    url = new URL(text, pathToFileHref(file));
  } catch (error) {
    throw invalid(file, `package "${key}" has invalid url "${text}"`, error);
  }
  if (url.protocol !== 'file:') {
    throw invalid(file, `package "${key}" has unsupported URL scheme in url "${text}"; ` +
      'only file: URLs and relative URLs are currently supported');
  }
  const folder = fileURLToPath(url);
  return folder.length > 1 && StringPrototypeEndsWith.call(folder, '/') ?
    StringPrototypeSlice.call(folder, 0, -1) : folder;
}

function load() {
  const file = path.resolve(getOption('--experimental-package-map'));
  emitExperimentalWarning('Package maps');
  const found = readFile(file);
  const packages = new SafeMap();
  const folders = new SafeArray();
  const keys = ObjectKeys(found);
  for (let i = 0; i < keys.length; i++) {
    const key = keys[i];
    const { [key]: entry } = found;
    const folder = folderOf(file, key, entry);
    const same = folders.find((one) => one.folder === folder);
    if (same !== undefined) {
      throw invalid(file, `packages "${same.key}" and "${key}" have the same url "${entry.url}"; ` +
        'this will be supported in the future');
    }
    folders.push({ __proto__: null, folder, key });
    packages.set(key, { __proto__: null, folder, dependencies: dependenciesOf(entry) });
  }
  addRealNames(folders);
  return { __proto__: null, file, packages, folders };
}

const dependenciesOf = ({ dependencies }) => (isObject(dependencies) ? dependencies : {});

function addRealNames(folders) {
  const count = folders.length;
  for (let i = 0; i < count; i++) {
    const real = realpath(folders[i].folder);
    if (typeof real === 'string' && real !== folders[i].folder)
      folders.push({ __proto__: null, folder: real, key: folders[i].key });
  }
}

function packageOf(file) {
  let best;
  for (let i = 0; i < map.folders.length; i++) {
    const { [i]: one } = map.folders;
    if (StringPrototypeStartsWith.call(file, `${one.folder}/`) &&
        (best === undefined || one.folder.length > best.folder.length))
      best = one;
  }
  return best?.key;
}

// { folder, rest } of the package that `request` names in the file `from`: `rest` is '' or begins
// with a slash. Undefined: the package of that file has no such dependency.
function find(request, from) {
  map ??= load();
  const key = packageOf(from);
  if (key === undefined)
    throw coded('ERR_PACKAGE_MAP_EXTERNAL_FILE', request, from, map.file);
  const match = RegExpPrototypeExec.call(NAME, request);
  const { dependencies } = map.packages.get(key);
  if (match === null || !ObjectHasOwn(dependencies, match[1]))
    return undefined;
  const target = map.packages.get(dependencies[match[1]]);
  if (target === undefined)
    throw coded('ERR_PACKAGE_MAP_KEY_NOT_FOUND', dependencies[match[1]], map.file);
  return { __proto__: null, folder: target.folder, rest: match[2] };
}

module.exports = { find };
