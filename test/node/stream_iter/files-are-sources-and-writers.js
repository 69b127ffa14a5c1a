// flags: --experimental-stream-iter --no-warnings
'use strict';
// FileHandle.pull(), pullSync() and writer(): parts of a file, one user at a time, limits, and a
// handle that closes itself.
const assert = require('assert');
const fs = require('fs');
const os = require('os');
const path = require('path');
const { pipeTo, pipeToSync, text, textSync } = require('stream/iter');

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'iter-'));
process.on('exit', () => fs.rmSync(folder, { recursive: true }));
const file = path.join(folder, 'file');
fs.writeFileSync(file, 'AAABBBCCC');
let isDone = false;

async function read() {
  const handle = await fs.promises.open(file);
  const all = handle.pull({ chunkSize: 4 });
  assert.throws(() => handle.pull(), { code: 'ERR_INVALID_STATE' });
  assert.throws(() => handle.writer(), { code: 'ERR_INVALID_STATE' });
  assert.strictEqual(await text(all), 'AAABBBCCC');
  assert.strictEqual(await text(handle.pull({ start: 3, limit: 3 })), 'BBB');
  assert.strictEqual(textSync(handle.pullSync({ start: 6 })), 'CCC');
  assert.throws(() => handle.pull({ start: 1.5 }), { code: 'ERR_OUT_OF_RANGE' });
  for await (const batch of handle.pull({ start: 0, chunkSize: 1, autoClose: true })) {
    assert.strictEqual(batch[0].length, 1);
    break;
  }
  await assert.rejects(handle.stat(), { code: 'EBADF' });
  assert.throws(() => handle.pull(), { code: 'ERR_INVALID_STATE' });
  const other = await fs.promises.open(file);
  assert.strictEqual(textSync(other.pullSync({ autoClose: true })), 'AAABBBCCC');
  assert.strictEqual(other.fd, -1);
}

async function write() {
  const handle = await fs.promises.open(path.join(folder, 'out'), 'w+');
  const writer = handle.writer({ limit: 10 });
  const first = writer.write('12');
  assert.strictEqual(writer.writeSync('no'), false);
  assert.strictEqual(writer.endSync(), -1);
  const second = writer.writev(['3', new Uint8Array([52])]);
  await Promise.all([first, second]);
  assert.strictEqual(writer.writeSync('5'), true);
  await assert.rejects(writer.write('too long'), { code: 'ERR_OUT_OF_RANGE' });
  assert.strictEqual(await writer.end(), 5);
  await assert.rejects(writer.write('x'), { code: 'ERR_INVALID_STATE' });
  const failing = handle.writer();
  failing.fail(new Error('stop'));
  await assert.rejects(failing.end(), { message: 'stop' });
  assert.strictEqual(await text(handle.pull({ start: 0 })), '12345');
  const closing = handle.writer({ autoClose: true });
  assert.strictEqual(await closing.end(), 0);
  assert.strictEqual(handle.fd, -1);
}

async function copy() {
  const copied = path.join(folder, 'copy');
  const from = await fs.promises.open(file);
  const to = await fs.promises.open(copied, 'w');
  const autoClose = true;
  assert.strictEqual(await pipeTo(from.pull({ autoClose }), to.writer({ autoClose })), 9);
  assert.deepStrictEqual([from.fd, to.fd], [-1, -1]);
  assert.strictEqual(fs.readFileSync(copied, 'utf8'), 'AAABBBCCC');
  const again = await fs.promises.open(file);
  const target = await fs.promises.open(copied, 'w');
  assert.strictEqual(pipeToSync(again.pullSync({ limit: 5 }), target.writer()), 5);
  await again.close();
  await target.close();
  assert.strictEqual(fs.readFileSync(copied, 'utf8'), 'AAABB');
}

read().then(write).then(copy).then(() => { isDone = true; });
process.on('exit', () => assert.strictEqual(isDone, true));
