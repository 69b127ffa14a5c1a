'use strict';
// The rules, and what they find in one file.
//
// A file belongs to an area by its path: `lib` (all rules), `page` (lib/internal/see/page, which
// runs in a browser) or `program` (tests, benchmarks, scripts). A rule's group says where it holds:
// `lib`, `builtin` (lib and page), `all`, or `suspects` (lib, where they are asked for).
// Fixtures in test/lint/lib/ are checked as files of lib/ are.

const { Source } = require('./source.js');
const { Kinds } = require('./kinds.js');
const { sharedNames } = require('./page.js');
const { dirname } = require('path');
const { FUNCTIONS } = require('./scopes.js');

const RULES = [
  require('./rules/bare_global.js'),
  require('./rules/for_in.js'),
  require('./rules/builtin_method.js'),
  require('./rules/array_iteration.js'),
  require('./rules/own_properties.js'),
  require('./rules/general.js'),
].flat();
const GROUPS = {
  __proto__: null, lib: ['lib', 'builtin', 'all'], page: ['builtin', 'all'], program: ['all'],
};
const NAMES = new Set(['syntax', 'excuse', ...RULES.map(({ name }) => name)]);

function areaOf(path) {
  const place = path.replace(/^test\/lint\//, '');
  return place.startsWith('lib/internal/see/page/') ? 'page' :
    place.startsWith('lib/') ? 'lib' : 'program';
}

// The first file runs before any program: only its functions can meet what a program replaced.
function runsFirst(path, node) {
  if (path !== 'lib/internal/bootstrap/start.js')
    return false;
  let at = node;
  while (at !== undefined && !FUNCTIONS.has(at.type))
    at = at.parent;
  return at === undefined;
}

function checkExcuses(source, add) {
  for (const excuse of source.excuses) {
    const { rule, reason } = excuse;
    if (!NAMES.has(rule))
      add('excuse', excuse, `no rule is called '${rule}'`);
    else if (reason === '')
      add('excuse', excuse, `lint-ok: ${rule} needs a reason`);
    else if (!excuse.used)
      add('excuse', excuse, `there is no problem of ${rule} to excuse here`);
  }
}

function checkRule(rule, source, add) {
  rule.check(source, (node, message) => {
    const place = node.loc?.start ?? node;
    if (rule.group === 'lib' && runsFirst(source.path, node))
      return;
    const excuse = source.excuses.find(({ rule: excused, covers }) =>
      excused === rule.name && covers === place.line);
    if (excuse !== undefined)
      excuse.used = true;
    else
      add(rule.name, place, message);
  });
}

// The problems of a file, { path, rule, line, column, message }, in the order of its text. `name`
// is its path from the top of the repository.
function lint(path, name, withSuspects = false) {
  const source = new Source(path, name);
  const problems = [];
  const add = (rule, { line, column }, message) =>
    problems.push({ path: name, rule, line, column: column + 1, message });
  if (source.failure !== undefined) {
    if (!/^\s*\/\/ lint-ok: syntax \S/m.test(source.text))
      add('syntax', source.failure.loc, source.failure.message);
    return problems;
  }
  source.area = areaOf(name);
  source.kinds = new Kinds(source);
  source.shared = source.area === 'page' ? sharedNames(dirname(path)) : undefined;
  for (const rule of RULES) {
    if (GROUPS[source.area].includes(rule.group) || withSuspects && rule.group === 'suspects')
      checkRule(rule, source, add);
  }
  checkExcuses(source, add);
  return problems.sort((a, b) => a.line - b.line || a.column - b.column);
}

module.exports = { lint, RULES };
