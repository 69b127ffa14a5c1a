// Patterns
const mm = require('micromatch');
console.log(mm(['a.js', 'b.md', 'c/d.js', '!x'], ['**/*.js', '!c/**']), mm.isMatch('foo/bar', '@(foo|baz)/*'), mm.makeRe('a/{b,c}/*.js'), mm.capture('test/*.js', 'test/foo.js'), mm.braces('a{1..3}', { expand: true }));
