'use strict';
// The scripts of a page share one scope: which names each file takes from the others.

const fs = require('fs');
const path = require('path');
const { Source } = require('./source.js');

const folders = new Map();

// { defined, used } of all scripts in a folder: names at their top level, and names that a script
// uses without defining them.
function sharedNames(folder) {
  if (folders.has(folder))
    return folders.get(folder);
  const shared = { defined: new Set(), used: new Set() };
  for (const name of fs.readdirSync(folder).filter((entry) => entry.endsWith('.js'))) {
    const { scopes } = new Source(path.join(folder, name));
    for (const { name: defined, scope } of scopes?.variables ?? []) {
      if (scope.parent === undefined)
        shared.defined.add(defined);
    }
    for (const { node } of scopes?.unresolved ?? [])
      shared.used.add(node.name);
  }
  folders.set(folder, shared);
  return shared;
}

module.exports = { sharedNames };
