'use strict';
// B7.4: a child's pipes are streams; 'spawn', 'exit' and 'close' come in this order.
const assert = require('assert');
const { spawn } = require('child_process');

const order = [];
const child = spawn('sh', ['-c', 'cat; echo oops >&2; exit 3']);
let out = '';
let err = '';
child.stdout.setEncoding('utf8').on('data', (text) => { out += text; });
child.stderr.setEncoding('utf8').on('data', (text) => { err += text; });
child.on('spawn', () => order.push('spawn'));
child.on('exit', (code, signal) => order.push(['exit', code, signal]));
child.on('close', (code, signal) => order.push(['close', code, signal]));
child.stdin.end('through the child');
process.on('exit', () => {
  assert.deepStrictEqual(order, ['spawn', ['exit', 3, null], ['close', 3, null]]);
  assert.strictEqual(out, 'through the child');
  assert.strictEqual(err, 'oops\n');
  assert.strictEqual(child.exitCode, 3);
});
