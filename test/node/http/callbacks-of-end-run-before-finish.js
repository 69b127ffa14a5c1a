'use strict';
// The callbacks of end() run before the listeners of 'finish', are no listeners, and what they
// queue runs before 'close'.
const assert = require('assert');
const http = require('http');

const twice = (message, text, first, second) => message.end(text, first).end(second);
const ANSWERS = {
  text: (res, first, second) => twice(res, 'text', first, second),
  empty: (res, first, second) => twice(res, '', first, second),
  chunked(res, first, second) {
    res.write('first');
    twice(res, 'last', first, second);
  },
  later: (res, first, second) => setImmediate(() => twice(res, 'text', first, second)),
};
const EXPECTED = ['false', 'first null true', 'second null true', 'finish', 'tick', 'close'];

function record(message, events) {
  message.on('finish', () => events.push('finish'));
  message.on('close', () => events.push('close'));
  return (name) => (err) => {
    events.push(`${name} ${err} ${message.writableFinished}`);
    if (name === 'first')
      process.nextTick(() => events.push('tick'));
  };
}

function check(end, method) {
  return new Promise((resolve) => {
    const events = [];
    const server = http.createServer((req, res) => {
      const callback = record(res, events);
      res.on('prefinish', () => events.push(`${res.writableFinished}`));
      res.on('close', () => server.close(() => resolve(events)));
      const listeners = res.listenerCount('finish');
      end(res, callback('first'), callback('second'));
      assert.strictEqual(res.listenerCount('finish'), listeners);
    });
    server.listen(0, '127.0.0.1', () => http.request({
      port: server.address().port, method, agent: false }, (res) => res.resume()).end());
  });
}

// The same for a request of a client.
function checkRequest() {
  return new Promise((resolve) => {
    const events = [];
    const server = http.createServer((req, res) => res.end());
    server.listen(0, '127.0.0.1', () => {
      const req = http.request({ port: server.address().port, agent: false });
      const callback = record(req, events);
      req.on('response', (res) => res.resume());
      req.on('close', () => server.close(() => resolve(events)));
      twice(req, '', callback('first'), callback('second'));
    });
  });
}

// After 'finish' the callback is called at once, with an error.
function checkLate() {
  return new Promise((resolve) => {
    const server = http.createServer((req, res) => {
      res.on('finish', () => {
        let code;
        res.end((err) => { code = err.code; });
        server.close(() => resolve(code));
      });
      res.end('text');
    });
    server.listen(0, '127.0.0.1', () => http.get({ port: server.address().port, agent: false },
                                                 (res) => res.resume()));
  });
}

(async () => {
  for (const name of Object.keys(ANSWERS)) {
    for (const method of ['GET', 'HEAD'])
      assert.deepStrictEqual(await check(ANSWERS[name], method), EXPECTED, `${name} ${method}`);
  }
  assert.deepStrictEqual(await checkRequest(), EXPECTED.slice(1));
  assert.strictEqual(await checkLate(), 'ERR_STREAM_ALREADY_FINISHED');
})();
