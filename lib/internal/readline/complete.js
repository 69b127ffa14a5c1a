'use strict';
// Tab: asks the completer for continuations of the line. Inserts the longest beginning that all of
// them share; a second Tab lists them.

const {
  MathFloor, MathMax, NumberIsFinite, SafeArray, StringPrototypeRepeat, StringPrototypeSlice,
  StringPrototypeStartsWith,
} = primordials;
const { inspect } = require('internal/util/inspect');
const { getStringWidth } = require('internal/util/inspect/width');

// The longest common beginning of the texts that are not empty.
function commonStart(texts) {
  let start;
  for (let i = 0; i < texts.length; i++) {
    if (texts[i] === '')
      continue;
    start ??= texts[i];
    while (!StringPrototypeStartsWith.call(texts[i], start))
      start = StringPrototypeSlice.call(start, 0, -1);
  }
  return start ?? '';
}

function rows(group, width, inRow) {
  let shown = '';
  for (let i = 0; i < group.length; i++) {
    const last = i === group.length - 1 || (i + 1) % inRow === 0;
    shown += group[i] +
      (last ? '\r\n' : StringPrototypeRepeat.call(' ', width - getStringWidth(group[i])));
  }
  return `${shown}\r\n`;
}

// A table with as many columns as fit. An empty text ends a group.
function table(texts, columns) {
  let width = 0;
  for (let i = 0; i < texts.length; i++)
    width = MathMax(width, getStringWidth(texts[i]) + 2);
  const inRow = NumberIsFinite(columns) ? MathMax(MathFloor(columns / width), 1) : 1;
  let shown = '\r\n';
  let group = new SafeArray();
  for (let i = 0; i <= texts.length; i++) {
    if (i < texts.length && texts[i] !== '') {
      group.push(texts[i]);
    } else if (group.length > 0) {
      shown += rows(group, width, inRow);
      group = new SafeArray();
    }
  }
  return shown;
}

function show(reader, texts, on, again) {
  if (!texts || texts.length === 0)
    return;
  const { replace } = require('internal/readline/editing');
  const start = commonStart(texts);
  if (StringPrototypeStartsWith.call(start, on) && start.length > on.length) {
    reader._insertString(StringPrototypeSlice.call(start, on.length));
  } else if (!StringPrototypeStartsWith.call(on, start)) {
    replace(reader, reader.cursor - on.length, reader.cursor, start);
  } else if (again) {
    reader._writeToOutput(table(texts, reader.output?.columns));
    reader._refreshLine();
  }
}

function complete(reader, again) {
  const line = StringPrototypeSlice.call(reader.line, 0, reader.cursor);
  const answer = (error, found) => {
    if (reader.closed)
      return;
    reader.resume();
    if (error)
      reader._writeToOutput(`Tab completion error: ${inspect(error)}`);
    else
      show(reader, found[0], found[1], again);
  };
  reader.pause();
  reader._complete(line, answer);
}

module.exports = { complete, commonStart };
