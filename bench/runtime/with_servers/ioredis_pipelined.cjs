// ioredis: SET and GET in pipelines of 100 commands.
const { measure } = require('../cases/lib.cjs');
const { load } = require('./load.cjs');
const redis = new (load('ioredis'))(+process.env.REDIS_PORT, '127.0.0.1');
measure(20000, async (n, done) => {
  for (let i = 0; i < n; i += 100) {
    const pipeline = redis.pipeline();
    for (let j = i; j < i + 100; j += 2)
      pipeline.set(`key ${j}`, `value ${j}`).get(`key ${j}`);
    await pipeline.exec();
  }
  done();
});
