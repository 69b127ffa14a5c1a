'use strict';
// util.parseArgs: long, short and grouped options, values, negation, positionals, tokens and its
// errors.
const assert = require('assert');
const { parseArgs } = require('util');

const options = {
  verbose: { type: 'boolean', short: 'v' },
  file: { type: 'string', short: 'f', default: 'none' },
  tag: { type: 'string', multiple: true },
};
const run = (args, more) => parseArgs({ args, options, ...more });

assert.deepEqual(run([]).values, { file: 'none' });
assert.deepEqual(run(['-vf', 'x', '--tag=a', '--tag', 'b']).values,
    { verbose: true, file: 'x', tag: ['a', 'b'] });
assert.deepEqual(run(['-fx']).values, { file: 'x' });
assert.deepEqual(run(['--no-verbose'], { allowNegative: true }).values,
    { verbose: false, file: 'none' });
assert.deepEqual(run(['a', '--', '-v'], { allowPositionals: true }).positionals, ['a', '-v']);
assert.deepEqual(run(['-v', '--file=x', '--', 'p'],
    { tokens: true, allowPositionals: true }).tokens, [
  { kind: 'option', name: 'verbose', rawName: '-v', index: 0, value: undefined,
      inlineValue: undefined },
  { kind: 'option', name: 'file', rawName: '--file', index: 1, value: 'x', inlineValue: true },
  { kind: 'option-terminator', index: 2 },
  { kind: 'positional', index: 3, value: 'p' },
]);
assert.deepEqual(parseArgs({ args: ['--any=1', '-x', 'p'], strict: false }),
                 { values: { '__proto__': null, 'any': '1', 'x': true }, positionals: ['p'] });
assert.throws(() => run(['--nope']),
    { code: 'ERR_PARSE_ARGS_UNKNOWN_OPTION', message: "Unknown option '--nope'" });
assert.throws(() => run(['p']), { code: 'ERR_PARSE_ARGS_UNEXPECTED_POSITIONAL' });
assert.throws(() => run(['--file']), { message: "Option '-f, --file <value>' argument missing" });
assert.throws(() => run(['--verbose=1']),
    { message: "Option '-v, --verbose' does not take an argument" });
assert.throws(() => run(['--file', '-v']), /argument is ambiguous/);
