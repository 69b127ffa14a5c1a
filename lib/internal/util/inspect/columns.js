'use strict';
// Long lists of short entries: the number of columns and how they are filled. The rules are fitted
// to the output of Node 26 (inspect/render).

const {
  ArrayPrototypeFill, ArrayPrototypePush, MathFloor, MathMax, MathMin, MathRound, MathSqrt,
  ObjectHasOwn, SafeArray,
} = primordials;
const { write, displayWidth, spaces, GAP } = require('internal/util/inspect/render');
const { LEAF } = require('internal/util/inspect/tree');

// Three of the widest cells must fit into the line, and the cells must have similar widths: their
// sum is more than five times the widest, or none is wider than NARROW.
const CELLS_ACROSS = 3;
const ALIKE = 5;
const NARROW = 6;
// Number of columns: of 2,908 random lists all have round(sqrt(2.5 * count / cell)), where cell is
// the widest one less 3 less the square root of how far the mean is below it.
const SHAPE = 2.5;
const CELL_SLACK = 3;
const MOST_COLUMNS = 15;
const COLUMNS_PER_COMPACT = 4;

function cellWidth(entry, options) {
  return entry.type === LEAF && entry.style !== 'symbol' ? entry.text.length :
    displayWidth(write(entry, options), options);
}

// If there are more entries than maxArrayLength, the last one ("... 5 more items") is not a cell.
function rowsOf(group, options) {
  const { entries, level } = group;
  const count = entries.length - (options.maxArrayLength < entries.length ? 1 : 0);
  const widths = new SafeArray(count);
  let total = 0;
  let widest = 0;
  for (let i = 0; i < count; i++) {
    const width = widths[i] = cellWidth(entries[i], options);
    total += width + GAP;
    if (width > widest)
      widest = width;
  }
  const cell = widest + GAP;
  if (cell * CELLS_ACROSS + level >= options.breakLength ||
      !(total / cell > ALIKE || widest <= NARROW))
    return undefined;
  const typical = MathMax(cell - CELL_SLACK - MathSqrt(cell - total / entries.length), 1);
  const columns = MathMin(
      MathRound(MathSqrt(SHAPE * count / typical)),
      MathFloor((options.breakLength - level) / cell),
      options.compact * COLUMNS_PER_COMPACT, MOST_COLUMNS);
  return columns <= 1 ? undefined :
    { __proto__: null, columns, widths, right: isNumeric(group) };
}

// Lists of numbers are aligned right. Entries that are not shown count too.
function isNumeric({ items, entries }) {
  if (items === undefined)
    return false;
  for (let i = 0; i < entries.length; i++)
    if (!ObjectHasOwn(items, i) || (typeof items[i] !== 'number' && typeof items[i] !== 'bigint'))
      return false;
  return true;
}

function writeRows(group, texts) {
  const { columns, widths, right } = group.rows;
  const wide = ArrayPrototypeFill.call(new SafeArray(columns), 0);
  for (let i = 0, column = 0; i < widths.length; i++) {
    if (widths[i] > wide[column])
      wide[column] = widths[i];
    if (++column === columns)
      column = 0;
  }
  const lines = new SafeArray();
  for (let i = 0; i < widths.length; i += columns) {
    const end = MathMin(i + columns, widths.length);
    let line = '';
    for (let j = i; j < end; j++) {
      const missing = wide[j - i] - widths[j];
      const pad = missing === 0 ? '' : spaces(missing);
      if (j === end - 1)
        line += right ? pad + texts[j] : texts[j];
      else
        line += right ? `${pad}${texts[j]}, ` : `${texts[j]}, ${pad}`;
    }
    ArrayPrototypePush.call(lines, line);
  }
  for (let i = widths.length; i < texts.length; i++)
    ArrayPrototypePush.call(lines, texts[i]);
  return lines;
}

module.exports = { rowsOf, writeRows };
