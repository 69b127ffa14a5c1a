// UDP on the loopback interface: 50 datagrams of 64 bytes in flight, each echoed by a server.
const { measure } = require('./lib.cjs');
const dgram = require('dgram');
const IN_FLIGHT = 50;
const message = Buffer.alloc(64, 'x');
const server = dgram.createSocket('udp4', (data, from) => server.send(data, from.port, from.address));
const client = dgram.createSocket('udp4');
server.bind(0, '127.0.0.1', () => {
  const { port } = server.address();
  let toSend = 0;
  let toCome = 0;
  let finished;
  const send = () => client.send(message, port, '127.0.0.1');
  client.on('message', () => {
    if (--toCome === 0)
      finished();
    else if (toSend-- > 0)
      send();
  });
  client.bind(0, '127.0.0.1', () => measure(50000, (n, done) => {
    toSend = n - IN_FLIGHT;
    toCome = n;
    finished = done;
    for (let i = 0; i < IN_FLIGHT; i++)
      send();
  }));
});
