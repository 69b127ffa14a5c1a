'use strict';
// process.loadEnvFile(): variables of a file, where the environment has none of that name.

const { parseEnv } = require('internal/util/parse_env');

function load(path = '.env') {
  const file = require('internal/fs/utils').getValidatedPath(path);
  const values = parseEnv(require('fs').readFileSync(file, 'utf8'));
  for (const name of Object.keys(values)) {
    if (process.env[name] === undefined)
      process.env[name] = values[name];
  }
}

// Those of the command line: a later file stands over an earlier one, the environment over all.
function loadAsked(refuse) {
  const { get: getOption } = internalBinding('options');
  const kept = new Set(Object.keys(process.env));
  const needed = new Set(getOption('--env-file'));
  for (const path of filesInOrder()) {
    const values = readAsked(path, needed.has(path), refuse);
    for (const name of Object.keys(values)) {
      if (!kept.has(name))
        process.env[name] = values[name];
    }
  }
}

// Both options may be given many times, and their order counts.
function filesInOrder() {
  const { words } = internalBinding('options');
  const given = words()[1];
  const files = [];
  for (let i = 0; i < given.length; i++) {
    const found = /^--env[-_]file(?:[-_]if[-_]exists)?(?:=(.*))?$/s.exec(given[i]);
    if (found !== null)
      files.push(found[1] ?? given[++i]);
  }
  return files;
}

function readAsked(path, needed, refuse) {
  let text;
  try {
    text = require('fs').readFileSync(path, 'utf8');
  } catch (error) {
    if (error.code !== 'ENOENT' && error.code !== 'ENOTDIR')
      refuse(`${path}: invalid format`);
    if (needed)
      refuse(`${path}: not found`);
    internalBinding('process').rawDebug(`${path} not found. Continuing without it.\n`);
    return {};
  }
  return parseEnv(text);
}

module.exports = { load, loadAsked };
