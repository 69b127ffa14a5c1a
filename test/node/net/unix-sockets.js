'use strict';
// A unix socket: the path is the address; the file goes away with the server.
const assert = require('assert');
const fs = require('fs');
const net = require('net');
const os = require('os');
const path = require('path');

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'gyre-net-'));
const name = path.join(folder, 'socket');
let finished = false;
const server = net.createServer((peer) => {
  peer.end('over a file');
  server.close();
});
server.listen(name, () => {
  assert.strictEqual(server.address(), name);
  assert.ok(fs.statSync(name).isSocket());
  const client = net.connect(name);
  client.setEncoding('utf8');
  let text = '';
  client.on('data', (part) => { text += part; });
  client.on('close', () => {
    assert.strictEqual(text, 'over a file');
    assert.strictEqual(fs.existsSync(name), false);
    fs.rmdirSync(folder);
    finished = true;
  });
});
process.on('exit', () => assert.strictEqual(finished, true));
