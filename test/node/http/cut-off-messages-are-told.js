'use strict';
// Who cuts a message off, and who hears of it: 'aborted', ECONNRESET, 'close' on both sides.
const assert = require('assert');
const http = require('http');

const log = [];
const server = http.createServer((req, res) => {
  if (req.url === '/hang-up')
    return req.socket.destroy();
  req.on('aborted', () => log.push('server: aborted'));
  req.on('error', (err) => log.push(`server: ${err.code}`));
  res.on('close', () => log.push(`server: close, finished ${res.writableFinished}`));
  res.write('part');
});
function get(path, name, done) {
  const req = http.request({ path, method: 'POST', port: server.address().port, host: '127.0.0.1',
                             agent: false });
  req.on('response', (res) => {
    res.on('data', () => req.destroy());
    res.on('error', (err) => log.push(`response: ${err.message} ${err.code}`));
  });
  req.on('error', (err) => log.push(`${name}: ${err.message} ${err.code}`));
  req.on('close', () => { log.push(`${name}: close`); done(); });
  req.write('a body that does not end');
}
server.listen(0, '127.0.0.1', () => {
  get('/hang-up', 'first', () => {
    assert.deepStrictEqual(log.splice(0), ['first: socket hang up ECONNRESET', 'first: close']);
    get('/', 'second', () => server.close());
  });
});
const controller = new AbortController();
http.get({ host: '127.0.0.1', port: 1, signal: controller.signal })
  .on('error', (err) => assert.strictEqual(err.name, 'AbortError'));
controller.abort();

process.on('exit', () => assert.deepStrictEqual(log.sort(), [
  'response: aborted ECONNRESET', 'second: close', 'server: ECONNRESET', 'server: aborted',
  'server: close, finished false']));
