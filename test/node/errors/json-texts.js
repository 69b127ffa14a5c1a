'use strict';
// JSON.parse() says what is wrong, and where, in V8's words.
const assert = require('assert');

const cases = {
  '': 'Unexpected end of JSON input',
  '{': "Expected property name or '}' in JSON at position 1 (line 1 column 2)",
  '{"a":1,}': 'Expected double-quoted property name in JSON at position 7 (line 1 column 8)',
  '{"a" 1}': "Expected ':' after property name in JSON at position 5 (line 1 column 6)",
  '[1 2]': "Expected ',' or ']' after array element in JSON at position 3 (line 1 column 4)",
  '{\n"a":1\n"b"}':
    "Expected ',' or '}' after property value in JSON at position 8 (line 3 column 1)",
  '[1,]': "Unexpected token ']', \"[1,]\" is not valid JSON",
  '<!doctype html><html></html>': "Unexpected token '<', \"<!doctype \"... is not valid JSON",
  'undefined': '"undefined" is not valid JSON',
  '1 x': 'Unexpected non-whitespace character after JSON at position 2 (line 1 column 3)',
  '"abc': 'Unterminated string in JSON at position 4 (line 1 column 5)',
  '"\\x"': 'Bad escaped character in JSON at position 2 (line 1 column 3)',
  '-': 'No number after minus sign in JSON at position 1 (line 1 column 2)',
  '01': 'Unexpected number in JSON at position 1 (line 1 column 2)',
};
for (const [text, message] of Object.entries(cases)) {
  try {
    JSON.parse(text);
    assert.fail('no error');
  } catch (error) {
    assert.ok(error instanceof SyntaxError);
    assert.strictEqual(error.message, message);
    assert.match(error.stack,
                 /\n {4}at JSON\.parse \(<anonymous>\)\n {4}at .*json-texts\.js:24:10\)/);
  }
}
assert.throws(() => JSON.parse({}), { message: '"[object Object]" is not valid JSON' });
assert.throws(() => JSON.parse('[1]', () => { throw new SyntaxError('mine'); }),
              { message: 'mine' });
assert.deepStrictEqual(JSON.parse('{"a":[1]}', (key, value) => (key === '0' ? 2 : value)),
                       { a: [2] });
assert.strictEqual(JSON.parse.length, 2);
assert.deepStrictEqual(Object.keys(JSON), []);
