// B2.2: unref() takes a bound socket out of what keeps the process alive.
'use strict';
const dgram = require('dgram');

dgram.createSocket('udp4', () => {}).unref().bind(0, '127.0.0.1');
