'use strict';
// The chunks of an async iterable are read as Buffer.from() reads them; a request may also send a
// ReadableStream of strings.
const assert = require('assert');
const http = require('http');

async function *chunks(...list) { yield* list; }
const textOf = (...list) => new Response(chunks(...list)).text();

const server = http.createServer((req, res) => req.pipe(res)).listen(0, async () => {
  const url = `http://localhost:${server.address().port}/`;
  const echo = async (body) =>
    (await fetch(url, { method: 'POST', duplex: 'half', body })).text();

  assert.strictEqual(await textOf('a', Buffer.from('b'), new Uint8Array([99]), [100]), 'abcd');
  assert.strictEqual(await textOf('', 'ü', new ArrayBuffer(0)), 'ü');
  assert.deepStrictEqual(await new Response(chunks('a', '')).body.getReader().read(),
                         { done: false, value: new Uint8Array([97]) });
  await assert.rejects(textOf(5), { code: 'ERR_INVALID_ARG_TYPE' });

  assert.strictEqual(await echo(chunks('a', Buffer.from('b'))), 'ab');
  assert.strictEqual(await echo(new ReadableStream({
    start(controller) {
      controller.enqueue('x');
      controller.enqueue(new Uint16Array([0x3079]));
      controller.close();
    },
  })), 'xy0');
  await assert.rejects(echo(chunks(5)), (error) => error.message === 'fetch failed' &&
    error.cause.code === 'ERR_INVALID_ARG_TYPE');
  await assert.rejects(echo((async function *() {
    yield 'a';
    throw new RangeError('no more');
  })()), (error) => error.cause instanceof RangeError);
  server.closeAllConnections();
  server.close();
});
server.on('connection', (socket) => socket.on('error', () => {}));
server.prependListener('request', (req) => req.on('error', () => {}));
