'use strict';
// The lines entered before, newest first, and the way through them.

// Puts the current line in; gives it back.
const {
  ArrayPrototypeIndexOf, ArrayPrototypeSplice, ArrayPrototypeUnshift, StringPrototypeStartsWith,
  StringPrototypeTrim,
} = primordials;

function add(reader) {
  const { line, history, historySize } = reader;
  if (historySize === 0 || StringPrototypeTrim.call(line) === '')
    return line;
  if (reader.removeHistoryDuplicates) {
    const known = ArrayPrototypeIndexOf.call(history, line);
    if (known >= 0)
      ArrayPrototypeSplice.call(history, known, 1);
  }
  if (history[0] !== line)
    ArrayPrototypeUnshift.call(history, line);
  if (history.length > historySize)
    history.length = historySize;
  reader.historyIndex = -1;
  // Listeners may take out what must not be kept: the line itself is what was entered.
  reader.emit('history', history);
  return line;
}

// To the next older (1) or newer (-1) line that begins with `search`. Beyond the last of either
// kind stands what was searched for.
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
