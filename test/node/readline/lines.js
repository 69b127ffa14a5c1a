// A line ends at \n, \r, \r\n, U+2028 and U+2029, in one chunk or across several.
'use strict';
const assert = require('assert');
const readline = require('readline');
const { PassThrough } = require('stream');

function linesOf(chunks, options) {
  const input = new PassThrough();
  const lines = [];
  const rl = readline.createInterface({ input, crlfDelay: Infinity, ...options });
  rl.on('line', (line) => lines.push(line));
  return new Promise((resolve) => {
    rl.on('close', () => resolve(lines));
    for (const chunk of chunks)
      input.write(chunk);
    input.end();
  });
}

(async () => {
  assert.deepStrictEqual(await linesOf(['a\nb\rc\r\nd\u2028e\u2029f']),
                         ['a', 'b', 'c', 'd', 'e', 'f']);
  assert.deepStrictEqual(await linesOf(['a\r', '\nb', 'c', '\n', '\n']), ['a', 'bc', '']);
  assert.deepStrictEqual(await linesOf(['x\r\r\n', 'y']), ['x', '', 'y']);
  assert.deepStrictEqual(await linesOf([]), []);
  assert.deepStrictEqual(await linesOf([Buffer.from([0xE2, 0x98]), Buffer.from([0xAE, 0x0A])]),
                         ['\u262E']);
  assert.deepStrictEqual(await linesOf(['one\ntwo'], { terminal: true }), ['one', 'two']);

  const input = new PassThrough();
  const seen = [];
  const rl = readline.createInterface({ input });
  for (const event of ['pause', 'resume', 'close'])
    rl.on(event, () => seen.push(event));
  assert.strictEqual(rl.pause(), rl);
  rl.pause();
  assert.strictEqual(rl.resume(), rl);
  rl.close();
  rl.close();
  assert.deepStrictEqual(seen, ['pause', 'resume', 'pause', 'close']);
  for (const method of ['pause', 'resume', 'write', 'question'])
    assert.throws(() => rl[method]('x', () => {}), { code: 'ERR_USE_AFTER_CLOSE' });
  assert.strictEqual(input.listenerCount('data'), 0);
})();
