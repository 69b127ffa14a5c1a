// Publish and subscribe with each quality of service, retained messages, a will
const mqtt = require('mqtt');
const url = `mqtt://127.0.0.1:${process.env.MQTT_PORT}`;
(async () => {
  const a = await mqtt.connectAsync(url, { clientId: `a${process.pid}` });
  const b = await mqtt.connectAsync(url, { clientId: `b${process.pid}`, will: { topic: 'gone', payload: 'b', qos: 1 } });
  const heard = [];
  let enough;
  const all = new Promise((resolve) => { enough = resolve; });
  a.on('message', (topic, payload, packet) => {
    heard.push([topic, payload.length, packet.qos]);
    if (heard.length === 4)
      enough();
  });
  console.log((await a.subscribeAsync({ 'x/+': { qos: 2 }, 'gone': { qos: 1 } })).length);
  for (const qos of [0, 1, 2])
    await b.publishAsync(`x/${qos}`, Buffer.alloc(10 ** (qos + 2), 1), { qos });
  b.stream.destroy();
  b.end(true);
  await all;
  console.log(heard.sort());
  await a.endAsync();
})();
