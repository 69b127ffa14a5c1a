'use strict';
// TLS connections of which one call fails, one call after the other: see test/runtime/tls-faults.
// Arguments: CALL, KIND, first and last number of the call, the step between them, and whether each
// connection must succeed all the same. Prints a line for what went wrong, and how many calls there
// are.
const fs = require('fs');
const tls = require('tls');
const { ca, issue } = require('../../node/tls/fixtures/keys');

const { 2: call, 3: kind, 4: first, 5: last, 6: step, 7: mustSucceed } = process.argv;
const { cert, key } = issue('example.test');
const open = new Set();
let errors = [];
let settled = () => {};

process.on('uncaughtException', (err) => { errors.push(`uncaught ${err.stack}`); });
const server = tls.createServer({ cert, key }, (socket) => {
  socket.on('error', (err) => errors.push(err.code));
  socket.on('data', () => socket.end('pong'));
});
server.on('connection', (socket) => {
  open.add(socket);
  socket.on('error', (err) => errors.push(err.code));
  socket.on('close', () => {
    open.delete(socket);
    settled();
  });
});
server.on('error', (err) => errors.push(err.code));
server.on('tlsClientError', (err) => errors.push(err.code));

const turn = () => new Promise((resolve) => { setImmediate(resolve); });

function exchange(client) {
  let text = '';
  client.on('secureConnect', () => client.write('ping'));
  client.on('data', (chunk) => { text += chunk; });
  client.on('error', (err) => errors.push(err.code));
  return new Promise((resolve) => { client.on('close', () => resolve(text)); });
}

// What the client has read, once both sides are closed.
async function connection() {
  let text = '';
  try {
    text = await exchange(tls.connect({ port: server.address().port, ca: ca.cert,
                                        servername: 'example.test' }));
  } catch (err) {
    errors.push(err.code ?? err.message);
  }
  for (let i = 0; i < 3; i++)
    await turn();
  while (open.size > 0)
    await new Promise((resolve) => { settled = resolve; });
  return text;
}

function complain(nth, text) {
  console.log(`${call} ${nth} ${kind}: ${text}`);
}

async function point(nth) {
  fs.writeSync(2, `${call} ${nth} ${kind}\n`); // the last line says where a process has ended
  errors = [];
  process.chdir(`/fault ${call} ${nth} ${kind}`);
  const text = await connection();
  process.chdir('/fault');
  if (errors.some((error) => `${error}`.startsWith('uncaught')))
    complain(nth, errors.join(', '));
  else if (text !== 'pong' && (mustSucceed === 'true' || errors.length === 0))
    complain(nth, `read '${text}', errors: ${errors.join(', ')}`);
  if (errors.length > 0 && await connection() !== 'pong')
    complain(nth, 'the next connection fails');
  return +fs.readFileSync(process.env.GYRE_FAULT_FILE);
}

server.listen(0, async () => {
  await connection();
  if (await connection() !== 'pong')
    complain(0, 'no connection without a fault');
  const total = await point(0);
  for (let nth = +first; nth <= Math.min(+last, total); nth += +step)
    await point(nth);
  console.log(`${total} calls`);
  server.close();
});
