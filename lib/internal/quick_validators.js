'use strict';
// The validators that modules of the start-up path use: the right type passes here, and only a
// wrong one loads internal/validators, which makes the error.

const full = () => require('internal/validators');

function validateString(value, name) {
  if (typeof value !== 'string')
    full().validateString(value, name);
}

function validateFunction(value, name) {
  if (typeof value !== 'function')
    full().validateFunction(value, name);
}

function validateBoolean(value, name) {
  if (typeof value !== 'boolean')
    full().validateBoolean(value, name);
}

function validateNumber(value, name, min, max) {
  if (typeof value !== 'number' || min !== undefined || max !== undefined)
    full().validateNumber(value, name, min, max);
}

module.exports = { validateString, validateFunction, validateBoolean, validateNumber };
