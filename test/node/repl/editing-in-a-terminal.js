// Keys of a terminal: previews, Ctrl+R, the editor, Ctrl+C and Ctrl+D.
'use strict';
const assert = require('assert');
const { PassThrough } = require('stream');
const repl = require('repl');

const input = new PassThrough();
const output = new PassThrough().setEncoding('utf8');
let text = '';
output.on('data', (part) => text += part);
const server = repl.start({ input, output, terminal: true, useColors: false });
const type = (keys) => {
  text = '';
  input.write(keys);
  return text;
};
server.context.calls = 0;
server.context.count = () => { server.context.calls++; };
server.context.uniquelyNamed = { value: 42 };

// The value, and the rest of a name that nothing else begins with.
assert.match(type('1 + 2'), /\r\n\/\/ 3\x1b\[8G\x1b\[1A$/);
assert.match(type('\r'), /3\n/);
assert.match(type('uniquelyN'), /uniquelyNamed/);
type('\x1b[C');
assert.strictEqual(server.line, 'uniquelyNamed');
assert.match(type('.value'), /\/\/ 42/);
type('\x15');
// Nothing of the user's runs for it.
assert.doesNotMatch(type('count()'), /\/\//);
assert.strictEqual(server.context.calls, 0);
type('\x15');

// Search.
assert.match(type('\x12'), /bck-i-search: _/);
assert.match(type('+ 2'), /bck-i-search: \+ 2_/);
assert.strictEqual(server.line, '1 + 2');
assert.match(type('x'), /failed-bck-i-search/);
type('\x03');
assert.strictEqual(server.line, '');

// The editor.
assert.match(type('.editor\r'), /Entering editor mode/);
assert.doesNotMatch(type('const a = 20;\r'), /undefined/);
assert.match(type('a * 2\x04'), /40\n/);
assert.match(type('.editor\r'), /Entering editor mode/);
type('throw 1\r');
assert.doesNotMatch(type('\x03'), /Uncaught/);

// Ctrl+C drops the line, then the lines, then asks, then ends.
type('abc');
assert.doesNotMatch(type('\x03'), /To exit/);
assert.strictEqual(server.line, '');
type('function f() {\r');
assert.strictEqual(server.bufferedCommand, 'function f() {\n');
assert.doesNotMatch(type('\x03'), /To exit/);
assert.strictEqual(server.bufferedCommand, '');
assert.match(type('\x03'), /To exit, press Ctrl\+C again or Ctrl\+D or type \.exit/);
type('1\r');
assert.match(type('\x03'), /To exit/);
let hasExited = false;
server.on('exit', () => hasExited = true);
type('\x03');
assert(hasExited);

const other = repl.start({ input: new PassThrough(), output, terminal: true, useColors: false });
other.on('exit', () => hasExited = 'by Ctrl+D');
other.input.write('\x04');
assert.strictEqual(hasExited, 'by Ctrl+D');
