'use strict';
// util.diff(): [operation, value] for each element of two lists (or strings): 0 if both have it,
// 1 if only `actual`, -1 if only `expected`.

const { ArrayIsArray, StringPrototypeSplit } = primordials;
const { validateString, validateStringArray } = require('internal/validators');
const { append } = require('internal/util');
const OPERATIONS = { '__proto__': null, '+': 1, '-': -1, ' ': 0 };

function listOf(value, name) {
  if (ArrayIsArray(value)) {
    validateStringArray(value, name);
    return value;
  }
  validateString(value, name);
  return StringPrototypeSplit.call(value, '');
}

function diff(actual, expected) {
  if (actual === expected)
    return [];
  const { diffLines } = require('internal/assert/diff');
  const steps = diffLines(listOf(actual, 'actual'), listOf(expected, 'expected'), false);
  const result = [];
  for (let i = 0; i < steps.length; i++)
    append(result, [OPERATIONS[steps[i][0]], steps[i][1]]);
  return result;
}

module.exports = { diff };
