'use strict';
// differs from Node: it has OpenSSL inside of its program
// A program that uses net and http does not load OpenSSL's libssl; the first context does.
const assert = require('assert');
const fs = require('fs');
const http = require('http');
require('net');

const isLoaded = () => fs.readFileSync('/proc/self/maps', 'latin1').includes('libssl.so');
assert.strictEqual(isLoaded(), false);
const server = http.createServer((req, res) => res.end('x')).listen(0, () => {
  http.get({ port: server.address().port, agent: false }, (res) => {
    res.resume();
    res.on('end', () => {
      server.close();
      assert.strictEqual(isLoaded(), false);
      require('tls').createSecureContext();
      assert.strictEqual(isLoaded(), process.versions.gyre !== undefined);
    });
  });
});
