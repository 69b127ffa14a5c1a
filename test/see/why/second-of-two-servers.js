// holds: server 4
const net = require('net');
const one = net.createServer().listen(0, () => one.close());
net.createServer().listen(0);
