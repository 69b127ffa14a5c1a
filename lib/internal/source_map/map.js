'use strict';
// module.SourceMap: a source map of version 3, plain or in sections. Mappings are decoded at the
// first query, into one list in the order of the generated code.

const {
  ArrayIsArray, ArrayPrototypePush, ArrayPrototypeSort, Int8Array, ObjectFreeze,
  StringPrototypeCharCodeAt, StringPrototypeSplit,
} = primordials;
const { kEmptyObject } = require('internal/util');
const { validateObject } = require('internal/validators');

const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
const NO_DIGIT = -1;
const VALUES = new Int8Array(128);
for (let i = 0; i < 128; i++)
  VALUES[i] = NO_DIGIT;
for (let i = 0; i < DIGITS.length; i++)
  VALUES[StringPrototypeCharCodeAt.call(DIGITS, i)] = i;
const MORE = 32;
const LOWEST = -2147483648;

// The numbers of one segment: base 64, five bits a digit; the lowest bit of a number is its sign.
function numbersIn(segment) {
  const numbers = [];
  let value = 0;
  let shift = 0;
  for (let i = 0; i < segment.length; i++) {
    const digit = VALUES[StringPrototypeCharCodeAt.call(segment, i)] ?? NO_DIGIT;
    if (digit === NO_DIGIT)
      return numbers;
    value |= (digit & (MORE - 1)) << shift;
    shift += 5;
    if ((digit & MORE) !== 0)
      continue;
    const size = value >>> 1;
    // Minus nothing stands for the lowest number of all.
    ArrayPrototypePush.call(numbers, (value & 1) === 0 ? size : -size || LOWEST);
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
  const lines = StringPrototypeSplit.call(`${mappings ?? ''}`, ';');
  for (let i = 0; i < lines.length; i++) {
    let generatedColumn = i === 0 ? columnOffset : 0;
    const segments = StringPrototypeSplit.call(lines[i], ',');
    for (let k = 0; k < segments.length; k++) {
      const { 0: column, 1: toSource, 2: toLine, 3: toColumn, 4: toName } = numbersIn(segments[k]);
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
      ArrayPrototypePush.call(entries, entry);
    }
  }
}

function entriesOf(payload) {
  const entries = [];
  if (ArrayIsArray(payload.sections)) {
    for (let i = 0; i < payload.sections.length; i++) {
      const { map, offset } = payload.sections[i];
      decode(map, offset.line, offset.column, entries);
    }
  } else {
    decode(payload, 0, 0, entries);
  }
  // Segments of a line may go back.
  return ArrayPrototypeSort.call(entries, (a, b) => (isBehind(a, b) ? 1 : isBehind(b, a) ? -1 : 0));
}

function frozenList(list) {
  const copy = [];
  for (let i = 0; i < list.length; i++)
    ArrayPrototypePush.call(copy, list[i]);
  return ObjectFreeze(copy);
}

const LISTS = ['sources', 'sourcesContent', 'names', 'sections'];

// Arrays are copied too: nobody can change what was given.
function frozen(payload) {
  const copy = { ...payload };   // lint-ok: options-own the program gets to see it
  for (let i = 0; i < LISTS.length; i++) {
    if (ArrayIsArray(copy[LISTS[i]]))
      copy[LISTS[i]] = frozenList(copy[LISTS[i]]);
  }
  return ObjectFreeze(copy);
}

class SourceMap {
  #payload;
  #lineLengths;
  #entries;

  constructor(payload, { lineLengths } = kEmptyObject) {
    validateObject(payload, 'payload');
    this.#payload = frozen(payload);
    this.#lineLengths = lineLengths === undefined ? undefined : frozenList(lineLengths);
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
      if (lineOffset < generatedLine ||
          (lineOffset === generatedLine && columnOffset < generatedColumn))
        high = middle;
      else
        low = middle + 1;
    }
    // lint-ok: options-own the program gets to see it
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
