// A regular expression that tries all ways to cut up a word.
// phase: timers
// what: RegExp.test|a regular expression
// ends: never
function isWord(text) {
  return /^(\w+\s?)*$/.test(text); // <-- here
}

setTimeout(() => isWord('a'.repeat(60) + '!'), 5);
