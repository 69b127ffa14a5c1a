'use strict';
// Reads the flags of a regular expression. The language's accessor `flags` reads other accessors of
// the pattern, which a program can replace.

const {
  RegExpPrototypeGetDotAll, RegExpPrototypeGetGlobal, RegExpPrototypeGetHasIndices,
  RegExpPrototypeGetIgnoreCase, RegExpPrototypeGetMultiline, RegExpPrototypeGetSticky,
  RegExpPrototypeGetUnicode, RegExpPrototypeGetUnicodeSets,
} = primordials;

// In the order in which `flags` lists them.
function flagsOf(pattern) {
  return (RegExpPrototypeGetHasIndices.call(pattern) ? 'd' : '') +
    (RegExpPrototypeGetGlobal.call(pattern) ? 'g' : '') +
    (RegExpPrototypeGetIgnoreCase.call(pattern) ? 'i' : '') +
    (RegExpPrototypeGetMultiline.call(pattern) ? 'm' : '') +
    (RegExpPrototypeGetDotAll.call(pattern) ? 's' : '') +
    (RegExpPrototypeGetUnicode.call(pattern) ? 'u' : '') +
    (RegExpPrototypeGetUnicodeSets.call(pattern) ? 'v' : '') +
    (RegExpPrototypeGetSticky.call(pattern) ? 'y' : '');
}

module.exports = { flagsOf };
