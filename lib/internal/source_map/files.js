'use strict';
// --enable-source-maps: which map belongs to a file, and stacks in the lines of the original.
//
// (1) A map is looked for when a stack with its file is shown, or somebody asks; those of the last files
//     are kept.
// (2) A map that is missing or broken is none: the stack shows the generated code.

const { readText } = internalBinding('script');
const { setMapper } = require('internal/error_stack');

const FILES_KEPT = 64;
const files = new Map();
let support = { enabled: false, nodeModules: false, generatedCode: false };

const MARK = /\/[*/][#@]\s*sourceMappingURL=([^\s*]+)/g;

function pathOf(url) {
  try {
    return url.startsWith('file:') ? require('internal/url').fileURLToPath(url) : url;
  } catch {
    return '';
  }
}

// The text that a sourceMappingURL stands for, and where it is.
function fetch(reference, from) {
  const inline = /^data:[^,]*?(;base64)?,(.*)$/s.exec(reference);
  if (inline !== null) {
    const text = inline[1] === undefined ? decodeURIComponent(inline[2]) :
      require('buffer').Buffer.from(inline[2], 'base64').toString();
    return { text, base: from };
  }
  const { URL } = require('internal/url');
  const base = new URL(reference, from);
  return { text: base.protocol === 'file:' ? readText(pathOf(base.href)) : undefined, base };
}

function resolved(payload, base) {
  const { URL } = require('internal/url');
  const root = payload.sourceRoot ? `${payload.sourceRoot}`.replace(/\/?$/, '/') : '';
  const sources = payload.sources?.map((source) =>
    (URL.canParse(`${root}${source}`, base) ? new URL(`${root}${source}`, base).href : source));
  const sections = payload.sections?.map((section) =>
    ({ ...section, map: resolved(section.map, base) }));
  return { ...payload, ...(sources && { sources, sourceRoot: '' }), ...(sections && { sections }) };
}

function read(path) {
  const source = path[0] === '/' ? readText(path) : undefined;
  if (typeof source !== 'string')
    return undefined;
  const reference = [...source.matchAll(MARK)].at(-1)?.[1];
  if (reference === undefined)
    return undefined;
  try {
    const { text, base } = fetch(reference, require('internal/url').pathToFileURL(path));
    const { SourceMap } = require('internal/source_map/map');
    return typeof text !== 'string' ? undefined : new SourceMap(resolved(JSON.parse(text), base), {
      lineLengths: source.split('\n').map((line) => line.length),
    });
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
  if (line === 0 || url.startsWith('node:') || (!support.nodeModules && url.includes('/node_modules/')))
    return frame;
  const entry = findSourceMap(url)?.findEntry(line - 1, column - 1);
  if (entry?.originalSource === undefined)
    return frame;
  const { originalSource, originalLine, originalColumn } = entry;
  return new frame.constructor(frame.name, pathOf(`${originalSource}`) || `${originalSource}`,
                               originalLine + 1, originalColumn + 1);
}

// A stack is not worth failing for.
function originals(frames) {
  try {
    return frames.map(originalOf);
  } catch {
    return frames;
  }
}

function setSupport(given) {
  support = given;
  setMapper(given.enabled ? originals : undefined);
}

module.exports = { findSourceMap, originalOf, setSupport, getSupport: () => support };
