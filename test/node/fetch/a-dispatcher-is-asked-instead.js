'use strict';
// A dispatcher of the call, or the global one of the npm package undici, sends the request: by the
// handler's older and newer methods.
// differs from Node: handlers have the newer methods only there, as its undici is the newest.
const assert = require('assert');

class Old {
  dispatch(options, handler) {
    this.seen = options;
    handler.onConnect(() => {});
    setImmediate(() => {
      handler.onHeaders(203, [Buffer.from('x-a'), Buffer.from('b')], () => {}, 'Old');
      handler.onData(Buffer.from('from '));
      handler.onData(Buffer.from('old'));
      handler.onComplete([]);
    });
    return true;
  }
}
class New {
  dispatch(options, handler) {
    const controller = { abort: (reason) => handler.onResponseError(controller, reason),
                         pause() {}, resume() {} };
    handler.onRequestStart(controller, {});
    if (options.path === '/fail')
      return handler.onResponseError(controller, new Error('broken'));
    if (options.path === '/hang') {
      this.onHang();
      return true;
    }
    handler.onResponseStart(controller, 200, { 'x-a': ['1', '2'] }, 'New');
    handler.onResponseData(controller, Buffer.from('new'));
    handler.onResponseEnd(controller, {});
    return true;
  }
}

let isDone = false;
(async () => {
  const dispatcher = new Old();
  let res = await fetch('http://h:99/p?q', { method: 'POST', body: 'b', dispatcher });
  assert.deepStrictEqual([res.status, res.statusText, res.headers.get('x-a'), await res.text()],
                         [203, 'Old', 'b', 'from old']);
  const { origin, path, method } = dispatcher.seen;
  assert.deepStrictEqual([origin, path, method], ['http://h:99', '/p?q', 'POST']);
  const newer = new New();
  globalThis[Symbol.for('undici.globalDispatcher.1')] = newer;
  res = await fetch('http://h/');
  assert.deepStrictEqual([res.headers.get('x-a'), await res.text()], ['1, 2', 'new']);
  await assert.rejects(fetch('http://h/fail'), { message: 'fetch failed',
                                                 cause: new Error('broken') });
  const aborting = new AbortController();
  newer.onHang = () => setImmediate(() => aborting.abort(new Error('enough')));
  await assert.rejects(fetch('http://h/hang', { signal: aborting.signal }), { message: 'enough' });
  isDone = true;
})();
process.on('exit', () => assert.ok(isDone));
