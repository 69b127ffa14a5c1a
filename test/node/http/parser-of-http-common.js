// HTTPParser of _http_common parses requests and responses, and reports each part by its number.
const assert = require('node:assert');
const { HTTPParser, methods } = require('_http_common');
const { REQUEST, RESPONSE, kOnBody, kOnHeaders, kOnHeadersComplete, kOnMessageComplete } =
  HTTPParser;

function record(type) {
  const parser = new HTTPParser();
  const seen = [];
  parser.initialize(type, {});
  parser[kOnHeadersComplete] = (...args) => { seen.push(['head', ...args]); };
  parser[kOnBody] = (bytes) => { seen.push(['body', String(bytes)]); };
  parser[kOnHeaders] = (headers) => { seen.push(['trailers', headers]); };
  parser[kOnMessageComplete] = () => { seen.push(['complete']); };
  return { parser, seen };
}

const request = record(REQUEST);
request.parser.execute(Buffer.from(
  'POST /it HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n4\r\nping\r\n0\r\nVary: *\r\n\r\n'));
assert.deepStrictEqual(request.seen, [
  ['head', 1, 1, ['Transfer-Encoding', 'chunked'], methods.indexOf('POST'), '/it', undefined,
   undefined, false, true],
  ['body', 'ping'], ['trailers', ['Vary', '*']], ['complete'],
]);

const response = record(RESPONSE);
response.parser.execute(Buffer.from('HTTP/1.0 200 OK fine\r\nContent-Length: 4\r\n\r\npo'));
response.parser.execute(Buffer.from('ng'));
assert.deepStrictEqual(response.seen, [
  ['head', 1, 0, ['Content-Length', '4'], undefined, undefined, 200, 'OK fine', false, false],
  ['body', 'po'], ['body', 'ng'], ['complete'],
]);

const bad = record(REQUEST).parser.execute(Buffer.from('no request\r\n'));
assert.ok(bad instanceof Error);
assert.match(bad.code, /^HPE_/);

const throwing = record(REQUEST);
throwing.parser[kOnHeadersComplete] = () => { throw new Error('mine'); };
assert.throws(() => throwing.parser.execute(Buffer.from('GET / HTTP/1.1\r\nHost: a\r\n\r\n')),
              { message: 'mine' });
assert.deepStrictEqual(throwing.seen, []);
setImmediate(() => assert.deepStrictEqual(throwing.seen, []));
