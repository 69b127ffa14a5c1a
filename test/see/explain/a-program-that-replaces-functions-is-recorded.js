// What a program has replaced is not called by the recorder, and what it has added to
// Object.prototype is not read.
const { log } = console;
for (const end = Date.now() + 100; Date.now() < end;);     // long enough to look for a hot spot
const replaced = () => { throw new Error('replaced'); };
for (const { prototype } of [Array, Map, Set, WeakMap, String, RegExp, Function]) {
  for (const name of Object.getOwnPropertyNames(prototype)) {
    const { value } = Object.getOwnPropertyDescriptor(prototype, name);
    if (name !== 'constructor' && typeof value === 'function')
      prototype[name] = replaced;
  }
}
for (const name of ['toJSON', 'detail', 'url', 'line', 'how', 'what', 'id', 'queue'])
  Object.defineProperty(Object.prototype, name, { get: replaced, set: replaced });
JSON.stringify = JSON.parse = Math.floor = Reflect.apply = Object.keys = replaced;
setImmediate(() => log('immediate'));
process.nextTick(() => log('tick'));
(async () => { await null; log('await'); })();
Promise.resolve().then(() => log('then'));
// => main * * * 0 main - main
// => tick * 17 17 0 main ticks tick-before-job
// => await * 18 18 0 main promises job-after-ticks
// => promise * 19 19 0 main promises job-order
// => immediate * 16 16 + check - immediate
// shows: then
