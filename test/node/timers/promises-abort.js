'use strict';
// Promised timers give their value, and reject with AbortError when the signal comes first.
const assert = require('assert');
const { setTimeout, setImmediate, setInterval, scheduler } = require('timers/promises');

(async () => {
  assert.strictEqual(await setTimeout(1, 'value'), 'value');
  assert.strictEqual(await setImmediate('now'), 'now');
  assert.strictEqual(await scheduler.wait(1), undefined);
  const gone = AbortSignal.abort('why');
  const expected = { name: 'AbortError', code: 'ABORT_ERR', cause: 'why' };
  await assert.rejects(setTimeout(1e6, 0, { signal: gone }), expected);
  await assert.rejects(setImmediate(0, { signal: gone }), expected);
  const controller = new AbortController();
  const late = setTimeout(1e6, 0, { signal: controller.signal });
  controller.abort('why');
  await assert.rejects(late, expected);
  await assert.rejects(setTimeout('1'), { code: 'ERR_INVALID_ARG_TYPE' });
  await assert.rejects(setTimeout(1, 0, { ref: 1 }), { code: 'ERR_INVALID_ARG_TYPE' });
  const beats = [];
  for await (const beat of setInterval(1, 'b')) {
    if (beats.push(beat) === 3)
      break;
  }
  assert.deepStrictEqual(beats, ['b', 'b', 'b']);
})();
