'use strict';
// Where V8 sees a call. The engine gives the column of the parenthesis behind the called name, V8
// that of the name itself, or of `new`; and of a property read the engine gives the dot, V8 the
// name. The source line tells: it is read when the first stack of its file is asked for.

const {
  RegExpPrototypeExec, SafeMap, StringPrototypeCharCodeAt, StringPrototypeSlice,
  StringPrototypeSplit, StringPrototypeStartsWith,
} = primordials;
const { readText } = internalBinding('script');

const FILES_KEPT = 32;
const PLACES_KEPT = 4096;
const WIDEST = 1 << 16;     // columns beyond are looked up each time
const files = new SafeMap();

function sourceOf(url) {
  if (StringPrototypeStartsWith.call(url, 'file:'))
    return readText(require('internal/url').fileURLToPath(url));
  return url[0] === '/' ? readText(url) : require('internal/main').evalSource(url);
}

function fileOf(url) {
  let file = files.get(url);
  if (file === undefined) {
    const text = sourceOf(url);
    const lines = typeof text === 'string' ? StringPrototypeSplit.call(text, '\n') : [];
    file = { lines, places: new SafeMap() };
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

// The column that V8 reports, and whether `new` precedes the call.
function place(text, column) {
  let at = column - 1;
  const code = StringPrototypeCharCodeAt.call(text, at);
  if (code === 46) {    // a dot
    const isBeforeName = isNamePart(StringPrototypeCharCodeAt.call(text, at + 1));
    return { column: isBeforeName ? column + 1 : column, made: false };
  }
  if (isNamePart(code) || !isNamePart(StringPrototypeCharCodeAt.call(text, at - 1)))
    return { column, made: false };
  while (at > 0 && isNamePart(StringPrototypeCharCodeAt.call(text, at - 1)))
    at--;
  const made = RegExpPrototypeExec.call(/\bnew\s+(?:[\w$]+\.)*$/,
                                        StringPrototypeSlice.call(text, 0, at));
  return made === null ? { column: at + 1, made: false } : { column: made.index + 1, made: true };
}

const isBuiltin = (url) =>
  url[4] === ':' && url[0] === 'n' && StringPrototypeStartsWith.call(url, 'node:');

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
