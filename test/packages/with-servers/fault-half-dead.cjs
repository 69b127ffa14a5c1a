// Sixteen clients whose peer accepts connections and says nothing: each gives up by its own time-out
const net = require('node:net');
const { once } = require('node:events');
const say = (name) => (error) => console.log(name, error?.name, error?.code, error?.message?.replace(/\d{4,}/g, 'N'));

const CLIENTS = {
  async pg(port) {
    const { Client } = require('pg');
    await new Client({ host: '127.0.0.1', port, user: 'x', connectionTimeoutMillis: 200 }).connect();
  },
  async pool(port) {
    const { Pool } = require('pg');
    await new Pool({ host: '127.0.0.1', port, user: 'x', connectionTimeoutMillis: 200 }).query('select 1');
  },
  async postgres(port) {
    const sql = require('postgres')({ host: '127.0.0.1', port, user: 'x', connect_timeout: 1 });
    await sql`select 1`.finally(() => sql.end({ timeout: 0 }));
  },
  async ioredis(port) {
    const Redis = require('ioredis');
    const client = new Redis({ port, host: '127.0.0.1', commandTimeout: 200, enableReadyCheck: false });
    client.on('error', () => {});
    await client.get('a').finally(() => client.disconnect());
  },
  async redis(port) {
    const { createClient } = require('redis');
    const client = createClient({ socket: { port, host: '127.0.0.1', socketTimeout: 200, reconnectStrategy: false } });
    client.on('error', () => {});
    await client.connect();
  },
  async mqtt(port) {
    await require('mqtt').connectAsync(`mqtt://127.0.0.1:${port}`, { connectTimeout: 200, reconnectPeriod: 0 });
  },
  async amqplib(port) {
    await require('amqplib').connect(`amqp://127.0.0.1:${port}`, { timeout: 200 });
  },
  async nats(port) {
    await require('nats').connect({ servers: `127.0.0.1:${port}`, timeout: 200, reconnect: false, maxReconnectAttempts: 0 });
  },
  async mysql2(port) {
    await require('mysql2/promise').createConnection({ host: '127.0.0.1', port, connectTimeout: 200 });
  },
  async mongodb(port) {
    const { MongoClient } = require('mongodb');
    const client = new MongoClient(`mongodb://127.0.0.1:${port}/`, { serverSelectionTimeoutMS: 300, connectTimeoutMS: 60_000 });
    await client.connect().finally(() => client.close());
  },
  async undici(port) {
    const { Agent, request } = require('undici');
    await request(`http://127.0.0.1:${port}/`, { dispatcher: new Agent({ headersTimeout: 200 }) });
  },
  async axios(port) { await require('axios').get(`http://127.0.0.1:${port}/`, { timeout: 200 }); },
  async superagent(port) { await require('superagent').get(`http://127.0.0.1:${port}/`).timeout(200); },
  async got(port) {
    const { got } = await import('got');
    await got(`http://127.0.0.1:${port}/`, { timeout: { request: 200 }, retry: { limit: 0 } });
  },
  async ws(port) {
    const WebSocket = require('ws');
    const socket = new WebSocket(`ws://127.0.0.1:${port}/`, { handshakeTimeout: 200 });
    throw (await once(socket, 'error'))[0];
  },
  async nodemailer(port) {
    const transport = require('nodemailer').createTransport({ host: '127.0.0.1', port, greetingTimeout: 200 });
    await transport.sendMail({ from: 'a@b.test', to: 'c@d.test', text: 'x' });
  },
};

(async () => {
  const sockets = [];
  const server = net.createServer((socket) => {
    socket.on('error', () => {}).resume();
    sockets.push(socket);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  for (const [name, run] of Object.entries(CLIENTS))
    await run(server.address().port).then(() => console.log(name, 'connected?'), say(name));
  server.close();
  sockets.forEach((socket) => socket.destroy()); // some clients keep a connection that they gave up
  await once(server, 'close');
})();
