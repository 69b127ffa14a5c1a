// TLS 1.3 handshakes on the loopback interface, full and resumed by a ticket: CPU time of client and server together.
const tls = require('tls');
const { cert, key } = require('../keys.cjs');
const COUNT = 60;
const ROUNDS = 3;
const server = tls.createServer({ cert, key }, (socket) => {
  socket.on('error', () => {});
  socket.end('x');
});

function connect(session, done) {
  const client = tls.connect({ port: server.address().port, host: '127.0.0.1', ca: cert,
                               servername: 'localhost', session });
  let ticket;
  client.on('session', (data) => { ticket = data; });
  client.on('error', (error) => { throw error; });
  client.resume();
  client.on('close', () => done(ticket));
}

function measure(session, done) {
  const began = process.cpuUsage();
  let left = COUNT;
  const next = () => {
    if (left-- > 0)
      connect(session, next);
    else {
      const { user, system } = process.cpuUsage(began);
      done((user + system) * 1000 / COUNT);
    }
  };
  next();
}

function rounds(session, done) {
  const all = [];
  const next = () => measure(session, (ns) => {
    all.push(ns);
    if (all.length < ROUNDS)
      next();
    else
      done(Math.min(...all));
  });
  next();
}

server.listen(0, '127.0.0.1', () => connect(undefined, (session) => {
  rounds(undefined, (full) => rounds(session, (resumed) => {
    console.log(JSON.stringify({ figures: { full, resumed } }));
    process.exit(0);
  }));
}));
