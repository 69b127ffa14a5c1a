'use strict';
// The lines entered before, newest first, and moving through them.

const {
  ArrayPrototypeIndexOf, ArrayPrototypeSplice, ObjectDefineProperty, StringPrototypeStartsWith,
  StringPrototypeTrim,
} = primordials;

// As unshift(), on an array that the program may have given. The new last index is defined, because
// an assignment would call a setter of Array.prototype.
function insertFirst(list, item) {
  const { length } = list;
  ObjectDefineProperty(list, length, {
    __proto__: null, value: item, writable: true, enumerable: true, configurable: true,
  });
  for (let i = length; i > 0; i--)
    list[i] = list[i - 1];
  list[0] = item;
}

// Adds the current line. Returns it.
function add(reader) {
  const { line, history, historySize } = reader;
  if (historySize === 0 || StringPrototypeTrim.call(line) === '')
    return line;
  if (reader.removeHistoryDuplicates) {
    const known = ArrayPrototypeIndexOf.call(history, line);
    if (known >= 0)
      ArrayPrototypeSplice.call(history, known, 1);
  }
  if (history.length === 0 || history[0] !== line)
    insertFirst(history, line);
  if (history.length > historySize)
    history.length = historySize;
  reader.historyIndex = -1;
  // Listeners may remove secrets from the history. The line is returned as it was entered.
  reader.emit('history', history);
  return line;
}

// Moves to the next older (1) or newer (-1) line that begins with `search`. After the last one the
// line is `search` itself.
function move(reader, search, step) {
  const { history, historyIndex: from, line } = reader;
  const text = search ?? '';
  if (history.length === 0 || (step < 0 ? from < 0 : from >= history.length))
    return;
  let index = from + step;
  while (index >= 0 && index < history.length &&
         (!StringPrototypeStartsWith.call(history[index], text) || history[index] === line))
    index += step;
  reader.historyIndex = index;
  reader.line = history[index] ?? text;
  reader.cursor = reader.line.length;
  reader._refreshLine();
}

module.exports = { add, move };
