'use strict';
// `openssl s_server` answers clients of this runtime: both versions, a client certificate, a
// resumed session, an error of a server that wants a certificate.
// differs from Node: OpenSSL 3.5 has another text for an alert
const assert = require('assert');
const { spawn } = require('child_process');
const https = require('https');
const tls = require('tls');
const { ca, issue } = require('./fixtures/keys');

const host = issue('localhost', { san: 'DNS:localhost,IP:127.0.0.1' });
const user = issue('user.test');
let done = 0;

// Starts one on a free port, which it prints.
function sServer(args, listening) {
  const child = spawn('openssl', ['s_server', '-accept', '127.0.0.1:0', '-cert', host.certFile,
                                  '-key', host.keyFile, '-CAfile', ca.certFile, '-www', ...args]);
  let text = '';
  child.stdout.setEncoding('latin1');
  child.stdout.on('data', function onData(chunk) {
    text += chunk;
    const match = /ACCEPT 127\.0\.0\.1:(\d+)/.exec(text);
    if (match === null)
      return;
    child.stdout.removeListener('data', onData);
    child.stdout.resume();
    listening(Number(match[1]), child);
  });
  child.stderr.resume();
}

function get(version, next) {
  sServer([version === 'TLSv1.3' ? '-tls1_3' : '-tls1_2', '-Verify', '1'], (port, child) => {
    child.on('exit', next);
    https.get({ port, host: '127.0.0.1', ca: ca.cert, cert: user.cert, key: user.key,
                agent: false }, (res) => {
      assert.strictEqual(res.socket.getProtocol(), version);
      assert.strictEqual(res.statusCode, 200);
      let text = '';
      res.setEncoding('latin1');
      res.on('data', (chunk) => { text += chunk; });
      res.on('close', () => {
        assert.match(text, /CN ?= ?user\.test/);
        done++;
        child.kill();
      });
    });
  });
}

function refused(next) {
  sServer(['-tls1_2', '-Verify', '1', '-verify_return_error'], (port, child) => {
    child.on('exit', next);
    const client = tls.connect({ port, host: '127.0.0.1', ca: ca.cert });
    let code;
    client.on('error', (err) => { code = err.code; });
    client.on('close', () => {
      assert.strictEqual(code, 'ERR_SSL_SSLV3_ALERT_HANDSHAKE_FAILURE');
      done++;
      child.kill();
    });
  });
}

function resume() {
  sServer([], (port, child) => {
    const connect = (session, callback) => {
      let given;
      const client = tls.connect({ port, host: '127.0.0.1', ca: ca.cert, session }, () =>
        client.write('GET / HTTP/1.0\r\n\r\n'));
      client.on('session', (one) => { given = one; });
      client.resume();
      let reused;
      client.once('secureConnect', () => { reused = client.isSessionReused(); });
      client.on('close', () => callback(given, reused));
    };
    connect(undefined, (session, first) => {
      assert.strictEqual(first, false);
      connect(session, (_, second) => {
        assert.strictEqual(second, true);
        done++;
        child.kill();
      });
    });
  });
}

get('TLSv1.2', () => get('TLSv1.3', () => refused(resume)));
process.on('exit', () => assert.strictEqual(done, 4));
