'use strict';
// Directories that go away with the scope that made them.

const { resolve } = require('path');

function disposable(path, extra) {
  return { path, ...extra };
}

function mkdtempDisposableSync(prefix, options) {
  const fs = require('fs');
  const path = fs.mkdtempSync(prefix, options);
  // The working directory may have changed by then.
  const full = resolve(`${path}`);
  const remove = () => fs.rmSync(full, { maxRetries: 0, recursive: true, force: true, retryDelay: 0 });
  return disposable(path, { remove, [Symbol.dispose]: remove });
}

async function mkdtempDisposable(prefix, options) {
  const { mkdtemp, rm } = require('fs').promises;
  const path = await mkdtemp(prefix, options);
  const full = resolve(`${path}`);
  const remove = async () => { await rm(full, { maxRetries: 0, recursive: true, force: true, retryDelay: 0 }); };
  return disposable(path, { remove, [Symbol.asyncDispose]: remove });
}

module.exports = { mkdtempDisposable, mkdtempDisposableSync };
