'use strict';
// getColorDepth() and hasColors() read the environment they are given.
const assert = require('assert');
const { WriteStream } = require('tty');

const depth = (env) => WriteStream.prototype.getColorDepth(env);
assert.strictEqual(depth({ TERM: 'dumb' }), 1);
assert.strictEqual(depth({ TERM: 'xterm' }), 4);
assert.strictEqual(depth({ TERM: 'xterm-256color' }), 8);
assert.strictEqual(depth({ COLORTERM: 'truecolor' }), 24);
assert.strictEqual(depth({ TERM: 'xterm-256color', NO_COLOR: '1' }), 1);
assert.strictEqual(depth({ FORCE_COLOR: '3', TERM: 'dumb' }), 24);
assert.strictEqual(depth({ CI: '1', GITHUB_ACTIONS: '1' }), 24);
const has = (count, env) => WriteStream.prototype.hasColors.call(WriteStream.prototype, count, env);
assert.strictEqual(has(256, { TERM: 'xterm-256color' }), true);
assert.strictEqual(has(257, { TERM: 'xterm-256color' }), false);
assert.throws(() => has(1), { code: 'ERR_OUT_OF_RANGE' });
