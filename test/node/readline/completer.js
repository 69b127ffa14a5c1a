// Tab puts in what all completions have in common, then shows them in columns; pasted tabs are
// text.
'use strict';
const assert = require('assert');
const readline = require('readline');
const { PassThrough } = require('stream');

const input = new PassThrough();
const output = Object.assign(new PassThrough(), { columns: 16 });
let written = '';
output.on('data', (text) => written += text);
const all = ['hello', 'help', 'helium', 'exit'];
const completer = (line) => [all.filter((one) => one.startsWith(line)), line];
const rl = readline.createInterface({ input, output, terminal: true, completer });

input.write('h');
input.write('\t');
assert.strictEqual(rl.line, 'hel');
written = '';
input.write('\t');
assert.strictEqual(written,
                   '\r\nhello   help\r\nhelium\r\n\r\n\x1b[1G\x1b[0J> hel\x1b[6G');
input.write('p');
input.write('\t');
assert.strictEqual(rl.line, 'help');
input.write('\x15');
input.write('a\tb');
assert.strictEqual(rl.line, 'a\tb');
rl.close();

const other = new PassThrough();
const asked = readline.createInterface({
  input: other, output, terminal: true,
  completer: (line, callback) => setImmediate(callback, null, [[`${line}!`], line]),
});
other.write('x\t');
setImmediate(setImmediate, () => {
  assert.strictEqual(asked.line, 'x!');
  asked.close();
});
