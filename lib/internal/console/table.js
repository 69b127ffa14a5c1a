'use strict';
// console.table(): rows and columns of whatever has keys.

const { ReflectApply: apply } = primordials;
const { inspect, getStringWidth } = require('internal/util/inspect');
const { KIND, kindOf } = require('internal/util/kinds');
const hasOwn = Object.prototype.hasOwnProperty;

const ITERATION = '(iteration index)';
const INDEX = '(index)';

// columns: one list of texts each, all of the same length.
function draw(head, columns) {
  const widths = head.map((name, i) => {
    let width = getStringWidth(name);
    for (const text of columns[i])
      width = Math.max(width, getStringWidth(text));
    return width + 2;
  });
  const rule = (left, middle, right) => left +
      widths.map((width) => '─'.repeat(width)).join(middle) + right;
  const row = (cells) => `│${cells.map((text, i) =>
    ` ${text}${' '.repeat(widths[i] - getStringWidth(text) - 1)}`).join('│')}│`;
  let out = `${rule('┌', '┬', '┐')}\n${row(head)}\n${rule('├', '┼', '┤')}\n`;
  const count = Math.max(...columns.map((column) => column.length));
  for (let i = 0; i < count; i++)
    out += `${row(columns.map((column) => column[i] ?? ''))}\n`;
  return out + rule('└', '┴', '┘');
}

function cellFormatter(options) {
  return (value) => {
    const big = value !== null && typeof value === 'object' && !Array.isArray(value) &&
        Object.keys(value).length > 2;
    return inspect(value,
        { maxArrayLength: 3, breakLength: Infinity, ...options, depth: big ? -1 : 0 });
  };
}

const indices = (count) => Array.from({ length: count }, (_, i) => `${i}`);

function pairsTable(entries, cell) {
  const keys = [];
  const values = [];
  for (let i = 0; i < entries.length; i += 2) {
    keys.push(cell(entries[i]));
    values.push(cell(entries[i + 1]));
  }
  return draw([ITERATION, 'Key', 'Values'], [indices(keys.length), keys, values]);
}

function objectTable(data, properties, cell) {
  const rows = Object.keys(data);
  const columns = new Map((properties ?? []).map((name) => [name, []]));
  const primitives = [];
  let hasPrimitives = false;
  rows.forEach((key, i) => {
    const item = data[key];
    if (item === null || (typeof item !== 'object' && typeof item !== 'function')) {
      hasPrimitives = true;
      primitives[i] = cell(item);
      return;
    }
    for (const name of properties ?? Object.keys(item)) {
      if (!columns.has(name))
        columns.set(name, []);
      columns.get(name)[i] = apply(hasOwn, item, [name]) ? cell(item[name]) : '';
    }
  });
  const fill = (column) => rows.map((_, i) => column[i] ?? '');
  // In the order of an object's keys: numbers first.
  const names = Object.keys(Object.fromEntries(columns));
  const head = [INDEX, ...names];
  const lists = [rows, ...names.map((name) => fill(columns.get(name)))];
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
    const [entries, pairs] = require('internal/util/preview').previewEntries(data, true);
    if (pairs && kind !== KIND.SET_ITERATOR)
      return pairsTable(entries, cell);
    return draw([ITERATION, 'Values'], [indices(entries.length), entries.map(cell)]);
  }
  return objectTable(data, properties, cell);
}

module.exports = { tableOf };
