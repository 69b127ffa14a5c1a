'use strict';
// process.loadEnvFile(): sets the variables of a file that the environment does not have.

const {
  ArrayPrototypeIncludes, ArrayPrototypePush, ObjectAssign, ObjectKeys, RegExpPrototypeExec,
  SafeArray,
} = primordials;
const { parseEnv } = require('internal/util/parse_env');

function load(path = '.env') {
  const file = require('internal/fs/utils').getValidatedPath(path);
  const values = parseEnv(require('fs').readFileSync(file, 'utf8'));
  const names = ObjectKeys(values);
  for (let i = 0; i < names.length; i++) {
    const name = names[i];
    if (process.env[name] === undefined)
      process.env[name] = values[name];
  }
}

// The files of the command line. A later file overrides an earlier one, the environment all files.
function loadAsked(refuse) {
  const { get: getOption } = internalBinding('options');
  const original = ObjectAssign({ __proto__: null }, process.env);
  const needed = getOption('--env-file');
  const files = filesInOrder();
  for (let i = 0; i < files.length; i++) {
    const values = readAsked(files[i], ArrayPrototypeIncludes.call(needed, files[i]), refuse);
    const names = ObjectKeys(values);
    for (let j = 0; j < names.length; j++) {
      if (original[names[j]] === undefined)
        process.env[names[j]] = values[names[j]];
    }
  }
}

// --env-file and --env-file-if-exists can be repeated, and their common order counts.
function filesInOrder() {
  const { parseArguments } = internalBinding('options');
  const given = parseArguments()[1];
  const files = new SafeArray();
  for (let i = 0; i < given.length; i++) {
    const found = RegExpPrototypeExec.call(
      /^--env[-_]file(?:[-_]if[-_]exists)?(?:=(.*))?$/s, given[i]);
    if (found !== null)
      ArrayPrototypePush.call(files, found[1] ?? given[++i]);
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
