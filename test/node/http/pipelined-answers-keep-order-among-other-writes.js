'use strict';
// What a request of several that arrive together writes by another way comes after the answers
// before it and before those after it.
const assert = require('assert');
const http = require('http');
const net = require('net');

const get = (url, headers = '') => `GET ${url} HTTP/1.1\r\nHost: a\r\n${headers}\r\n`;
const four = get('/1') + get('/2') + get('/3') + get('/4');
const cases = [
  ['strings', four, (res) => res.end('/3'), ['/1', '/2', '/3', '/4']],
  ['write()', four, (res) => { res.write('a'); res.end('b'); }, ['/1', '/2', 'a', 'b', '/4']],
  ['later', four, (res) => setImmediate(() => res.end('/3')), ['/1', '/2', '/3', '/4']],
  ['chunked', four, (res) => {
    res.setHeader('Transfer-Encoding', 'chunked');
    res.end('é');
  }, ['/1', '/2', '2\r\né', '/4']],
  ['bytes', four, (res) => res.end(Buffer.from('/3')), ['/1', '/2', '/3', '/4']],
  ['many bytes', four, (res) => res.end(Buffer.alloc(30000, 'x')), ['/1', '/2', 'xx', '/4']],
  ['long text', four, (res) => res.end('y'.repeat(70000)), ['/1', '/2', 'yy', '/4']],
  ['Latin-1', four, (res) => {
    res.setHeader('X-Name', 'é');
    res.end('ä', 'latin1');
  }, ['/1', '/2', 'X-Name: é', 'ä', '/4']],
  ['1xx', four, (res) => { res.writeProcessing(); res.end('/3'); },
   ['/1', '/2', '102 Processing', '/3', '/4']],
  ['100', get('/1') + get('/2') + get('/3', 'Expect: 100-continue\r\n') + get('/4'),
   (res) => res.end('/3'), ['/1', '/2', '100 Continue', '/3', '/4']],
  ['204', four, (res) => { res.statusCode = 204; res.end(); }, ['/1', '/2', '204 No', '/4']],
  ['head', four, (res) => { res.flushHeaders(); res.end('/3'); }, ['/1', '/2', 'chunked', '/4']],
  ['finish', four, (res) => { res.on('finish', () => {}); res.end('/3'); },
   ['/1', '/2', '/3', '/4']],
  ['last', get('/1') + get('/2') + get('/3', 'Connection: close\r\n'), (res) => res.end('/3'),
   ['/1', '/2', 'Connection: close', '/3']],
];

function run(at) {
  if (at === cases.length)
    return;
  const { 0: name, 1: input, 2: third, 3: expected } = cases[at];
  const server = http.createServer((req, res) =>
    (req.url === '/3' ? third(res) : res.end(req.url)));
  let bytes = Buffer.alloc(0);
  server.listen(0, '127.0.0.1', () => {
    const client = net.connect(server.address().port, '127.0.0.1', () => client.write(input));
    client.on('data', (part) => {
      bytes = Buffer.concat([bytes, part]);
      if (expected.every((one) => bytes.includes(one) || bytes.includes(one, 0, 'latin1')))
        client.end();
    });
    client.on('close', () => {
      let from = -1;
      for (const one of expected) {
        const found = bytes.indexOf(one, from + 1);
        const place = found >= 0 ? found : bytes.indexOf(one, from + 1, 'latin1');
        assert.ok(place > from, `${name}: ${one} in ${bytes}`);
        from = place;
      }
      server.close(() => run(at + 1));
    });
  });
}
run(0);
