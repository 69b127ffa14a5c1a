// holds: interval 7
const net = require('net');
const server = net.createServer(() => {}).listen(0, () => {
  server.close(() => {});
});
setTimeout(() => {}, 60_000);
setInterval(() => {}, 60_000);   // the second of its list: its text stands here five times
