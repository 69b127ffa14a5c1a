'use strict';
// The nodes of the tree that describe() builds and render() prints. They have no lines, widths or
// colours.
//
// (1) A Leaf is text with the name of its style. A Group is brackets around entries; an entry is a
//     leaf, a group, a property, or a Sequence of those ("key => value", "[Getter] value").
// (2) `level` is the indentation of a node if every group above it is broken. It depends only on
//     the place in the tree, so each node has one width.
// (3) `type` distinguishes the classes; instanceof is too slow for each node.

const { ArrayPrototypeForEach, ObjectSetPrototypeOf, SafeArray } = primordials;

const LEAF = 0;
const LITERAL = 1;
const BLOCK = 2;
const PROPERTY = 3;
const GROUP = 4;
const REFERENCE = 5;
const SEQUENCE = 6;

class Leaf {
  constructor(text, style) {
    this.type = LEAF;
    this.text = text;
    this.style = style;
  }
}

// A string; a long one may be printed as one literal per line of `raw`. `tail` has no style.
class Literal {
  constructor(text, raw, tail, level) {
    this.type = LITERAL;
    this.text = text;
    this.style = 'string';
    this.raw = raw;
    this.tail = tail;
    this.level = level;
  }
}

// Text of several lines; all but the first are indented.
class Block {
  constructor(text, style, level) {
    this.type = BLOCK;
    this.text = text;
    this.style = style;
    this.level = level;
  }
}

// `label: value`
class Property {
  constructor(label, style, level) {
    this.type = PROPERTY;
    this.label = label;
    this.style = style;
    this.level = level;
    this.value = undefined;
    this.isHidden = false;   // not enumerable: [label]
    this.isInherited = false;
    this.stepsDown = false;  // may stand under its label (compact: true)
  }
}

const RECORD = 0;
const LIST = 1;

class Group {
  constructor(kind, open, close, level, depth) {
    this.type = GROUP;
    this.kind = kind;
    this.open = open;
    this.close = close;
    this.head = undefined;   // Leaf or Block: what the object is besides its properties
    this.entries = new SafeArray();
    this.items = undefined;  // LIST: the array, to see whether it is all numbers
    this.sortable = 0;       // so many of the last entries are sorted on demand; -1: all
    this.level = level;
    this.depth = depth;
    this.reach = 0;          // levels between this one and the group described last inside it
    this.id = 0;             // a number once something inside refers to this group
    this.rows = undefined;   // render()'s: how the list stands in columns
    this.width = -1;
  }
}

// Refers to the enclosing group that describes the same object.
class Reference {
  constructor(group) {
    this.type = REFERENCE;
    this.group = group;
  }
}

class Sequence {
  constructor(parts) {
    this.type = SEQUENCE;
    this.parts = parts;
  }
}

// Without Object.prototype, whose properties a program can set.
ArrayPrototypeForEach.call([Leaf, Literal, Block, Property, Group, Reference, Sequence], (node) => {
  ObjectSetPrototypeOf(node.prototype, null);
});

module.exports = {
  Leaf, Literal, Block, Property, Group, Reference, Sequence,
  LEAF, LITERAL, BLOCK, PROPERTY, GROUP, REFERENCE, RECORD, LIST,
};
