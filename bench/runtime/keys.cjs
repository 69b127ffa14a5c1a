'use strict';
// A key and a certificate for cases with TLS, made by the `openssl` command.
const { execFileSync } = require('child_process');
const fs = require('fs');
const os = require('os');
const path = require('path');

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'bench-tls-'));
const keyFile = path.join(folder, 'key'), certFile = path.join(folder, 'cert');
try {
  execFileSync('openssl', [
    'req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes',
    '-days', '30', '-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost',
    '-keyout', keyFile, '-out', certFile,
  ], { stdio: 'ignore' });
  module.exports = { key: fs.readFileSync(keyFile), cert: fs.readFileSync(certFile) };
} finally {
  fs.rmSync(folder, { recursive: true });
}
