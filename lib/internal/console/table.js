'use strict';
// console.table(): rows and columns of whatever has keys.

const {
  ArrayIsArray, ArrayPrototypeForEach, MathMax, ObjectKeys, ObjectPrototypeHasOwnProperty,
  SafeArray, StringPrototypeRepeat,
} = primordials;
const { inspect, getStringWidth } = require('internal/util/inspect');
const { KIND, kindOf } = require('internal/util/kinds');

const ITERATION = '(iteration index)';
const INDEX = '(index)';

// As map(), which reads the species of an array.
function mapped(list, make) {
  const result = new SafeArray();
  for (let i = 0; i < list.length; i++)
    result.push(make(list[i], i));
  return result;
}

// columns: one list of texts each, all of the same length.
function draw(head, columns) {
  let count = 0;
  const widths = mapped(head, (name, i) => {
    const column = columns[i];
    let width = getStringWidth(name);
    for (let at = 0; at < column.length; at++)
      width = MathMax(width, getStringWidth(column[at]));
    count = MathMax(count, column.length);
    return width + 2;
  });
  const lines = mapped(widths, (width) => StringPrototypeRepeat.call('─', width));
  const rule = (left, middle, right) => left + lines.join(middle) + right;
  const pad = (text, i) =>
    ` ${text}${StringPrototypeRepeat.call(' ', widths[i] - getStringWidth(text) - 1)}`;
  const row = (cells) => `│${mapped(cells, pad).join('│')}│`;
  let out = `${rule('┌', '┬', '┐')}\n${row(head)}\n${rule('├', '┼', '┤')}\n`;
  for (let i = 0; i < count; i++)
    out += `${row(mapped(columns, (column) => column[i] ?? ''))}\n`;
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
  const list = new SafeArray();
  for (let i = 0; i < count; i++)
    list.push(`${i}`);
  return list;
}

function pairsTable(entries, cell) {
  const keys = new SafeArray();
  const values = new SafeArray();
  for (let i = 0; i < entries.length; i += 2) {
    keys.push(cell(entries[i]));
    values.push(cell(entries[i + 1]));
  }
  return draw([ITERATION, 'Key', 'Values'], [indices(keys.length), keys, values]);
}

function objectTable(data, properties, cell) {
  const rows = ObjectKeys(data);
  const columns = { __proto__: null };    // as any object: numbers come first
  for (let i = 0; properties !== undefined && i < properties.length; i++)
    columns[properties[i]] = new SafeArray();
  const primitives = new SafeArray();
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
      (columns[name] ??= new SafeArray())[i] = ObjectPrototypeHasOwnProperty.call(item, name) ?
        cell(item[name]) : '';
    }
  });
  const fill = (column) => mapped(rows, (_, i) => column[i] ?? '');
  const names = ObjectKeys(columns);
  const head = new SafeArray();
  const lists = new SafeArray();
  head.push(INDEX);
  lists.push(rows);
  for (let i = 0; i < names.length; i++) {
    head.push(names[i]);
    lists.push(fill(columns[names[i]]));
  }
  if (hasPrimitives && properties === undefined) {
    head.push('Values');
    lists.push(fill(primitives));
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
    const cells = mapped(entries, (value) => cell(value));
    return draw([ITERATION, 'Values'], [indices(entries.length), cells]);
  }
  return objectTable(data, properties, cell);
}

module.exports = { tableOf };
