// Polling, upgrade, binary acknowledgement, rooms
const { Server } = require('socket.io'), { io } = require('socket.io-client'), http = require('http');
const web = http.createServer().listen(0, () => {
  const server = new Server(web);
  server.on('connection', (s) => {
    s.join('room');
    s.on('ask', (a, b, reply) => reply({ a, size: b.length }));
    s.on('all', () => server.to('room').emit('news', [1, 'x']));
  });
  const client = io(`http://localhost:${web.address().port}`);
  client.on('connect', () => client.emit('ask', 1, Buffer.alloc(1000), (r) => {
    console.log(r);
    client.emit('all');
  }));
  client.on('news', (n) => { console.log(n); client.close(); server.close(() => console.log('closed')); });
});
