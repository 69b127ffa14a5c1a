// nghttp, curl and h2load, where they are installed, get what a server sends, and a server what
// curl sends; over TCP and TLS.
'use strict';
const assert = require('assert');
const { execFile, spawnSync } = require('child_process');
const http2 = require('http2');
const { issue } = require('../tls/fixtures/keys.js');

const has = (program, ...args) => spawnSync(program, args).status === 0;
const body = Buffer.alloc(300000, 'abcdefghij');
function answer(req, res) {
  if (req.method !== 'POST') {
    res.setHeader('x-one', '1');
    res.end(body);
    return;
  }
  let size = 0;
  req.on('data', (chunk) => { size += chunk.length; });
  req.on('end', () => res.end(String(size)));
}
const plain = http2.createServer(answer);
const secure = http2.createSecureServer(issue('localhost', { san: 'IP:127.0.0.1' }), answer);

const programs = [];
const add = (program, args, check, isSecure = false) =>
  programs.push([program, args, check, isSecure]);
const isBody = (out) => assert.ok(out === body.toString(), `${out.length} bytes`);
if (has('nghttp', '--version'))
  add('nghttp', (url) => [url], isBody);
if (has('curl', '--version') && String(spawnSync('curl', ['--version']).stdout).includes('HTTP2')) {
  add('curl', (url) => ['-s', '--http2-prior-knowledge', url], isBody);
  add('curl', (url) => ['-s', '--http2-prior-knowledge', '--data-binary', `@${__filename}`, url],
      (out) => assert.strictEqual(out, String(require('fs').statSync(__filename).size)));
  add('curl', (url) => ['-s', '-k', '--http2', '-w', '%{http_version}', url],
      (out) => assert.strictEqual(out.slice(-1), '2'), true);
}
if (has('h2load', '--version')) {
  const isAll = (out) => assert.match(out, / 200 succeeded, 0 failed, 0 errored, 0 timeout/);
  for (const isSecure of [false, true])
    add('h2load', (url) => ['-n200', '-c4', '-m20', url], isAll, isSecure);
}

function next(i) {
  if (i === programs.length) {
    plain.close();
    secure.close();
    return;
  }
  const [program, args, check, isSecure] = programs[i];
  const { port } = (isSecure ? secure : plain).address();
  const url = `${isSecure ? 'https' : 'http'}://127.0.0.1:${port}/`;
  execFile(program, args(url), { maxBuffer: 1e7 }, (err, out) => {
    assert.ifError(err);
    check(out);
    next(i + 1);
  });
}
plain.listen(0, '127.0.0.1', () => secure.listen(0, '127.0.0.1', () => next(0)));
