// settings() calls back when the peer has acknowledged them, and both sides see the new values;
// ping() returns its payload; beyond their limit pings are refused.
'use strict';
const assert = require('assert');
const http2 = require('http2');

const server = http2.createServer({ settings: { maxConcurrentStreams: 7 } });
const steps = [];
server.on('session', (session) => {
  session.on('remoteSettings', (settings) => steps.push(settings.initialWindowSize));
});
server.listen(0, () => {
  const client = http2.connect(`http://localhost:${server.address().port}`,
                               { maxOutstandingPings: 1 });
  client.once('remoteSettings', (settings) => {
    assert.strictEqual(settings.maxConcurrentStreams, 7);
    client.settings({ initialWindowSize: 100000 }, (err, local, duration) => {
      assert.strictEqual(err, null);
      assert.strictEqual(local.initialWindowSize, 100000);
      assert.strictEqual(typeof duration, 'number');
      assert.strictEqual(client.pendingSettingsAck, false);
      assert.strictEqual(steps.at(-1), 100000);
      ping();
    });
    assert.strictEqual(client.pendingSettingsAck, true);
  });
  function ping() {
    const payload = Buffer.from('abcdefgh');
    assert.strictEqual(client.ping(payload, (err, duration, back) => {
      assert.strictEqual(err, null);
      assert.deepStrictEqual(back, payload);
      client.close();
      server.close();
    }), true);
    assert.strictEqual(client.ping((err) => {
      assert.strictEqual(err.code, 'ERR_HTTP2_PING_CANCEL');
    }), false);
  }
});
