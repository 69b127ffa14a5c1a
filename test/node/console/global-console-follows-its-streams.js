'use strict';
// The global console writes through process.stdout and stderr as the program left them.
const assert = require('assert');
const { Writable } = require('stream');

const lines = [];
const { write } = process.stdout;
process.stdout.write = (text) => lines.push(text);
console.log('one', 1);
console.log({ a: 1 });
process.stdout.write = write;
assert.deepStrictEqual(lines, ['one 1\n', '{ a: 1 }\n']);

const other = new Writable({ decodeStrings: false,
    write(text, encoding, done) { lines.push(text); done(); } });
const before = console._stdout;
console._stdout = other;
console.log('two');
console._stdout = before;
assert.strictEqual(lines.pop(), 'two\n');

const { log } = console;
process.stdout.write = (text) => lines.push(text);
log('bound');
process.stdout.write = write;
assert.strictEqual(lines.pop(), 'bound\n');
assert.throws(() => new console.log('x'), TypeError);
