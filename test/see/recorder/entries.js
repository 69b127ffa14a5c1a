'use strict';
// The recorder's entries: their fields, who scheduled what, and the order of what is told.
const assert = require('assert');
const { start, stop, current } = require('internal/see/record');

const told = [];
const ended = [];
const sink = {
  scheduled: (entry) => told.push(`s${entry.id}`),
  began: (entry) => told.push(`b${entry.id}`),
  ended: (entry) => { told.push(`e${entry.id}`); ended.push(entry); },
};
require('internal/async_context').followPromises();    // the recorder does, and leaves it so
const before = [setTimeout, setImmediate, process.nextTick, queueMicrotask, Promise.prototype.then,
                require('events').prototype.emit, require('fs').stat];
start(sink);

function timer() {
  assert.strictEqual(current().name, 'timer');
  process.nextTick(function tick() {});
  Promise.resolve().then(function job() {});
}
setTimeout(timer, 3);
require('fs').stat(__filename, function onStat() {});

process.on('exit', function onExit() {
  stop(sink);
  const after = [setTimeout, setImmediate, process.nextTick, queueMicrotask, Promise.prototype.then,
                 require('events').prototype.emit, require('fs').stat];
  assert.deepStrictEqual(after.map((fn, i) => fn === before[i]), after.map(() => true));

  const byName = Object.fromEntries(ended.map((entry) => [entry.name, entry]));
  const { timer, tick, job, onStat } = byName;
  assert.deepStrictEqual(Object.keys(timer), ['id', 'kind', 'name', 'where', 'from', 'by', 'turn',
                                              'phase', 'queue', 'scheduled', 'began', 'ended',
                                              'detail']);
  assert.deepStrictEqual([timer.kind, timer.phase, timer.queue], ['timer', 'timers', '']);
  assert.deepStrictEqual([tick.kind, tick.phase, tick.queue, tick.by],
                         ['tick', 'timers', 'ticks', timer.id]);
  assert.deepStrictEqual([job.kind, job.queue, job.by, job.turn],
                         ['promise', 'promises', timer.id, timer.turn]);
  assert.deepStrictEqual([onStat.kind, onStat.phase, onStat.detail.what],
                         ['io', 'poll', 'fs.stat']);
  assert.match(timer.where, /entries\.js:18:1$/);
  assert.match(timer.from, /entries\.js:23:\d+$/);
  assert.strictEqual(timer.detail.delay, 3);
  for (const { id, scheduled, began, ended } of Object.values(byName)) {
    assert(scheduled <= began && began <= ended);
    assert(told.indexOf(`b${id}`) < told.indexOf(`e${id}`));
  }
  // One is over before the next begins.
  const runs = told.filter((word) => word[0] !== 's');
  for (let i = 0; i + 1 < runs.length; i += 2)
    assert.strictEqual(runs[i + 1], runs[i].replace('b', 'e'));
});
