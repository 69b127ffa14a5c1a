// Server and client, 3,000 messages, close codes
const { WebSocketServer, WebSocket } = require('ws');
const server = new WebSocketServer({ port: 0, perMessageDeflate: true }, () => {
  const client = new WebSocket(`ws://127.0.0.1:${server.address().port}`, { headers: { 'x-h': 'v' } });
  let count = 0, bytes = 0;
  client.on('open', () => { for (let i = 0; i < 3000; i++) client.send('m'.repeat(i % 2000)); client.send(Buffer.from([1, 2, 3])); });
  client.on('message', (data, binary) => { count++; bytes += data.length; if (binary) client.close(4001, 'bye'); });
  client.on('close', (code, reason) => { console.log(count, bytes, code, String(reason)); server.close(); });
});
server.on('connection', (socket, req) => {
  console.log(req.headers['x-h']);
  socket.on('message', (data, binary) => socket.send(data, { binary }));
  socket.on('close', (code, reason) => console.log('server', code, String(reason)));
});
