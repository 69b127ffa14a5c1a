// Promise jobs run before ticks after a module; import() runs its module later, once.
import assert from 'node:assert';
import { value } from './fixtures/waits.mjs';

const seen = [value];
process.nextTick(() => seen.push('tick'));
Promise.resolve().then(() => seen.push('job'));
globalThis.seen = seen;
const imported = import('data:text/javascript,seen.push("module")');
seen.push('end');
assert.deepStrictEqual(seen, ['waited for', 'end']);
await imported;
await import('data:text/javascript,seen.push("module")');
assert.deepStrictEqual(seen.filter((one) => one === 'module'), ['module']);
setImmediate(() => assert.ok(seen.indexOf('job') < seen.indexOf('tick')));
