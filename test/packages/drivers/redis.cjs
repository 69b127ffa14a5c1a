// Loads, and fails to connect as it does on Node
const { createClient } = require('redis');
const c = createClient({ url: 'redis://127.0.0.1:1', socket: { reconnectStrategy: false } });
c.on('error', () => {});
c.connect().catch((e) => console.log(e.code));
