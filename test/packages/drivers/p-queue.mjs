// p-queue, p-map, p-retry
import PQueue from 'p-queue';
import pMap from 'p-map';
import pRetry from 'p-retry';
const q = new PQueue({ concurrency: 1 });
const order = [];
q.add(() => order.push('low'), { priority: 0 });
q.add(() => order.push('lower'), { priority: -1 });
q.add(() => order.push('high'), { priority: 5 });
await q.onIdle();
let tries = 0;
console.log(order, await pMap([1, 2, 3], async (n) => n * 2, { concurrency: 2 }), await pRetry(async () => { if (++tries < 3) throw new Error('again'); return tries; }, { minTimeout: 1 }));
