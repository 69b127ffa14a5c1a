'use strict';
// A stream whose last listener for 'readable' was removed leaves that mode in the next tick: a pipe
// that is made and removed before then does not pause it, and resume() does not let it flow.
const assert = require('assert');
const { PassThrough, Readable } = require('stream');

const log = [];
const source = new Readable({ read() {} });
for (const event of ['pause', 'resume'])
  source.on(event, () => log.push(event));
source.once('readable', () => {
  assert.strictEqual(`${source.read()}`, 'a');
  const sink = new PassThrough();
  source.pipe(sink);
  log.push(source.readableFlowing);
  source.unpipe(sink);
  log.push(source.readableFlowing);
  source.on('end', () => log.push('end'));
  source.push(null);
});
source.push('a');
process.on('exit', () => assert.deepStrictEqual(log, [false, false, 'resume', 'end']));
