'use strict';
// A stream that is iterated to its end is destroyed by then: with an AbortError if its other side
// has not ended. Not so without autoDestroy or destroyOnReturn.
const assert = require('assert');
const net = require('net');
const { Duplex } = require('stream');

const seen = [];
function watch(stream, name) {
  for (const event of ['end', 'finish', 'close'])
    stream.on(event, () => seen.push(`${name} ${event}`));
  return stream.on('error', ({ code }) => seen.push(`${name} ${code}`));
}

function make(name, options) {
  const methods = {
    read() {
      this.push('a');
      this.push(null);
    },
    write(chunk, encoding, callback) { callback(); },
  };
  return watch(new Duplex({ ...methods, ...options }), name);
}

async function readAll(chunks) {
  let text = '';
  for await (const chunk of chunks)
    text += chunk;
  return text;
}

const closed = (stream) => new Promise((resolve) => { stream.on('close', resolve); });

async function expect(name, options, destroyed, events, given) {
  const stream = make(name, options);
  assert.strictEqual(await readAll(given === undefined ? stream : stream.iterator(given)), 'a');
  assert.strictEqual(stream.destroyed, destroyed);
  if (destroyed)
    await closed(stream);
  assert.deepStrictEqual(seen.splice(0), events.map((event) => `${name} ${event}`));
}

async function readSocket(allowHalfOpen, events) {
  const server = net.createServer({ allowHalfOpen });
  server.listen(0, '127.0.0.1');
  await new Promise((resolve) => { server.on('listening', resolve); });
  const client = net.connect(server.address().port, '127.0.0.1').on('error', () => {});
  client.end('text');
  const socket = await new Promise((resolve) => { server.on('connection', resolve); });
  watch(socket, 'socket');
  assert.strictEqual(await readAll(socket), 'text');
  assert.strictEqual(socket.destroyed, true);
  await closed(socket);
  server.close();
  assert.deepStrictEqual(seen.splice(0), events.map((event) => `socket ${event}`));
}

(async () => {
  await expect('open', {}, true, ['end', 'ABORT_ERR', 'close']);
  await expect('slow', { allowHalfOpen: false, final() {} }, true, ['end', 'close']);
  await expect('manual', { autoDestroy: false }, false, ['end']);
  await expect('kept', {}, false, ['end'], { destroyOnReturn: false });
  await readSocket(true, ['end', 'ABORT_ERR', 'close']);
  await readSocket(false, ['end', 'close']);
})();
