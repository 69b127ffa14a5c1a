// Completion: names, members, keywords, commands, modules and paths; no code of the user runs
// for it.
'use strict';
const assert = require('assert');
const { session, close } = require('./fixtures/session');

(async () => {
  const { server, send } = session({ allowBlockingCompletions: true });
  const complete = (line) => new Promise((resolve, reject) => server.complete(
    line, (error, found) => (error ? reject(error) : resolve(found))));
  const is = async (line, expected) => assert.deepStrictEqual(await complete(line), expected, line);

  await send('const object = { one: 1, "two three": 2, get live() { globalThis.ran = true } }',
             'var list = [1, 2]', 'let lexical = "text"', 'class Klass {}', 'function call() {}',
             'const watched = new Proxy({}, { ownKeys() { globalThis.ran = true; return [] } })');
  await is('object.o', [['object.one'], 'object.o']);
  await is('object?.o', [['object?.one'], 'object?.o']);
  await is('let x = object.o', [['object.one'], 'object.o']);
  await is('object["o" + "ne"].toFi', [['object["o" + "ne"].toFixed'], 'object["o" + "ne"].toFi']);
  await is('object.live.', [[], 'object.live.']);
  await is('watched.', [[], 'watched.']);
  await is('call().', [[], '']);
  await is('typeof object.o', [['object.one'], 'object.o']);
  await is('lexi', [['lexical'], 'lexi']);
  await is('Klas', [['Klass'], 'Klas']);
  await is('lexical.toUpp', [['lexical.toUpperCase'], 'lexical.toUpp']);
  await is('"".toUpp', [['"".toUpperCase'], '"".toUpp']);
  await is('instanceo', [['instanceof'], 'instanceo']);
  await is('.b', [['break'], 'b']);
  await is('let o', [[], 'o']);
  await is('"objec', [[], '']);
  await is('// objec', [[], '']);
  const members = (await complete('list.'))[0];
  assert(members.includes('list.map') && !members.includes('list.0'));
  const modules = (await complete('require("f'))[0];
  assert(modules.includes('fs') && modules.includes('fs/promises'));
  assert((await complete('import("node:f'))[0].includes('node:fs'));
  const files = (await complete(`fs.readFile("${__dirname}/comp`))[0];
  assert(files.includes('completion.js'));
  assert.strictEqual(server.context.ran, undefined);
  await close(server);

  const own = session({ completer: (line) => [[`${line}!`], line] });
  own.server.complete('a', (error, found) => assert.deepStrictEqual(found, [['a!'], 'a']));
  await close(own.server);
})();
