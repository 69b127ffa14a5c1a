'use strict';
// A request ends the process, or waits for a child: answers to requests that arrived with it, and
// were ended before, are sent.
// differs from Node: there, all answers but the first wait for a tick after the last request.
const assert = require('assert');
const { spawn, spawnSync } = require('child_process');
const http = require('http');
const net = require('net');

const ends = {
  exit() { process.exit(0); },
  reallyExit() { process.reallyExit(0); },
  throw() { throw new Error('thrown'); },
  abort() { process.abort(); },
  kill() { process.kill(process.pid, 'SIGKILL'); },
  execve() { process.execve('/bin/true', ['true'], {}); },
  spawnSync() { spawnSync('cat', { stdio: [0, 'ignore', 'ignore'] }); },
};

if (process.argv[2] !== undefined) {
  const server = http.createServer((req, res) => {
    if (req.url === '/3')
      ends[process.argv[2]]();
    res.end(req.url);
  });
  server.listen(0, '127.0.0.1', () => console.log(server.address().port));
} else
  run(Object.keys(ends));

function get(url) {
  return `GET ${url} HTTP/1.1\r\nHost: a\r\n\r\n`;
}

function run(names) {
  if (names.length === 0)
    return;
  const child = spawn(process.execPath, [__filename, names[0]],
                      { stdio: ['pipe', 'pipe', 'ignore'] });
  let text = '';
  child.stdout.once('data', (port) => {
    const client = net.connect(+port, '127.0.0.1', () =>
      client.write(['/1', '/2', '/3'].map(get).join('')));
    client.on('data', (part) => {
      text += part;
      if (text.endsWith('/2'))
        child.kill('SIGKILL');
    });
    client.on('error', () => {});
  });
  child.on('close', () => {
    assert.ok(text.endsWith('/2'), `${names[0]}: ${text}`);
    run(names.slice(1));
  });
}
