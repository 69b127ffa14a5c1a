// Writable.toWeb() accepts ArrayBuffers: bytes for a stream of bytes, the object itself otherwise.
const assert = require('assert');
const { Writable } = require('stream');

async function written(chunk, objectMode) {
  let got;
  const writable = new Writable({ objectMode, write(c, e, done) { got = c; done(); } });
  const writer = Writable.toWeb(writable).getWriter();
  await writer.write(chunk);
  await writer.close();
  return got;
}

(async () => {
  for (const Class of [ArrayBuffer, SharedArrayBuffer]) {
    const buffer = new Class(3);
    new Uint8Array(buffer).set([1, 2, 3]);
    assert.deepStrictEqual(await written(buffer, false), Buffer.from([1, 2, 3]));
    assert.strictEqual(await written(buffer, true), buffer);
  }
})();
