'use strict';
// A file as a Blob. Its bytes are taken when the Blob is made: a change of the file does not show.

const { getValidatedPath, kEmptyObject } = require('internal/fs/utils');
const { validateObject, validateString } = require('internal/validators');

function check(path, options) {
  validateObject(options, 'options');
  const { type = '' } = options;
  validateString(type, 'options.type');
  return { path: getValidatedPath(path), type };
}

function openAsBlobSync(path, options = kEmptyObject) {
  const { path: name, type } = check(path, options);
  const { Blob } = require('buffer');
  return new Blob([require('fs').readFileSync(name)], { type });
}

function openAsBlob(path, options = kEmptyObject) {
  const { path: name, type } = check(path, options);
  const { Blob } = require('buffer');
  const { readFile } = require('fs').promises;
  return primordials.PromisePrototypeThen(readFile(name), (bytes) => new Blob([bytes], { type }));
}

module.exports = { openAsBlob, openAsBlobSync };
