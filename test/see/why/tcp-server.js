// holds: server 3
// let go: server.close()
const server = require('net').createServer().listen(0);
process.on('SIGHUP', () => server.close());
