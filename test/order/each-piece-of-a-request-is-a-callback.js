// Each piece of a request's body that arrives in one read, and its end, are callbacks of their own:
// ticks and promise jobs run between them. The head and the first piece share one. 'close' follows
// 'end' by a tick, before 'close' of the response.
const http = require('http');
const net = require('net');

const later = (name) => {
  Promise.resolve().then(() => console.log(`${name} job`));
  process.nextTick(() => console.log(`${name} tick`));
};
const bodies = [
  'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\nhello',
  'POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n' +
    '2\r\nab\r\n2\r\ncd\r\n0\r\nX: y\r\n\r\n',
];
const server = http.createServer((req, res) => {
  console.log('request');
  later('request');
  req.on('data', (chunk) => {
    console.log(`data ${chunk}`);
    later('data');
  });
  req.on('end', () => {
    console.log('end');
    later('end');
    res.end('ok');
  });
  req.on('close', () => console.log('close'));
  res.on('close', () => console.log('response close'));
});
server.listen(0, '127.0.0.1', function send() {
  const socket = net.connect(server.address().port, '127.0.0.1');
  socket.write(bodies.shift());
  socket.on('data', () => socket.destroy());
  socket.on('close', () => (bodies.length > 0 ? send() : server.close()));
});
// => request
// => request tick
// => data hello
// => data tick
// => request job
// => data job
// => end
// => end tick
// => close
// => response close
// => end job
// => request
// => request tick
// => data ab
// => data tick
// => request job
// => data job
// => data cd
// => data tick
// => data job
// => end
// => end tick
// => close
// => response close
// => end job
