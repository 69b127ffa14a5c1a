'use strict';
// Tab: asks the completer what the line may go on with. The longest beginning that all answers have
// in common is put in; a second Tab shows them.

const { inspect } = require('internal/util/inspect');
const { getStringWidth } = require('internal/util/inspect/width');

function commonStart(texts) {
  let [start = ''] = texts;
  for (const text of texts) {
    while (!text.startsWith(start))
      start = start.slice(0, -1);
  }
  return start;
}

// Rows of as many columns as fit; an empty text ends a group.
function table(texts, columns) {
  const width = Math.max(...texts.map((text) => getStringWidth(text))) + 2;
  const inRow = Number.isFinite(columns) ? Math.max(Math.floor(columns / width), 1) : 1;
  const groups = [[]];
  for (const text of texts) {
    if (text === '')
      groups.push([]);
    else
      groups.at(-1).push(text);
  }
  let shown = '\r\n';
  for (const group of groups) {
    if (group.length === 0)
      continue;
    for (let i = 0; i < group.length; i++) {
      const last = i === group.length - 1 || (i + 1) % inRow === 0;
      shown += group[i] + (last ? '\r\n' : ' '.repeat(width - getStringWidth(group[i])));
    }
    shown += '\r\n';
  }
  return shown;
}

function show(reader, texts, on, again) {
  if (!texts || texts.length === 0)
    return;
  const { replace } = require('internal/readline/editing');
  const start = commonStart(texts.filter((text) => text !== ''));
  if (start.startsWith(on) && start.length > on.length) {
    reader._insertString(start.slice(on.length));
  } else if (!on.startsWith(start)) {
    replace(reader, reader.cursor - on.length, reader.cursor, start);
  } else if (again) {
    reader._writeToOutput(table(texts, reader.output?.columns));
    reader._refreshLine();
  }
}

function complete(reader, again) {
  const line = reader.line.slice(0, reader.cursor);
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

module.exports = { complete };
