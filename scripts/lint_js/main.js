'use strict';
// Checks our JavaScript and prints what it finds; scripts/lint-js describes the options.

const fs = require('fs');
const path = require('path');
const { lint, RULES } = require('./lint.js');
const open = require('./open.js');

const TOP = path.resolve(__dirname, '../..');
const FOLDERS = ['lib', 'test', 'bench', 'scripts'];
const USAGE = 'usage: lint-js [--build TREE] [--all] [--summary] [--suspects] [--close] ' +
              '[--rule NAME]... [FILE | FOLDER]...';
const FLAGS = ['--all', '--summary', '--suspects', '--close'];

function fail(message) {
  console.error(`lint-js: ${message}\n${USAGE}`);
  process.exit(2);
}

function readArguments(words) {
  const options = { all: false, summary: false, suspects: false, close: false,
                    rules: [], paths: [] };
  for (let i = 0; i < words.length; i++) {
    const word = words[i];
    if (FLAGS.includes(word))
      options[word.slice(2)] = true;
    else if (word === '--rule' && RULES.some(({ name }) => name === words[i + 1]))
      options.rules.push(words[++i]);
    else if (word[0] === '-')
      fail(`'${word}' is no option, or its value is not known`);
    else
      options.paths.push(word);
  }
  return options;
}

// Fixtures of the linter's own tests break the rules on purpose.
const isSource = (name) => name.endsWith('.js') && !name.startsWith('test/lint/');

function filesOf(folder) {
  return fs.readdirSync(path.join(TOP, folder), { recursive: true })
    .map((name) => `${folder}/${name}`)
    .filter((name) => isSource(name) && fs.statSync(path.join(TOP, name)).isFile())
    .sort();
}

function chosenFiles(paths) {
  if (paths.length === 0)
    return FOLDERS.flatMap(filesOf);
  return paths.flatMap((given) => {
    const name = path.relative(TOP, path.resolve(given));
    if (!fs.existsSync(path.join(TOP, name)))
      fail(`there is no file ${given}`);
    return fs.statSync(path.join(TOP, name)).isDirectory() ? filesOf(name) : [name];
  });
}

function printSummary(problems) {
  const counts = new Map();
  for (const { path: name, rule } of problems) {
    const folder = path.dirname(name);
    if (!counts.has(folder))
      counts.set(folder, new Map());
    const rules = counts.get(folder);
    rules.set(rule, (rules.get(rule) ?? 0) + 1);
  }
  for (const folder of [...counts.keys()].sort()) {
    const rules = [...counts.get(folder)].sort();
    const sum = rules.reduce((total, [, count]) => total + count, 0);
    console.log(`${String(sum).padStart(5)} ${folder.padEnd(32)} ` +
                rules.map(([rule, count]) => `${rule} ${count}`).join(', '));
  }
}

function main() {
  const { all, summary, suspects, close, rules, paths } = readArguments(process.argv.slice(2));
  const files = chosenFiles(paths);
  let problems = files.flatMap((name) => lint(path.join(TOP, name), name, suspects));
  if (close) {
    open.close(problems);
    return;
  }
  if (rules.length > 0)
    problems = problems.filter(({ rule }) => rules.includes(rule));
  if (!all && !summary && !suspects && paths.length === 0)
    problems = problems.filter(open.isClosed);
  if (summary) {
    printSummary(problems);
  } else {
    for (const { path: name, line, column, rule, message } of problems)
      console.log(`${name}:${line}:${column}: ${rule}: ${message}`);
  }
  console.log(`${files.length} files, ${problems.length} problems`);
  process.exitCode = problems.length > 0 ? 1 : 0;
}

main();
