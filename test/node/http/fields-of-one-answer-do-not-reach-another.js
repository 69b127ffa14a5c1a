'use strict';
// Answers whose fields differ in a value, in order or in letter case are sent with their own ones.
const assert = require('assert');
const http = require('http');

const sets = [
  [['Content-Type', 'a'], ['X-One', '1']],
  [['Content-Type', 'a'], ['X-One', '1']],
  [['Content-Type', 'a'], ['X-One', '2']],
  [['Content-Type', 'b'], ['X-One', '2']],
  [['X-One', '2'], ['Content-Type', 'b']],
  [['X-One', '2'], ['Content-Type', 'b']],
  [['x-one', '2'], ['Content-Type', 'b']],
  [['Content-Type', 'b']],
  [],
  [['Content-Type', 'b']],
  [['X-List', ['1', '2']], ['Content-Type', 'b']],
  [['X-List', ['1', '3']], ['Content-Type', 'b']],
  [['X-Number', 0]],
  [['X-Number', '0']],
  [['X-Long', 'l'.repeat(2000)], ['Content-Type', 'b']],
  [['X-Long', 'l'.repeat(2000)], ['Content-Type', 'b']],
];
const own = ['Date', 'Connection', 'Keep-Alive', 'Content-Length'];

function expected(set) {
  const list = [];
  for (const { 0: name, 1: value } of set) {
    for (const one of [value].flat())
      list.push(name, `${one}`);
  }
  return list;
}

const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
const server = http.createServer((req, res) => {
  const set = sets[+req.url.slice(1)];
  for (const { 0: name, 1: value } of set)
    res.setHeader(name, value);
  res.end(req.url);
});

function ask(port, at) {
  if (at === 2 * sets.length) {
    agent.destroy();
    server.close();
    return;
  }
  const set = sets[at % sets.length];
  http.get({ port, path: `/${at % sets.length}`, agent }, (res) => {
    const { rawHeaders: raw } = res;
    const found = raw.filter((_, i) => !own.includes(raw[i - i % 2]));
    assert.deepStrictEqual(found, expected(set));
    let text = '';
    res.setEncoding('utf8');
    res.on('data', (part) => { text += part; });
    res.on('end', () => {
      assert.strictEqual(text, `/${at % sets.length}`);
      ask(port, at + 1);
    });
  });
}
server.listen(0, '127.0.0.1', () => ask(server.address().port, 0));
