// .help, .save, .load, .clear and commands of the program.
'use strict';
const assert = require('assert');
const fs = require('fs');
const os = require('os');
const path = require('path');
const { session, close } = require('./fixtures/session');

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'gyre-repl-'));
const file = path.join(folder, 'session.js');

(async () => {
  const { server, send } = session();
  const help = await send('.help');
  for (const name of ['break', 'clear', 'exit', 'help', 'load', 'save'])
    assert.match(help, new RegExp(`^\\.${name} +\\S`, 'm'));
  await send('let kept = 20', 'function twice(n) {', 'return n * 2', '}');
  assert.strictEqual(await send(`.save ${file}`), `Session saved to: ${file}\n> `);
  assert.strictEqual(fs.readFileSync(file, 'utf8'),
                     'let kept = 20\nfunction twice(n) {\nreturn n * 2\n}');
  assert.strictEqual(await send('.save /nowhere/at/all'), 'Failed to save: /nowhere/at/all\n> ');
  assert.strictEqual(await send('.save'), 'The "file" argument must be specified\n> ');

  let context;
  server.on('reset', (given) => context = given);
  assert.strictEqual(await send('.clear'), 'Clearing context...\n> ');
  assert.strictEqual(context, server.context);
  assert.match(await send('kept'), /^Uncaught ReferenceError: kept is not defined/);
  await send(`.load ${file}`);
  assert.strictEqual(await send('twice(kept)'), '40\n> ');
  assert.strictEqual(await send(`.load ${folder}`),
                     `Failed to load: ${folder} is not a valid file\n> `);
  assert.strictEqual(await send(`.load ${file}x`), `Failed to load: ${file}x\n> `);

  server.defineCommand('say', {
    help: 'Say something',
    action(text) {
      this.output.write(`said ${text}\n`);
      this.displayPrompt();
    },
  });
  assert.strictEqual(await send('.say a b'), 'said a b\n> ');
  assert.match(await send('.help'), /^\.say +Say something$/m);
  assert.throws(() => server.defineCommand('bad', { action: 1 }), { code: 'ERR_INVALID_ARG_TYPE' });
  await close(server);
  fs.rmSync(folder, { recursive: true });
})();
