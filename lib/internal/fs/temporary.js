'use strict';
// mkdtempDisposable(): temporary directories that `using` removes at the end of the scope.

const { SymbolAsyncDispose, SymbolDispose } = primordials;
const { resolve } = require('path');

const ALL = { __proto__: null, maxRetries: 0, recursive: true, force: true, retryDelay: 0 };

function mkdtempDisposableSync(prefix, options) {
  const fs = require('fs');
  const path = fs.mkdtempSync(prefix, options);
  // The working directory may change before remove() is called.
  const full = resolve(`${path}`);
  const remove = () => fs.rmSync(full, ALL);
  return { path, remove, [SymbolDispose]: remove };
}

async function mkdtempDisposable(prefix, options) {
  const { mkdtemp, rm } = require('fs').promises;
  const path = await mkdtemp(prefix, options);
  const full = resolve(`${path}`);
  const remove = async () => { await rm(full, ALL); };
  return { path, remove, [SymbolAsyncDispose]: remove };
}

module.exports = { mkdtempDisposable, mkdtempDisposableSync };
