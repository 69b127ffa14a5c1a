'use strict';
// The steps of which generate.js makes programs. A step is the body of an async function: `c` is
// its chain, which has c.store; `n` is a number that no other step has. When the body begins, and
// when it has ended, the store is the chain's. check(c, label, want) compares the present store
// with what Node has there; `checks` is how many of these calls a step makes.

const steps = [];
const step = (name, checks, body) => { steps.push({
    name, checks, body: body.replace(/^\n/, '').trimEnd() }); };

// ---- await ----

step('await-value', 3, `
  await null; check(c, 'null');
  await ${'`text ${await 1}`'}; check(c, 'template');
  await (cached ?? Promise.resolve(1)); check(c, 'cached');`);
step('await-promises', 4, `
  await Promise.resolve(1); check(c, 'resolved');
  await new Promise((resolve) => setImmediate(resolve)); check(c, 'pending');
  await (async () => { await 1; })(); check(c, 'async function');
  const all = [await 1, await 2][await 1 - 1] + (await 3) / (await 2) / 1;
      check(c, 'expression ' + all);`);
step('await-thenable', 3, `
  const value = await { then(resolve) { check(c, 'then'); resolve(5); } };
  check(c, 'thenable ' + value);
  await Promise.resolve(); check(c, 'after');`);
step('await-subclass', 4, `
  class Sub extends Promise { then(a, b) { check(c, 'then of subclass'); return super.then(a, b);
      } }
  await Sub.resolve(1); check(c, 'subclass');
  await new Sub((resolve) => setImmediate(resolve)); check(c, 'pending subclass');`);
step('await-other-realm', 2, `
  await vm.runInNewContext('Promise.resolve(1)'); check(c, 'other realm');
  await vm.runInNewContext('({ then(f) { f(2); } })'); check(c, 'thenable of other realm');`);
step('await-rejected', 5, `
  try { await Promise.reject(new Error('x')); } catch { check(c, 'catch'); } finally {
      check(c, 'finally'); }
  try { await { then(_, reject) { reject(1); } }; } catch (e) { check(c, 'thenable rejects ' + e); }
  await (async () => { throw 1; })().catch(() => check(c, 'catch()')); check(c, 'after');`);
step('await-positions', 6, `
  const f = async (a, b = [1, 2]) => a + (await b)[0];
  const label = { async: await f(1), await: 2, async *gen() { yield 1; }, get async2() { return 3;
      } };
  check(c, 'object ' + label.async + label.await);
  const g = async x => await x
  check(c, 'arrow ' + await g(4))
  const re = /await (x)/.test('await x') ? await 1 : await 2
  check(c, 'regex ' + re);
  if (await true) check(c, 'if'); else await 1;
  for (const x of await [1, 2]) await x;
  check(c, 'for');
  switch (await 1) { case await 1: { await 2; check(c, 'switch'); } }`);
step('await-loops', 3, `
  outer: for (let i = 0; i < 3; i++) { for (;;) { await i; if (i < 2) continue outer; break outer;
      } }
  check(c, 'labels');
  let i = 0; do { await i; } while (++i < await 3); check(c, 'do');
  while (await --i) await i; check(c, 'while');`);
step('await-class', 4, `
  class K { #p = 1; field = async () => await this.#p; static async s() { await 1; return 2; }
    async m() { await null; check(c, 'method'); return this.#p; } async ['x' + 1]() {
        return await 7; } }
  const k = new K(); await k.m(); check(c, 'after method');
  await k.field(); await K.s(); check(c, 'field and static'); await k.x1(); check(c, 'computed');`);
step('await-nested-finally', 5, `
  const f = async () => {
    try { try { await Promise.reject(1); } finally { check(c, 'inner finally'); await 1;
        check(c, 'in finally'); } }
    catch { check(c, 'outer catch'); return 1; } finally { await 2; check(c, 'outer finally'); }
  };
  await f(); check(c, 'after');`);
step('await-sync-throw', 2, `
  try { await 1; als.run('inner', () => { throw 1; }); } catch { check(c, 'thrown out of run'); }
  try { als.enterWith('entered'); throw 1; } catch { check(c, 'entered', 'entered');
      als.enterWith(c.store); }`);

// ---- Async generators and for await ----

step('for-await', 5, `
  for await (const x of [1, Promise.resolve(2), 3]) check(c, 'array ' + x);
  async function* g() { yield 1; await null; yield 2; }
  let sum = 0; for await (const x of g()) sum += x;
  check(c, 'generator ' + sum);
  try { for await (const x of [Promise.reject(1)]) ; } catch { check(c, 'rejected'); }`);
step('for-await-break', 5, `
  async function* g() { try { yield 1; yield 2; } finally { check(c, 'finally'); await 1;
      check(c, 'in finally'); } }
  for await (const x of g()) { check(c, 'body'); break; }
  check(c, 'after break'); await null; check(c, 'end');`);
step('for-await-no-braces', 2, `
  const list = []; for await (const x of [1, 2]) list.push(x, await x)
  check(c, 'list ' + list.join());
  for await (const x of [1, 2]) if (x > 1) await 1; else await 2;
  check(c, 'if and else');`);
step('for-await-own-iterator', 4, `
  const iterable = { i: 0, [Symbol.asyncIterator]() { return this; }, next() { check(c, 'next');
      return Promise.resolve({ done: this.i++ > 1, value: this.i }); } };
  for await (const x of iterable) await x;
  check(c, 'after');`);
step('generator-queue', 6, `
  async function* g() { check(c, 'start', 'q0'); try { yield 1; check(c, 'second', 'q0');
      await null; check(c, 'awaited', 'q0'); yield 2; check(c, 'third', 'q0'); } finally {
      check(c, 'finally', 'q0'); } }
  const it = g();
  await Promise.all([0, 1, 2].map((i) => als.run('q' + i, () => it.next())));
  check(c, 'after');`);
step('generator-resumed', 6, `
  async function* g() { try { check(c, 'start', 'r0'); yield 1; check(c, 'next', 'r1'); yield 2;
      } finally { check(c, 'return', 'r2'); await null; check(c, 'in finally', 'r2'); } }
  const it = g();
  await als.run('r0', () => it.next()); await als.run('r1', () => it.next());
      await als.run('r2', () => it.return(5));
  check(c, 'after'); check(c, 'done ' + (await it.next()).done);`);
step('generator-throw', 3, `
  async function* g() { try { yield 1; } catch { check(c, 'catch', 't1'); await 1;
      check(c, 'in catch', 't1'); } }
  const it = g(); await it.next(); await als.run('t1', () => it.throw(1)); check(c, 'after');`);
step('generator-delegates', 5, `
  async function* inner() { check(c, 'inner', 'd0'); yield 1; check(c, 'inner again', 'd1');
      return 3; }
  async function* g() { const r = yield* inner(); check(c, 'after delegate ' + r, 'd1');
      yield* [4, Promise.resolve(5)]; check(c, 'after array', 'd3'); }
  const it = g(); for (let i = 0; i < 4; i++) await als.run('d' + i, () => it.next());
  check(c, 'end');`);
step('generator-return-value', 2, `
  async function* g() { try { return Promise.resolve(1); } finally { check(c, 'finally', 'v0'); } }
  await als.run('v0', () => g().next()); check(c, 'after');`);

// ---- Promises ----

step('then', 5, `
  await Promise.resolve(1).then(() => check(c, 'then')).finally(() => check(c, 'finally'));
  await Promise.reject(1).catch(() => check(c, 'catch'));
  const p = Promise.withResolvers(); const q = p.promise.then(() => check(c, 'made here'));
  als.run('other', () => p.resolve()); await q; check(c, 'after');`);
step('then-thenable', 4, `
  const t = (label) => ({ then(resolve) { check(c, label); resolve(); } });
  await Promise.resolve().then(() => t('returned'));
      await new Promise((resolve) => resolve(t('resolved')));
  await (async () => t('async return'))(); check(c, 'after');`);
step('then-combinators', 4, `
  await Promise.all([1, Promise.resolve(2), { then(r) { check(c, 'in all'); r(); } }]);
      check(c, 'all');
  await Promise.race([new Promise((r) => setImmediate(r)), Promise.resolve(1)]); check(c, 'race');
  await Promise.allSettled([Promise.reject(1)]); await Promise.any([Promise.reject(1), 2]);
      check(c, 'any');`);
step('unhandled', 3, `
  const reason = (kind) => ({ kind, told: undefined });
  const told = (r) => new Promise((resolve) => { r.told = resolve; });
  const a = reason('reject'), b = reason('throw'), d = reason('new');
  const all = [a, b, d].map(told);
  unhandled.set(a, c); unhandled.set(b, c); unhandled.set(d, c);
  Promise.reject(a); (async () => { await 1; throw b; })(); new Promise((_, reject) => reject(d));
  await Promise.all(all);`);

// ---- Queues, timers ----

step('ticks', 3, `
  await new Promise((resolve) => process.nextTick(() => { check(c, 'tick'); queueMicrotask(() => {
      check(c, 'microtask'); resolve(); }); }));
  check(c, 'after');`);
step('timers', 5, `
  await new Promise((resolve) => setTimeout(() => { check(c, 'timeout'); resolve(); }, 1));
  await new Promise((resolve) => setImmediate(() => { check(c, 'immediate'); resolve(); }));
  let i = 0; await new Promise((resolve) => { const t = setInterval(() => { check(c, 'interval');
      if (++i === 2) { clearInterval(t); resolve(); } als.enterWith('x'); }, 1); });
  check(c, 'after');`);
step('timers-promises', 3, `
  await timersPromises.setTimeout(1); check(c, 'setTimeout');
  await timersPromises.setImmediate(); check(c, 'setImmediate');
  for await (const _ of timersPromises.setInterval(1)) { check(c, 'setInterval'); break; }`);

// ---- Requests and handles ----

step('fs', 4, `
  await new Promise((resolve) => fs.stat('/', () => { check(c, 'callback'); resolve(); }));
  await fs.promises.stat('/'); check(c, 'promise');
  const handle = await fs.promises.open('/proc/self/stat'); await handle.read();
      await handle.close(); check(c, 'file handle');
  await new Promise((resolve) => fs.createReadStream('/proc/self/stat').on('data', () =>
      {}).on('close', () => { check(c, 'stream'); resolve(); }));`);
step('pool', 3, `
  await new Promise((resolve) => crypto.randomBytes(4, () => { check(c, 'randomBytes'); resolve();
      }));
  await new Promise((resolve) => zlib.gzip('x', () => { check(c, 'gzip'); resolve(); }));
  await new Promise((resolve) => dns.lookup('127.0.0.1', () => { check(c, 'lookup'); resolve();
      }));`);
step('net', 7, `
  const server = net.createServer((s) => { check(c, 'connection'); s.on('data', () => {
      check(c, 'server data', undefined); s.end('y'); }); });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve)); check(c, 'listening');
  await new Promise((resolve) => {
    const s = net.connect(server.address().port, '127.0.0.1', () => { check(c, 'connect');
        s.write('x', () => check(c, 'written')); });
    s.on('data', () => check(c, 'client data')); s.on('close', resolve);
  });
  check(c, 'after'); server.close();`);
step('http', 7, `
  const server = http.createServer((req, res) => { check(c, 'request'); setTimeout(() => {
      check(c, 'timer of request'); res.end('x'); }, 1); });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve)); check(c, 'listening');
  await new Promise((resolve) => {
    http.get({ port: server.address().port, host: '127.0.0.1', agent: false }, (res) => {
        check(c, 'response'); res.on('data', () => check(c, 'data')); res.on('end', () => {
        check(c, 'end'); resolve(); }); });
  });
  check(c, 'after'); server.close();`);
step('http-enter', 4, `
  const server = als.exit(() => http.createServer((req, res) => {
      check(c, 'before ' + req.url, undefined); als.enterWith('request ' + req.url);
      setImmediate(() => { check(c, 'of ' + req.url, 'request ' + req.url); res.end(); }); }));
  await als.exit(() => new Promise((resolve) => server.listen(0, '127.0.0.1', resolve)));
  const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
  const get = (path) => new Promise((resolve) => http.get({
      port: server.address().port, host: '127.0.0.1', path, agent }, (res) => res.resume().on('end',
      resolve)));
  await Promise.all([get('/1'), get('/2')]); agent.destroy();
      await new Promise((resolve) => server.close(resolve));`);
step('child', 2, `
  await new Promise((resolve) => childProcess.execFile('/bin/true', () => { check(c, 'execFile');
      resolve(); })); check(c, 'after');`);

// ---- Streams ----

step('stream-pipeline', 5, `
  await stream.promises.pipeline(async function* () { check(c, 'source'); yield 'a'; await 1;
      check(c, 'source again'); }, async function* (s) { for await (const x of s) {
      check(c, 'middle'); yield x; } }, async (s) => { for await (const x of s) check(c, 'sink');
      });
  check(c, 'after');`);
step('stream-transform', 4, `
  const t = new stream.Transform({ transform(x, _, done) { check(c, 'transform');
      setImmediate(done, null, x); }, flush(done) { check(c, 'flush'); done(); } });
  t.on('data', () => check(c, 'data')); t.end('x'); await stream.promises.finished(t);
      check(c, 'finished');`);
step('stream-operators', 4, `
  const list = await stream.Readable.from([1, 2]).map(async (x) => { await null; check(c, 'map');
      return x; }).toArray();
  check(c, 'list ' + list.join());
  for await (const x of stream.Readable.from(['x'])) check(c, 'iterate');`);
step('webstreams', 3, `
  const readable = new ReadableStream({ pull(controller) { check(c, 'pull'); controller.enqueue(1);
      controller.close(); } }, { highWaterMark: 0 });
  for await (const x of readable) check(c, 'chunk'); check(c, 'after');`);

// ---- Events ----

step('async-resource', 4, `
  const r = als.run('made', () => new AsyncResource('R'));
      r.runInAsyncScope(() => check(c, 'scope', 'made'));
  const bound = als.run('bound', () => AsyncResource.bind(() => check(c, 'bind', 'bound')));
      setImmediate(bound); await new Promise((resolve) => setImmediate(resolve));
  r.bind(() => check(c, 'method bind', 'made'))(); check(c, 'after');`);
step('emitters', 4, `
  const e = new events.EventEmitter();
      als.run('listens', () => e.on('x', () => check(c, 'plain', 'emits')));
      als.run('emits', () => e.emit('x'));
  const r = als.run('made', () => new events.EventEmitterAsyncResource({ name: 'E' }));
      r.on('x', () => check(c, 'resource', 'made')); r.emit('x');
  setImmediate(() => als.run('emits', () => e.emit('once'))); await events.once(e, 'once');
      check(c, 'once');
  setImmediate(() => als.run('emits', () => e.emit('on', 1)));
      for await (const x of events.on(e, 'on')) { check(c, 'on'); break; }`);
step('abort', 4, `
  const a = new AbortController();
      a.signal.addEventListener('abort', () => check(c, 'abort', 'aborts'));
      als.run('aborts', () => a.abort());
  await new Promise((resolve) => { AbortSignal.timeout(1).addEventListener('abort', () => {
      check(c, 'timeout'); resolve(); }); const t = setTimeout(() => {}, 20); t.unref();
      setTimeout(() => {}, 5); });
  await timersPromises.setTimeout(5, null, {
      signal: AbortSignal.abort() }).catch(() => check(c, 'aborted')); check(c, 'after');`);
step('message-port', 3, `
  const { port1, port2 } = new MessageChannel(); await new Promise((resolve) => {
      als.run('listens', () => port2.on('message', () => { check(c, 'message'); resolve(); }));
      als.run('posts', () => port1.postMessage(1)); });
  await new Promise((resolve) => { port2.on('close', () => { check(c, 'close'); resolve(); });
      port1.close(); }); check(c, 'after');`);
step('broadcast', 2, `
  const a = new BroadcastChannel('b' + n), b = new BroadcastChannel('b' + n);
      await new Promise((resolve) => { als.run('listens', () => { a.onmessage = () => {
      check(c, 'message'); resolve(); }; }); als.run('posts', () => b.postMessage(1)); });
  a.close(); b.close(); check(c, 'after');`);
step('registry', 1, `
  let told; const gone = new Promise((resolve) => { told = resolve; });
  const registry = new FinalizationRegistry(() => { if (told) {
      told = void check(c, 'finalized', undefined) ?? told(); told = undefined; } });
  (() => { for (let i = 0; i < 100; i++) registry.register({}, i); })();
  let over = false; gone.then(() => { over = true; });
  while (!over) { await new Promise((resolve) => setImmediate(resolve)); globalThis.gc();
      await timersPromises.setTimeout(1); }`);

// ---- AsyncLocalStorage, diagnostics_channel ----

step('run', 6, `
  als.run('in', () => check(c, 'run', 'in')); check(c, 'after run');
  await als.run('in', async () => { await 1; check(c, 'async run', 'in');
      await als.run('deeper', async () => { await 1; check(c, 'deeper', 'deeper'); });
      check(c, 'back', 'in'); }); check(c, 'after');`);
step('exit', 4, `
  als.exit(() => check(c, 'exit', undefined)); check(c, 'after exit');
  als.exit(() => { als.enterWith('inside'); check(c, 'entered', 'inside'); });
      check(c, 'after entered');`);
step('enter-with', 4, `
  als.enterWith('entered'); check(c, 'entered', 'entered'); await 1; check(c, 'awaited', 'entered');
  await (async () => { als.enterWith('by callee'); await 1; })();
      check(c, 'by callee', 'by callee'); als.enterWith(c.store); await 1; check(c, 'own again');`);
step('bind', 4, `
  const f = als.run('bound', () => AsyncLocalStorage.bind(() => check(c, 'bind', 'bound'))); f();
      check(c, 'after');
  const s = als.run('snap', () => AsyncLocalStorage.snapshot());
      setImmediate(() => s(() => check(c, 'snapshot', 'snap')));
      await new Promise((resolve) => setImmediate(resolve)); check(c, 'after snapshot');`);
step('scope', 3, `
  { using scope = als.withScope('scope'); check(c, 'scope', 'scope'); } check(c, 'after scope');
  await (async () => { using scope = als.withScope('s2'); await 1; check(c, 'awaited scope', 's2');
      })(); als.enterWith(c.store);`);
step('other-storage', 4, `
  const other = new AsyncLocalStorage({ defaultValue: 'default', name: 'other' });
  const see = (label, want) => { log(c, label + ' ' + other.getStore() + ' ' + other.name,
      other.getStore() === want); };
  see('default', 'default'); await other.run(1, async () => { await 1; see('run', 1);
      check(c, 'both'); other.disable(); see('disabled', 'default'); });`);
step('channel', 5, `
  const channel = diagnostics.channel('channel ' + n); const inside = new AsyncLocalStorage();
      channel.bindStore(inside, (x) => x.v);
  await channel.runStores({ v: 7 }, async () => {
      log(c, 'bound ' + inside.getStore(), inside.getStore() === 7); await 1;
      log(c, 'awaited ' + inside.getStore(), inside.getStore() === 7); check(c, 'own'); });
  log(c, 'after ' + inside.getStore(), inside.getStore() === undefined);
      channel.unbindStore(inside); check(c, 'end');`);
step('channel-scope', 2, `
  const channel = diagnostics.channel('scope ' + n); channel.bindStore(als);
      channel.subscribe(() => {});
  (() => { using scope = channel.withStoreScope('scoped'); check(c, 'scope', 'scoped'); })();
      check(c, 'after'); channel.unbindStore(als);`);
step('tracing', 6, `
  const t = diagnostics.tracingChannel('t' + n); t.start.bindStore(als, () => 'traced');
  t.subscribe({ start() {}, end() {}, asyncStart() {}, asyncEnd() {}, error() {} });
  t.traceSync(() => check(c, 'sync', 'traced')); check(c, 'after sync');
  await t.tracePromise(async () => { await 1; check(c, 'promise', 'traced'); });
      check(c, 'after promise');
  await new Promise((resolve) => t.traceCallback((done) => { check(c, 'callback', 'traced');
      setImmediate(done, null, 1); }, -1, {}, null, resolve)); check(c, 'after callback');
      t.start.unbindStore(als);`);

// ---- Text that becomes code ----

step('eval', 2, `
  await eval('(async () => { await 1; await 2; check(c, "eval"); })()'); check(c, 'after');`);
step('function', 3, `
  await new Function('c', 'check',
      'return (async () => { await 1; await 2; check(c, "Function"); })()')(c, check);
  const AsyncFunction = (async () => {}).constructor;
      await new AsyncFunction('c', 'check', 'await 1; await 2; check(c, "AsyncFunction");')(c,
      check); check(c, 'after');`);
step('vm', 3, `
  const here = '(async (c, check) => { await 1; await 2; check(c, "this context"); })';
  await vm.runInThisContext(here)(c, check);
  const there = '(async () => { await 1; await Promise.resolve(2); check(c, "new context"); })()';
  await vm.runInNewContext(there, { c, check }); check(c, 'after');`);
step('import', 2, `
  const text = 'await null; export default async (f) => { await 1; f(); };' + n;
  const m = await import('data:text/javascript,' + text); check(c, 'import');
  await m.default(() => check(c, 'imported'));`);
step('dispose', 3, `
  { await using x = { async [Symbol.asyncDispose]() { await 1; check(c, 'dispose'); } }; await 1;
      check(c, 'block'); } check(c, 'after');`);

module.exports = { steps };
