// Commands in one turn, transactions, iterators, errors
const { createClient } = require('redis');
(async () => {
  const c = createClient({ url: `redis://127.0.0.1:${process.env.REDIS_PORT}` });
  c.on('error', (error) => console.log('error', error.message));
  await c.connect();
  await c.flushAll();
  console.log((await Promise.all(Array.from({ length: 500 }, (_, i) => c.set(`k${i}`, `${i}`)))).length);
  console.log(await c.multi().incrBy('n', 5).get('n').exec(), await c.mGet(['k1', 'k499', 'none']));
  let count = 0;
  for await (const keys of c.scanIterator({ COUNT: 50 }))
    count += keys.length;
  console.log(count);
  await c.sendCommand(['NOSUCH']).catch((error) => console.log(error.message.slice(0, 30)));
  await c.quit();
})();
