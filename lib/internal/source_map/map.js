'use strict';
// module.SourceMap: a source map of version 3, plain or in sections. Mappings are decoded when the first
// of them is asked for, into one list in the order of the generated code.

const { validateObject } = require('internal/validators');

const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
const VALUES = new Map([...DIGITS].map((digit, value) => [digit.charCodeAt(0), value]));
const MORE = 32;
const LOWEST = -2147483648;

// The numbers of one segment: base 64, five bits a digit, the lowest bit of each number is its sign.
function numbersIn(segment) {
  const numbers = [];
  let value = 0;
  let shift = 0;
  for (let i = 0; i < segment.length; i++) {
    const digit = VALUES.get(segment.charCodeAt(i));
    if (digit === undefined)
      return numbers;
    value |= (digit & (MORE - 1)) << shift;
    shift += 5;
    if ((digit & MORE) !== 0)
      continue;
    const size = value >>> 1;
    // Minus nothing stands for the lowest number of all.
    numbers.push((value & 1) === 0 ? size : -size || LOWEST);
    value = shift = 0;
  }
  return numbers;
}

const isBehind = (a, b) => a.generatedLine > b.generatedLine ||
  (a.generatedLine === b.generatedLine && a.generatedColumn > b.generatedColumn);

function decode({ mappings, sources, names }, lineOffset, columnOffset, entries) {
  let source = 0;
  let originalLine = 0;
  let originalColumn = 0;
  let name = 0;
  const lines = `${mappings ?? ''}`.split(';');
  for (let i = 0; i < lines.length; i++) {
    let generatedColumn = i === 0 ? columnOffset : 0;
    for (const segment of lines[i].split(',')) {
      const { 0: column, 1: toSource, 2: toLine, 3: toColumn, 4: toName } = numbersIn(segment);
      if (column === undefined)
        continue;
      generatedColumn += column;
      const entry = { generatedLine: lineOffset + i, generatedColumn, originalSource: undefined,
                      originalLine: undefined, originalColumn: undefined, name: undefined };
      if (toColumn !== undefined) {
        entry.originalSource = sources?.[source += toSource];
        entry.originalLine = originalLine += toLine;
        entry.originalColumn = originalColumn += toColumn;
        if (toName !== undefined)
          entry.name = names?.[name += toName];
      }
      entries.push(entry);
    }
  }
}

function entriesOf(payload) {
  const entries = [];
  if (Array.isArray(payload.sections)) {
    for (const { map, offset } of payload.sections)
      decode(map, offset.line, offset.column, entries);
  } else {
    decode(payload, 0, 0, entries);
  }
  // Segments of a line may go back.
  return entries.sort((a, b) => (isBehind(a, b) ? 1 : isBehind(b, a) ? -1 : 0));
}

// Arrays are copied too: nobody can change what was given.
function frozen(payload) {
  const copy = { ...payload };
  for (const key of ['sources', 'sourcesContent', 'names', 'sections']) {
    if (Array.isArray(copy[key]))
      copy[key] = Object.freeze([...copy[key]]);
  }
  return Object.freeze(copy);
}

class SourceMap {
  #payload;
  #lineLengths;
  #entries;

  constructor(payload, { lineLengths } = {}) {
    validateObject(payload, 'payload');
    this.#payload = frozen(payload);
    this.#lineLengths = lineLengths === undefined ? undefined : Object.freeze([...lineLengths]);
  }

  get payload() { return this.#payload; }
  get lineLengths() { return this.#lineLengths; }

  // The last entry at or before a place, both counted from 0; {} when there is none.
  findEntry(lineOffset, columnOffset) {
    const entries = this.#entries ??= entriesOf(this.#payload);
    let low = 0;
    let high = entries.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      const { generatedLine, generatedColumn } = entries[middle];
      if (lineOffset < generatedLine || (lineOffset === generatedLine && columnOffset < generatedColumn))
        high = middle;
      else
        low = middle + 1;
    }
    return low === 0 ? {} : { ...entries[low - 1] };
  }

  // The place in the original, both counted from 1 as in stacks.
  findOrigin(lineNumber, columnNumber) {
    const entry = this.findEntry(lineNumber - 1, columnNumber - 1);
    if (entry.originalSource === undefined)
      return {};
    return {
      name: entry.name,
      fileName: entry.originalSource,
      lineNumber: lineNumber - entry.generatedLine + entry.originalLine,
      columnNumber: columnNumber - entry.generatedColumn + entry.originalColumn,
    };
  }
}

module.exports = { SourceMap };
