// createTracing() checks its categories; those that are enabled are listed, sorted, while somebody
// has enabled them.
const assert = require('node:assert');
const { createTracing, getEnabledCategories } = require('node:trace_events');
const { Worker } = require('node:worker_threads');

process.chdir(require('node:os').tmpdir());
process.on('exit', () => {
  try {
    require('node:fs').unlinkSync('node_trace.1.log');
  } catch {
    // Node writes it after 'exit'.
  }
});
for (const bad of [1, 'foo', true, null, undefined]) {
  assert.throws(() => createTracing(bad), { code: 'ERR_INVALID_ARG_TYPE' });
  assert.throws(() => createTracing({ categories: bad }), { code: 'ERR_INVALID_ARG_TYPE' });
}
assert.throws(() => createTracing({ categories: [] }),
              { code: 'ERR_TRACE_EVENTS_CATEGORY_REQUIRED' });
assert.strictEqual(getEnabledCategories(), undefined);

const first = createTracing({ categories: ['node.perf', 'foo'] });
const second = createTracing({ categories: ['foo'] });
assert.strictEqual(first.categories, 'node.perf,foo');
assert.strictEqual(first.enabled, false);
first.enable();
first.enable();
second.enable();
assert.strictEqual(first.enabled, true);
assert.strictEqual(getEnabledCategories(), 'foo,node.perf');
first.disable();
first.disable();
assert.strictEqual(getEnabledCategories(), 'foo');
second.disable();
assert.strictEqual(getEnabledCategories(), undefined);

let code;
const worker = new Worker("require('trace_events')", { eval: true });
worker.on('error', (error) => { code = error.code; });
process.on('exit', () => assert.strictEqual(code, 'ERR_TRACE_EVENTS_UNAVAILABLE'));
