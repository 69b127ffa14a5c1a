// emitKeypressEvents() names keys, also of sequences that come in pieces, and an ESC that stays
// alone.
'use strict';
const assert = require('assert');
const readline = require('readline');
const { PassThrough } = require('stream');

const input = new PassThrough();
readline.emitKeypressEvents(input, { escapeCodeTimeout: 20 });
let keys = [];
input.on('keypress', (text, key) => keys.push([text, key]));
const names = () => keys.splice(0).map(([, { name, ctrl, meta, shift }]) =>
  `${ctrl ? 'C-' : ''}${meta ? 'M-' : ''}${shift ? 'S-' : ''}${name}`).join(' ');

input.write('aB1\r\n\t \x01\x7f');
assert.strictEqual(names(), 'a S-b 1 return enter tab space C-a backspace');
input.write('\x1b[A\x1bOB\x1b[1;5C\x1b[2D\x1b[3~\x1b[5;3~\x1b[Z\x1b[15~\x1bOP\x1b[[C');
assert.strictEqual(names(), 'up down C-right S-left delete M-pageup S-tab f5 f1 f3');
for (const char of '\x1b[1;2F\x1bx')
  input.write(char);
assert.strictEqual(names(), 'S-end M-x');
input.write('\u{1F600}.');
assert.deepStrictEqual(keys.splice(0).map(([text, { name }]) => [text, name]),
                       [['\u{1F600}', undefined], ['.', undefined]]);

input.write('\x1b');
assert.deepStrictEqual(keys, []);
input.once('keypress', (text, key) => {
  assert.deepStrictEqual([text, key], [undefined, { sequence: '\x1b', name: 'escape', ctrl: false,
                                                    meta: true, shift: false }]);
  process.exitCode = 0;
});
process.exitCode = 1;
