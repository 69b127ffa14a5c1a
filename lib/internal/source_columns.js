'use strict';
// Where V8 sees a call. The engine gives the column of the parenthesis behind the called name, V8
// that of the name itself, or of `new`; and of a property read the engine gives the dot, V8 the
// name. The source line tells: it is read when the first stack of its file is asked for.

const { readText } = internalBinding('script');

const FILES_KEPT = 32;
const PLACES_KEPT = 4096;
const WIDEST = 1 << 16;     // columns beyond are looked up each time
const files = new Map();

function sourceOf(url) {
  if (url.startsWith('file:'))
    return readText(require('internal/url').fileURLToPath(url));
  return url[0] === '/' ? readText(url) : require('internal/main').evalSource(url);
}

function fileOf(url) {
  let file = files.get(url);
  if (file === undefined) {
    const text = sourceOf(url);
    file = { lines: typeof text === 'string' ? text.split('\n') : [], places: new Map() };
    if (files.size >= FILES_KEPT)
      files.delete(files.keys().next().value);
    files.set(url, file);
  }
  return file;
}

// The same places come again and again.
function placeIn({ lines, places }, line, column) {
  const key = line * WIDEST + column;
  let found = column < WIDEST ? places.get(key) : undefined;
  if (found === undefined) {
    const text = lines[line - 1];
    found = text === undefined ? { column, made: false } : place(text, column);
    if (places.size >= PLACES_KEPT)
      places.clear();
    places.set(key, found);
  }
  return found;
}

const isNamePart = (code) => (code >= 97 && code <= 122) || (code >= 65 && code <= 90) ||
  (code >= 48 && code <= 57) || code === 95 || code === 36 || code > 127;

// The column V8 would give, and whether `new` stands there.
function place(text, column) {
  let at = column - 1;
  const code = text.charCodeAt(at);
  if (code === 46)    // a dot
    return { column: isNamePart(text.charCodeAt(at + 1)) ? column + 1 : column, made: false };
  if (isNamePart(code) || !isNamePart(text.charCodeAt(at - 1)))
    return { column, made: false };
  while (at > 0 && isNamePart(text.charCodeAt(at - 1)))
    at--;
  const made = /\bnew\s+(?:[\w$]+\.)*$/.exec(text.slice(0, at));
  return made === null ? { column: at + 1, made: false } : { column: made.index + 1, made: true };
}

const isBuiltin = (url) => url.charCodeAt(4) === 58 && url.charCodeAt(0) === 110 &&
  url.startsWith('node:');

// Puts the frames of one stack right.
function refine(frames) {
  for (let i = 0; i < frames.length; i++) {
    const frame = frames[i];
    const { url, line } = frame;
    if (line === 0 || url === '' || isBuiltin(url))
      continue;
    const { column, made } = placeIn(fileOf(url), line, frame.column);
    frame.column = column;
    if (made && i > 0 && frames[i - 1].name !== '')
      frames[i - 1].name = `new ${frames[i - 1].name}`;
  }
  return frames;
}

const lineOf = (url, line) => fileOf(url).lines[line - 1];

module.exports = { lineOf, refine };
