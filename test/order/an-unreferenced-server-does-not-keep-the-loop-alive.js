// B2.2: unref()d handles do not keep it alive.
'use strict';
const log = console.log;

const net = require('net');
net.createServer().listen(0).unref();
process.on('exit', () => log('exit'));
// => exit
