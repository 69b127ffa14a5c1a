'use strict';
// A stream of a child that is the standard input of another one is not read here, also when the
// first child ends before the other reads: nothing of it is lost.
const assert = require('assert');
const { spawn } = require('child_process');

const TEXT = 'x'.repeat(5000);
const writer = spawn('printf', ['%s', TEXT]);
// It reads when it gets a line from its fourth descriptor.
const reader = spawn('sh', ['-c', 'read line <&3; cat'],
                     { stdio: [writer.stdout, 'pipe', 'inherit', 'pipe'] });
let output = '';
reader.stdout.setEncoding('utf8');
reader.stdout.on('data', (chunk) => { output += chunk; });
reader.on('close', () => assert.strictEqual(output.length, TEXT.length));
writer.on('exit', () => setImmediate(() => setImmediate(() => reader.stdio[3].end('go\n'))));
process.on('exit', () => assert.strictEqual(output, TEXT));
