'use strict';
// "Expect: 100-continue": leave is given before the body, or the body is refused; other
// expectations get 417. Informational answers come ahead of the real one.
const assert = require('assert');
const http = require('http');

const seen = [];
const server = http.createServer((req, res) => {
  res.writeProcessing();
  res.writeEarlyHints({ link: '</a.css>; rel=preload' });
  req.resume().on('end', () => res.end('ok'));
});
function post(expect, done) {
  const req = http.request({ port: server.address().port, host: '127.0.0.1', method: 'POST',
                             agent: false, headers: { 'Expect': expect, 'Content-Length': 4 } });
  req.on('continue', () => { seen.push('continue'); req.end('body'); });
  req.on('information', (info) => seen.push(info.statusCode, info.headers.link));
  req.on('response', (res) => { seen.push(res.statusCode); res.resume(); req.destroy(); });
  req.on('error', () => {});
  req.on('close', done);
  req.flushHeaders();
}
server.listen(0, '127.0.0.1', () => {
  post('100-continue', () => {
    assert.deepStrictEqual(seen.splice(0), ['continue', 100, undefined, 102, undefined, 103,
                                            '</a.css>; rel=preload', 200]);
    server.on('checkContinue', (req, res) => res.writeHead(413, { Connection: 'close' }).end());
    post('100-continue', () => {
      assert.deepStrictEqual(seen.splice(0), [413]);
      post('tea', () => {
        assert.deepStrictEqual(seen.splice(0), [417]);
        seen.push('done');
        server.close();
      });
    });
  });
});
process.on('exit', () => assert.deepStrictEqual(seen, ['done']));
