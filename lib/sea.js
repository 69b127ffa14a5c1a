'use strict';
// node:sea: a program that is part of an executable. There are none of this runtime.

const { ERR_NOT_IN_SINGLE_EXECUTABLE_APPLICATION } = require('internal/errors').codes;
const { validateString } = require('internal/validators');

const isSea = () => false;

function refuse() {
  throw new ERR_NOT_IN_SINGLE_EXECUTABLE_APPLICATION();
}

function getRawAsset(key) {
  validateString(key, 'key');
  refuse();
}

function getAsset(key, encoding) {
  if (encoding !== undefined)
    validateString(encoding, 'encoding');
  return getRawAsset(key);
}

const getAssetAsBlob = (key, options) => getRawAsset(key, options);
const getAssetKeys = () => refuse();

module.exports = { isSea, getAsset, getRawAsset, getAssetAsBlob, getAssetKeys };
