// Loads, and fails to connect as it does on Node
const Redis = require('ioredis');
const r = new Redis({ port: 1, host: '127.0.0.1', retryStrategy: null, lazyConnect: true });
r.on('error', () => {});
r.connect().catch((e) => console.log(e.message));
console.log(Redis.Command ? 'command' : '', new Redis.Cluster([], { lazyConnect: true }).status);
