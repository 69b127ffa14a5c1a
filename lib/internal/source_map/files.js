'use strict';
// --enable-source-maps: which map belongs to a file, and stacks in the lines of the original.
//
// (1) A map is searched when a stack with its file is shown or the program asks for it; those of
//     the last files are kept.
// (2) A map that is missing or broken is none: the stack shows the generated code.

const {
  ArrayIsArray, ArrayPrototypePush, JSONParse, RegExpPrototypeExec, SafeMap,
  StringPrototypeEndsWith, StringPrototypeIncludes, StringPrototypeSplit, StringPrototypeStartsWith,
  decodeURIComponent,
} = primordials;
const { readText } = internalBinding('script');
const { setMapper } = require('internal/error_stack');

const FILES_KEPT = 64;
const files = new SafeMap();
let support = { enabled: false, nodeModules: false, generatedCode: false };

function pathOf(url) {
  try {
    return StringPrototypeStartsWith.call(url, 'file:') ?
      require('internal/url').fileURLToPath(url) : url;
  } catch {
    return '';
  }
}

// The text that a sourceMappingURL stands for, and where it is.
function fetch(reference, from) {
  const inline = RegExpPrototypeExec.call(/^data:[^,]*?(;base64)?,(.*)$/s, reference);
  if (inline !== null) {
    const text = inline[1] === undefined ? decodeURIComponent(inline[2]) :
      require('internal/buffer').bufferFrom(inline[2], 'base64').toString();
    return { __proto__: null, text, base: from };
  }
  const { URL } = require('internal/url');
  const base = new URL(reference, from);
  const text = base.protocol === 'file:' ? readText(pathOf(base.href)) : undefined;
  return { __proto__: null, text, base };
}

function mapped(list, change) {
  if (!ArrayIsArray(list))
    return undefined;
  const result = [];
  for (let i = 0; i < list.length; i++)
    ArrayPrototypePush.call(result, change(list[i]));
  return result;
}

function resolved(payload, base) {
  const { URL } = require('internal/url');
  let root = payload.sourceRoot ? `${payload.sourceRoot}` : '';
  if (root !== '' && !StringPrototypeEndsWith.call(root, '/'))
    root += '/';
  const result = { ...payload };   // lint-ok: options-own the program gets to see it
  const sources = mapped(payload.sources, (source) =>
    (URL.canParse(`${root}${source}`, base) ? new URL(`${root}${source}`, base).href : source));
  if (sources !== undefined) {
    result.sources = sources;
    result.sourceRoot = '';
  }
  const sections = mapped(payload.sections, (section) =>
    // lint-ok: options-own the program gets to see it
    ({ ...section, map: resolved(section.map, base) }));
  if (sections !== undefined)
    result.sections = sections;
  return result;
}

// What the last mark in a source refers to.
function referenceIn(source) {
  const mark = /\/[*/][#@]\s*sourceMappingURL=([^\s*]+)/g;
  let last;
  for (let found = RegExpPrototypeExec.call(mark, source); found !== null;
    found = RegExpPrototypeExec.call(mark, source))
    last = found[1];
  return last;
}

function read(path) {
  const source = path[0] === '/' ? readText(path) : undefined;
  if (typeof source !== 'string')
    return undefined;
  const reference = referenceIn(source);
  if (reference === undefined)
    return undefined;
  try {
    const { text, base } = fetch(reference, require('internal/url').pathToFileURL(path));
    const { SourceMap } = require('internal/source_map/map');
    if (typeof text !== 'string')
      return undefined;
    const lines = StringPrototypeSplit.call(source, '\n');
    const lineLengths = mapped(lines, (line) => line.length);
    return new SourceMap(resolved(JSONParse(text), base), { __proto__: null, lineLengths });
  } catch {
    return undefined;
  }
}

// The map of a file, by its path or URL.
function findSourceMap(url) {
  if (!support.enabled)
    return undefined;
  const path = pathOf(`${url}`);
  let map = files.get(path);
  if (map === undefined) {
    map = read(path) ?? null;
    if (files.size >= FILES_KEPT)
      files.delete(files.keys().next().value);
    files.set(path, map);
  }
  return map ?? undefined;
}

// The frame in the original, the frame itself when that is not known.
function originalOf(frame) {
  const { url, line, column } = frame;
  if (line === 0 || StringPrototypeStartsWith.call(url, 'node:') ||
      (!support.nodeModules && StringPrototypeIncludes.call(url, '/node_modules/')))
    return frame;
  const entry = findSourceMap(url)?.findEntry(line - 1, column - 1);
  if (entry?.originalSource === undefined)
    return frame;
  const { originalSource, originalLine, originalColumn } = entry;
  return new frame.constructor(frame.name, pathOf(`${originalSource}`) || `${originalSource}`,
                               originalLine + 1, originalColumn + 1);
}

// A map that cannot be read must not prevent the report of an error.
function originals(frames) {
  try {
    return mapped(frames, originalOf);
  } catch {
    return frames;
  }
}

function setSupport(given) {
  support = given;
  setMapper(given.enabled ? originals : undefined);
}

module.exports = { findSourceMap, originalOf, setSupport, getSupport: () => support };
