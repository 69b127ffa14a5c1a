'use strict';
// Rules for all JavaScript of the project: names, lengths, and forms that we do not use.

const { basename } = require('path');
const { BROWSER, COMMONJS, FREE, LANGUAGE, PROGRAM, RUNTIME, WRAPPER } = require('../names.js');
const { FUNCTIONS } = require('../scopes.js');

const COLUMNS = 100;
// Lines of output that a test expects cannot be broken.
const EXPECTED = /^\/\/ (=>|says:|stderr:)/;
const FUNCTION_LINES = 70;

const hasRestSibling = ({ node }) => node.parent.parent?.type === 'ObjectPattern' &&
  node.parent.parent.properties.some(({ type }) => type === 'RestElement');
const isUsed = ({ references }) => references.some(({ reads }) => reads);

const isSharedBy = ({ shared }, { name, scope }) =>
  scope.parent === undefined && shared?.used.has(name);

// Of parameters, only those behind the last one that is used can be left out.
function isNeededParameter(variable, used) {
  const { params } = variable.declaration;
  const position = (node) =>
    params.findIndex((param) => param.start <= node.start && node.end <= param.end);
  const own = position(variable.node);
  return params[own].type === 'Identifier' && used.some(({ declaration, node }) =>
    declaration === variable.declaration && position(node) > own);
}

function checkUnused(source, report) {
  const { variables } = source.scopes;
  const used = variables.filter((variable) => variable.kind === 'param' && isUsed(variable));
  for (const variable of variables) {
    const { name, kind, node, declaration } = variable;
    if (isUsed(variable) || kind === 'self' || name[0] === '_' || hasRestSibling(variable) ||
        /^Export/.test(declaration.parent?.type) || isSharedBy(source, variable))
      continue;
    if (kind !== 'param' || declaration.parent.kind !== 'set' && !isNeededParameter(variable, used))
      report(node, `${name} is never used`);
  }
}

const KNOWN = {
  lib: [FREE, WRAPPER, LANGUAGE, RUNTIME],
  page: [FREE, LANGUAGE, RUNTIME, BROWSER],
  program: [FREE, COMMONJS, LANGUAGE, RUNTIME, PROGRAM],
};

function checkUndefined(source, report) {
  for (const { node } of source.scopes.unresolved) {
    const isTested = node.parent.type === 'UnaryExpression' && node.parent.operator === 'typeof';
    if (!isTested && !KNOWN[source.area].some((names) => names.has(node.name)) &&
        !source.shared?.defined.has(node.name))
      report(node, `${node.name} is not defined`);
  }
}

function checkColumns(source, report) {
  source.lines.forEach((text, index) => {
    if (text.length > COLUMNS && !(source.area === 'program' && EXPECTED.test(text)))
      report({ line: index + 1, column: COLUMNS }, `${text.length} columns; at most ${COLUMNS}`);
  });
}

function checkFunctionLength(source, report) {
  for (const node of source.nodes(...FUNCTIONS)) {
    const lines = node.loc.end.line - node.loc.start.line + 1;
    if (lines > FUNCTION_LINES)
      report(node, `a function of ${lines} lines; at most ${FUNCTION_LINES}`);
  }
}

function checkFileName(source, report) {
  const name = basename(source.path);
  if (!/^[a-z0-9_]+\.js$/.test(name))
    report({ line: 1, column: 0 }, `${name}: names of files are snake_case`);
}

function checkVar(source, report) {
  for (const node of source.nodes('VariableDeclaration')) {
    if (node.kind === 'var')
      report(node, 'var: write const or let');
  }
}

function checkEquality(source, report) {
  const isNull = (node) => node.type === 'Literal' && node.value === null;
  for (const node of source.nodes('BinaryExpression')) {
    const { operator, left, right } = node;
    if ((operator === '==' || operator === '!=') && !isNull(left) && !isNull(right))
      report(node, `${operator}: write ${operator}=`);
  }
}

function checkStrict(source, report) {
  if (source.ast.body[0]?.directive !== 'use strict')
    report({ line: 1, column: 0 }, "the file does not begin with 'use strict'");
}

module.exports = [
  { name: 'unused-name', group: 'all', check: checkUnused },
  { name: 'undefined-name', group: 'all', check: checkUndefined },
  { name: 'columns', group: 'all', check: checkColumns },
  { name: 'function-length', group: 'all', check: checkFunctionLength },
  { name: 'file-name', group: 'builtin', check: checkFileName },
  { name: 'no-var', group: 'all', check: checkVar },
  { name: 'equality', group: 'all', check: checkEquality },
  { name: 'use-strict', group: 'lib', check: checkStrict },
];
