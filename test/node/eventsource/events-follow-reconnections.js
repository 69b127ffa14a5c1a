// flags: --experimental-eventsource --no-warnings
// differs from Node: it emits what it has read after close(), too
'use strict';
// EventSource: fields and line ends of a stream however it is divided, another connection with the
// last id after the end of a stream, and no more after close() or an answer that is no stream.
const assert = require('assert');
const http = require('http');

const { EventSource } = globalThis;

assert.deepStrictEqual([EventSource.CONNECTING, EventSource.OPEN, EventSource.CLOSED], [0, 1, 2]);
assert.throws(() => new EventSource(), { name: 'TypeError' });
assert.throws(() => new EventSource('no url'), { name: 'SyntaxError' });

const streams = [
  ['\ufeffretry: 1\nid: 7\nda', 'ta: one\r', '\ndata:two\r\rev',
   'ent: named\ndata\n\n: comment\n\n'],
  ['data: \u00e9\n\nid: 8\n\ndata: last\n\ndata: cut off'],
];
const asked = [];
const seen = [];

const server = http.createServer((request, response) => {
  asked.push([request.headers.accept, request.headers['last-event-id']]);
  const parts = streams.shift();
  if (parts === undefined) {
    response.writeHead(request.url === '/gone' ? 204 : 500).end();
    return;
  }
  response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8' });
  const next = () => {
    if (parts.length === 0)
      response.end();
    else
      response.write(parts.shift(), () => setImmediate(next));
  };
  next();
}).listen(0, '127.0.0.1', () => {
  const url = `http://127.0.0.1:${server.address().port}/events`;
  const source = new EventSource(url);
  assert.strictEqual(source.readyState, EventSource.CONNECTING);
  assert.strictEqual(source.url, url);
  source.onopen = () => seen.push(['open', source.readyState]);
  source.onmessage = ({ data, lastEventId, origin }) => {
    assert.strictEqual(origin, new URL(url).origin);
    seen.push([data, lastEventId]);
  };
  source.addEventListener('named', ({ data }) => seen.push(['named', data]));
  source.onerror = () => {
    seen.push(['error', source.readyState]);
    if (source.readyState === EventSource.CLOSED)
      second(url);
  };
});

function second(url) {
  assert.deepStrictEqual(seen, [
    ['open', 1], ['one\ntwo', '7'], ['named', ''], ['error', 0],
    ['open', 1], ['\u00e9', '7'], ['last', '8'], ['error', 0],
    ['error', 2],
  ]);
  assert.deepStrictEqual(asked, [
    ['text/event-stream', undefined], ['text/event-stream', '7'], ['text/event-stream', '8'],
  ]);
  streams.push(['data: x\n\ndata: never\n\n']);
  const source = new EventSource(url);
  source.onmessage = ({ data }) => {
    assert.strictEqual(data, 'x');
    source.close();
    assert.strictEqual(source.readyState, EventSource.CLOSED);
    server.close();
    server.closeAllConnections();
  };
  source.onerror = () => assert.fail('it was closed');
}
process.on('exit', () => assert.strictEqual(asked.length, 4));
