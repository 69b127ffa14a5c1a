// A stream that was transferred and that nobody uses does not keep the process alive.
const assert = require('assert');

const [readable, writable] = [new ReadableStream(), new WritableStream()];
const copies = structuredClone([readable, writable], { transfer: [readable, writable] });
assert.ok(copies[0] instanceof ReadableStream);
assert.ok(copies[1] instanceof WritableStream);
assert.ok(readable.locked && writable.locked);
