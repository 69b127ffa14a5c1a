'use strict';
// A POST is sent once, whatever happens to the connection; a GET that met a closed one goes again.
// The body of a redirect is read to its end only if it is short. Deflated bytes are inflated as
// they are read.
// differs from Node: Node repeats nothing
const assert = require('assert');
const { once } = require('events');
const zlib = require('zlib');
const { run } = require('./fixtures/server.js');

const ZEROS = zlib.deflateRawSync(Buffer.alloc(50e6));
const counts = { GET: 0, POST: 0 };
let endless;
const handlers = {
  '/plain': (req, res) => res.end('x'),
  '/breaks': (req, res) => {
    if (++counts[req.method] === 2 && req.method === 'GET')
      res.end('again');
    else
      req.socket.destroy();
  },
  '/redirect': (req, res) => {
    res.writeHead(302, { Location: '/plain' });
    const write = () => { while (res.write('x'.repeat(1e5))); };
    res.on('drain', write);
    endless = once(res, 'close');
    write();
  },
  '/zeros': (req, res) => res.writeHead(200, { 'content-encoding': 'deflate' }).end(ZEROS),
};
const text = async (...args) => (await fetch(...args)).text();

run((req, res) => {
  req.resume();
  req.on('end', () => handlers[req.url](req, res));
}, async (url) => {
  await text(`${url}/plain`);
  assert.strictEqual(await text(`${url}/breaks`), 'again');
  await text(`${url}/plain`);
  await assert.rejects(text(`${url}/breaks`, { method: 'POST', body: 'order' }),
                       { message: 'fetch failed' });
  assert.deepStrictEqual(counts, { GET: 2, POST: 1 });

  assert.strictEqual(await text(`${url}/redirect`), 'x');
  await endless;

  let size = 0;
  for await (const chunk of (await fetch(`${url}/zeros`)).body)
    size += chunk.length;
  assert.strictEqual(size, 50e6);
  const reader = (await fetch(`${url}/zeros`)).body.getReader();
  assert.strictEqual((await reader.read()).done, false);
  await reader.cancel();
});
