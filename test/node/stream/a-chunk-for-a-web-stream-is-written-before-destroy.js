'use strict';
// A chunk that Writable.fromWeb() was given reaches the sink, also if destroy() follows at once.
const assert = require('assert');
const { Writable } = require('stream');

const seen = [];
const stream = Writable.fromWeb(new WritableStream({
  write(chunk) { seen.push(String(chunk)); },
  close() { seen.push('close'); },
}));
stream.write('a');
stream.destroy();
stream.on('close', () => assert.deepStrictEqual(seen, ['a', 'close']));
process.on('exit', () => assert.strictEqual(seen.length, 2));
