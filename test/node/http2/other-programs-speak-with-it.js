// nghttp and curl, where they are installed, get what a server sends, and a server what curl sends.
'use strict';
const assert = require('assert');
const { execFile, spawnSync } = require('child_process');
const http2 = require('http2');

const has = (program, ...args) => spawnSync(program, args).status === 0;
const body = Buffer.alloc(300000, 'abcdefghij');
const server = http2.createServer((req, res) => {
  if (req.method !== 'POST') {
    res.setHeader('x-one', '1');
    res.end(body);
    return;
  }
  let size = 0;
  req.on('data', (chunk) => { size += chunk.length; });
  req.on('end', () => res.end(String(size)));
});

const programs = [];
const add = (program, args, check) => programs.push([program, args, check]);
const isBody = (out) => assert.ok(out === body.toString(), `${out.length} bytes`);
if (has('nghttp', '--version'))
  add('nghttp', (url) => [url], isBody);
if (has('curl', '--version') && String(spawnSync('curl', ['--version']).stdout).includes('HTTP2')) {
  add('curl', (url) => ['-s', '--http2-prior-knowledge', url], isBody);
  add('curl', (url) => ['-s', '--http2-prior-knowledge', '--data-binary', `@${__filename}`, url],
      (out) => assert.strictEqual(out, String(require('fs').statSync(__filename).size)));
}

function next(i) {
  if (i === programs.length) {
    server.close();
    return;
  }
  const [program, args, check] = programs[i];
  const url = `http://127.0.0.1:${server.address().port}/`;
  execFile(program, args(url), { maxBuffer: 1e7 }, (err, out) => {
    assert.ifError(err);
    check(out);
    next(i + 1);
  });
}
server.listen(0, '127.0.0.1', () => next(0));
