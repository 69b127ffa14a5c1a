'use strict';
// A program may close the connection and announce the length of a body, which must be right; other
// fields of the connection are refused.
const assert = require('assert');
const http = require('http');

async function *chunk(text) { yield text; }

const server = http.createServer((req, res) => {
  const chunks = [];
  req.on('error', () => {});
  req.on('data', (data) => chunks.push(data));
  req.on('end', () => res.end(JSON.stringify([req.headers, `${Buffer.concat(chunks)}`])));
});
server.listen(0, async () => {
  const url = `http://localhost:${server.address().port}/`;
  const send = async (headers, options) => (await fetch(url, { headers, ...options })).json();
  const refused = async (name, value, expected) => {
    await assert.rejects(send({ [name]: value }), (error) => {
      const { name: kind, code, message } = error.cause;
      assert.deepStrictEqual([error.message, kind, code, message], ['fetch failed', ...expected]);
      return true;
    });
  };
  for (const name of ['transfer-encoding', 'keep-alive', 'upgrade']) {
    await refused(name, 'x', ['InvalidArgumentError', 'UND_ERR_INVALID_ARG',
                              `invalid ${name} header`]);
  }
  await refused('content-length', 'x', ['InvalidArgumentError', 'UND_ERR_INVALID_ARG',
                                        'invalid content-length header']);
  await refused('expect', '100-continue', ['NotSupportedError', 'UND_ERR_NOT_SUPPORTED',
                                           'expect header not supported']);

  assert.strictEqual((await send({ connection: 'close' }))[0].connection, 'close');
  assert.strictEqual((await send({}))[0].connection, 'keep-alive');

  const post = (length, body) => send({ 'content-length': length },
                                      { method: 'POST', duplex: 'half', body });
  const wrong = (error) => error.cause.code === 'UND_ERR_REQ_CONTENT_LENGTH_MISMATCH';
  assert.strictEqual((await post('3', 'abc'))[1], 'abc');
  await assert.rejects(post('5', 'abc'), wrong);
  const { 0: headers, 1: body } = await post('2', chunk('ab'));
  assert.deepStrictEqual([headers['content-length'], headers['transfer-encoding'], body],
                         ['2', undefined, 'ab']);
  await assert.rejects(post('1', chunk('ab')), wrong);
  await assert.rejects(post('9', chunk('ab')), wrong);
  server.closeAllConnections();
  server.close();
});
