'use strict';
// https.get() verifies the server; an agent with keep-alive sends both requests on one connection.
const assert = require('assert');
const https = require('https');
const { ca, issue } = require('../tls/fixtures/keys');

const { cert, key } = issue('example.test');
let connections = 0, finished = false;
const server = https.createServer({ cert, key }, (req, res) => res.end(`${req.method} ${req.url}`));
server.on('secureConnection', () => connections++);
server.listen(0, () => {
  const agent = new https.Agent({ keepAlive: true });
  const options = (path) => ({ agent, path, port: server.address().port, ca: ca.cert,
                               servername: 'example.test' });
  const get = (path, done) => https.get(options(path), (res) => {
    assert.strictEqual(res.socket.authorized, true);
    let text = '';
    res.setEncoding('utf8');
    res.on('data', (chunk) => { text += chunk; });
    res.on('end', () => process.nextTick(done, text));
  });
  get('/one', (one) => {
    assert.strictEqual(one, 'GET /one');
    get('/two', (two) => {
      assert.strictEqual(two, 'GET /two');
      assert.strictEqual(connections, 1);
      finished = true;
      agent.destroy();
      server.close();
    });
  });
});
process.on('exit', () => assert.strictEqual(finished, true));
