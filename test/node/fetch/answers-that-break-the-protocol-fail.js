// An answer that breaks the protocol makes fetch() fail, with the cause that Node.js gives.
const assert = require('assert');
const net = require('net');

const answers = {
  upgrade: 'HTTP/1.1 101 Switching\r\nupgrade: x\r\nconnection: upgrade\r\n\r\nabc',
  junk: '\0\0\0',
  chunk: 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\nzz\r\nabc',
  short: 'HTTP/1.1 200 OK\r\ncontent-length: 10\r\n\r\nabcd',
  large: `HTTP/1.1 200 OK\r\na: ${'b'.repeat(20_000)}\r\n\r\n`,
  many: `HTTP/1.1 200 OK\r\n${'a: b\r\n'.repeat(2500)}content-length: 3\r\n\r\nabc`,
};

const server = net.createServer((socket) => {
  socket.on('error', () => {});
  socket.once('data', (data) => {
    const name = data.toString().slice(5).split(' ')[0];
    socket.write(answers[name]);
    if (name !== 'upgrade') // whose connection the client has to close
      socket.end();
  });
});

async function causeOf(name) {
  const url = `http://127.0.0.1:${server.address().port}/${name}`;
  const { cause } = await fetch(url).then((answer) => answer.text())
    .then(() => assert.fail('not refused'), (error) => error);
  return { name: cause.name, code: cause.code, message: cause.message };
}

const unlike = 'Response does not match the HTTP/1.1 protocol';

async function main() {
  assert.deepStrictEqual(await causeOf('upgrade'), {
    name: 'SocketError', code: 'UND_ERR_SOCKET', message: 'bad upgrade',
  });
  const junk = await causeOf('junk');
  assert.strictEqual(junk.name, 'HTTPParserError');
  assert.strictEqual(junk.message, `${unlike} (Expected HTTP/, RTSP/ or ICE/)`);
  const chunk = await causeOf('chunk');
  assert.strictEqual(chunk.name, 'HTTPParserError');
  assert.strictEqual(chunk.message, `${unlike} (Invalid character in chunk size)`);
  assert.deepStrictEqual(await causeOf('short'), {
    name: 'SocketError', code: 'UND_ERR_SOCKET', message: 'other side closed',
  });
  assert.deepStrictEqual(await causeOf('large'), {
    name: 'HeadersOverflowError', code: 'UND_ERR_HEADERS_OVERFLOW',
    message: 'Headers Overflow Error',
  });

  // The number of fields is limited by their size only.
  const many = await fetch(`http://127.0.0.1:${server.address().port}/many`);
  assert.strictEqual(many.headers.get('content-length'), '3');
  assert.strictEqual(many.headers.get('a').length, 2500 * 3 - 2);
  assert.strictEqual(await many.text(), 'abc');
  server.close();
}
server.listen(0, '127.0.0.1', main);
