// Pipelines, transactions, scripts, streams, subscriptions, a server that closes the connection
const Redis = require('ioredis');
const port = +process.env.REDIS_PORT;
(async () => {
  const r = new Redis(port, '127.0.0.1');
  await r.flushall();
  const pipe = r.pipeline();
  for (let i = 0; i < 2000; i++)
    pipe.set(`k${i}`, `v${i}`.repeat(i % 50)).get(`k${i}`);
  const results = await pipe.exec();
  console.log(results.length, results.every(([error]) => error === null), results[1999][1].length);
  console.log(await r.multi().incr('n').incr('n').exec(), await r.eval('return {KEYS[1], ARGV[1]}', 1, 'a', 'b'));
  await r.set('binary', Buffer.from([0, 255, 13, 10]));
  console.log(await r.getBuffer('binary'), await r.hset('h', { a: 1, b: 'é' }), await r.hgetall('h'));
  await r.xadd('s', '*', 'f', 'v');
  console.log((await r.xread('COUNT', 1, 'STREAMS', 's', '0'))[0][1][0][1]);
  await r.lpush('n2', 1);
  await r.get('n2').catch((error) => console.log(error.name, error.message));
  const sub = new Redis(port, '127.0.0.1');
  const heard = new Promise((resolve) => sub.once('message', (channel, text) => resolve([channel, text])));
  await sub.subscribe('news');
  await r.publish('news', 'x'.repeat(100000));
  console.log((await heard)[1].length);
  sub.disconnect();
  const victim = new Redis(port, '127.0.0.1');
  await victim.set('before', '1');
  await r.client('KILL', 'ID', await victim.client('ID'));
  console.log(await victim.get('before'));
  victim.disconnect();
  r.disconnect();
})();
