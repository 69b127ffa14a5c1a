// Child processes, threads and process.execve() are published when they are made.
const assert = require('node:assert');
const { ChildProcess, spawn } = require('node:child_process');
const dc = require('node:diagnostics_channel');
const { Worker } = require('node:worker_threads');

const seen = [];
for (const name of ['child_process', 'worker_threads', 'process.execve',
                    'tracing:child_process.spawn:start', 'tracing:child_process.spawn:end',
                    'tracing:child_process.spawn:error'])
  dc.subscribe(name, (message) => seen.push([name.split(':').at(-1), message]));
const take = () => seen.splice(0);

const child = spawn(process.execPath, ['-e', '']);
assert.ok(child instanceof ChildProcess);
let events = take();
assert.deepStrictEqual(events.map(([name]) => name), ['child_process', 'start', 'end']);
assert.ok(events.every(([, message]) => message.process === child));
assert.strictEqual(events[1][1].options.file, process.execPath);

const missing = spawn('/does/not/exist');
missing.on('error', () => {});
events = take();
assert.deepStrictEqual(events.map(([name]) => name), ['child_process', 'start', 'error']);
assert.strictEqual(events[2][1].process, missing);
assert.strictEqual(events[2][1].error.code, 'ENOENT');

const worker = new Worker('', { eval: true });
assert.deepStrictEqual(take(), [['worker_threads', { worker }]]);

process.emitWarning = () => {};     // execve() is experimental
assert.throws(() => process.execve('/does/not/exist', ['a'], { B: 'c' }));
assert.deepStrictEqual(take(), [
  ['process.execve', { execPath: '/does/not/exist', args: ['a'], env: ['B=c'] }],
]);
