// Errors that a program makes in a context have stacks in V8's format; the context's Error has a
// limit and a prepareStackTrace of its own.
'use strict';
const assert = require('assert');
const vm = require('vm');

const sandbox = {};
const context = vm.createContext(sandbox);
const run = (code) => vm.runInContext(code, context, 'inside.js');
const lines = (code) => run(code).split('\n');

run(`function make() {
       return new TypeError('made');
     }
     class Own extends Error {}
     function capture() {
       const object = { name: 'N', message: 'M' };
       Error.captureStackTrace(object, capture);
       return object.stack;
     }`);
assert.deepStrictEqual(Object.keys(sandbox).sort(), ['capture', 'make']);
const [header, frame] = lines('make().stack');
assert.strictEqual(header, 'TypeError: made');
assert.match(frame, /^ {4}at make \(inside\.js:2:\d+\)$/);
assert.match(lines('new Own("text").stack')[1], /^ {4}at .*inside\.js:1:\d+\)?$/);
assert.match(lines('\n\ncapture()')[1], /^ {4}at .*inside\.js:3:\d+\)?$/);

assert.strictEqual(run('make() instanceof Error && Error instanceof Function'), true);
assert.strictEqual(run('Object.getPrototypeOf(TypeError) === Error'), true);
assert.strictEqual(run('new Error()') instanceof Error, false);
assert.throws(() => run('Error.captureStackTrace(1)'),
              (error) => error instanceof run('TypeError'));

assert.strictEqual(lines('Error.stackTraceLimit = 1; make().stack').length, 2);
assert.ok(new Error('main').stack.split('\n').length > 2);
run('Error.stackTraceLimit = 10');

run('Error.prepareStackTrace = (error, sites) => sites[0].getFunctionName()');
assert.strictEqual(run('make().stack'), 'make');
assert.match(new Error('main').stack, /^Error: main\n/);
