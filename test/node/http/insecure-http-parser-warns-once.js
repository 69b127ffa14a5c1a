'use strict';
// --insecure-http-parser: the first message that is parsed so by default warns, and no other; a
// message whose own option decides does not, nor does a program that parses none.
const assert = require('assert');
const { spawn } = require('child_process');

const WARNING = 'Warning: Using insecure HTTP parsing';

function exchanges(options) {
  const http = require('http');
  const server = http.createServer(options, (req, res) => res.end()).listen(0, () => {
    let count = 0;
    const get = () => http.get({ ...options, port: server.address().port, agent: false }, (res) => {
      res.resume().on('end', () => (++count < 2 ? get() : server.close()));
    });
    get();
  });
}

function check(flags, source, expected) {
  const child = spawn(process.execPath, [...flags, '-e', source]);
  let text = '';
  child.stderr.setEncoding('utf8').on('data', (chunk) => { text += chunk; });
  child.on('close', (code) => {
    assert.strictEqual(code, 0, text);
    assert.strictEqual(text.split(WARNING).length - 1, expected, `${source}\n${text}`);
  });
}

const using = (options) => `(${exchanges})(${JSON.stringify(options)})`;
const FLAG = ['--insecure-http-parser'];
check(FLAG, using({}), 1);
check(FLAG, using({ insecureHTTPParser: true }), 0);
check(FLAG, using({ insecureHTTPParser: false }), 0);
check(FLAG, using({ httpValidation: 'insecure' }), 0);
check(FLAG, 'require("http").createServer()', 0);
check([], using({ insecureHTTPParser: true }), 0);
check([], using({}), 0);
