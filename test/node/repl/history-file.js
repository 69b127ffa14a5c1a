// The history file: mode 0600, newest first, input of several lines is one entry, and a link of
// another user is not followed. Without a file the REPL works as well.
// differs from Node: what may stand at the path is checked
'use strict';
const assert = require('assert');
const fs = require('fs');
const os = require('os');
const path = require('path');
const { PassThrough } = require('stream');
const repl = require('repl');

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'gyre-repl-'));
const file = path.join(folder, 'history');

function open(config) {
  const input = new PassThrough();
  const output = new PassThrough().setEncoding('utf8');
  let text = '';
  output.on('data', (part) => text += part);
  const server = repl.start({ input, output, terminal: true, preview: false, useColors: false });
  return new Promise((resolve) => server.setupHistory(
    config, (error) => resolve({ error, server, input, text: () => text })));
}
const end = (server) => new Promise((resolve) => {
  server.once('exit', resolve);
  server.close();
});

(async () => {
  const first = await open(file);
  first.server.write('1 + 1\n');
  first.server.write('function f() {\n');
  first.server.write('}\n');
  await end(first.server);
  assert.strictEqual(fs.readFileSync(file, 'utf8'), '}\rfunction f() {\n1 + 1\n');
  assert.strictEqual(fs.statSync(file).mode & 0o777, 0o600);

  const second = await open({ filePath: file, size: 1 });
  assert.deepStrictEqual(second.server.history, ['function f() {\n}']);
  second.server.write(null, { name: 'up' });
  assert.strictEqual(second.server.line, 'function f() {\n}');
  second.server.write('\n');
  assert.match(second.text(), /undefined\n/);
  await end(second.server);

  // What is neither a file nor a device is refused, and said.
  const refused = await open(folder);
  assert.strictEqual(refused.error, null);
  assert.match(refused.text(), /Error: Could not open history file\./);
  refused.server.write('1 + 1\n');
  assert.match(refused.text(), /2\n/);
  await end(refused.server);

  if (process.getuid() === 0) {
    const link = path.join(folder, 'link');
    fs.symlinkSync(file, link);
    fs.lchownSync(link, 54321, 54321);
    const strange = await open(link);
    assert.match(strange.text(), /Error: Could not open history file\./);
    assert.deepStrictEqual(strange.server.history, []);
    await end(strange.server);
  }
  fs.rmSync(folder, { recursive: true });
})();
