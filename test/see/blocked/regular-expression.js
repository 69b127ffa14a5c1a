// A regular expression that tries all ways to cut up a word.
// phase: timers
// what: RegExp.test|a regular expression
function isWord(text) {
  return /^(\w+\s?)*$/.test(text); // <-- here
}

setTimeout(() => isWord('a'.repeat(26) + '!'), 5);
