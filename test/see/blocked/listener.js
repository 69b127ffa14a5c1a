// process.on('loop:blocked') switches the watcher on, without --blocked: nothing on standard error,
// but the program is told when its loop turns again.
// flags:
// says nothing
const assert = require('assert');

let ms = 200;
function work() {
  for (const end = Date.now() + ms; Date.now() < end;) // line 9
    continue;
  ms *= 2;
}

// Again and again, longer each time: on a busy machine the watcher may miss one, or find no line.
const keep = setInterval(() => setImmediate(() => work()), 50);
process.on('loop:blocked', function told(info) {
  if (info.phase === 'main' || info.line === 0)
    return; // loading took long, or no line was found
  assert.strictEqual(info.phase, 'check');
  assert.strictEqual(info.callback, 'immediate');
  assert.strictEqual(info.file, __filename);
  assert.strictEqual(info.line, 9);
  assert.strictEqual(info.function, 'work');
  assert.strictEqual(info.ended, true);
  assert(info.duration >= 50, `${info.duration} ms`);
  assert.match(info.stack, /^ {4}at work \(.*listener\.js:9\)$/m);
  process.off('loop:blocked', told);
  clearInterval(keep);
});
