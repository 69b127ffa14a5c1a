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

module.exports = { load };
