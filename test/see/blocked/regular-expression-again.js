// The same in a function that has run so often that the engine has compiled it, the expression with
// it.
// phase: check
// what: RegExp.test|RegExp.exec|String.match|a regular expression
// ends: never
const pattern = /^(\w+\s?)*$/;
function isWord(text) {
  return pattern.test(text); // <-- here
}

for (let i = 0; i < 1e5; i++)
  isWord('word' + i % 7);
setImmediate(() => isWord('a'.repeat(60) + '!'));
