// Keys of a terminal edit the line; what is written for them is as little as it takes.
'use strict';
const assert = require('assert');
const readline = require('readline');
const { PassThrough } = require('stream');

const input = new PassThrough();
const output = Object.assign(new PassThrough(), { columns: 20 });
let written = '';
output.on('data', (text) => written += text);
const take = () => { const text = written; written = ''; return text; };
const rl = readline.createInterface({ input, output, terminal: true, prompt: '' });
const lines = [];
rl.on('line', (line) => lines.push(line));
const type = (...keys) => keys.forEach((key) => input.write(key));
const [LEFT, UP, DOWN, HOME, END] = ['\x1b[D', '\x1b[A', '\x1b[B', '\x1b[H', '\x1b[F'];

type('ab');
assert.strictEqual(take(), 'ab');
type(LEFT, 'X');
assert.strictEqual(take(), '\x1b[1D\x1b[1G\x1b[0JaXb\x1b[3G');
type(HOME, '\x04', END, '\x7f', 'c\r');
assert.deepStrictEqual(lines.splice(0), ['Xc']);

type('foo bar.baz', '\x1bb', '\x17');           // a word back, delete one
assert.strictEqual(rl.line, 'foo barbaz');
type('\x0b', HOME, '\x19', '\x1f', '\x1e');     // cut, put back, undo, redo
assert.strictEqual(rl.line, 'bazfoo bar');
assert.strictEqual(rl.cursor, 3);
type('\r', UP, UP, DOWN);
assert.strictEqual(rl.line, 'bazfoo bar');
assert.deepStrictEqual(rl.history, ['bazfoo bar', 'Xc']);
type('\x15', 'X', UP);                          // what begins with X
assert.strictEqual(rl.line, 'Xc');

type('\x15', '0123456789'.repeat(3));
assert.deepStrictEqual(rl.getCursorPos(), { rows: 1, cols: 10 });
type('\x15', '\u65e5\u{1F600}');
assert.deepStrictEqual(rl.getCursorPos(), { rows: 0, cols: 4 });
type('\b');
assert.strictEqual(rl.line, '\u65e5');

let interrupted = 0;
rl.on('SIGINT', () => interrupted++);
rl.on('SIGTSTP', () => interrupted++);
type('\x03', '\x1a');
assert.strictEqual(interrupted, 2);
type('\x15', '\x04');
assert.strictEqual(rl.closed, true);
