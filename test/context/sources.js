'use strict';
// gyre --expose-internals sources.js FOLDER... — inserts what the async context needs into every
// script below the folders: the result must be a program, have as many lines, and be the source
// again when the insertions are removed. Prints the files for which that does not hold; the last
// line counts.
const fs = require('node:fs');
const path = require('node:path');
const { internalBinding } = require('internal/bootstrap/loader');
const { insertAwaits, check } = internalBinding('script');
const { scan } = require('internal/modules/esm/statements');
const { withoutInsertions } = require('internal/async_context/source_text');

const WRAPPERS = [['(function () {', '\n})'], ['(async function () {"use strict";', '\n})']];
let passed = 0;
let failed = 0;
let skipped = 0;

function isProgram(text) {
  try {
    check(text, 'file', 1);
    return true;
  } catch {
    return false;
  }
}

const lines = (text) => text.split(/\r\n|[\n\r\u2028\u2029]/).length;

function fault(source) {
  const text = insertAwaits(source);
  if (text === source)
    return 'nothing is inserted';
  if (lines(text) !== lines(source))
    return 'another number of lines';
  if (withoutInsertions(text) !== source)
    return 'the source does not come back';
  return undefined;
}

function programOf(text) {
  const wrapper = WRAPPERS.find(([head, tail]) => isProgram(head + text + tail));
  return wrapper && wrapper[0] + text + wrapper[1];
}

// The text of a module as it is compiled.
function withoutStatements(text) {
  try {
    return scan(text).rewritten();
  } catch {
    return text;
  }
}

function checkFile(file) {
  const text = fs.readFileSync(file, 'utf8').replace(/^#!/, '//');
  const code = text.replace(/^[ \t]*(?:\/\/|\*|\/\*).*$/gm, '')
    .replace(/'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|`[^`]*`/g, '');
  if (!/\basync\s*(?:function\b|\(|\w+\s*=>|\*)/.test(code))
    return;
  const program = programOf(text) ?? programOf(withoutStatements(text));
  if (program === undefined) {
    skipped++;      // syntax that the engine does not know, or no JavaScript at all
    return;
  }
  const found = fault(program);
  if (found === undefined) {
    passed++;
  } else {
    failed++;
    console.log(`FAILED  ${file}: ${found}`);
  }
}

function walk(folder) {
  for (const entry of fs.readdirSync(folder, { withFileTypes: true })) {
    const name = path.join(folder, entry.name);
    if (entry.isDirectory())
      walk(name);
    else if (entry.isFile() && /\.[cm]?js$/.test(entry.name))
      checkFile(name);
  }
}

process.argv.slice(2).forEach(walk);
console.log(`${passed} passed, ${failed} failed, ${skipped} skipped`);
process.exitCode = failed > 0 ? 1 : 0;
