// TCP sockets and servers in a transfer list go on in the other thread, and are closed with a
// message that nobody reads. What was read, written or is no TCP is refused.
// differs from Node: a server keeps its block list
const assert = require('assert');
const { once } = require('events');
const net = require('net');
const { MessageChannel, Worker } = require('worker_threads');

const refused = (object) => assert.throws(
  () => structuredClone(object, { transfer: [object] }),
  { code: 'ERR_WORKER_HANDLE_NOT_TRANSFERABLE' });

async function connected(server) {
  const [accepted, client] = [once(server, 'connection'), net.connect(server.address().port)];
  await once(client, 'connect');
  return { client, socket: (await accepted)[0] };
}

async function read(client) {
  let text = '';
  for await (const chunk of client.setEncoding('utf8')) text += chunk;
  return text;
}

async function socketsMove(server, worker) {
  const { client, socket } = await connected(server);
  worker.postMessage({ socket }, [socket]);
  assert.strictEqual(socket.destroyed, true);
  assert.strictEqual(socket._handle, null);
  client.end('hello');
  assert.strictEqual(await read(client), 'worker: hello');
}

async function serversMove(worker) {
  const blockList = new net.BlockList();
  blockList.addAddress('127.0.0.2');
  const server = net.createServer({ allowHalfOpen: true, blockList }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address();
  worker.postMessage({ server }, [server]);
  assert.strictEqual(server.listening, false);
  const client = net.connect(port, '127.0.0.1');
  client.end('a server');
  assert.strictEqual(await read(client), 'worker: a server');
  const blocked = net.connect({ port, host: '127.0.0.1', localAddress: '127.0.0.2' });
  blocked.on('error', () => {});    // closed before or after it is connected
  assert.strictEqual(await read(blocked).catch(() => ''), '');
}

// The port is in no thread that could read it.
async function unreadMessagesCloseSockets(server) {
  const { client, socket } = await connected(server);
  const worker = new Worker('Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)',
                            { eval: true });
  await once(worker, 'online');
  const closed = once(client.resume(), 'close');
  worker.postMessage({ socket }, [socket]);
  await worker.terminate();
  await closed;
}

// The last object of the list cannot be moved when its turn comes.
async function failedMessagesCloseSockets(server, worker) {
  const { client, socket } = await connected(server);
  const closed = once(client.resume(), 'close');
  const transform = new TransformStream();
  const list = [socket, transform, transform.readable];
  assert.throws(() => worker.postMessage(list, list), { name: 'DataCloneError' });
  await closed;
}

async function othersAreRefused(server) {
  const { client, socket } = await connected(server);
  client.write('data');
  await once(socket, 'data');
  refused(socket);
  assert.strictEqual(socket.destroyed, false);
  socket.end();
  refused(socket);
  client.destroy();
  refused(client);
  refused(net.createServer());
  const connecting = net.connect(server.address().port);
  refused(connecting);
  await Promise.all([once(server, 'connection'), once(connecting, 'connect')]);
  connecting.destroy();
  const pipe = net.createServer().listen(`\0gyre-transfer-${process.pid}`);
  await once(pipe, 'listening');
  refused(pipe);
  pipe.close();
  const { port1, port2 } = new MessageChannel();
  assert.throws(() => port1.postMessage(socket),
                { name: 'DataCloneError', message: /not listed in transferList/ });
  port2.close();
}

async function withinAThread(server) {
  const { client, socket } = await connected(server);
  const successor = structuredClone(socket, { transfer: [socket] });
  assert.ok(successor instanceof net.Socket);
  successor.end('again');
  assert.strictEqual(await read(client), 'again');
}

(async () => {
  const server = net.createServer().listen(0);
  await once(server, 'listening');
  const worker = new Worker(`
    const answer = (socket) => {
      let text = '';
      socket.setEncoding('utf8').on('data', (chunk) => text += chunk);
      socket.on('end', () => socket.end('worker: ' + text));
    };
    require('worker_threads').parentPort.on('message', ({ server, socket }) => {
      if (socket) answer(socket);
      else server.on('connection', answer);
    });`, { eval: true });
  await socketsMove(net.createServer({ allowHalfOpen: true }).listen(0).unref(), worker);
  await serversMove(worker);
  await failedMessagesCloseSockets(server, worker);
  await worker.terminate();
  await unreadMessagesCloseSockets(server);
  await othersAreRefused(server);
  await withinAThread(server);
  server.close();
})();
