'use strict';
// differs from Node: there the receiver ends with an uncaught SyntaxError
// flags: --expose-internals
// A child that writes garbage to the pipe of its messages: those before it are delivered, then the
// channel is closed. A line without an end is given up at Node's longest string.
const assert = require('assert');
const { spawn } = require('child_process');
const { codecFor } = require('internal/child_process/messages');

const frame = (...bytes) => Buffer.from([0, 0, 0, bytes.length, ...bytes]);
const GOOD = { json: '"good"\n', advanced: frame(0xff, 0x0f, 0x22, 4, ...Buffer.from('good')) };
const BAD = {
  json: ['{"a":\n', 'garbage\n', '\0\n', `${'['.repeat(100000)}\n`],
  advanced: [frame(), frame(1, 2, 3), frame(0xff, 0x0f, 0x41, 0xff, 0xff, 0xff, 0xff, 0x0f),
             frame(0xff, 0x0f, 0x5c, 9)],
};

function check(serialization, bad) {
  const child = spawn('/bin/sh', ['-c', 'cat >&"$NODE_CHANNEL_FD"; exec sleep 60'],
                      { stdio: ['pipe', 'inherit', 'inherit', 'ipc'], serialization });
  const heard = [];
  child.on('message', (message) => heard.push(message));
  child.on('disconnect', () => {
    assert.deepStrictEqual(heard, ['good']);
    assert.strictEqual(child.connected, false);
    child.kill();
  });
  child.on('exit', (code, signal) => assert.strictEqual(signal, 'SIGTERM'));
  child.stdin.end(Buffer.concat([GOOD[serialization], bad, GOOD[serialization]]
    .map((part) => Buffer.from(part))));
}
for (const mode of ['json', 'advanced'])
  BAD[mode].forEach((bad) => check(mode, bad));

const lines = codecFor('json');
const part = Buffer.alloc(1 << 20, 0x20);
const messages = [];
for (let i = 0; i < 511; i++)
  lines.feed(part, messages);
assert.throws(() => lines.feed(part, messages), RangeError);
assert.strictEqual(messages.length, 0);
