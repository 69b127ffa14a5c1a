// Bytes go there and back a hundred times.
const net = require('net');
let left = 100;
const server = net.createServer((socket) =>
  socket.on('data', function echo(data) { socket.write(data); }));
server.listen(0, '127.0.0.1', function listening() {
  const client = net.connect(server.address().port, '127.0.0.1',
                             function go() { client.write('x'); });
  client.on('data', function answered() {
    if (--left > 0)
      client.write('x');
    else
      client.end();
  });
  client.on('close', function over() { server.close(); });
});
