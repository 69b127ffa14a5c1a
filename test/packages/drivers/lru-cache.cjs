// 300,000 look-ups
const { LRUCache } = require('lru-cache');
const cache = new LRUCache({ max: 1000, dispose: () => disposed++ });
let disposed = 0, hits = 0;
for (let i = 0; i < 300000; i++) {
  const key = (i * 7919) % 3000;
  if (cache.get(key) !== undefined)
    hits++;
  else
    cache.set(key, { key });
}
console.log(hits, disposed, cache.size, cache.keys().next().value);
