'use strict';
// `openssl s_client` and `curl` talk to servers of this runtime: both versions, a resumed session,
// a client certificate, ALPN.
const assert = require('assert');
const { execFile } = require('child_process');
const https = require('https');
const tls = require('tls');
const { ca, inFolder, issue } = require('./fixtures/keys');

const host = issue('localhost', { san: 'DNS:localhost,IP:127.0.0.1' });
const user = issue('user.test');
let done = 0;

function sClient(port, args, callback) {
  const child = execFile('openssl', [
    's_client', '-connect', `127.0.0.1:${port}`, '-CAfile', ca.certFile, '-verify_return_error',
    '-servername', 'localhost', '-quiet', '-no_ign_eof', ...args,
  ], { timeout: 20000 }, (err, stdout, stderr) => callback(`${stdout}`, `${stderr}`));
  child.stdin.on('error', () => {});
  return child;
}

function echo(version, next) {
  const server = tls.createServer({
    cert: host.cert, key: host.key, ca: ca.cert, requestCert: true, ALPNProtocols: ['echo'],
  }, (socket) => {
    assert.strictEqual(socket.getProtocol(), version);
    assert.strictEqual(socket.authorized, true);
    assert.strictEqual(socket.alpnProtocol, 'echo');
    assert.strictEqual(socket.getPeerCertificate().subject.CN, 'user.test');
    socket.on('data', (chunk) => socket.end(`got ${chunk}`));
  });
  server.on('tlsClientError', assert.fail);
  server.listen(0, '127.0.0.1', () => {
    const flag = version === 'TLSv1.3' ? '-tls1_3' : '-tls1_2';
    sClient(server.address().port, [flag, '-alpn', 'echo', '-cert', user.certFile,
                                    '-key', user.keyFile], (stdout) => {
      assert.strictEqual(stdout, 'got hello\n');
      done++;
      server.close(next);
    }).stdin.write('hello\n');
  });
}

function resume(next) {
  const file = inFolder('session');
  const reused = [];
  const server = tls.createServer({ cert: host.cert, key: host.key }, (socket) => {
    reused.push(socket.isSessionReused());
    socket.end('x\n');
  });
  server.listen(0, '127.0.0.1', () => {
    const { port } = server.address();
    sClient(port, ['-sess_out', file], () => sClient(port, ['-sess_in', file], () => {
      assert.deepStrictEqual(reused, [false, true]);
      done++;
      server.close(next);
    }));
  });
}

function curl() {
  const server = https.createServer({ cert: host.cert, key: host.key }, (req, res) => {
    let length = 0;
    req.on('data', (chunk) => { length += chunk.length; });
    req.on('end', () => res.end(`${req.method} ${length}`));
  });
  server.listen(0, '127.0.0.1', () => {
    const child = execFile('curl', [
      '-sS', '--cacert', ca.certFile, '--http1.1', '-T', '-',
      `https://localhost:${server.address().port}/`,
      '--resolve', `localhost:${server.address().port}:127.0.0.1`,
    ], (err, stdout, stderr) => {
      assert.ifError(err);
      assert.strictEqual(`${stdout}`, 'PUT 1000000', `${stderr}`);
      done++;
      server.close();
    });
    child.stdin.end(Buffer.alloc(1000000));
  });
}

echo('TLSv1.2', () => echo('TLSv1.3', () => resume(curl)));
process.on('exit', () => assert.strictEqual(done, 4));
