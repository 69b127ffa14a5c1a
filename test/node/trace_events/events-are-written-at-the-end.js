// Events of the enabled categories are in the file that is written at the end of the program.
// differs from Node: its file has no marks of a program that ends at once
const assert = require('node:assert');
const { spawnSync } = require('node:child_process');
const fs = require('node:fs');
const os = require('node:os');
const path = require('node:path');

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'events-'));
process.on('exit', () => fs.rmSync(folder, { recursive: true }));

function trace(flags, text, name = 'node_trace.1.log') {
  const { status, stderr } = spawnSync(process.execPath, [...flags, '-e', text],
                                       { cwd: folder, encoding: 'utf8' });
  assert.strictEqual(status, 0, stderr);
  const { traceEvents } = JSON.parse(fs.readFileSync(path.join(folder, name), 'utf8'));
  assert.ok(traceEvents.some((event) => event.ph === 'M' && event.name === 'version'));
  return traceEvents.filter((event) => event.ph !== 'M');
}

const timing = trace(['--trace-event-categories', 'node.perf.usertiming'],
                     "performance.mark('a'); performance.mark('b'); " +
                     "performance.measure('a to b', 'a', 'b');");
const mine = timing.filter(({ cat }) => cat.includes('node.perf.usertiming'));
assert.deepStrictEqual(mine.filter(({ ph }) => ph === 'R').map(({ name }) => name), ['a', 'b']);
assert.deepStrictEqual(
  mine.filter(({ name }) => name === 'a to b').map(({ ph }) => ph).sort(), ['b', 'e']);

const hooks = trace(['--trace-event-categories=node.async_hooks',
                     '--trace-event-file-pattern=${rotation}-x.json'],
                    'setTimeout(() => {}, 1)', '1-x.json');
const phases = (wanted) => hooks.filter(({ name }) => name === wanted).map(({ ph }) => ph);
assert.deepStrictEqual(phases('Timeout_CALLBACK'), ['B', 'E']);
const [made] = hooks.filter(({ name, ph }) => name === 'Timeout' && ph === 'b');
assert.ok(made.args.data.executionAsyncId >= 0);
assert.match(made.cat, /node\.async_hooks/);

const api = trace([], "const t = require('trace_events').createTracing({ categories: " +
  "['node.perf'] }); performance.mark('before'); t.enable(); performance.mark('inside'); " +
  "t.disable(); performance.mark('after');");
assert.deepStrictEqual(api.filter(({ ph }) => ph === 'R').map(({ name }) => name), ['inside']);
