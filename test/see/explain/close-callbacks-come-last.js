// The close callback of a socket comes behind the immediates of its turn.
const net = require('net');
const server = net.createServer((socket) => socket.end()).listen(0, '127.0.0.1', () => {
  const client = net.connect(server.address().port, '127.0.0.1').resume();
  client.on('end', function onEnd() {
    setImmediate(() => console.log('immediate'));
  });
  client.on('close', function onClose() {
    console.log('close');
    server.close();
  });
});

// => main - 1 - 0 main - main
// => listener - 3 3 0 main ticks event-by-tick
// => listener - 3 3 + poll - poll-event
// => listener onEnd 5 5 + poll ticks event-by-tick
// => immediate - 6 6 = check - immediate-after-io
// => close onClose 8 8 = close - close-phase
// says: Close callbacks run last in a turn, after the immediates of the check phase.
// shows: close
