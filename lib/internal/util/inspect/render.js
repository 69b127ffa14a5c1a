'use strict';
// The second pass: a tree of nodes (inspect/tree) becomes text.
//
// measure() computes for each node its width on one line, or BROKEN; write() prints it. The numbers
// below were found by printing series of values with Node 26 and changing one thing at a time (the
// length of a string, the number of entries, the depth), until one rule fitted them all.

const {
  SafeArray, StringPrototypeCharCodeAt, StringPrototypeIndexOf, StringPrototypeRepeat,
  StringPrototypeReplaceAll, StringPrototypeSlice,
} = primordials;
const {
  LEAF, LITERAL, BLOCK, PROPERTY, GROUP, REFERENCE, LIST,
} = require('internal/util/inspect/tree');

const BROKEN = Infinity;
// A group is printed on one line if this many columns stay free: with 1 to 6 entries of any kind
// the longest line of Node is 71 of 80. A head counts, the space after it does not.
const SPARE = 9;
// A literal is split if it is longer than both the rest of the line minus this many columns …
const LITERAL_SPARE = 4;
// … and this.
const LITERAL_MIN = 16;

// Lists with more entries than this may be printed in columns.
const COLUMNS_FROM = 6;
const GAP = 2;

const BLANK = StringPrototypeRepeat.call(' ', 64);
const spaces = (count) => (count <= 64 ? StringPrototypeSlice.call(BLANK, 0, count) :
  StringPrototypeRepeat.call(' ', count));
const newline = (level) => `\n${spaces(level)}`;

function lengthOf(text, options) {
  return options.colors ? require('internal/util').removeColors(text).length : text.length;
}

function displayWidth(text, options) {
  for (let i = 0; i < text.length; i++) {
    const code = StringPrototypeCharCodeAt.call(text, i);
    if (code < 32 || code > 126)
      return require('internal/util/inspect/width').getStringWidth(text, options.colors);
  }
  return text.length;
}

// Leaves

function isCut({ raw, level }, options) {
  if (raw.length <= LITERAL_MIN || options.compact === true ||
      raw.length <= options.breakLength - level - LITERAL_SPARE)
    return false;
  const at = StringPrototypeIndexOf.call(raw, '\n');
  return at !== -1 && at < raw.length - 1;
}

const literalWidth = (literal, options) => (isCut(literal, options) ? BROKEN :
  literal.text.length + literal.tail.length);

const blockWidth = ({ text }, options) => (StringPrototypeIndexOf.call(text, '\n') !== -1 ? BROKEN :
  lengthOf(text, options));

function writeLiteral(literal, options) {
  const { text, style, raw, tail } = literal;
  if (!isCut(literal, options))
    return options.stylize(text, style) + tail;
  const { quote } = require('internal/util/inspect/text');
  let written = '';
  for (let from = 0; from < raw.length;) {
    const end = StringPrototypeIndexOf.call(raw, '\n', from);
    const line = StringPrototypeSlice.call(raw, from, end === -1 ? raw.length : end + 1);
    if (from > 0)
      written += ` +${newline(literal.level + 2)}`;
    written += options.stylize(quote(line), style);
    from += line.length;
  }
  return written + tail;
}

function writeBlock({ text, style, level }, options) {
  if (level > 0 && StringPrototypeIndexOf.call(text, '\n') !== -1)
    text = StringPrototypeReplaceAll.call(text, '\n', newline(level));
  return style === undefined ? text : options.stylize(text, style);
}

// Widths

function measure(node, options) {
  switch (node.type) {
    case LEAF: return node.text.length;
    case LITERAL: return literalWidth(node, options);
    case BLOCK: return blockWidth(node, options);
    case PROPERTY: return propertyWidth(node, options);
    case GROUP: return node.width === -1 ? node.width = groupWidth(node, options) : node.width;
    case REFERENCE: return `[Circular *${node.group.id}]`.length;
    default: return rowWidth(node, options);
  }
}

function rowWidth({ parts }, options) {
  let sum = 0;
  for (let i = 0; i < parts.length; i++)
    sum += measure(parts[i], options);
  return sum;
}

function propertyWidth(property, options) {
  const width = measure(property.value, options);
  if (property.stepsDown && isSteppingDown(property, options))
    return BROKEN;
  return width + property.label.length + 2 + (property.isHidden ? 2 : 0);
}

function isSteppingDown({ value }, options) {
  const width = measure(value, options);
  return options.breakLength <
    (width === BROKEN ? displayWidth(write(value, options), options) : width);
}

// Colour escapes in a head count: Node measures the head as it is printed.
function headWidth(group, options) {
  let width = group.head === undefined ? 0 : write(group.head, options).length;
  if (group.id !== 0) {
    const mark = options.stylize(`<ref *${group.id}>`, 'special').length;
    width += width > 0 ? mark + 1 : mark;
  }
  return width;
}

// The one-line form is `head open entries close`; `compact` limits how many levels it may contain.
function groupWidth(group, options) {
  const { entries } = group;
  const { compact } = options;
  let sum = 0;
  for (let i = 0; i < entries.length; i++)
    sum += measure(entries[i], options);
  if (group.kind === LIST && hasColumns(group, options))
    return BROKEN;
  if (sum === BROKEN || (group.head !== undefined && measure(group.head, options) === BROKEN))
    return BROKEN;
  const inner = sum + GAP * (entries.length - 1);
  if (compact === true) {
    // Brackets and head do not count; each separator counts as one column.
    if (sum + entries.length > options.breakLength)
      return BROKEN;
  } else if (!(compact >= 1) || group.reach >= compact || SPARE + group.level + group.open.length +
             inner + 3 + headWidth(group, options) > options.breakLength) {
    return BROKEN;
  }
  return lineWidth(group, inner, options);
}

// Colour escapes do not count for the line that contains the group.
function lineWidth(group, inner, options) {
  let width = group.open.length + 1 + inner + 1 + group.close.length;
  if (group.head !== undefined)
    width += lengthOf(write(group.head, options), options) + 1;
  if (group.id !== 0)
    width += `<ref *${group.id}> `.length;
  return width;
}

// Columns

let columns;

function hasColumns(group, options) {
  const { compact } = options;
  if (compact === true || !(compact >= 1) || group.entries.length <= COLUMNS_FROM)
    return false;
  columns ??= require('internal/util/inspect/columns');
  group.rows = columns.rowsOf(group, options);
  return group.rows !== undefined;
}

// Text

function write(node, options) {
  switch (node.type) {
    case LEAF: return node.style === undefined ? node.text : options.stylize(node.text, node.style);
    case LITERAL: return writeLiteral(node, options);
    case BLOCK: return writeBlock(node, options);
    case PROPERTY: return writeProperty(node, options);
    case GROUP: return writeGroup(node, options);
    case REFERENCE: return options.stylize(`[Circular *${node.group.id}]`, 'special');
    default: return writeRow(node, options);
  }
}

function writeRow({ parts }, options) {
  let text = '';
  for (let i = 0; i < parts.length; i++)
    text += write(parts[i], options);
  return text;
}

function writeProperty(property, options) {
  const { label, style, value } = property;
  let name = style === undefined ? label : options.stylize(label, style);
  if (property.isHidden)
    name = `[${name}]`;
  const down = property.stepsDown && isSteppingDown(property, options);
  const text = `${name}:${down ? newline(property.level) : ' '}${write(value, options)}`;
  return property.isInherited && options.colors ? `\u001b[2m${text}\u001b[22m` : text;
}

function sortTexts(group, texts, { sorted }) {
  const compare = sorted === true ? undefined : sorted;
  if (group.sortable === -1)
    return texts.sort(compare);
  const from = texts.length - group.sortable;
  const tail = texts.slice(from).sort(compare);
  for (let i = 0; i < tail.length; i++)
    texts[from + i] = tail[i];
  return texts;
}

// join() copies the text once per level; concatenation is a rope, which is copied once at the end.
function joined(texts, separator) {
  let text = texts.length === 0 ? '' : texts[0];
  for (let i = 1; i < texts.length; i++)
    text += separator + texts[i];
  return text;
}

function writeGroup(group, options) {
  const { entries } = group;
  const isFlat = measure(group, options) !== BROKEN;
  let texts = new SafeArray(entries.length);
  for (let i = 0; i < entries.length; i++)
    texts[i] = write(entries[i], options);
  if (options.sorted && group.sortable !== 0)
    texts = sortTexts(group, texts, options);
  let head = group.head === undefined ? '' : `${write(group.head, options)} `;
  let { open } = group;
  if (group.id !== 0) {
    const mark = options.stylize(`<ref *${group.id}>`, 'special');
    if (options.compact === true)
      open = `${mark} ${open}`;
    else
      head = `${mark} ${head}`;
  }
  if (options.compact === true)
    return writeTight(group, texts, open, head, isFlat);
  if (isFlat)
    return `${head}${open} ${joined(texts, ', ')} ${group.close}`;
  if (group.rows)
    texts = columns.writeRows(group, texts);
  const indent = newline(group.level);
  return `${head}${open}${indent}  ${joined(texts, `,${indent}  `)}${indent}${group.close}`;
}

// compact: true puts the brackets on the lines of the first and last entry, and a head inside them.
function writeTight(group, texts, open, head, isFlat) {
  if (isFlat)
    return `${open} ${head}${joined(texts, ', ')} ${group.close}`;
  const indent = newline(group.level);
  const start = head === '' && open.length === 1 ? ' ' :
    `${head === '' ? '' : ` ${StringPrototypeSlice.call(head, 0, -1)}`}${indent}  `;
  return `${open}${start}${joined(texts, `,${indent}  `)} ${group.close}`;
}

module.exports = { write, displayWidth, spaces, GAP };
