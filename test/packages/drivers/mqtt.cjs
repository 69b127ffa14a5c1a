// Packets, and fails to connect as it does on Node
const mqtt = require('mqtt');
const c = mqtt.connect('mqtt://127.0.0.1:1', { reconnectPeriod: 0 });
c.on('error', (e) => { console.log(e.code); c.end(true); });
