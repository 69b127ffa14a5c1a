'use strict';
// open.txt: what is not clean yet, so that what is clean stays so.
//
// A line is "FOLDER RULE[,RULE]... REASON": problems of these rules in the files of the folder (not
// of folders in it) do not count when everything is checked. `lint-js --close` takes out the rules
// of which no problem is left; a line without rules goes.

const fs = require('fs');
const path = require('path');

const FILE = path.join(__dirname, 'open.txt');

function read() {
  return fs.readFileSync(FILE, 'utf8').split('\n').map((text) => {
    const match = /^([^#\s]\S*)\s+(\S+)\s+(\S.*)$/.exec(text);
    if (match === null)
      return { text };
    return { text, folder: match[1], rules: match[2].split(','), reason: match[3] };
  });
}

let lines;
function isClosed({ path: name, rule }) {
  lines ??= read();
  const folder = path.dirname(name);
  return !lines.some((line) => line.folder === folder && line.rules.includes(rule));
}

function close(problems) {
  const found = new Set(problems.map(({ path: name, rule }) => `${path.dirname(name)} ${rule}`));
  const kept = [];
  for (const { text, folder, rules, reason } of read()) {
    const left = rules?.filter((rule) => found.has(`${folder} ${rule}`));
    if (left === undefined || left.length === rules.length)
      kept.push(text);
    else if (left.length > 0)
      kept.push(`${folder} ${left.join(',')} ${reason}`);
  }
  fs.writeFileSync(FILE, kept.join('\n'));
}

module.exports = { isClosed, close };
