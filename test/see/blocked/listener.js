// process.on('loop:blocked') switches the watcher on, without --blocked: nothing on standard error,
// but the program is told when its loop turns again.
// flags:
// says nothing
const assert = require('assert');

function work() {
  for (const end = Date.now() + 400; Date.now() < end;) // line 8
    continue;
}

// Again and again: on a busy machine the watcher may sleep through one.
const keep = setInterval(() => setImmediate(() => work()), 600);
process.on('loop:blocked', function told(info) {
  if (info.phase === 'main')
    return; // loading took long
  assert.strictEqual(info.phase, 'check');
  assert.strictEqual(info.callback, 'immediate');
  assert.strictEqual(info.file, __filename);
  assert.strictEqual(info.line, 8);
  assert.strictEqual(info.function, 'work');
  assert.strictEqual(info.ended, true);
  assert(info.duration >= 50, `${info.duration} ms`);
  assert.match(info.stack, /^ {4}at work \(.*listener\.js:8\)$/m);
  process.off('loop:blocked', told);
  clearInterval(keep);
});
