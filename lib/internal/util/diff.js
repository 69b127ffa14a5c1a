'use strict';
// util.diff(): [operation, value] for each step from one list (or text) to another: 0 for what both
// have, 1 for what only actual has, -1 for what only expected has.

const { ArrayIsArray, ArrayPrototypeMap, StringPrototypeSplit } = primordials;
const { validateString, validateStringArray } = require('internal/validators');
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
  return ArrayPrototypeMap.call(steps, ({ 0: sign, 1: value }) => [OPERATIONS[sign], value]);
}

module.exports = { diff };
