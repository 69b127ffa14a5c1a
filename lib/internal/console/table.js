'use strict';
// console.table(): rows and columns of whatever has keys.

const {
  ArrayIsArray, ArrayPrototypeConcat, ArrayPrototypeForEach, ArrayPrototypeJoin, ArrayPrototypeMap,
  ArrayPrototypePush, MathMax, ObjectKeys, ObjectPrototypeHasOwnProperty, StringPrototypeRepeat,
} = primordials;
const { inspect, getStringWidth } = require('internal/util/inspect');
const { KIND, kindOf } = require('internal/util/kinds');

const ITERATION = '(iteration index)';
const INDEX = '(index)';

// columns: one list of texts each, all of the same length.
function draw(head, columns) {
  let count = 0;
  const widths = ArrayPrototypeMap.call(head, (name, i) => {
    const column = columns[i];
    let width = getStringWidth(name);
    for (let at = 0; at < column.length; at++)
      width = MathMax(width, getStringWidth(column[at]));
    count = MathMax(count, column.length);
    return width + 2;
  });
  const lines = ArrayPrototypeMap.call(widths, (width) => StringPrototypeRepeat.call('─', width));
  const rule = (left, middle, right) => left + ArrayPrototypeJoin.call(lines, middle) + right;
  const pad = (text, i) =>
    ` ${text}${StringPrototypeRepeat.call(' ', widths[i] - getStringWidth(text) - 1)}`;
  const row = (cells) => `│${ArrayPrototypeJoin.call(ArrayPrototypeMap.call(cells, pad), '│')}│`;
  let out = `${rule('┌', '┬', '┐')}\n${row(head)}\n${rule('├', '┼', '┤')}\n`;
  for (let i = 0; i < count; i++)
    out += `${row(ArrayPrototypeMap.call(columns, (column) => column[i] ?? ''))}\n`;
  return out + rule('└', '┴', '┘');
}

function cellFormatter(options) {
  return (value) => {
    const big = value !== null && typeof value === 'object' && !ArrayIsArray(value) &&
        ObjectKeys(value).length > 2;
    return inspect(value, { __proto__: null, maxArrayLength: 3, breakLength: Infinity, ...options,
                            depth: big ? -1 : 0 });
  };
}

function indices(count) {
  const list = [];
  for (let i = 0; i < count; i++)
    list[i] = `${i}`;
  return list;
}

function pairsTable(entries, cell) {
  const keys = [];
  const values = [];
  for (let i = 0; i < entries.length; i += 2) {
    ArrayPrototypePush.call(keys, cell(entries[i]));
    ArrayPrototypePush.call(values, cell(entries[i + 1]));
  }
  return draw([ITERATION, 'Key', 'Values'], [indices(keys.length), keys, values]);
}

function objectTable(data, properties, cell) {
  const rows = ObjectKeys(data);
  const columns = { __proto__: null };    // as any object: numbers come first
  for (let i = 0; properties !== undefined && i < properties.length; i++)
    columns[properties[i]] = [];
  const primitives = [];
  let hasPrimitives = false;
  ArrayPrototypeForEach.call(rows, (key, i) => {
    const item = data[key];
    if (item === null || (typeof item !== 'object' && typeof item !== 'function')) {
      hasPrimitives = true;
      primitives[i] = cell(item);
      return;
    }
    const names = properties ?? ObjectKeys(item);
    for (let at = 0; at < names.length; at++) {
      const name = names[at];
      (columns[name] ??= [])[i] = ObjectPrototypeHasOwnProperty.call(item, name) ?
        cell(item[name]) : '';
    }
  });
  const fill = (column) => ArrayPrototypeMap.call(rows, (_, i) => column[i] ?? '');
  const names = ObjectKeys(columns);
  const head = ArrayPrototypeConcat.call([INDEX], names);
  const lists = [rows];
  for (let i = 0; i < names.length; i++)
    ArrayPrototypePush.call(lists, fill(columns[names[i]]));
  if (hasPrimitives && properties === undefined) {
    ArrayPrototypePush.call(head, 'Values');
    ArrayPrototypePush.call(lists, fill(primitives));
  }
  return draw(head, lists);
}

function tableOf(data, properties, options) {
  const cell = cellFormatter(options);
  const kind = kindOf(data);
  if (kind === KIND.MAP || kind === KIND.SET || kind === KIND.MAP_ITERATOR ||
      kind === KIND.SET_ITERATOR) {
    const { 0: entries, 1: pairs } = require('internal/util/preview').previewEntries(data, true);
    if (pairs && kind !== KIND.SET_ITERATOR)
      return pairsTable(entries, cell);
    const cells = ArrayPrototypeMap.call(entries, (value) => cell(value));
    return draw([ITERATION, 'Values'], [indices(entries.length), cells]);
  }
  return objectTable(data, properties, cell);
}

module.exports = { tableOf };
