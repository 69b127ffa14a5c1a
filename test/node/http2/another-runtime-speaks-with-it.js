// Node.js, where it is installed, as a client of ours and as a server: requests of every kind.
'use strict';
const assert = require('assert');
const { execFile, spawn, spawnSync } = require('child_process');
const path = require('path');

const peer = path.join(__dirname, 'fixtures/peer.js');
const { stdout, status } = spawnSync('node', ['--version'], { encoding: 'utf8' });
const hasNode = status === 0 && parseInt(stdout.slice(1), 10) >= 20;
const ours = process.execPath;
const pairs = [[ours, ours], ...(hasNode ? [[ours, 'node'], ['node', ours]] : [])];

function next(i) {
  if (i === pairs.length)
    return;
  const [serves, asks] = pairs[i];
  const server = spawn(serves, [peer, 'server'], { stdio: ['pipe', 'pipe', 'inherit'] });
  server.stdout.once('data', (port) => {
    execFile(asks, [peer, 'client', `${port}`.trim()], (err) => {
      assert.ifError(err);
      server.stdin.end();
    });
  });
  server.on('exit', (code) => {
    assert.strictEqual(code, 0);
    next(i + 1);
  });
}
next(0);
