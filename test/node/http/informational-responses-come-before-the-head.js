'use strict';
// 100, 102, 103 and others cannot be written after the head of the response; before it,
// writeInformation() returns whether more may be written.
const assert = require('assert');
const http = require('http');

const LATE = [
  (res) => res.writeContinue(), (res) => res.writeProcessing(), (res) => res.writeInformation(103),
  (res) => res.writeEarlyHints({ link: '</a>; rel=preload' }),
];

const server = http.createServer((req, res) => {
  assert.strictEqual(res.writeInformation(103, { link: '</a>; rel=preload' }), true);
  res.flushHeaders();
  for (const write of LATE)
    assert.throws(() => write(res), { code: 'ERR_HTTP_HEADERS_SENT' }, `${write}`);
  assert.strictEqual(res.writeEarlyHints({}), undefined);
  res.end();
  server.close();
});
server.listen(0, '127.0.0.1', () => {
  let informed = 0;
  const req = http.get({ port: server.address().port, agent: false }, (res) => {
    res.resume();
    assert.strictEqual(informed, 1);
  });
  req.on('information', () => informed++);
});
