'use strict';
// One file as the rules see it: its text, its syntax tree, and the comments that excuse a line.
//
// (1) Every node has `parent`. `source.nodes(type, …)` lists the nodes of these types in the order
//     of the text; one walk over the tree collects them for all rules.
// (2) `// lint-ok: RULE reason` excuses problems of that rule on its own line or, where it stands
//     alone, on the next line that is no comment. An excuse without a reason or without a problem
//     is a problem.

const fs = require('fs');
const acorn = require('/usr/share/nodejs/acorn');
const { analyze } = require('./scopes.js');

const EXCUSE = /^\s*lint-ok:\s*(\S*)\s*(.*)$/;

function parse(text, comments) {
  const options = {
    ecmaVersion: 'latest', locations: true, allowHashBang: true, allowReturnOutsideFunction: true,
    onComment: (isBlock, content, start, end, from) =>
      comments.push({ isBlock, content, start, end, line: from.line, column: from.column }),
  };
  try {
    return acorn.parse(text, { ...options, sourceType: 'script' });
  } catch (error) {
    comments.length = 0;
    try {
      return acorn.parse(text, { ...options, sourceType: 'module' });
    } catch {
      throw error;
    }
  }
}

const isNode = (value) => typeof value?.type === 'string';

function forEachChild(node, visit) {
  for (const key of Object.keys(node)) {
    if (key === 'parent' || key === 'loc')
      continue;
    const value = node[key];
    if (Array.isArray(value)) {
      for (const item of value) {
        if (isNode(item))
          visit(item);
      }
    } else if (isNode(value)) {
      visit(value);
    }
  }
}

// Sets parents and returns the nodes by their type.
function collect(ast) {
  const byType = new Map();
  const visit = (node, parent) => {
    node.parent = parent;
    if (!byType.has(node.type))
      byType.set(node.type, []);
    byType.get(node.type).push(node);
    forEachChild(node, (child) => visit(child, node));
  };
  visit(ast, undefined);
  return byType;
}

function excusesOf(comments, lines) {
  const isComment = (line) => /^\s*(\/\/.*)?$/.test(lines[line - 1] ?? 'end');
  const excuses = [];
  for (const comment of comments) {
    const match = !comment.isBlock && EXCUSE.exec(comment.content);
    if (!match)
      continue;
    let covers = comment.line;
    while (isComment(covers))
      covers++;
    excuses.push({ rule: match[1], reason: match[2], line: comment.line, column: comment.column,
                   covers, used: false });
  }
  return excuses;
}

class Source {
  constructor(path, name = path) {
    this.path = name;
    this.text = fs.readFileSync(path, 'utf8');
    this.lines = this.text.split('\n');
    this.excuses = [];
    this.failure = undefined;
    const comments = [];
    try {
      this.ast = parse(this.text, comments);
    } catch (error) {
      this.failure = error;
      return;
    }
    this.byType = collect(this.ast);
    this.scopes = analyze(this.ast);
    this.excuses = excusesOf(comments, this.lines);
  }

  nodes(...types) {
    const found = types.flatMap((type) => this.byType.get(type) ?? []);
    return types.length === 1 ? found : found.sort((a, b) => a.start - b.start);
  }

  textOf(node) {
    return this.text.slice(node.start, node.end);
  }
}

module.exports = { Source, forEachChild };
