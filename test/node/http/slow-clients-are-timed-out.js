'use strict';
// A head that does not arrive gets 408 by headersTimeout, a body that does not arrive 408 by
// requestTimeout; an idle connection is closed by keepAliveTimeout; a request's own timeout is an
// event. Each has a server of its own on which every other time-out is off, so only the one that is
// named can have closed the connection, however slow the machine is. On a slow machine the time may
// be over before the server has read anything: the kernel then resets the connection after the
// answer.
const assert = require('assert');
const http = require('http');
const net = require('net');

const OFF = { headersTimeout: 0, requestTimeout: 0, keepAliveTimeout: 0, keepAliveTimeoutBuffer: 0,
              connectionsCheckingInterval: 20 };
const TIMED_OUT = 'HTTP/1.1 408 Request Timeout\r\nConnection: close\r\n\r\n';
const done = [];

function listen(timeouts, handler, whenListening) {
  const server = http.createServer({ ...OFF, ...timeouts }, handler);
  server.listen(0, '127.0.0.1', () => whenListening(server, server.address().port));
}

/** Sends the bytes, waits until the server closes the connection, checks what came, and when. */
function send(option, ms, bytes, handler, check) {
  listen({ [option]: ms }, handler, (server, port) => {
    const began = performance.now();
    const client = net.connect(port, '127.0.0.1', () => client.write(bytes));
    let text = '';
    client.on('data', (part) => { text += part; });
    client.on('error', (err) => assert.strictEqual(err.code, 'ECONNRESET'));
    client.on('close', () => {
      assert.ok(performance.now() - began >= ms - 1, `${option} came too early`);
      check(text);
      done.push(option);
      server.close();
    });
  });
}

send('headersTimeout', 60, 'GET / HTTP/1.1\r\nHost:', () => assert.fail('there is no head'),
     (text) => assert.strictEqual(text, TIMED_OUT));
send('requestTimeout', 120, 'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\nabc', () => {},
     (text) => assert.strictEqual(text, TIMED_OUT));
send('keepAliveTimeout', 40, 'GET / HTTP/1.1\r\nHost: a\r\n\r\n', (req, res) => res.end('ok'),
     (text) => assert.match(text, /^HTTP\/1\.1 200 OK\r\n[^]*\r\n\r\nok$/));

listen({}, () => {}, (server, port) => {
  const began = performance.now();
  const req = http.get({ port, host: '127.0.0.1', timeout: 30 }, () => assert.fail('no answer'));
  req.on('timeout', () => {
    assert.ok(performance.now() - began >= 29);
    done.push('timeout');
    req.destroy();
  });
  req.on('error', (err) => assert.strictEqual(err.code, 'ECONNRESET'));
  req.on('close', () => server.close());
});

process.on('exit', () => assert.deepStrictEqual(
  done.sort(), ['headersTimeout', 'keepAliveTimeout', 'requestTimeout', 'timeout']));
