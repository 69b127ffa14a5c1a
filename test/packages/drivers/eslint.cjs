// Findings
const { Linter } = require('eslint');
const linter = new Linter();
const found = linter.verify('var a = 1; if (a == b) { debugger }\nlet unused; for (;;) { break }', [{ rules: { eqeqeq: 2, 'no-var': 1, 'no-unused-vars': 2, 'no-undef': 2, 'no-debugger': 2 } }]);
for (const f of found)
  console.log(f.line, f.column, f.ruleId, f.message, f.severity);
console.log(linter.verifyAndFix('var x = 1; export { x }', [{ rules: { 'no-var': 2 } }]).output, linter.verify('let a = ;', [{}])[0].message);
