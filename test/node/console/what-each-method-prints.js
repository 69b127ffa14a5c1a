'use strict';
// console: which stream each method writes to, groups, counters, assertions; a console of one's
// own.
const assert = require('assert');
const { Console } = require('console');

const out = [];
const err = [];
const mine = new Console({
  stdout: { write: (text) => out.push(text) },
  stderr: { write: (text) => err.push(text) },
  ignoreErrors: false,
});
assert.ok(mine instanceof Console);
assert.ok(console instanceof Console);
assert.ok(!({} instanceof Console));

mine.log('a %s', 'b', { c: 1 });
mine.info(1);
mine.debug('d');
mine.warn('w');
mine.error('e');
mine.group('g');
mine.log('x\ny');
mine.groupEnd();
mine.count();
mine.count('n');
mine.count();
mine.countReset();
mine.count();
mine.assert(true, 'never');
mine.assert(false, 'broken %d', 1);
mine.assert(false, { a: 1 });
mine.dir({ a: { b: { c: 1 } } }, { depth: 0 });
mine.log();
assert.deepStrictEqual(out,
    ['a b { c: 1 }\n', '1\n', 'd\n', 'g\n', '  x\n  y\n', 'default: 1\n', 'n: 1\n', 'default: 2\n',
                             'default: 1\n', '{ a: [Object] }\n', '\n']);
assert.deepStrictEqual(err,
    ['w\n', 'e\n', 'Assertion failed: broken 1\n', 'Assertion failed { a: 1 }\n']);

mine.trace('here');
assert.match(err.pop(), /^Trace: here\n {4}at .*what-each-method-prints\.js/);
mine.time('t');
mine.timeEnd('t');
assert.match(out.pop(), /^t: [\d.]+ms\n$/);
assert.throws(() => new Console(), { code: 'ERR_CONSOLE_WRITABLE_STREAM' });
assert.throws(() => new Console({ stdout: process.stdout, groupIndentation: 1001 }),
    { code: 'ERR_OUT_OF_RANGE' });
[1].forEach(mine.log);
assert.strictEqual(out.pop(), '1 0 [ 1 ]\n');
