'use strict';
// Subresource Integrity: whether bytes match one of the hashes in `integrity`. Only hashes of the
// strongest algorithm in the list count; without a known algorithm everything matches.

const { RegExpPrototypeExec, SafeArray, SafeRegExp, StringPrototypeReplaceAll,
        StringPrototypeSplit, StringPrototypeToLowerCase } = primordials;

const STRENGTH = { __proto__: null, sha256: 1, sha384: 2, sha512: 3 };

function matches(bytes, integrity) {
  const form = new SafeRegExp('^(sha256|sha384|sha512)-([A-Za-z0-9+/_-]+={0,2})(?:\\?.*)?$', 'i');
  const items = StringPrototypeSplit.call(integrity, ' ');
  const wanted = new SafeArray();
  let strongest = 0;
  for (let i = 0; i < items.length; i++) {
    const match = RegExpPrototypeExec.call(form, items[i]);
    if (match === null)
      continue;
    const algorithm = StringPrototypeToLowerCase.call(match[1]);
    strongest = STRENGTH[algorithm] > strongest ? STRENGTH[algorithm] : strongest;
    wanted.push({ __proto__: null, algorithm, value: match[2] });
  }
  if (wanted.length === 0)
    return true;
  const { createHash } = require('crypto');
  for (let i = 0; i < wanted.length; i++) {
    const { algorithm, value } = wanted[i];
    if (STRENGTH[algorithm] === strongest &&
        createHash(algorithm).update(bytes).digest('base64') === standard(value))
      return true;
  }
  return false;
}

const standard = (value) =>
  StringPrototypeReplaceAll.call(StringPrototypeReplaceAll.call(value, '-', '+'), '_', '/');

module.exports = { matches };
